// The same in WebAssembly and native: verdicts, witnesses, messages; and how long both take.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { engine, program, root } from './places.mjs';

/** What a program writes of a script, without what it cost: each result, in order. */
function native(script) {
  let text;
  try {
    text = execFileSync(program, ['prove', script, '--json', '-', '--quiet', '--jobs', '1'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    text = error.stdout;
  }
  const report = JSON.parse(text.slice(text.indexOf('{')));
  const [{ statements, errors, lints = [] }] = report.files;
  return { milliseconds: report.milliseconds, results: { statements: statements.map(essence), errors, lints } };
}

/**
 * How large the largest automaton on the way was depends on the order of things, and that on the width of the machine's words.
 * A whole report names the lints of each statement; told one after the other, each lint names its statement.
 */
function essence({ milliseconds, states, lints, ...result }) {
  return result;
}

let told = [];
const wasm = await engine(news => told.push(news));

/** The same of the module, for a script at a path from the folder of the proofs. */
function run(script, path) {
  told = [];
  const summary = wasm.ask({ ask: 'run', script, path });
  assert.equal(summary.wrong, undefined);
  const results = told.map(news => news.result).filter(Boolean);
  const of = kind => results.filter(result => kind in result).map(result => result[kind]);
  return { milliseconds: summary.milliseconds, results: { statements: of('statement').map(essence), errors: of('error'), lints: of('lint') } };
}

test('fifty statements have the same verdict and the same witness', async context => {
  const statements = await readFile(join(root, 'playground/test/statements.prf'), 'utf8');
  // What cannot be read is no script of the project's, which are all laid out.
  const script = `${statements}theorem wrong_end "?msd_2 Ax x<":\n`;
  const folder = await mkdtemp(join(tmpdir(), 'filbert-'));
  const path = join(folder, 'statements.prf');
  await writeFile(path, script);
  const one = native(path);
  await rm(folder, { recursive: true });
  const other = run(script, path);
  assert.deepEqual(other.results, one.results);
  const verdicts = one.results.statements.map(({ verdict }) => verdict);
  const examples = one.results.statements.filter(({ example }) => example);
  context.diagnostic(`${verdicts.length} statements, ${examples.length} with numbers that show it`);
  assert.ok(verdicts.length >= 50 && examples.length >= 20);
  assert.ok(['TRUE', 'FALSE', 'ERROR'].every(verdict => verdicts.includes(verdict)));
});

test('the proofs of Wythoff games are the same, in at most five times the time', async context => {
  const folder = 'proofs/wythoff';
  const names = (await readdir(join(root, folder))).filter(name => name.endsWith('.prf')).sort();
  const least = new Map();
  const keep = (key, time) => least.set(key, Math.min(time, least.get(key) ?? Infinity));
  // Both in turn, so that what else the machine does troubles both; of each the best.
  for (const round of [1, 2, 3]) {
    for (const name of names) {
      const one = native(`${folder}/${name}`);
      const other = run(await readFile(join(root, folder, name), 'utf8'), `wythoff/${name}`);
      const without = results => JSON.parse(JSON.stringify(results).replaceAll(`${folder}/`, 'wythoff/'));
      if (round === 1) assert.deepEqual(other.results, without(one.results), name);
      keep(`native ${name}`, one.milliseconds);
      keep(`wasm ${name}`, other.milliseconds);
    }
  }
  const sum = kind => names.reduce((sum, name) => sum + least.get(`${kind} ${name}`), 0);
  const [one, other] = [sum('native'), sum('wasm')];
  context.diagnostic(`native ${one.toFixed(0)} ms, WebAssembly ${other.toFixed(0)} ms: ${(other / one).toFixed(2)} times`);
  assert.ok(other < 5 * one);
});

test('a limit ends a statement and not the script, and a panic or a trap is an error', () => {
  const script = 'def a "?msd_bonacci7 x+y+z=w+2*v":\ntheorem b "Ax x<x+1":';
  told = [];
  let summary = wasm.ask({ ask: 'run', script, path: 'a.prf', seconds: 0.001 });
  assert.equal(summary.undecided, 1);
  assert.match(told.find(news => news.html).html, /time limit/);
  told = [];
  summary = wasm.ask({ ask: 'run', script, path: 'a.prf', bytes: 3_000_000 });
  assert.equal(summary.undecided, 1);
  assert.match(told.find(news => news.html).html, /memory limit/);
  assert.match(wasm.ask({ ask: 'nothing' }).wrong, /unknown variant/);
});
