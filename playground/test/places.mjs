// Where the page and the program are: FILBERT_PLAYGROUND and FILBERT_PROGRAM, or where a build puts them.

import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open } from '../web/engine.js';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const page = resolve(process.env.FILBERT_PLAYGROUND ?? join(root, 'target/playground'));
export const program = resolve(process.env.FILBERT_PROGRAM ?? join(root, 'target/release/filbert'));

/** The file of the page whose name begins and ends so. */
export async function file(stem, ending) {
  const found = (await readdir(page)).filter(name => name.startsWith(`${stem}-`) && name.endsWith(ending));
  if (found.length !== 1) throw new Error(`${page}: ${found.length} files ${stem}-*${ending}`);
  return join(page, found[0]);
}

/** An engine of the page's module, which knows the files that scripts may include. */
export async function engine(hear) {
  const module = await WebAssembly.compile(await readFile(await file('filbert', '.wasm')));
  const { files } = JSON.parse(await readFile(await file('files', '.json'), 'utf8'));
  const opened = await open(module, hear);
  opened.ask({ ask: 'know', files });
  return opened;
}
