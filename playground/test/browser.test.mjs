// The page in a browser: Chromium, without a window, from a server of files on this machine.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { page as folder, root } from './places.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--disable-dev-shm-usage',
];
const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.txt': 'text/plain' };
const PATIENCE = 60_000;

/** What is asked for while a fence is up is not there. */
let fence = false;
const server = createServer(async (request, answer) => {
  const path = normalize(new URL(request.url, 'http://here').pathname).replace(/\/$/, '/index.html');
  try {
    if (fence) throw new Error('no network');
    if (path.startsWith('/book/') && !path.startsWith('/book/playground/')) {
      answer.writeHead(200, { 'content-type': 'text/html' }).end(await book(path.slice('/book/'.length).replace('.html', '')));
      return;
    }
    const contents = await readFile(join(folder, path.replace(/^\/book\/playground/, '')));
    answer.writeHead(200, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream' }).end(contents);
  } catch {
    answer.writeHead(404).end();
  }
});

/** A page of the book as mdbook makes it, as far as its examples are concerned. */
async function book(page) {
  const text = await readFile(join(root, 'docs', `${page}.md`), 'utf8');
  const escaped = part => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const blocks = [...text.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)].map(([, tag, body]) => `<pre><code class="language-${tag}">${escaped(body)}</code></pre>`);
  return `<!DOCTYPE html><title>${page}</title><link rel="icon" href="data:,"><script>const path_to_root = '';</script>${blocks.join('\n')}<script>${await readFile(join(root, 'docs/try.js'), 'utf8')}</script>`;
}

let browser;
let address;
before(async () => {
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
});
after(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

/** A page of a new visitor; what its console says, what it asks of others, and what breaks its policy is wrong. */
async function visit(context, fragment = '', options = {}) {
  const visitor = await browser.newContext(options);
  context.after(() => visitor.close());
  const page = await visitor.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on('console', message => { if (['error', 'warning'].includes(message.type())) wrong.push(message.text()); });
  page.on('pageerror', error => wrong.push(String(error)));
  page.on('request', request => { if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(address)) wrong.push(request.url()); });
  await page.goto(address + fragment);
  await ready(page);
  return { page, wrong };
}

const ready = page => page.waitForSelector('html[data-ready]', { state: 'attached' });
const script = text => `#script=${encodeURIComponent(text)}`;
const status = page => page.locator('#status').textContent();
const written = page => page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-content').innerText);

async function prove(page) {
  await page.click('#run');
  await page.waitForSelector('#run:enabled');
  return status(page);
}

const WYTHOFF = 'game W "?msd_fib p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)":\nkernel P of W:\n'
  + 'theorem one "?msd_fib Ap (E=1 q $P(p,q))":\ntheorem even "?msd_fib Ap,q $P(p,q) => (Er p=2*r)" from "<b>Nobody</b>":\n';

