// filbert in WebAssembly: questions and answers are JSON. See ../wasm/src/host.rs for the doors between the two.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An engine of a compiled module; `hear` gets at once what becomes known while a question is answered. */
export async function open(module, hear) {
  let doors;
  let panic = '';
  const text = (place, length) => decoder.decode(new Uint8Array(doors.memory.buffer, place >>> 0, length >>> 0));
  const host = {
    now: () => performance.now(),
    tell(place, length) {
      const news = JSON.parse(text(place, length));
      if (news.panic) panic = news.panic;
      else hear(news);
    },
  };
  ({ exports: doors } = await WebAssembly.instantiate(module, { host }));

  /** The answer to a question; an error is the end of this engine. */
  function ask(question) {
    const bytes = encoder.encode(JSON.stringify(question));
    try {
      const place = doors.take(bytes.length) >>> 0;
      new Uint8Array(doors.memory.buffer).set(bytes, place);
      const pair = BigInt.asUintN(64, doors.ask(place, bytes.length));
      const [at, length] = [Number(pair & 0xffffffffn), Number(pair >> 32n)];
      const answer = JSON.parse(text(at, length));
      doors.give_back(at, length);
      return answer;
    } catch (error) {
      throw new Error(why(error, panic));
    }
  }
  return { ask, bytes: () => doors.memory.buffer.byteLength };
}

/** What a trap means to the person before the page. */
function why(error, panic) {
  if (panic) return `filbert crashed, please report it: ${panic}`;
  if (error instanceof RangeError) return 'this is nested too deeply for a browser; try the program: filbert prove';
  if (error instanceof WebAssembly.RuntimeError) return 'the browser has no more memory; the program may have more: filbert prove';
  return String(error.message ?? error);
}
