// Makes the page of its parts: `node bundle.mjs MODULE.wasm FOLDER`. Every file but three has a name that says what is in it,
// so that it may be kept for ever; FOLDER can be put on any server of files.

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { open } from './web/engine.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const web = join(here, 'web');
const [wasm, folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node bundle.mjs MODULE.wasm FOLDER');

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const written = [];

async function write(name, contents) {
  await writeFile(join(folder, name), contents);
  written.push(name);
  return name;
}

/** Writes a file whose name has a hash of what is in it. */
function keep(name, contents) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
  const [, stem, ending] = /^(.*)(\.\w+)$/.exec(name);
  return write(`${stem}-${hash}${ending}`, contents);
}

async function script(entry, define, format) {
  const { outputFiles: [file], metafile } = await build({
    entryPoints: [join(web, entry)], bundle: true, minify: true, format, target: 'es2022', write: false, legalComments: 'none', metafile: true,
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  return { text: file.text, inputs: Object.keys(metafile.inputs) };
}

async function prf_below(place) {
  const found = [];
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const path = join(place, entry.name);
    if (entry.isDirectory()) found.push(...await prf_below(path));
    else if (entry.name.endsWith('.prf')) found.push(path);
  }
  return found.sort();
}

/** Questions, the scripts of the book, as its blocks `text NAME.prf` have them, and the proofs that ship. */
async function examples() {
  const [files, groups] = [{}, []];
  // The first line of each asks what it answers.
  const questions = [];
  for (const path of await prf_below(join(here, 'questions'))) {
    const text = await readFile(path, 'utf8');
    const name = `questions/${basename(path)}`;
    files[name] = text;
    questions.push({ name, title: /^# (.*\?)$/m.exec(text)[1] });
  }
  groups.push({ title: 'Start here', scripts: questions.map(({ name }) => name), titles: questions.map(({ title }) => title) });
  const add = (title, scripts) => {
    if (scripts.length === 0) return;
    for (const [path, text] of scripts) files[path] = text;
    groups.push({ title, scripts: scripts.map(([path]) => path) });
  };
  for (const [, page] of (await readFile(join(root, 'docs/SUMMARY.md'), 'utf8')).matchAll(/\(([\w/-]+)\.md\)/g)) {
    const text = await readFile(join(root, 'docs', `${page}.md`), 'utf8');
    const blocks = [...text.matchAll(/^```text (\w+\.prf)\n(.*?)^```$/gms)];
    add(/^# (.*)$/m.exec(text)[1], blocks.map(([, name, script]) => [`book/${page}/${name}`, script]));
  }
  const proofs = new Map();
  for (const path of await prf_below(join(root, 'proofs'))) {
    const name = relative(join(root, 'proofs'), path).split(sep).join('/');
    const group = proofs.get(dirname(name)) ?? [];
    proofs.set(dirname(name), [...group, [name, await readFile(path, 'utf8')]]);
  }
  for (const [group, scripts] of proofs) add(`proofs/${group}`, scripts);
  return { files, examples: groups };
}

/** The licences of the packages that a script is made of. */
async function licences(inputs) {
  const packages = new Set(inputs.map(input => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]).filter(Boolean));
  const texts = [...packages].sort().map(async name => {
    const files = await readdir(join(here, 'node_modules', name));
    const licence = files.find(file => /^licen[cs]e/i.test(file));
    if (!licence) throw new Error(`${name} has no licence`);
    return `${name}\n\n${await readFile(join(here, 'node_modules', name, licence), 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

const module = await readFile(wasm);
const engine = await open(await WebAssembly.compile(module), () => {});
const { style, commands } = engine.ask({ ask: 'about' });

const WASM = await keep('filbert.wasm', module);
const FILES = await keep('files.json', JSON.stringify(await examples()));
const WORKER = await keep('worker.js', (await script('worker.js', {}, 'iife')).text);
const FIRST = await readFile(join(here, 'questions/01-wythoff.prf'), 'utf8');
const page = await script('page.js', { WASM, FILES, WORKER, FIRST, COMMANDS: commands }, 'esm');
const PAGE = await keep('page.js', page.text);
const css = await transform(`${style}\n${await readFile(join(web, 'page.css'), 'utf8')}`, { loader: 'css', minify: true });
const STYLE = await keep('page.css', css.code);
await write('licences.txt', await licences(page.inputs));
const html = (await readFile(join(web, 'index.html'), 'utf8')).replace('{STYLE}', STYLE).replace('{PAGE}', PAGE);
await write('index.html', html);

const version = createHash('sha256').update(html).update(written.join()).digest('hex').slice(0, 10);
const kept = ['./', ...written.filter(name => name !== 'licences.txt')];
const worker = (await readFile(join(web, 'sw.js'), 'utf8')).replace('/*FILES*/[]', JSON.stringify(kept)).replace('/*VERSION*/', version);
await write('sw.js', worker);
console.log(`${basename(folder)}: ${written.length} files`);
