// The editor: CodeMirror, in a tree of its own so that its styles need no exception from the page's policy.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { colours, prf } from './language.js';

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--card)' },
  '&.cm-focused': { outline: '2px solid var(--mark)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '.6rem 0' },
  '.cm-gutters': { color: 'var(--soft)', backgroundColor: 'var(--card)', borderRight: '1px solid var(--rule)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--rule) 35%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--board) 30%, transparent)',
  },
  '.cm-diagnosticText': { whiteSpace: 'pre-line' },
  '.cm-tooltip, .cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--card)', border: '1px solid var(--rule)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--card)', backgroundColor: 'var(--board)' },
});

/** Tab completes where a name has begun, and leaves the editor anywhere else. */
function tab(view) {
  if (completionStatus(view.state) === 'active') return acceptCompletion(view);
  const { head, empty } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, head - 1), head);
  return empty && /[\w$?#]/.test(before) && startCompletion(view);
}

/** An editor in an element. `commands` are the words that begin one; `complete` gives what may stand at a place. */
export function edit(element, { commands, complete, run, changed }) {
  const root = element.attachShadow({ mode: 'open' });
  const view = new EditorView({ root, parent: root });
  const state = text => EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), drawSelection(), history(), bracketMatching(), closeBrackets(),
      highlightSelectionMatches(), autocompletion({ override: [complete] }), prf(commands), colours, look, EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'Script', autocapitalize: 'off', spellcheck: 'false' }),
      EditorView.updateListener.of(update => { if (update.docChanged) changed(); }),
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (run(), true) }, { key: 'Tab', run: tab }])),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    ],
  });
  view.setState(state(''));
  return {
    text: () => view.state.doc.toString(),
    load: text => view.setState(state(text)),
    /** Marks places, as far as they still are there. */
    mark(marks) {
      const end = view.state.doc.length;
      const within = marks.filter(mark => mark.from <= end).map(mark => ({ ...mark, to: Math.min(mark.to, end) }));
      view.dispatch(setDiagnostics(view.state, within));
    },
    /** Goes to a line. */
    show(line) {
      const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.focus();
    },
    focus: () => view.focus(),
    view,
  };
}
