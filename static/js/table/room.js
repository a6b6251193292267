// Larger or wider text, or notes above the board, may leave no room for the whole board above what is mine. Then my
// hand scrolls with the page, and only the button, or the tip in its place, stays at the bottom of the screen.
import { byId, on } from "./page.js";

const GAP = 17; // Pixels above and below what stays.
const makeRoom = () => {
  const mine = byId("mine"),
    { classList, style } = document.documentElement;
  const isLong = byId("play").getBoundingClientRect().bottom + window.scrollY > window.innerHeight + 1;
  // A result is longer than any screen.
  classList.toggle("crowded", isLong && !byId("rematch-button"));
  let below = GAP - mine.offsetHeight;
  for (const { offsetHeight } of mine.querySelectorAll("#tip, .act, .write")) below += offsetHeight;
  style.setProperty("--below", `${below}px`);
};
if (byId("play") && byId("mine")) {
  // Changes within the observer's own call are an error to browsers.
  new ResizeObserver(() => requestAnimationFrame(makeRoom)).observe(document.body);
  on("htmx:afterSettle", makeRoom);
}