test('Wythoff\'s P-positions are proved and drawn, and a false statement has its counterexample', async context => {
  const { page, wrong } = await visit(context, script(WYTHOFF));
  assert.match(await prove(page), /^1 theorem holds, 1 theorem fails, 1 kernel proved, /);
  const pieces = page.locator('#pieces');
  assert.match(await pieces.textContent(), /kernel of W: 7 states/);
  assert.match(await pieces.textContent(), /counterexample: p = 1, q = 2/);
  assert.equal(await pieces.locator('svg.automaton').count(), 1);
  assert.ok(await pieces.locator('svg.board').count() >= 2, 'P-positions, and values of the game');
  const box = await pieces.locator('svg.automaton').boundingBox();
  assert.ok(box.width > 100 && box.height > 50, JSON.stringify(box));
  assert.equal(await pieces.locator('b', { hasText: 'Nobody' }).count(), 0, 'what a script says is no HTML');
  await pieces.locator('a', { hasText: ':4' }).first().click();
  assert.match(await page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-activeLine').textContent), /theorem even/);
  assert.deepEqual(wrong, []);
});

test('a new visitor sees the first question answered, and others at a choice', async context => {
  const { page, wrong } = await visit(context);
  const pieces = page.locator('#pieces');
  await pieces.locator('svg.board').first().waitFor();
  await page.waitForSelector('#run:enabled');
  assert.match(await status(page), /^2 theorems hold, 1 kernel proved, /);
  const questions = await page.locator('optgroup[label="Start here"] option').allTextContents();
  assert.ok(questions.length >= 12 && questions.every(question => question.endsWith('?')), questions.join());
  await page.selectOption('#example', { label: 'Is the Thue-Morse word overlap-free?' });
  await pieces.locator('h4', { hasText: 'overlap_free' }).waitFor();
  await page.waitForSelector('#run:enabled');
  assert.match(await status(page), /^1 theorem holds/);
  await page.selectOption('#example', { label: 'What does filbert say when a claim is wrong?' });
  await pieces.locator('.statement .lint', { hasText: 'vacuous-premise' }).waitFor();
  assert.equal(await pieces.locator('.statement', { hasText: 'counterexample: x = 1' }).count(), 1);
  assert.equal(await page.locator('a', { hasText: 'The book' }).getAttribute('href'), '../');
  assert.deepEqual(wrong, []);
});

test('an automaton, a word and a statement by itself are answered', async context => {
  const { page, wrong } = await visit(context, script('eval "?msd_fib y=x+1":\nmorphism m "0->01 1->10";\npromote W m;\n'));
  await prove(page);
  assert.match(await page.locator('#pieces').textContent(), /x, y: .* states/);
  assert.ok(await page.locator('#pieces svg.automaton').count() >= 1);
  assert.match(await page.locator('#pieces').textContent(), /a word in msd_2/);
  await page.goto(address + script('?msd_fib Ax Ey x=2*y'));
  await ready(page);
  await prove(page);
  assert.match(await page.locator('#pieces').textContent(), /FALSE.*counterexample: x = 1/s);
  assert.deepEqual(wrong, []);
});

test('an error is marked where it stands', async context => {
  const { page, wrong } = await visit(context, script('theorem a "?msd_fib Ax x<yz":\ntheorem b "Ax x<x+1":'));
  assert.match(await prove(page), /1 theorem holds, 1 undecided or unreadable/);
  const mark = page.locator('.cm-lintRange-error');
  assert.equal((await mark.first().textContent()).includes('yz') || await mark.count() > 0, true);
  assert.deepEqual(wrong, []);
});

test('a link keeps the script, and a damaged one says so', async context => {
  const { page, wrong } = await visit(context, script('theorem π "?msd_fib Ax x<x+1": # é𝓐'));
  await page.click('#share');
  await page.waitForFunction(() => location.hash.startsWith('#z='));
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  assert.equal((await written(page)).trim(), 'theorem π "?msd_fib Ax x<x+1": # é𝓐');
  await page.reload();
  await ready(page);
  assert.equal((await written(page)).trim(), 'theorem π "?msd_fib Ax x<x+1": # é𝓐');
  for (const damaged of [link.slice(0, -9), link.slice(0, -30) + 'AAAA' + link.slice(-26), `${address}#z=!`, `${address}#script=%`, `${address}#z=`]) {
    await page.goto('about:blank');
    await page.goto(damaged);
    await ready(page);
    assert.match(await status(page), /damaged/, damaged);
  }
  assert.deepEqual(wrong, []);
});

test('stop ends a long statement, keeps what was known, and the next run works', async context => {
  const { page, wrong } = await visit(context, script('theorem quick "Ax x<x+1":\ntheorem long "?msd_10 Ax,y,z,u,v,w 211*x+307*y+503*z+701*u+1103*v<1301*w+4 => 211*x+307*y+503*z+701*u+1103*v<1303*w+4":\n'));
  await page.click('#run');
  await page.locator('#pieces', { hasText: 'quick' }).waitFor();
  await page.waitForTimeout(1500);
  assert.match(await status(page), /^Running line 2, \d+ s, [\d,]+ states, \d+ MB$/);
  await page.click('#stop');
  await page.waitForSelector('#run:enabled');
  assert.match(await status(page), /Line 2: stopped/);
  assert.match(await page.locator('#pieces').textContent(), /quick/);
  await page.goto(address + script('theorem again "Ax x<x+1":'));
  await ready(page);
  assert.match(await prove(page), /^1 theorem holds/);
  assert.deepEqual(wrong, []);
});

test('what nests too deep is an error and not the end', async context => {
  const { page } = await visit(context, script(`theorem deep "${'~('.repeat(200_000)}x=1${')'.repeat(200_000)}":`));
  const said = await prove(page);
  assert.match(said, /nested|undecided or unreadable|memory/, said);
  await page.goto(address + script('theorem again "Ax x<x+1":'));
  await ready(page);
  assert.match(await prove(page), /^1 theorem holds/);
});

test('it works without a network once it was loaded', async context => {
  const { page, wrong } = await visit(context);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  fence = true;
  context.after(() => { fence = false; });
  await page.context().setOffline(true);
  await page.goto('about:blank');
  await page.goto(address + script('theorem offline "Ax x<x+1":'));
  await ready(page);
  assert.match(await prove(page), /^1 theorem holds/);
  await page.context().setOffline(false);
  fence = false;
  assert.deepEqual(wrong, []);
});

test('examples of the book and proofs run, with what they include', async context => {
  const { page, wrong } = await visit(context);
  for (const [name, held] of [['book/tour/polite.prf', /^1 kernel proved/], ['wythoff/k3.prf', /theorems hold/]]) {
    await page.selectOption('#example', name);
    const said = await prove(page);
    assert.match(said, held, name);
    assert.doesNotMatch(said, /fail|undecided/);
  }
  assert.deepEqual(wrong, []);
});

test('the examples of the book have "try it", which opens them here', async context => {
  const { page, wrong } = await visit(context);
  await page.goto(`${address}book/tour.html`);
  const links = page.locator('a.try-it');
  assert.ok(await links.count() >= 3, `${await links.count()} links`);
  await links.first().click();
  await ready(page);
  assert.match(await written(page), /game Polite/);
  assert.match(await prove(page), /^1 kernel proved/);
  await page.goto(`${address}book/language.html`);
  await page.locator('a.try-it[href*="eval"]').first().click();
  await ready(page);
  assert.doesNotMatch(await prove(page), /undecided/);
  assert.deepEqual(wrong, []);
});

test('Tab completes a name', async context => {
  const { page, wrong } = await visit(context, script(''));
  await page.locator('.cm-content').click();
  await page.keyboard.type('theo');
  await page.locator('.cm-tooltip-autocomplete').waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press('Tab');
  assert.match(await written(page), /^theorem/);
  assert.deepEqual(wrong, []);
});

test('everybody can read it: axe-core finds nothing, by day, by night and on a phone', async context => {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const options of [{}, { colorScheme: 'dark' }, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }]) {
    // The checker is no part of the page, whose policy keeps it out.
    const { page } = await visit(context, script(WYTHOFF + 'theorem wrong "x<":\n'), { ...options, bypassCSP: true });
    await prove(page);
    await page.addScriptTag({ path: axe });
    const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120))}`));
    assert.deepEqual(found, [], JSON.stringify(options));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  }
});
