// Addresses to copy, and what works with scripts only.
import { byId, on } from "./page.js";

// Copy an address: the button needs this file.
on("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = byId(button.dataset.copy);
  source.select();
  // Over plain HTTP there is no clipboard.
  if (navigator.clipboard) await navigator.clipboard.writeText(source.value);
  else if (!document.execCommand("copy")) return;
  byId("copied").textContent = button.dataset.done;
});

// What works with scripts only is shown.
/** @param {string} part */
const showAll = (part) => {
  for (const element of document.querySelectorAll(`${part}[data-needs-js]`)) element.hidden = false;
};
on("DOMContentLoaded", () => showAll(""));
on("htmx:afterSettle", () => showAll("#panel "));
