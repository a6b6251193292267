// Shows pushes, and opens the table on a press. It keeps no page.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const badge = (count) => {
  if (!self.navigator.setAppBadge) return undefined;
  return count ? self.navigator.setAppBadge(count) : self.navigator.clearAppBadge();
};

self.addEventListener("push", (event) => {
  const said = event.data.json();
  const shown = self.registration.showNotification(said.title, {
    icon: "{{ static('img/icon-192.png') }}",
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
  event.waitUntil(Promise.allSettled([open(event.notification.data.link), badge(0)]));
});
