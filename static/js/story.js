// Shows one answer of the server in beats, and knows no title. docs/decisions/0010-templates-are-jinja.md lists the
// attributes.
const LASTS = {
  land: 240,
  drop: 180,
  pop: 120,
  thud: 120,
  fly: 350,
  flip: 400,
  slide: 200,
  shift: 200,
  fade: 120,
  after: 300,
  none: 0,
};
const GATHER = 200,
  BACK = 200;
const OUT = "cubic-bezier(.2, .8, .3, 1)",
  SPRING = "cubic-bezier(.3, 1.5, .5, 1)",
  ARC = "cubic-bezier(.5, .1, .4, 1)";
const EASINGS = { after: "linear", thud: "ease-in", pop: SPRING };
const QUIET_KEYS = ["Shift", "Control", "Alt", "Meta", "Tab"];
const FIELDS = "textarea, select, input:not([type=radio], [type=checkbox])";
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const all = (what, root = document) => [...root.querySelectorAll(what)];
const byId = (id) => (id ? document.getElementById(id) : null);
const numberOf = (beat) => (beat === "last" ? Infinity : Number(beat));
const atOf = (element) => numberOf(element.dataset.beat ?? element.dataset.until);

let timers = [];
let motions = [];
let isTelling = false;
let isNewsHeld = false;
let flight = null;

// HTMX would copy an empty attribute, which the content security policy forbids.
const unstyle = (element) => {
  if (!element.getAttribute("style")) element.removeAttribute("style");
};
const tellEnd = () => {
  document.dispatchEvent(new CustomEvent("told"));
  if (!isNewsHeld) return;
  isNewsHeld = false;
  document.body.dispatchEvent(new CustomEvent("news"));
};

const unlock = () => {
  for (const element of all("[data-locked]")) {
    element.style.minHeight = "";
    unstyle(element);
    element.removeAttribute("data-locked");
  }
};

const clear = () => {
  for (const timer of timers) clearTimeout(timer);
  for (const motion of motions) motion.cancel();
  timers = [];
  motions = [];
  for (const element of all(".was, .shade, [data-until]")) element.remove();
  for (const element of all("[data-beat]")) {
    for (const name of ["data-beat", "data-held"]) element.removeAttribute(name);
  }
  unlock();
  delete document.documentElement.dataset.telling;
};

const finish = () => {
  if (!isTelling) return;
  isTelling = false;
  for (const name of PRESSES) document.removeEventListener(name, skip, PRESS_OPTIONS);
  clear();
  land();
  tellEnd();
};

const PRESSES = ["pointerdown", "keydown", "wheel"];
const PRESS_OPTIONS = { capture: true, passive: false };
const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
const skip = (event) => {
  if (QUIET_KEYS.includes(event.key)) return;
  finish();
  if (event.target.closest?.(FIELDS)) return;
  stop(event);
  if (event.type !== "pointerdown") return;
  const forget = () => window.removeEventListener("click", stop, true);
  window.addEventListener("click", stop, { capture: true, once: true });
  window.addEventListener("pointerup", () => setTimeout(forget, 50), { capture: true, once: true });
};

const placeOf = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
};
const between = (from, to) => {
  const [a, b] = [placeOf(from), placeOf(to)];
  return { x: a.x - b.x, y: a.y - b.y, scale: a.width / (b.width || 1) };
};
const move = (element, frames, duration, easing) => {
  const motion = element.animate(frames, { duration, easing, fill: "backwards" });
  motions.push(motion);
  return motion;
};
const findSource = (id) => byId(id) || document.querySelector(`[data-was-id="${CSS.escape(id ?? "")}"]`);
const cardOf = (choice) => choice?.closest("label") || choice;

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
  element.style.zIndex = 20;
  const motion = move(element, frames, lasts, how === "fly" ? ARC : OUT);
  // On a busy machine the story ends, and cancels its motions, before the last of them has finished.
  motion.onfinish = motion.oncancel = () => {
    element.style.zIndex = "";
    unstyle(element);
  };
  if (how === "land" && source) source.style.visibility = "hidden";
};
const shift = (element, lasts) => {
  const source = findSource(element.dataset.from);
  if (!source?.getClientRects().length)
    return move(
      element,
      [
        { opacity: 0, offset: 0 },
        { opacity: 0, offset: 0.5 },
      ],
      LASTS.after,
      "linear",
    );
  const { x, y } = between(source, element);
  source.style.visibility = "hidden";
  return move(element, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], lasts, OUT);
};
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
const lastsOf = ({ dataset }) => Number(dataset.ms) || LASTS[dataset.enter || "fade"];
const enter = (element) => {
  const how = element.dataset.enter || "fade",
    lasts = lastsOf(element);
  element.removeAttribute("data-held");
  if (how === "land" && flight?.card === element.dataset.from) land();
  else if (how === "land" || how === "fly") travel(element, how, lasts);
  else if (how === "shift") shift(element, lasts);
  else if (lasts) move(element, framesOf(how, getComputedStyle(element).transform), lasts, EASINGS[how] || OUT);
};

