// Takes pictures of what filbert shows: `node screenshots.mjs MADE FOLDER [NOTEBOOK.html]`. MADE has what `screenshots` made.

import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { page as playground } from './test/places.mjs';

const [made, folder, notebook] = process.argv.slice(2);
const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm' };
/** Width in pixels of a desk and of a phone, and how much of a page is shown. */
const SIZES = [[1280, 900], [400, 900]];

const COLOURS = {
  light: ['#fff', '#24292f', '#000', '#b3261e', '#1a7f37', '#8a5a00', '#0550ae', '#8250df', '#1b7c83', '#57606a'],
  dark: ['#14181e', '#e4e7eb', '#9aa5b1', '#ff8d86', '#6fce93', '#e8b454', '#7fb0e6', '#c8a6ff', '#6fcfd3', '#cfd5db'],
};

/** One of the 256 colours of a terminal. */
function of256(code, colours) {
  if (code < 16) return colours[code % 8];
  const step = digit => (digit ? 55 + 40 * digit : 0);
  const [cube, grey] = [code - 16, 8 + 10 * (code - 232)];
  const parts = code < 232 ? [cube / 36, (cube / 6) % 6, cube % 6].map(digit => step(Math.floor(digit))) : [grey, grey, grey];
  return `rgb(${parts})`;
}

/** What a terminal makes of a text with codes for colours, as HTML. */
function terminal(text, [paper, ink, ...colours]) {
  const escaped = part => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  let style = '';
  const pieces = text.replaceAll('\r', '').split(/\x1b\[([0-9;?]*)([A-Za-z])/);
  let html = '';
  for (let at = 0; at < pieces.length; at += 3) {
    html += `<span style="${style}">${escaped(pieces[at])}</span>`;
    if (pieces[at + 2] !== 'm') continue;
    const codes = pieces[at + 1].split(';').map(Number);
    if (codes[0] === 38 && codes[1] === 5) {
      style += `;color:${of256(codes[2], colours)}`;
      continue;
    }
    for (const code of codes) {
      if (code === 0 || code === 39) style = '';
      else if (code === 1) style += ';font-weight:bold';
      else if (code === 2) style += ';opacity:.75';
      else if (code >= 30 && code <= 37) style += `;color:${colours[code - 30]}`;
      else if (code >= 90 && code <= 97) style += `;color:${colours[code - 90]}`;
    }
  }
  return `<!DOCTYPE html><pre style="display:inline-block;margin:0;padding:14px 18px;background:${paper};color:${ink};font:14px/1.35 'DejaVu Sans Mono',monospace">`
    + `$ filbert prove wythoff.prf mistakes.prf\n${html.trimEnd()}</pre>`;
}

const server = createServer(async (request, answer) => {
  const path = new URL(request.url, 'http://here').pathname.replace(/\/$/, '/index.html');
  try {
    const contents = await readFile(join(playground, path));
    answer.writeHead(200, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream' }).end(contents);
  } catch {
    answer.writeHead(404).end();
  }
});

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });

async function show(name, options, act) {
  const visitor = await browser.newContext(options);
  const page = await visitor.newPage();
  page.setDefaultTimeout(120_000);
  const part = await act(page);
  const path = join(folder, `${name}.png`);
  await (part ?? page).screenshot({ path });
  await visitor.close();
  console.log(`${path}: ${Math.ceil((await stat(path)).size / 1000)} kB`);
}

const text = await readFile(join(made, 'terminal.txt'), 'utf8');
for (const [scheme, colours] of Object.entries(COLOURS)) {
  await show(`terminal-${scheme}`, { viewport: { width: 1100, height: 900 } }, async page => {
    await page.setContent(terminal(text, colours));
    return page.locator('pre');
  });
}
for (const [width, height] of SIZES) {
  await show(`page-${width}`, { viewport: { width, height } }, async page => { await page.goto(`file://${resolve(made, 'page/index.html')}`); });
  if (notebook) await show(`notebook-${width}`, { viewport: { width, height } }, async page => { await page.goto(`file://${resolve(notebook)}`); });
}
if (existsSync(join(playground, 'index.html'))) {
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  for (const [width, height] of SIZES) {
    await show(`playground-${width}`, { viewport: { width, height } }, async page => {
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      await page.locator('#pieces svg.board').first().waitFor();
      await page.waitForSelector('#run:enabled');
    });
  }
} else console.log(`no playground in ${playground}`);
await browser.close();
server.closeAllConnections();
server.close();
