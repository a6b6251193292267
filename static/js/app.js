// The installed app: its service worker keeps a page for times without a network, and the number on the icon.
(() => {
  "use strict";
  const { serviceWorker } = navigator;
  if (!document.querySelector(".site-header.signed-in")) navigator.clearAppBadge?.().catch(() => {});
  if (!serviceWorker) return;
  const count = () => serviceWorker.controller?.postMessage("count");
  serviceWorker.addEventListener("controllerchange", count);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) count();
  });
  count();
  if (window.matchMedia("(display-mode: standalone)").matches)
    serviceWorker.register("/service-worker.js").catch(() => {});
})();
