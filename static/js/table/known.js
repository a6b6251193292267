// What the page has had does not come again: see `once` in insidejob/filters.py.
import { byId, on } from "./page.js";

/**
 * Elements as the server wrote them, by their key: what stands in the page may have changed. An answer names them by
 * their place, and new ones come last.
 * @type {Map<string, string>}
 */
const known = new Map();

/** @param {string} html */
const learn = (html) => {
  for (const { 1: tag, 2: key, index } of html.matchAll(/<(\w+)[^>]* data-part="?(\w+)/g))
    known.set(key, html.slice(index, html.indexOf(`</${tag}`, index)));
};
learn(document.body.innerHTML);

on("htmx:configRequest", ({ detail }) => {
  detail.headers["X-Parts"] = [...known.keys(), byId("dossier")?.dataset.key].join(" ");
});
on("htmx:beforeSwap", ({ detail }) => {
  const had = [...known.values()];
  detail.serverResponse = detail.serverResponse.replace(
    /<\w+ data-same="?(\d+)"?>(<\/\w+>)?/g,
    // With its content, or only the start tag.
    (/** @type {string[]} */ ...[, place, end]) => (end ? had[+place] + end : `${had[+place].split(">", 1)}>`),
  );
  learn(detail.serverResponse);
});
