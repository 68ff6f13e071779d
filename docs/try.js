// "Try it" beside the scripts and statements of the book: each opens in the playground, which lies beside the book.
'use strict';
(() => {
  // mdbook says where the root of the book is.
  const root = typeof path_to_root === 'string' ? path_to_root : '';
  const COMMAND = /^(theorem|refute|cover|def|eval|reg|macro|morphism|numeration|ost|sequence|word|game|kernel|grundy|promote|include)\s/m;

  // The other scripts of a page can be included.
  const page = /([^/]*?)(\.html)?$/.exec(location.pathname)[1] || 'index';

  function link(text) {
    const link = document.createElement('a');
    link.className = 'try-it';
    link.textContent = 'Try it';
    link.href = `${root}playground/#script=${encodeURIComponent(text)}&path=${encodeURIComponent(`book/${page}/tried.prf`)}`;
    return link;
  }

  for (const code of document.querySelectorAll('pre > code.language-text')) {
    if (COMMAND.test(code.textContent)) code.parentElement.after(link(code.textContent));
  }
  // Of what is typed at a shell, the statements that stand by themselves.
  for (const code of document.querySelectorAll('pre > code.language-console')) {
    const lines = [...code.textContent.matchAll(/^\$ filbert eval (?:-q )?'([^']+)'$/gm)].map(([, statement]) => `eval "${statement}":\n`);
    if (lines.length > 0 && !lines.join('').includes('""')) code.parentElement.after(link(lines.join('')));
  }
})();