const leave = (element) => {
  const to = byId(element.dataset.to);
  const cards = to ? all("[data-enter=land], [data-enter=drop]", element) : [];
  if (!cards.length) return element.remove();
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
  move(element, [{ opacity: 1 }, { opacity: 1, offset: 0.55 }, { opacity: 0 }], GATHER, "linear");
  return timers.push(setTimeout(() => element.remove(), GATHER - 8));
};

const liftCard = ({ target }) => {
  const hand = target.querySelector?.("[data-lands]"),
    choice = hand?.querySelector(":checked");
  const spot = byId(hand?.dataset.lands),
    card = cardOf(choice);
  if (!spot || !card || still.matches) return;
  const from = placeOf(card),
    to = placeOf(spot),
    copy = spot.cloneNode();
  copy.removeAttribute("id");
  copy.classList.remove("empty");
  copy.classList.add("flying");
  copy.setAttribute("aria-hidden", "true");
  copy.append(...[...card.children].filter((part) => part !== choice).map((part) => part.cloneNode(true)));
  Object.assign(copy.style, {
    width: `${spot.offsetWidth}px`,
    height: `${spot.offsetHeight}px`,
    left: `${to.x + window.scrollX - spot.offsetWidth / 2}px`,
    top: `${to.y + window.scrollY - spot.offsetHeight / 2}px`,
  });
  document.body.append(copy);
  const start = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})` };
  copy.animate([start, { transform: "none" }], { duration: LASTS.land, easing: OUT });
  card.style.visibility = "hidden";
  flight = { card: choice.id, copy, until: performance.now() + LASTS.land };
};
const land = () => {
  flight?.copy.remove();
  flight = null;
};
const flyBack = () => {
  if (!flight) return;
  const { card, copy } = flight,
    home = cardOf(byId(card));
  flight = null;
  const done = () => {
    copy.remove();
    if (!home) return;
    home.style.visibility = "";
    unstyle(home);
  };
  if (!home?.getClientRects().length || document.hidden) {
    done();
    return;
  }
  home.style.visibility = "hidden";
  const { x, y, scale } = between(home, copy);
  copy.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(${scale})` }], {
    duration: BACK,
    easing: OUT,
  }).onfinish = done;
};

const unfold = (root) => {
  for (const template of all("template[data-until]", root)) {
    const element = template.content.firstElementChild;
    element.dataset.until = template.dataset.until;
    template.replaceWith(element);
  }
};
const findTold = (root) =>
  Math.max(
    -1,
    ...all("[data-once]", root)
      .filter(({ dataset }) => document.querySelector(`[data-once="${CSS.escape(dataset.once)}"]`))
      .map(atOf),
  );
const NAMED = "[data-beat]:is([id], [data-as]):not([data-old])";
const nameOf = ({ id, dataset }) => (dataset.as ? `[data-as="${CSS.escape(dataset.as)}"]` : `#${CSS.escape(id)}`);
const keepOld = (root, told) =>
  all(NAMED, root)
    .filter((element) => atOf(element) > told)
    .flatMap((element) => {
      const name = nameOf(element),
        old = document.querySelector(name);
      return old
        ? [
            [
              name,
              { copy: old.cloneNode(true), place: old.getBoundingClientRect(), text: old.className + old.innerHTML },
            ],
          ]
        : [];
    });
const keepStaying = (root) =>
  all("[data-stays]")
    .filter(({ id }) => !root.querySelector(`#${id}`))
    .map((element) => {
      const copy = element.cloneNode(true);
      for (const each of [copy, ...all("[id], [data-beat]", copy)])
        for (const name of ["id", "data-beat", "data-stays"]) each.removeAttribute(name);
      copy.inert = true;
      return { copy, home: element.closest("[data-lock], .head").id };
    });
const prepare = (html) => {
  const fragment = document.createElement("template");
  fragment.innerHTML = html;
  const root = fragment.content;
  unfold(root);
  const told = findTold(root);
  const isNews = all("[data-beat]", root).some((element) => atOf(element) > told && atOf(element) < Infinity);
  const isUnseen = document.hidden || byId("role-sheet")?.open;
  if (!isNews || still.matches || isUnseen) return { isQuiet: true };
  for (const element of all("[data-brief]")) element.remove();
  const heights = all("[data-lock]")
    .filter(({ id }) => !root.querySelector(`#${id}[data-old]`))
    .map(({ id, offsetHeight }) => ({ id, height: offsetHeight }));
  return {
    told,
    olds: new Map(keepOld(root, told)),
    stays: keepStaying(root),
    heights,
    lands: Boolean(root.querySelector("[data-enter=land]")),
  };
};

