// Shows one beat after the other.
import { enter, lastsOf } from "./enter.js";
import { flight } from "./flight.js";
import { glide, noteSpots } from "./glide.js";
import { unlock } from "./hold.js";
import { between, LASTS, later, move } from "./motions.js";
import { all, byId, numberOf } from "./page.js";

const GATHER = 200;

// On a busy machine motions start late: the element goes once its own has ended, and must not show once more then.
/** @type {(element: HTMLElement, offset: number, lasts: number) => void} */
const dissolve = (element, offset, lasts) => {
  element.style.opacity = "0";
  move(element, [{ opacity: 1 }, { opacity: 1, offset }, { opacity: 0 }], lasts, "linear").onfinish = () =>
    element.remove();
};

/** @param {HTMLElement} element */
const leave = (element) => {
  const to = byId(element.dataset.to);
  const cards = to ? all("[data-enter=land], [data-enter=drop]", element) : [];
  if (!cards.length) {
    // The result comes under the last scene.
    if (element.matches(".stage > [data-until=last]")) dissolve(element, 0.3, LASTS.fade);
    else element.remove();
    return;
  }
  for (const card of cards) {
    const { x, y } = between(to, card);
    card.style.visibility = "visible";
    move(
      card,
      [{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.2)` }],
      GATHER,
      "cubic-bezier(.5, 0, .8, .6)",
    );
  }
  dissolve(element, 0.55, GATHER);
};

/** @param {number} beat */
const show = (beat) => {
  noteSpots();
  // What enters last stands at once where it will stay.
  if (beat === Infinity) unlock();
  for (const old of all(".was")) {
    if (numberOf(old.dataset.of) !== beat) continue;
    // Under what slides in, which may be less high, the old one fades, and so does a table under the next scene.
    if (old.matches("[data-enter=slide], .play")) dissolve(old, 0.3, LASTS.slide);
    else old.remove();
  }
  for (const element of all("[data-until]")) if (numberOf(element.dataset.until) === beat) leave(element);
  for (const element of all("[data-beat]")) if (numberOf(element.dataset.beat) === beat) enter(element);
  glide();
};

/** @param {() => void} finish */
export const schedule = (finish) => {
  const beats = all("[data-beat], [data-until]").flatMap(({ dataset }) =>
    [dataset.beat, dataset.until].filter(Boolean).map(numberOf),
  );
  let at = 0;
  for (const beat of [...new Set(beats)].sort((a, b) => a - b)) {
    const those = all("[data-beat]").filter((element) => numberOf(element.dataset.beat) === beat);
    const inTheAir =
      flight && those.some(({ dataset }) => dataset.from === flight.card) ? flight.until - performance.now() : null;
    const start = at + Math.max(0, inTheAir ?? 0);
    later(() => show(beat), start);
    const lasts = Math.max(
      0,
      ...those.filter(({ dataset }) => inTheAir === null || dataset.enter !== "land").map(lastsOf),
    );
    at = start + lasts + Math.max(0, ...those.map(({ dataset }) => Number(dataset.rest || 0)));
  }
  later(finish, at + 20);
};
