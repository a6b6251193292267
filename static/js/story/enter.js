// How an element comes in.
import { flight, land } from "./flight.js";
import { between, cardOf, findSource, LASTS, move, OUT } from "./motions.js";
import { unstyle } from "./page.js";

const SPRING = "cubic-bezier(.3, 1.5, .5, 1)";
const ARC = "cubic-bezier(.5, .1, .4, 1)";
/** @type {Record<string, string>} */
const EASINGS = { after: "linear", thud: "ease-in", pop: SPRING };

// From where the element's card was, over the page.
/** @type {(element: HTMLElement, how: string, lasts: number) => void} */
const travel = (element, how, lasts) => {
  const source = cardOf(findSource(element.dataset.from));
  const { x, y, scale } = source?.getClientRects().length ? between(source, element) : { x: 0, y: -24, scale: 1 };
  const end = getComputedStyle(element).transform;
  const arc = {
    transform: `translate(${x * 0.45}px, ${y * 0.55 - 26}px) scale(${Math.min(((scale + 1) / 2) * 1.12, 1.25)})`,
    offset: 0.5,
  };
  const start = { transform: `translate(${x}px, ${y}px) scale(${Math.min(scale, how === "fly" ? 1.2 : 2.2)})` };
  const frames = how === "fly" ? [start, arc, { transform: end }] : [start, { transform: end }];
  element.style.zIndex = "20";
  const motion = move(element, frames, lasts, how === "fly" ? ARC : OUT);
  // On a busy machine the story ends, and cancels its motions, before the last of them has finished.
  motion.onfinish = motion.oncancel = () => {
    element.style.zIndex = "";
    unstyle(element);
  };
  if (how === "land" && source) source.style.visibility = "hidden";
};

/** @type {(how: string, rest: string) => Keyframe[]} */
const framesOf = (how, rest) => {
  const end = rest === "none" ? "" : rest;
  const to = { opacity: 1, transform: rest };
  return {
    drop: [{ opacity: 0, transform: `${end} translateY(-20px)` }, to],
    pop: [{ opacity: 0, transform: `${end} scale(.6)` }, to],
    thud: [{ opacity: 0, transform: `${end} scale(1.7)` }, to],
    flip: [{ transform: `${end} perspective(600px) rotateY(90deg)` }, { transform: rest }],
    slide: [{ opacity: 0, transform: `${end} translateY(10px)` }, to],
    fade: [{ opacity: 0, offset: 0 }],
    after: [
      { opacity: 0, offset: 0 },
      { opacity: 0, offset: 0.5 },
    ],
  }[how];
};

/** @param {HTMLElement} element */
export const lastsOf = ({ dataset }) => Number(dataset.ms) || LASTS[dataset.enter || "fade"];

/** @param {HTMLElement} element */
export const enter = (element) => {
  const how = element.dataset.enter || "fade",
    lasts = lastsOf(element);
  element.removeAttribute("data-held");
  if (how === "land" && flight?.card === element.dataset.from) land();
  else if (how === "land" || how === "fly") travel(element, how, lasts);
  else if (lasts) move(element, framesOf(how, getComputedStyle(element).transform), lasts, EASINGS[how] || OUT);
};
