// Requests wait for each other, and answers may be put off.
import { isLeaving } from "./leaving.js";
import { askAgain } from "./news.js";
import { byId, isBusy, on } from "./page.js";

// The panel and its tabs request one after the other, and news waits for a request from #mine. A response for an
// element that is gone is dropped; only that element still gets its events.
let pressed = 0; // Timer: the tab pressed last opens as soon as it may.
on("htmx:beforeRequest", (event) => {
  const { elt } = event.detail,
    isTab = Boolean(elt.closest("#tabs"));
  if (isTab) clearTimeout(pressed);
  const mustWait = isBusy("#tabs") || (isTab && isBusy("#panel"));
  if (mustWait && (isTab || elt.closest("#panel"))) {
    event.preventDefault();
    if (isTab) pressed = setTimeout(() => byId(elt.id)?.click(), 100);
    return;
  }
  elt.addEventListener(
    "htmx:beforeOnLoad",
    (/** @type {Event} */ answer) => {
      const mustDrop = elt.id === "live" && (isBusy("#mine") || isLeaving());
      if (mustDrop) askAgain();
      if (!elt.isConnected || mustDrop) answer.preventDefault();
    },
    { once: true },
  );
});

// Words of the game come after all else, as the server does not compress them: see insidejob/compression.py.
on("htmx:beforeSwap", ({ detail }) => {
  const [parts, after] = detail.serverResponse.split("\ue001"),
    words = after?.trimEnd().split("\ue000");
  if (words) detail.serverResponse = parts.replaceAll("\ue000", () => words.shift());
});

// A tab that loads while news arrives may be older than the news: load it once more.
let isStale = false;
const isPanelBusy = () => isBusy("#tabs") || isBusy("#panel");
on(
  "news",
  () => {
    isStale ||= isPanelBusy();
  },
  true,
);
on("htmx:afterSettle", () => {
  if (!isStale || isPanelBusy()) return;
  isStale = false;
  document.body.dispatchEvent(new CustomEvent("news"));
});
