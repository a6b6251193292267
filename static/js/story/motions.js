// Motions: how long each kind takes, where elements are, and what still runs.
import { byId } from "./page.js";

/** Milliseconds by `data-enter`. @type {Record<string, number>} */
export const LASTS = {
  land: 240,
  drop: 180,
  pop: 120,
  thud: 120,
  fly: 350,
  flip: 400,
  slide: 200,
  glide: 200,
  fade: 120,
  after: 300,
  none: 0,
};
export const OUT = "cubic-bezier(.2, .8, .3, 1)"; // The easing of most motions.

/** @type {number[]} */
const timers = [];
/** @type {Animation[]} */
const motions = [];

/** @param {Element} element */
export const placeOf = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
};
/** @type {(from: Element, to: Element) => { x: number, y: number, scale: number }} */
export const between = (from, to) => {
  const [a, b] = [placeOf(from), placeOf(to)];
  return { x: a.x - b.x, y: a.y - b.y, scale: a.width / (b.width || 1) };
};

/** @type {(action: () => void, delay: number) => void} */
export const later = (action, delay) => {
  timers.push(setTimeout(action, delay));
};
/** @type {(element: Element, frames: Keyframe[], duration: number, easing: string) => Animation} */
export const move = (element, frames, duration, easing) => {
  const motion = element.animate(frames, { duration, easing, fill: "backwards" });
  motions.push(motion);
  return motion;
};
export const stopMotions = () => {
  for (const timer of timers.splice(0)) clearTimeout(timer);
  for (const motion of motions.splice(0)) motion.cancel();
};

/** @type {(id: string) => HTMLElement} */
export const findSource = (id) => byId(id) || document.querySelector(`[data-was-id="${CSS.escape(id ?? "")}"]`);
/** @type {(choice: HTMLElement) => HTMLElement} */
export const cardOf = (choice) => choice?.closest("label") || choice;
