// What the scripts of a table's page share.
/**
 * @param {string} id
 * @returns {any} The element, of whatever kind the page has.
 */
export const byId = (id) => document.getElementById(id);
/**
 * @param {string} name
 * @param {(event: any) => void} listener Gets an event of the browser, of HTMX or of our own.
 * @param {boolean | AddEventListenerOptions} [options]
 */
export const on = (name, listener, options) => document.addEventListener(name, listener, options);
/** @param {Element} element */
export const isShown = (element) => element.getClientRects().length > 0; // Safari 15 has no `checkVisibility`.
/** @param {string} part */
export const isBusy = (part) => Boolean(document.querySelector(`${part} .htmx-request`));
export const wide = window.matchMedia("(min-width: 60rem)"); // As in table.css.
export const PATIENCE = 10000; // The timeout of a poll, as in `hx-request` of #live.
