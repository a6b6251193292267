// Tells one answer of the server: when a story begins, when it ends, and what a press does meanwhile.
import { schedule } from "./beats.js";
import { flight, flyBack, land } from "./flight.js";
import { glide } from "./glide.js";
import { clear, hold } from "./hold.js";
import { prepare } from "./plan.js";

const QUIET_KEYS = ["Shift", "Control", "Alt", "Meta", "Tab"];
const FIELDS = "textarea, select, input:not([type=radio], [type=checkbox])";
const PRESSES = ["pointerdown", "keydown", "wheel"];
const PRESS_OPTIONS = { capture: true, passive: false };
let isTelling = false;
let isNewsHeld = false; // News that came while a story was told.

/** @param {Event} event */
const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
/** @param {any} event */
const skip = (event) => {
  if (QUIET_KEYS.includes(event.key)) return;
  finish();
  if (event.target.closest?.(FIELDS)) return;
  stop(event);
  if (event.type !== "pointerdown") return;
  // Where a touch becomes a scroll, `pointercancel` comes and no click.
  const press = new AbortController();
  const options = { capture: true, once: true, signal: press.signal };
  window.addEventListener("click", stop, options);
  window.addEventListener("pointercancel", () => press.abort(), options);
  window.addEventListener("pointerup", () => setTimeout(() => press.abort(), 50), options);
};

const tellEnd = () => {
  document.dispatchEvent(new CustomEvent("told"));
  if (!isNewsHeld) return;
  isNewsHeld = false;
  document.body.dispatchEvent(new CustomEvent("news"));
};

const finish = () => {
  if (!isTelling) return;
  isTelling = false;
  for (const name of PRESSES) document.removeEventListener(name, skip, PRESS_OPTIONS);
  clear();
  land();
  tellEnd();
};

/** @param {import("./plan.js").Plan} plan */
const begin = (plan) => {
  if (flight && !plan.lands) flyBack();
  if (plan.isQuiet) {
    clear();
    land();
    tellEnd();
    return;
  }
  hold(plan);
  glide();
  document.documentElement.dataset.telling = "";
  document.dispatchEvent(new CustomEvent("telling"));
  if (!document.querySelector("[data-aside]"))
    for (const name of PRESSES) document.addEventListener(name, skip, PRESS_OPTIONS);
  schedule(finish);
};

/** @param {any} event */
const tell = ({ detail }) => {
  if (!detail.shouldSwap || !document.querySelector("[data-lock]") || !detail.serverResponse.includes("data-lock"))
    return;
  finish();
  const plan = prepare(detail.serverResponse);
  isTelling = !plan.isQuiet;
  queueMicrotask(() => begin(plan));
};
for (const name of ["htmx:beforeSwap", "story"]) document.addEventListener(name, tell);

window.addEventListener(
  "news",
  (event) => {
    if (!isTelling) return;
    event.stopImmediatePropagation();
    isNewsHeld = true;
  },
  true,
);
// A log that was asked for before a story may already have its end. It is asked for again after the story.
document.addEventListener("htmx:beforeSwap", (/** @type {any} */ { detail }) => {
  if (!isTelling || detail.requestConfig?.triggeringEvent?.type !== "news") return;
  detail.shouldSwap = false;
  isNewsHeld = true;
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) finish();
});
