// What the scripts of a story share: finding the elements that take part in it.
export const still = window.matchMedia("(prefers-reduced-motion: reduce)");
export const all = (what, root = document) => [...root.querySelectorAll(what)];
export const byId = (id) => (id ? document.getElementById(id) : null);
export const numberOf = (beat) => (beat === "last" ? Infinity : Number(beat));
export const atOf = (element) => numberOf(element.dataset.beat ?? element.dataset.until);
// HTMX would copy an empty attribute, which the content security policy forbids.
export const unstyle = (element) => {
  if (!element.getAttribute("style")) element.removeAttribute("style");
};
