// What the scripts of a table's page share.
export const byId = (id) => document.getElementById(id);
export const on = (name, listener, options) => document.addEventListener(name, listener, options);
export const isShown = (element) => element.getClientRects().length > 0; // Safari 15 has no `checkVisibility`.
export const isBusy = (part) => Boolean(document.querySelector(`${part} .htmx-request`));
export const wide = window.matchMedia("(min-width: 60rem)"); // As in site.css.
export const PATIENCE = 10000; // The timeout of a poll, as in `hx-request` of #live.
