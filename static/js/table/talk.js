// The chat: when it opens, where it lies on a phone, its field.
import { byId, on, wide } from "./page.js";
import { keepPlace } from "./swaps.js";

const KEYBOARD = 150; // Pixels of height that nothing but a keyboard takes.

// On wide screens talk opens with a vote, unless another tab was requested or is in use.
let wasVote = false;
const openTalk = () => {
  const isVote = Boolean(byId("live")?.dataset.vote);
  const isFree = () => !location.search && !byId("side")?.contains(document.activeElement);
  if (isVote && !wasVote && isFree() && wide.matches) setTimeout(() => isFree() && byId("tab-talk")?.click());
  wasVote = isVote;
};
on("told", openTalk);

// On a phone talk is a sheet over the lower half: show the trick above it, and keep it above the keyboard.
const findSheet = () => (wide.matches ? null : document.querySelector("#panel > .talk"));
const showAboveSheet = () => {
  window.scrollTo(0, 0);
  const scene = byId("board").querySelector(".scene, .ring")?.getBoundingClientRect();
  const [top, bottom] = [byId("status").getBoundingClientRect().bottom, findSheet()?.getBoundingClientRect().top];
  if (scene && bottom) window.scrollTo(0, Math.min(scene.bottom - bottom, scene.top - top));
};
on("htmx:afterSettle", ({ detail }) => {
  const opener = detail.requestConfig?.elt.id;
  if (opener === "talk-close") keepPlace();
  if (opener !== "tab-talk" || !findSheet()) return;
  const show = () => {
    showAboveSheet();
    byId("talk-heading")?.focus({ preventScroll: true });
  };
  const style = findSheet().querySelector("link");
  if (style.sheet) show();
  else style.addEventListener("load", show, { once: true });
});
// First of all that Escape closes, to see what is open.
on(
  "keydown",
  ({ key }) => {
    if (key !== "Escape" || byId("talk-more")?.open) return;
    if (findSheet()?.contains(document.activeElement)) byId("talk-close").click();
  },
  true,
);
const viewport = window.visualViewport;
viewport?.addEventListener("resize", () => {
  const keyboard = Math.max(0, window.innerHeight - viewport.height * viewport.scale);
  document.documentElement.style.setProperty("--keyboard", `${Math.round(keyboard)}px`);
  document.documentElement.toggleAttribute("data-keyboard", keyboard > KEYBOARD);
  if (findSheet()) showAboveSheet();
});
// The field grows with what is typed, also where its style alone does not make it.
/** @param {HTMLTextAreaElement} box */
const grow = (box) => {
  if (!CSS.supports("field-sizing", "content")) box.rows = Math.min(4, box.value.split("\n").length);
};
on("input", ({ target }) => {
  if (target.id === "talk-text") grow(target);
});

on("DOMContentLoaded", () => {
  openTalk();
  if (findSheet()) showAboveSheet();
});
