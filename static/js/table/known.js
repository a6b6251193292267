// What the page has had does not come again: see `once` in insidejob/filters.py.
import { byId, on } from "./page.js";

const PART = /<(\w+)\b[^>]*\bdata-part="?(\w+)[^>]*>/g;
const SAME = /<(\w+) data-same="?(\w+)"?>(<\/\1>)?/g;
/**
 * Elements as the server wrote them, by their key: what stands in the page may have changed.
 * @type {Map<string, string>}
 */
const known = new Map();

/** @param {string} html */
const learn = (html) => {
  for (const { 1: tag, 2: key, index } of html.matchAll(PART)) {
    const end = html.indexOf(`</${tag}>`, index);
    known.set(key, html.slice(index, end));
  }
};
learn(document.body.innerHTML);

// With its content, or only the start tag.
/** @type {(all: string, tag: string, key: string, end?: string) => string} */
const restore = (_all, _tag, key, end) => {
  const html = known.get(key) ?? "";
  return end ? html + end : html.slice(0, html.indexOf(">") + 1);
};
on("htmx:configRequest", ({ detail }) => {
  detail.headers["X-Known"] = [byId("dossier")?.dataset.key, ...known.keys()].join(" ");
});
on("htmx:beforeSwap", ({ detail }) => {
  detail.serverResponse = detail.serverResponse.replace(SAME, restore);
  learn(detail.serverResponse);
});
