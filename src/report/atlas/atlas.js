'use strict';
(() => {
  const search = document.getElementById('search');
  const property = document.getElementById('property');
  const verdict = document.getElementById('verdict');
  const shown = document.getElementById('shown');
  const rows = [...document.querySelectorAll('tbody tr')].map(element => ({
    element,
    table: [...document.querySelectorAll('main section')].indexOf(element.closest('section')),
    text: `${element.id} ${element.dataset.about} ${element.querySelector('.first')?.textContent ?? ''}`.toLowerCase(),
  }));

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
    const [table, column] = property.value.split('.').map(Number);
    let count = 0;
    for (const row of rows) {
      const has = !property.value
        || (row.table === table && row.element.querySelectorAll('td')[column]?.classList.contains(verdict.value));
      const fits = has && words.every(word => row.text.includes(word));
      row.element.hidden = !fits;
      count += fits;
    }
    for (const section of document.querySelectorAll('main section')) {
      section.hidden = !section.querySelector('tbody tr:not([hidden])');
    }
    shown.textContent = `${count} of ${rows.length} entries`;
    // What is searched for is in the address, to be kept or sent.
    const state = new URLSearchParams();
    if (search.value) state.set('q', search.value);
    if (property.value) { state.set('property', property.value); state.set('verdict', verdict.value); }
    const hash = state.toString();
    if (hash || location.hash.includes('=')) history.replaceState(null, '', hash ? '#' + hash : location.pathname);
  }

  if (location.hash.includes('=')) {
    const state = new URLSearchParams(location.hash.slice(1));
    search.value = state.get('q') ?? '';
    property.value = state.get('property') ?? '';
    verdict.value = state.get('verdict') ?? 'holds';
  }
  search.form.addEventListener('submit', event => event.preventDefault());
  for (const input of [search, property, verdict]) input.addEventListener('input', filter);
  filter();
})();
