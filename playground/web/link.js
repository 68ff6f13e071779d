// A script in an address, in the part that no server sees.
//
// `#z=` is JSON, compressed by gzip, whose checksum finds damage, in base64url; the page writes this. `#script=TEXT` or
// `#script=TEXT&path=PATH`, both as encodeURIComponent writes them, is for links that are made elsewhere.

/** Bytes of the longest script that a link may unfold to. */
const MOST = 1 << 20;

const DAMAGED = 'The link is damaged: part of its script is missing or changed. Please ask for a new link.';

async function through(bytes, transform) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 2 * MOST) throw new RangeError('The script in the link is too long.');
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** The part of an address that is this script, at this path. */
export async function fragment(script, path) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify({ script, path })), new CompressionStream('gzip'));
  const letters = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  return '#z=' + letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The script that an address has, `{ script, path }`; null if it has none. An error says why it cannot be read. */
export async function read(hash) {
  const [, kind, text] = /^#(\w+)=(.*)$/s.exec(hash) ?? [];
  try {
    if (kind === 'script') {
      const [script, path = ''] = text.split('&path=').map(decodeURIComponent);
      return { script: limited(script), path };
    }
    if (kind !== 'z') return null;
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0));
    const whole = new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream('gzip')));
    const { script, path } = JSON.parse(whole);
    if (typeof script !== 'string' || typeof path !== 'string') throw new TypeError(DAMAGED);
    return { script: limited(script), path };
  } catch (error) {
    throw error instanceof RangeError ? error : new Error(DAMAGED);
  }
}

function limited(script) {
  if (script.length > MOST) throw new RangeError('The script in the link is too long.');
  return script;
}