const cover = ({ copy, place, text }, element) => {
  if (text === element.className + element.innerHTML) {
    element.removeAttribute("data-beat");
    element.removeAttribute("data-held");
    return;
  }
  for (const each of [copy, ...all("[id], [name], [data-beat], [data-once], [data-as], .htmx-request", copy)]) {
    if (each.id) each.dataset.wasId = each.id;
    for (const name of ["id", "name", "data-beat", "data-held", "data-once", "data-as"]) each.removeAttribute(name);
    each.classList.remove("htmx-request");
  }
  copy.classList.add("was");
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  copy.dataset.of = element.dataset.beat;
  let spot = element;
  while (spot.parentElement.closest("[data-held]")) spot = spot.parentElement.closest("[data-held]");
  spot.before(copy);
  const here = element.getBoundingClientRect(),
    host = copy.offsetParent || document.body;
  const frame = host.getBoundingClientRect();
  const isSame =
    Math.abs(here.height - place.height) < 4 &&
    Math.abs(here.left + here.width / 2 - place.left - place.width / 2) < 30;
  const isBlock = place.width > 120;
  // A line that a longer one above has pushed down goes with it.
  const isPushed =
    !("lock" in element.dataset) && Math.abs(here.left - place.left) < 4 && Math.abs(here.top - place.top) < 40;
  const left = isSame && !isBlock ? here.left + (here.width - place.width) / 2 : place.left;
  // The new board may be higher than the old: its cards must not lie under the old hand, or a replay's panel.
  const before = "lock" in element.dataset ? copy.previousElementSibling?.getBoundingClientRect() : undefined;
  const above = before?.right > place.left ? before.bottom : undefined;
  const top = Math.max(isSame || isPushed ? here.top : place.top, above ?? -Infinity);
  Object.assign(copy.style, {
    left: `${left - frame.left - host.clientLeft + host.scrollLeft}px`,
    top: `${top - frame.top - host.clientTop + host.scrollTop}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
  });
};

const hold = ({ told, olds, stays, heights }) => {
  unfold(document);
  const next = document.querySelector("[data-enter=after][data-beat]")?.dataset.beat ?? "last";
  for (const { copy, home } of stays) {
    copy.dataset.until = next;
    const row = byId(home).querySelector(".head-row");
    if (row) row.append(copy);
    else byId(home).prepend(copy);
  }
  for (const element of all("[data-until]")) if (numberOf(element.dataset.until) <= told) element.remove();
  for (const element of all("[data-beat]")) {
    if (atOf(element) <= told) element.removeAttribute("data-beat");
    else element.setAttribute("data-held", "");
  }
  for (const { id, height } of heights) {
    const element = byId(id);
    if (!element) continue;
    element.style.minHeight = `${height}px`;
    element.dataset.locked = "";
  }
  for (const element of all(NAMED)) {
    const old = olds.get(nameOf(element));
    if (element.dataset.as && element.parentElement.closest("[data-held]")) {
      element.removeAttribute("data-beat");
      element.removeAttribute("data-held");
    } else if (old) cover(old, element);
  }
};

const show = (beat) => {
  // What enters last stands at once where it will stay.
  if (beat === Infinity) unlock();
  for (const old of all(".was")) if (numberOf(old.dataset.of) === beat && old.dataset.enter !== "slide") old.remove();
  for (const element of all("[data-until]")) if (numberOf(element.dataset.until) === beat) leave(element);
  for (const element of all("[data-beat]")) if (numberOf(element.dataset.beat) === beat) enter(element);
};

const schedule = () => {
  const beats = all("[data-beat], [data-until]").flatMap(({ dataset }) =>
    [dataset.beat, dataset.until].filter(Boolean).map(numberOf),
  );
  let at = 0;
  for (const beat of [...new Set(beats)].sort((a, b) => a - b)) {
    const those = all("[data-beat]").filter((element) => numberOf(element.dataset.beat) === beat);
    const inTheAir =
      flight && those.some(({ dataset }) => dataset.from === flight.card) ? flight.until - performance.now() : null;
    const start = at + Math.max(0, inTheAir ?? 0);
    timers.push(setTimeout(show, start, beat));
    const lasts = Math.max(
      0,
      ...those.filter(({ dataset }) => inTheAir === null || dataset.enter !== "land").map(lastsOf),
    );
    at = start + lasts + Math.max(0, ...those.map(({ dataset }) => Number(dataset.rest || 0)));
  }
  timers.push(setTimeout(finish, at + 20));
};

const begin = (plan) => {
  if (flight && !plan.lands) flyBack();
  if (plan.isQuiet) {
    clear();
    land();
    tellEnd();
    return;
  }
  hold(plan);
  document.documentElement.dataset.telling = "";
  document.dispatchEvent(new CustomEvent("telling"));
  if (!document.querySelector("[data-aside]"))
    for (const name of PRESSES) document.addEventListener(name, skip, PRESS_OPTIONS);
  schedule();
};

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
document.addEventListener("htmx:beforeRequest", liftCard);
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post" && !detail.successful) flyBack();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) finish();
});
document.addEventListener("DOMContentLoaded", clear);
