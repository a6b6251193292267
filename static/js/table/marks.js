// Numbers struck out in notes. What did not reach the site is sent again after the next good poll.
import { byId, on } from "./page.js";

/** @type {Map<FormDataEntryValue, boolean>} By the number: whether it is struck out. */
const unkept = new Map();
let address = "";

// Another page of mine may have struck out other numbers.
on("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id === "marks") detail.parameters.changed ??= detail.triggeringEvent.target.value;
});
/** @type {(config: HtmxRequest, isKept: boolean) => void} */
export const noteMarks = ({ path, formData }, isKept) => {
  const struck = formData.getAll("mark");
  for (const mark of formData.getAll("changed")) {
    address = path;
    if (isKept) unkept.delete(mark);
    else unkept.set(mark, struck.includes(mark));
  }
};
export const sendMarks = () => {
  if (!unkept.size) return;
  const changed = [...unkept.keys()];
  const values = { changed, mark: changed.filter((mark) => unkept.get(mark)) };
  // The tab with the numbers may be closed by now.
  htmx.ajax("POST", address, { source: byId("marks") ?? document.body, swap: "none", values }).catch(() => {});
};
