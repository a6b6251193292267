// What the page has had does not come again: see `once` in insidejob/filters.py.
import { byId, on } from "./page.js";

/**
 * Elements as the server wrote them, by their key: what stands in the page may have changed.
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
  detail.headers["X-Known"] = [byId("dossier")?.dataset.key, ...known.keys()].join(" ");
});
on("htmx:beforeSwap", ({ detail }) => {
  detail.serverResponse = detail.serverResponse.replace(
    /<\w+ data-same="?(\w+)"?>(<\/\w+>)?/g,
    // With its content, or only the start tag.
    (/** @type {string[]} */ ...[, key, end]) => (end ? known.get(key) + end : `${known.get(key).split(">", 1)}>`),
  );
  learn(detail.serverResponse);
});
