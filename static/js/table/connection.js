// Requests that fail, and moves that got no answer.
import { noteMarks, sendMarks } from "./marks.js";
import { byId, on } from "./page.js";

const FAILURES_TOLD = 2; // Failed polls in a row that are shown; a failed move or message is shown at once.
export let failures = 0;
let outdated = false; // The page's token has expired: it must reload to send.
let unstored = false; // The site could not store the last request.
// A move without an answer is kept, and sent again once a poll is answered: its decision lets the server take it only
// once. After an error of the site, or when the choice was changed meanwhile, it waits for a press.
/**
 * The form's id, its address, the question, and the fields unless it waits for a press.
 * @type {{ id: string, path: string, question: FormDataEntryValue, fields: FormData | null } | null}
 */
let unsent = null;
/** @param {FormData} fields */
const nameQuestion = (fields) => fields.get("decision") ?? fields.get("question");
/** @param {{ id: string, question: FormDataEntryValue }} move */
const isAskedStill = ({ id, question }) => {
  const form = byId(id);
  // The form of a premove may be folded, and then has no fields.
  return Boolean(form) && (!form.elements || nameQuestion(new FormData(form)) === question);
};
/** @type {(status: number, request: HtmxRequest, lost: boolean) => void} */
const noteMove = (status, { elt, path, formData }, lost) => {
  if (["choice-form", "premove-form"].includes(elt.id)) {
    const kept = { id: elt.id, path, question: nameQuestion(formData), fields: status === 500 ? null : formData };
    unsent = lost ? kept : null;
  } else if (unsent && !isAskedStill(unsent)) unsent = null;
};
const sendAgain = () => {
  if (!unsent?.fields) return;
  const { id, path, fields } = unsent;
  // A failure is noted like that of the first attempt.
  htmx.ajax("POST", path, { source: byId(id), swap: "none", values: fields }).catch(() => {});
};
on("input", ({ target }) => {
  if (!unsent || target.form?.id !== unsent.id) return;
  unsent.fields = null;
  byId("connection").textContent = wordConnection(byId("connection"));
});

// Connection: show failures until a request succeeds. News may reach a page that cannot send.
/** @param {XMLHttpRequest} xhr */
const isUnstored = (xhr) => xhr.status === 503 && xhr.getResponseHeader("X-Not-Stored") !== null;
/** @type {(xhr: XMLHttpRequest, config: HtmxRequest) => void} */
export const noteConnection = (xhr, config) => {
  const note = byId("connection"),
    sender = config.elt.id,
    { status } = xhr;
  if (!note) return;
  const lost = status === 0 || (status >= 500 && (sender === "live" || !isUnstored(xhr)));
  failures = lost ? failures + (sender === "live" ? 1 : FAILURES_TOLD) : 0;
  if (config.verb === "post" && !lost) {
    outdated = status === 403;
    unstored = isUnstored(xhr) && !byId("choice-error");
  }
  noteMove(status, config, lost);
  // As with a move, an error of the site would only come again.
  noteMarks(config, status === 500 || !(lost || isUnstored(xhr)));
  const words = wordConnection(note);
  if (note.textContent !== words) note.textContent = words;
  if (sender !== "live" || lost) return;
  sendAgain();
  sendMarks();
};
/** @param {HTMLElement} note */
const wordConnection = ({ dataset }) => {
  if (unsent) return unsent.fields ? dataset.unsent : dataset.press;
  if (failures >= FAILURES_TOLD) return dataset.lost;
  return unstored ? dataset.unstored : outdated ? dataset.outdated : "";
};
// Show the form of a response that says it was not stored.
on("htmx:beforeSwap", ({ detail }) => {
  if (isUnstored(detail.xhr)) detail.shouldSwap = true;
});
