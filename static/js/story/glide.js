// What a beat moves to another place slides there, with all that is in it: `data-glide` names it. It may be another
// element in another scene, and of those that are shown the last counts.
import { LASTS, move, OUT } from "./motions.js";
import { all } from "./page.js";

const NEAR = 2; // Pixels that nobody sees.

/**
 * Where each of them was seen last in this story, by its name.
 * @type {Map<string, { element: HTMLElement, place: DOMRect }>}
 */
const spots = new Map();
/** @type {Animation[]} */
const slides = [];

const listShown = () =>
  all("[data-glide]").filter((element) => element.getClientRects().length && !element.closest("[data-held], .was"));

/** Notes where they stand, before a beat moves them. */
export const noteSpots = () => {
  for (const element of listShown())
    spots.set(element.dataset.glide, { element, place: element.getBoundingClientRect() });
};
export const forgetSpots = () => spots.clear();

export const glide = () => {
  for (const slide of slides.splice(0)) slide.cancel();
  // Outer ones come first, and take inner ones with them.
  for (const [name, element] of new Map(listShown().map((shown) => [shown.dataset.glide, shown]))) {
    const old = spots.get(name);
    if (!old) continue;
    if (old.element !== element && old.element.dataset.glide === name) old.element.style.visibility = "hidden";
    const here = element.getBoundingClientRect(),
      [x, y] = [old.place.left - here.left, old.place.top - here.top];
    if (Math.max(Math.abs(x), Math.abs(y)) <= NEAR) continue;
    const from = { transform: `translate(${x}px, ${y}px)` };
    slides.push(move(element, [from, { transform: "none" }], LASTS.glide, OUT));
  }
};
