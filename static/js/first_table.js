// A new table opens at its top with my role alone, and a tip of a first game points at what it speaks of.
// Only new tables and first games load this. It knows no title.
/** @param {string} id */
const byId = (id) => document.getElementById(id);
const MARGIN = 6,
  GAP = 4, // Pixels between the line and the board, and between it and what the tip speaks of.
  FAR = 48; // Pixels from the margin beyond which something else may stand between.

// Once for each game and browser. Behind the sheet nothing can be reached; Escape and the button close it.
const showRole = () => {
  const role = document.querySelector("#dossier [data-alone] > :not(summary)"),
    sheet = byId("role-sheet");
  const key = `revealed ${location.pathname}`;
  if (!role || !sheet || sheet.open || localStorage.getItem("revealed") || localStorage.getItem(key)) return;
  localStorage.setItem(key, "yes");
  sheet.firstElementChild.replaceChildren(role.cloneNode(true));
  sheet.addEventListener("close", () => sheet.remove());
  sheet.showModal();
};

const findThing = () => {
  const at = document.querySelector("#tip [data-at]")?.dataset.at;
  return (
    at &&
    [...document.querySelector(".play").querySelectorAll(at)].find(
      (each) => each.checkVisibility?.() ?? each.getClientRects().length,
    )
  );
};
const unpoint = () => {
  for (const element of document.querySelectorAll(".pointed-at")) element.classList.remove("pointed-at");
  document.querySelector(".pointer")?.remove();
};
// From the dock straight up to a card, through the gap beside a player, or along the margin: never over a card. In the
// middle of a row, it ends below, so that it does not strike through what stands before.
/** @type {(thing: Element, board: Element, foot: number) => number[][]} */
const findPath = (thing, board, foot) => {
  const { left, right, top, bottom, width } = thing.getBoundingClientRect(),
    middle = (left + right) / 2;
  if (thing.matches(".slot"))
    return [
      [middle, foot],
      [middle, bottom + GAP],
    ];
  const column = thing.closest(".player")?.getBoundingClientRect(),
    frame = board.getBoundingClientRect();
  const margin = parseFloat(getComputedStyle(board).paddingLeft) - MARGIN;
  const isRight = !column && width < frame.width / 2 && middle > frame.left + frame.width / 2;
  const beside = column ? column.left : isRight ? frame.right - margin : frame.left + margin;
  const side = isRight ? right : left;
  if (!column && Math.abs(side - beside) > FAR)
    return [
      [beside, foot],
      [beside, bottom + GAP],
      [middle, bottom + GAP],
    ];
  const height = (top + bottom) / 2;
  return [
    [beside, foot],
    [beside, height],
    [isRight ? right + GAP : left - GAP, height],
  ];
};
const point = () => {
  unpoint();
  const thing = findThing(),
    play = document.querySelector(".play");
  if (!thing || "telling" in document.documentElement.dataset) return;
  thing.classList.add("pointed-at");
  if (thing.closest("#mine")) return;
  const { left, top } = play.getBoundingClientRect(),
    foot = byId("mine").getBoundingClientRect().top;
  const path = findPath(thing, byId("board"), foot).map(([x, y]) => `${Math.round(x - left)} ${Math.round(y - top)}`);
  play.insertAdjacentHTML("beforeend", `<svg class="pointer" aria-hidden="true"><path d="M${path.join("L")}"/></svg>`);
};

// The lobby may have been scrolled down when it became the table. A browser that reloads scrolls back once all is
// there.
const isNew = Boolean(document.querySelector("#dossier[data-new]"));
const toTop = () => window.scrollTo(0, 0);
history.scrollRestoration = isNew ? "manual" : "auto";
if (isNew) {
  toTop();
  window.addEventListener("load", () => setTimeout(toTop));
}
showRole();
point();
document.addEventListener("htmx:afterSettle", () => {
  showRole();
  point();
});
document.addEventListener("htmx:beforeRequest", (/** @type {any} */ { target }) => {
  if (target.id === "choice-form") unpoint();
});
document.addEventListener("htmx:afterRequest", (/** @type {any} */ { detail }) => {
  if (detail.requestConfig.elt.id === "tip") point();
});
for (const name of ["telling", "told"]) document.addEventListener(name, point);
for (const name of ["load", "resize", "scroll"]) window.addEventListener(name, point, { passive: true });
