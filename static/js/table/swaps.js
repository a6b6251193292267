// What stays when parts of the page are replaced: the focus, open details, marks, choices.
import { changeInPlace, IN_PLACE } from "./in_place.js";
import { byId, on } from "./page.js";

const goOn = () => {
  const next = byId("choice-error") || byId("choice-heading") || byId("result-heading") || byId("status-line");
  if (next) next.focus({ preventScroll: true });
};
// After a move the form is gone: move the focus to the next choice, the result or the status line, without scrolling.
// Elsewhere HTMX keeps the focus by ids, so everything focusable has one.
export const keepPlace = () => {
  if (document.activeElement === document.body) goOn();
};
// The last tip gives the focus on before it goes. A screen reader that looks only after it has gone takes the new place
// for one that it has said.
on("htmx:beforeSwap", ({ detail: { target, serverResponse } }) => {
  if (!target.contains(document.activeElement)) return;
  if (target.id === "tip" && !/<form/.test(serverResponse)) goOn();
  else setTimeout(keepPlace); // What is replaced by an answer had the focus.
});

// Swaps keep the focus, open details and marks.
on("htmx:oobBeforeSwap", ({ detail }) => {
  const { target, fragment } = detail;
  // The response removes the form. HTMX looks for the same id first.
  if (target.contains(document.activeElement)) setTimeout(keepPlace);
  for (const old of target.querySelectorAll("details[id]")) {
    const fresh = fragment.querySelector(`#${CSS.escape(old.id)}`);
    if (fresh) fresh.open = old.open;
  }
  // A new mark may not have been stored when the news was rendered.
  for (const old of target.querySelectorAll("[name=mark][id]")) {
    const fresh = fragment.querySelector(`#${CSS.escape(old.id)}`);
    if (fresh) fresh.checked = old.checked;
  }
  if (target.id === "mine") keepPrepared(target.querySelector("form#premove-form:not(.htmx-request)"));
  if (target.id === "board") showEnd(target, fragment);
  if (IN_PLACE.includes(target.id)) changeInPlace(detail);
});

// What is chosen but not sent in the form of a premove stays when others play and the form is fetched again. The form
// for another trick has other questions of the same names.
let prepared = new FormData();
/** @param {any} form */
const keepPrepared = (form) => {
  if (form?.elements.question) prepared = new FormData(form);
};
on("htmx:afterSwap", () => {
  const form = document.querySelector("form#premove-form");
  const question = form?.elements.question?.value;
  if (!question || question !== prepared.get("question")) return;
  for (const control of form.querySelectorAll("select, [type=radio]")) {
    const value = prepared.get(control.name);
    if (control.value === value) control.checked = true;
    else if ([...(control.options ?? [])].some((option) => option.value === value)) control.value = value;
  }
  prepared = new FormData();
});

// An error goes away once its form is changed.
on("change", ({ target }) => {
  if (target.form?.id === "choice-form") byId("choice-error")?.remove();
});

// What is saved in the notes leaves suspicions as they are chosen, and notes open that are being changed.
const UNSAVED = "#suspicion-form select, #notes details[open], #notes details[open] textarea";
on("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || detail.target.id !== "notes") return;
  const { elt } = detail.requestConfig;
  const kept = [...document.querySelectorAll(UNSAVED)]
    .filter((each) => each.value !== "" && !elt.contains(each) && !each.contains(elt))
    .map(({ id, open, value }) => ({ id, ...(open ? { open } : { value }) }));
  on(
    "htmx:afterSwap",
    () => {
      for (const { id, ...unsaved } of kept) if (byId(id)) Object.assign(byId(id), unsaved);
    },
    { once: true },
  );
});

// With the board or the choice in view, the result opens scrolled to the top, and has the focus once the story is
// told.
/** @type {(target: Element, fragment: DocumentFragment) => void} */
const showEnd = (target, fragment) => {
  const isEnd = fragment.querySelector(".result") && !target.querySelector(".result");
  const isInSight = target.closest(".play").getBoundingClientRect().bottom > 0;
  if (!isEnd || byId("side")?.contains(document.activeElement)) return;
  on("told", () => byId("result-heading")?.focus({ preventScroll: true }), { once: true });
  if (isInSight) setTimeout(() => window.scrollTo(0, 0));
};
