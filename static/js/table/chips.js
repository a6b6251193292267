// What folds out.
import { byId, on } from "./page.js";

// A press elsewhere or Escape closes a chip.
/** @param {HTMLDetailsElement | null} except */
const closeChips = (except) => {
  for (const chip of document.querySelectorAll("details.chip[open]")) if (chip !== except) chip.open = false;
};
on("click", ({ target }) => closeChips(target.closest("details.chip")));
// Scroll the page so that all of the form is in sight.
/** @param {any} event */
const showPremove = ({ target }) => {
  if (target.matches?.("details.premove[open], .premove-form, .premove-form > link"))
    byId("premove-form")?.scrollIntoView({ block: "nearest" });
};
// The style sheet of premoves comes with them.
for (const name of ["toggle", "load"]) on(name, showPremove, true);
on("htmx:afterSettle", showPremove);
on("keydown", ({ key }) => {
  if (key === "Escape") closeChips(null);
});
