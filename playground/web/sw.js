// Keeps the files of one version of the page, so that it works offline. Their names change with what is in them; the
// page itself comes from here until a new version is whole and no page of the old one is open.
'use strict';

const FILES = /*FILES*/[];
const KEPT = 'filbert-/*VERSION*/';

addEventListener('install', event => {
  const fresh = FILES.map(file => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(KEPT).then(kept => kept.addAll(fresh)));
});

addEventListener('activate', event => {
  const others = caches.keys().then(names => names.filter(name => name.startsWith('filbert-') && name !== KEPT));
  event.waitUntil(others.then(names => Promise.all(names.map(name => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.open(KEPT).then(kept => kept.match(request, { ignoreSearch: true })).then(known => known ?? fetch(request)));
});
