// Keys.
import { byId, isShown, on } from "./page.js";

// F2 goes to the question and F4 to what happened last. Screen readers leave these keys to the page in every mode.
/** @param {string[]} parts */
const focusFirst = (...parts) => {
  const place = parts.map((part) => document.querySelector(part)).find((element) => element && isShown(element));
  // A screen reader that reads elsewhere comes back only if the focus moves.
  if (place === document.activeElement) place?.blur();
  place?.focus();
};
// A tip may stand in the place of a question.
const goToQuestion = () =>
  focusFirst("#choice-error", "#choice-heading", "#tip-done", "#result-heading", "#status-line");
const goToLatest = () => {
  if (byId("log") || !byId("tab-log")) focusFirst("#log h3", "#log-heading");
  else {
    byId("tab-log").click();
    on("htmx:afterSettle", () => focusFirst("#log h3", "#log-heading"), { once: true });
  }
};
/** @type {Record<string, () => void>} */
const PLACES = { F2: goToQuestion, F4: goToLatest };
on("keydown", (event) => {
  const go = PLACES[event.key];
  if (!go || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || document.querySelector("dialog[open]"))
    return;
  event.preventDefault();
  go();
});

// Keys: arrows choose in my hand, Enter plays, `?` lists all keys. Controls keep theirs.
on("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  if (byId("keys")?.open) return;
  if (event.key === "?") byId("keys")?.showModal();
  if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  const choices = [...document.querySelectorAll("#mine input[type=radio]")].filter(
    (radio) => isShown(radio) && radio.getAttribute("aria-disabled") !== "true",
  );
  const first = choices.find((radio) => radio.checked) || (event.key === "ArrowRight" ? choices[0] : choices.at(-1));
  if (!first) return;
  event.preventDefault();
  first.focus();
  if (!first.checked) first.click();
});
