// Shows pushes and opens the table on a press, keeps the number on the app's icon, and shows a page when the network is
// gone. It keeps that page and its styles, and nothing of a user.
"use strict";

const PAGE = "{{ url('games:offline') }}";
const FILES = [PAGE, "{{ static('css/site.css') }}", "{{ static('css/frame.css') }}"];
const CACHE = "offline {{ get_language() }}";

const keep = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
};
const tidy = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};
// Without the page, pushes should still come.
self.addEventListener("install", (event) => event.waitUntil(keep().catch(() => {}).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

const findKept = (file) => caches.match(file, { ignoreVary: true });
const load = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const kept = await findKept(PAGE);
    if (kept) return kept;
    throw error;
  }
};
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (mode === "navigate") event.respondWith(load(event));
  else if (FILES.includes(new URL(url).pathname)) {
    event.respondWith(findKept(event.request).then((kept) => kept ?? fetch(event.request)));
  }
});

const badge = (count) => {
  if (!self.navigator.setAppBadge) return undefined;
  return count ? self.navigator.setAppBadge(count) : self.navigator.clearAppBadge();
};
const count = async () => {
  if (!self.navigator.setAppBadge) return;
  const answer = await fetch("{{ url('games:count_waiting') }}");
  if (answer.ok) await badge(Number(await answer.text()));
};
// A page asks for it: it was opened or shown again, or a move was made there.
self.addEventListener("message", (event) => {
  if (event.data === "count") event.waitUntil(count().catch(() => {}));
});

self.addEventListener("push", (event) => {
  const said = event.data.json();
  const shown = self.registration.showNotification(said.title, {
    icon: "{{ static('img/icon-192.png') }}",
    badge: "{{ static('img/badge-96.png') }}",
    tag: said.tag,
    renotify: true,
    data: { link: said.link },
  });
  event.waitUntil(Promise.allSettled([shown, badge(said.waiting)]));
});

const open = async (link) => {
  const address = new URL(link, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find((each) => new URL(each.url).pathname === address.pathname);
  await (page ? page.focus() : self.clients.openWindow(address.href));
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.link));
});
