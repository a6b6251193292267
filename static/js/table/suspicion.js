// A press on a face asks for my suspicion of that player, and stores the answer.
import { byId, on } from "./page.js";

/** @param {string} id */
const askSuspicion = (id) => {
  const select = byId(id);
  if (!select) return false;
  select.addEventListener("change", () => byId("suspicion-button").click(), { once: true });
  select.focus({ preventScroll: true });
  try {
    select.showPicker();
  } catch {
    select.scrollIntoView({ block: "center" });
  }
  return true;
};
let asksAbout = "";
on("click", (event) => {
  const link = event.target.closest?.(".note-face"),
    tab = byId("tab-notes");
  if (!link || !tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  asksAbout = link.hash.slice(1);
  if (askSuspicion(asksAbout)) asksAbout = "";
  else tab.click();
});
on("htmx:afterSettle", () => {
  if (asksAbout && askSuspicion(asksAbout)) asksAbout = "";
});
