'use strict';
(() => {
  const search = document.getElementById('search');
  const verdict = document.getElementById('verdict');
  const paper = document.getElementById('paper');
  const shown = document.getElementById('shown');
  const notation = document.getElementById('notation');
  const none = document.getElementById('none');
  const sections = [...document.querySelectorAll('section.paper')];
  // The text of each item once, with what it stands under; pictures are not searched.
  const items = sections.flatMap(section => {
    const about = section.querySelector('h2').textContent;
    return [...section.querySelectorAll('.statement, .object, .lint')].map(element => {
      const words = [...element.querySelectorAll('h4, b, em, cite, .about, .comment, pre, .diagnostic')].map(part => part.textContent);
      const path = element.closest('.file').querySelector('h3').textContent;
      return { element, section, text: [about, path, ...words].join(' ').toLowerCase() };
    });
  });
  const statements = items.filter(item => item.element.matches('.statement')).length;

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
    let count = 0;
    for (const { element, section, text } of items) {
      const fits = words.every(word => text.includes(word))
        && (!verdict.value || element.dataset.verdict === verdict.value)
        && (!paper.value || section.dataset.paper === paper.value);
      element.hidden = !fits;
      count += fits && element.matches('.statement');
    }
    for (const part of document.querySelectorAll('section.file, section.paper')) {
      part.hidden = !part.querySelector(':is(.statement, .object, .lint):not([hidden])');
    }
    for (const entry of document.querySelectorAll('nav li')) {
      const section = sections.find(section => section.dataset.paper === entry.dataset.of);
      entry.hidden = section.hidden;
      entry.querySelector('.count').textContent = section.querySelectorAll('.statement:not([hidden])').length;
    }
    for (const heading of document.querySelectorAll('.file > h4')) {
      heading.hidden = !heading.parentElement.querySelector('.object:not([hidden])');
    }
    none.hidden = items.some(item => !item.element.hidden);
    shown.textContent = `${count} of ${statements} shown`;
    // What is searched for is in the address, to be kept or sent.
    const state = new URLSearchParams();
    if (search.value) state.set('q', search.value);
    if (verdict.value) state.set('verdict', verdict.value);
    if (paper.value) state.set('paper', paper.value);
    if (notation.checked) state.set('notation', 'math');
    const hash = state.toString();
    if (hash || location.hash.includes('=')) history.replaceState(null, '', hash ? '#' + hash : location.pathname);
  }

  // Mathematics comes as plain text with indices: variables are slanted, and names lead where those of the script do, once asked for.
  let written = false;
  function write() {
    if (written || !notation.checked) return;
    written = true;
    for (const math of document.querySelectorAll('pre + p')) {
      const places = new Map([...math.previousElementSibling.querySelectorAll('a')].map(a => [a.textContent, a.getAttribute('href')]));
      const texts = document.createTreeWalker(math, NodeFilter.SHOW_TEXT);
      const nodes = [];
      while (texts.nextNode()) nodes.push(texts.currentNode);
      for (const node of nodes) {
        const parts = node.textContent.split(/([A-Za-z_][A-Za-z0-9_]*|[α-ωϕϵ])/).map((part, at) => {
          if (at % 2 === 0) return part;
          const variable = document.createElement([...part].length === 1 ? 'i' : 'span');
          variable.textContent = part;
          if (!places.has(part)) return variable;
          const link = document.createElement('a');
          link.href = places.get(part);
          link.append(variable);
          return link;
        });
        node.replaceWith(...parts);
      }
    }
  }
  notation.addEventListener('input', write);

  // A definition that a link leads to opens.
  function open() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
    target?.scrollIntoView();
  }
  addEventListener('hashchange', open);

  if (location.hash.includes('=')) {
    const state = new URLSearchParams(location.hash.slice(1));
    search.value = state.get('q') ?? '';
    verdict.value = state.get('verdict') ?? '';
    paper.value = state.get('paper') ?? '';
    notation.checked = state.get('notation') === 'math';
  }
  for (const control of [search, verdict, paper, notation]) control.addEventListener('input', filter);
  search.form.addEventListener('submit', event => event.preventDefault());
  document.getElementById('reset').addEventListener('click', () => {
    search.value = verdict.value = paper.value = '';
    filter();
    search.focus();
  });
  write();
  filter();
  if (location.hash && !location.hash.includes('=')) open();
})();
