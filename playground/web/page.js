// The page: a script, what becomes of it, and a link to it.

import { edit } from './editor.js';
import { Engine, load } from './engines.js';
import { fragment, read } from './link.js';

/** More results than these are not shown: a browser has to lay them out. */
const MOST_PIECES = 1000;
const DRAFT = 'filbert-draft';

const at = id => document.getElementById(id);
const [example, seconds, bytes, run, stop, share, status, pieces, path] =
  ['example', 'seconds', 'bytes', 'run', 'stop', 'share', 'status', 'pieces', 'path'].map(at);

let files = {};
let engine = null;
let helper = null;
/** The path of the script: what it includes is named from there. */
let place = '';

function say(text, wrong = false) {
  status.textContent = text;
  status.parentElement.classList.toggle('wrong', wrong);
}

const editor = edit(at('editor'), { commands: COMMANDS, complete, run: prove, changed });

function load_script(script, where) {
  if (engine?.busy) {
    engine.stop('stopped: another script was opened');
    say('Ready.');
  }
  place = where;
  editor.load(script);
  clear();
}

function clear() {
  pieces.replaceChildren();
  path.textContent = '';
}

let saving;
function changed() {
  clearTimeout(saving);
  saving = setTimeout(keep, 400);
}

/** What was written is there again when the page is opened without a link. */
function keep() {
  try {
    localStorage.setItem(DRAFT, JSON.stringify({ script: editor.text(), path: place }));
  } catch { /* A browser may keep nothing. */ }
}

function draft() {
  try {
    const { script, path } = JSON.parse(localStorage.getItem(DRAFT));
    return typeof script === 'string' && typeof path === 'string' ? { script, path } : null;
  } catch {
    return null;
  }
}

/** What the address asks for; whether it asks for anything. */
async function open_address() {
  try {
    const asked = await read(location.hash);
    if (asked) load_script(asked.script, asked.path);
    return asked !== null;
  } catch (error) {
    load_script('', '');
    say(error.message, true);
    return true;
  }
}

async function complete(context) {
  const before = context.matchBefore(/[?$#:]?\w*/);
  if (!helper || helper.busy || (!before?.text && !context.explicit)) return null;
  const { names } = await helper.ask({ ask: 'complete', script: context.state.doc.toString(), path: place, at: context.pos });
  return names?.length ? { from: names[0].from, options: names.map(({ name, kind, about }) => ({ label: name, type: kind, detail: about })), validFor: /^\w*$/ } : null;
}

function piece(news) {
  if (pieces.childElementCount > MOST_PIECES) return;
  const template = document.createElement('template');
  // All text in it was escaped where it was made, by `maud`; the policy of the page lets nothing in it run.
  template.innerHTML = pieces.childElementCount < MOST_PIECES ? news.html : '<p class="missing">There are more results than shown here.</p>';
  // What a lint found in a statement belongs to its card.
  const lint = template.content.querySelector('.lint');
  const last = pieces.lastElementChild;
  if (lint && news.result?.lint?.statement && last?.matches('.statement')) last.append(lint);
  else pieces.append(template.content);
}

async function prove() {
  if (!engine || engine.busy) return;
  const script = editor.text();
  const started = performance.now();
  const marks = [];
  let [line, work] = [0, ''];
  clear();
  editor.mark([]);
  path.textContent = place || 'script.prf';
  [run.disabled, stop.disabled] = [true, false];
  const progress = () => say(`Running line ${line}, ${((performance.now() - started) / 1000).toFixed(0)} s${work}`);
  const ticks = setInterval(() => { if (performance.now() - started > 900) progress(); }, 500);
  say('Running …');
  try {
    const question = { ask: 'run', script, path: place || 'script.prf', seconds: Number(seconds.value), bytes: Number(bytes.value) };
    const summary = await engine.ask(question, news => {
      if (news.told === 'tries') [line, work] = [news.line, ''];
      else if (news.told === 'works') work = `, ${news.states.toLocaleString('en')} states, ${Math.ceil(news.bytes / 1e6)} MB`;
      else {
        piece(news);
        marks.push(...news.marks);
      }
    });
    say(summary.wrong ?? summed(summary), Boolean(summary.wrong));
  } catch (error) {
    if (editor.text() === script) say(`Line ${line}: ${error.message}`, true);
  } finally {
    clearInterval(ticks);
    [run.disabled, stop.disabled] = [false, true];
    if (editor.text() === script) editor.mark(marks);
  }
}

function summed({ hold, fail, kernels, false_kernels: refuted, undecided, warnings, milliseconds }) {
  const count = (number, one, many) => (number ? [`${number} ${number === 1 ? one : many}`] : []);
  const parts = [
    ...count(hold, 'theorem holds', 'theorems hold'), ...count(fail, 'theorem fails', 'theorems fail'),
    ...count(kernels, 'kernel proved', 'kernels proved'), ...count(refuted, 'kernel fails', 'kernels fail'),
    ...count(undecided, 'undecided or unreadable', 'undecided or unreadable'), ...count(warnings, 'warning', 'warnings'),
  ];
  return [...parts, `${milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`}`].join(', ');
}

run.addEventListener('click', prove);
stop.addEventListener('click', () => {
  engine.stop('stopped; the results above are complete');
  run.focus();
});
share.addEventListener('click', async () => {
  history.replaceState(null, '', await fragment(editor.text(), place));
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  say(copied ? 'Copied the link, which is also in the address bar.' : 'The link is in the address bar.');
});
example.addEventListener('change', () => {
  if (!example.value) return;
  load_script(files[example.value], example.value);
  history.replaceState(null, '', location.pathname);
  keep();
  // A question is answered at once.
  if (example.value.startsWith('questions/')) setTimeout(prove);
});
pieces.addEventListener('click', event => {
  const link = event.target.closest('a[href^="#line"]');
  if (!link) return;
  event.preventDefault();
  editor.show(Number.parseInt(link.getAttribute('href').slice('#line'.length), 10));
});
addEventListener('hashchange', open_address);

/** The examples, by the page of the book or the folder that they are from. */
function offer(examples) {
  for (const { title, scripts, titles } of examples) {
    const group = document.createElement('optgroup');
    group.label = title;
    group.append(...scripts.map((one, at) => new Option(titles?.[at] ?? one.split('/').at(-1), one)));
    example.append(group);
  }
}

async function begin() {
  let is_first = false;
  if (!(await open_address())) {
    const kept = draft();
    is_first = (kept?.script ?? FIRST) === FIRST;
    load_script(kept?.script ?? FIRST, kept?.path ?? '');
  }
  const said = status.textContent;
  try {
    const [module, given] = await Promise.all([load(), fetch(FILES).then(answer => answer.json())]);
    files = given.files;
    offer(given.examples);
    engine = new Engine(module, files);
    helper = new Engine(module, files);
    const { version, shared } = await engine.ask({ ask: 'about' });
    const template = document.createElement('template');
    template.innerHTML = shared;
    document.body.prepend(template.content);
    at('version').textContent = `filbert ${version}`;
    run.disabled = false;
    document.documentElement.dataset.ready = 'true';
    if (status.textContent === said && !status.parentElement.classList.contains('wrong')) say('Ready.');
    // What comes by a link waits until its reader runs it; the script of the page does not.
    if (is_first && editor.text() === FIRST) prove();
  } catch (error) {
    say(`cannot load filbert: ${error.message}`, true);
  }
  // Where there are no service workers, as on some private windows, the page works but not without a network.
  await navigator.serviceWorker?.register('sw.js').catch(() => {});
}

begin();
