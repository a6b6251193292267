// What the scripts of a story share: finding the elements that take part in it.
export const still = window.matchMedia("(prefers-reduced-motion: reduce)");
/** @type {(what: string, root?: ParentNode) => any[]} */
export const all = (what, root = document) => [...root.querySelectorAll(what)];
/**
 * @param {string} id
 * @returns {any} The element, of whatever kind the page has.
 */
export const byId = (id) => (id ? document.getElementById(id) : null);
/** @param {string} beat */
export const numberOf = (beat) => (beat === "last" ? Infinity : Number(beat));
/** @param {HTMLElement} element */
export const atOf = (element) => numberOf(element.dataset.beat ?? element.dataset.until);
// HTMX would copy an empty attribute, which the content security policy forbids.
/** @param {HTMLElement} element */
export const unstyle = (element) => {
  if (!element.getAttribute("style")) element.removeAttribute("style");
};
