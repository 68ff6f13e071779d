// What the words of a script are, for their colours: the same as in editors/vscode/syntaxes.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const FORMULA = [
  [/^\?\w*/, 'typeName'],
  [/^\$\w*/, 'macroName'],
  [/^#\w*/, 'macroName'],
  [/^@[-_]?[0-9]*/, 'atom'],
  [/^(\.[A-Za-z]\w*|[B-DF-HJ-Za-z]\w*)(?=\s*\[)/, 'className'],
  [/^[B-DF-HJ-Za-z]\w*/, 'variableName'],
  [/^([AI]|E((>=|<=|=)[0-9]+)?)/, 'keyword'],
  [/^[0-9]+/, 'number'],
  [/^(<=>|=>|->|!=|<=|>=|[=<>~`&|^+\-*/_])/, 'operator'],
];

/** The language, in which these words are commands. */
export function prf(commands) {
  const command = new RegExp(`^(${commands.join('|')})\\b`);
  const names = /^(theorem|refute|cover|def|eval|reg|macro|morphism|normalizer|numeration|ost|sequence|word|game|kernel|grundy|promote|recursion)\b/;
  return StreamLanguage.define({
    name: 'prf',
    startState: () => ({ quoted: '', next: '' }),
    token(stream, state) {
      if (stream.eatSpace()) return null;
      if (state.quoted) {
        if (stream.eat('"')) {
          state.quoted = '';
          return 'string';
        }
        if (state.quoted === 'plain') {
          stream.eatWhile(/[^"]/);
          return 'string';
        }
        const [, kind] = FORMULA.find(([word]) => stream.match(word)) ?? [];
        if (!kind) stream.next();
        return kind ?? null;
      }
      if (stream.match(/^#.*/)) return 'comment';
      if (stream.eat('"')) {
        state.quoted = state.next === 'plain' ? 'plain' : 'formula';
        state.next = '';
        return 'string';
      }
      if (stream.match(names)) {
        state.next = 'name';
        return 'keyword';
      }
      if (stream.match(/^(from|include|load|use)\b/)) {
        state.next = 'plain';
        return 'keyword';
      }
      if (stream.match(command) || stream.match(/^(terminal|block|measure|of|given|upto)\b/)) return 'keyword';
      if (stream.match(/^(msd|lsd)_\w+/)) return 'typeName';
      if (stream.match(/^\$\w+/)) return 'macroName';
      if (stream.match(/^[0-9]+/)) return 'number';
      if (stream.match(/^[A-Za-z]\w*/)) {
        const kind = state.next === 'name' ? 'definition' : 'variableName';
        state.next = '';
        return kind;
      }
      stream.next();
      return null;
    },
    tokenTable: { definition: tags.definition(tags.variableName) },
    languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '"'] } },
  });
}

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--mark)', fontWeight: '600' },
  { tag: tags.definition(tags.variableName), color: 'var(--ink)', fontWeight: '700' },
  { tag: [tags.macroName, tags.className], color: 'var(--board)' },
  { tag: [tags.typeName, tags.atom, tags.number], color: 'var(--holds)' },
  { tag: tags.operator, color: 'var(--soft)' },
  { tag: tags.string, color: 'var(--soft)' },
]));
