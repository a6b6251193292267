// Presence: a visible page sends how long ago its player acted; otherwise they also get emails. Scrolling by others'
// moves and events of a resting pointer are not actions.
import { newsAt, pollSoon } from "./news.js";
import { byId, on } from "./page.js";

const ACTIVE_FOR = 5 * 60 * 1000; // Milliseconds of presence after an action.
const SETTLES = 10000; // Milliseconds during which news may scroll the page.
let activeAt = Date.now();
/** @param {any} event */
const noteActivity = (event) => {
  if (document.hidden) return;
  if (event.type === "scroll" && Date.now() - newsAt < SETTLES) return;
  if (event.type === "pointermove" && !event.movementX && !event.movementY) return;
  if (Date.now() - activeAt > ACTIVE_FOR) pollSoon();
  activeAt = Date.now();
};
for (const name of ["visibilitychange", "pointerdown", "pointermove", "keydown", "touchmove", "wheel", "scroll"]) {
  on(name, noteActivity, { capture: true, passive: true });
}
on("htmx:configRequest", ({ detail }) => {
  const idle = Date.now() - activeAt;
  detail.headers["X-Announced"] = byId("live")?.dataset.announced ?? "";
  detail.headers["X-Together"] = byId("together")?.dataset.key ?? "";
  if (document.hidden) detail.headers["X-Hidden-Tab"] = "yes";
  else if (idle < ACTIVE_FOR) detail.headers["X-Active"] = String(Math.floor(idle / 1000));
});
