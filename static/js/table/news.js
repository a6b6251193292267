// News: a stream says that there is some, and the page polls at once. Without a stream it polls as often as
// `data-every` says, and otherwise rarely, for presence. Failures back off, and jitter keeps pages apart. A hidden
// page has no stream, unless it has `data-always`. HTMX polls by its timer only if this code did not.
import { failures } from "./connection.js";
import { isLeaving } from "./leaving.js";
import { byId, isBusy, on, PATIENCE } from "./page.js";

const [SOON, RETRY, RARELY] = [50, 4000, 60000]; // Milliseconds until the next poll.
const SPREAD = 10000; // Milliseconds within which lost streams are opened again.
export let newsAt = 0; // The time of the last news.
let isNew = false; // There is news that no poll has asked for.
let nextPoll = 0;
let alarm = 0; // Timers.
let reopening = 0;
let lost = 0; // Streams that failed in a row.
/** @type {EventSource | undefined} */
let stream;
const isResting = () => document.hidden && byId("live")?.dataset.always === undefined;
/** @param {DOMStringMap} live */
const pickPause = ({ every }) => {
  if (isResting()) return RARELY;
  if (failures) return RETRY * Math.min(2 ** (failures - 1), 4);
  if (isNew) return SOON;
  return stream?.readyState === 1 ? RARELY : Number(every) * 1000;
};
/** @param {number} [pause] Milliseconds. */
export const planPoll = (pause) => {
  clearTimeout(alarm);
  if (!byId("live")) return;
  const spread = (pause ?? pickPause(byId("live").dataset)) * (0.9 + Math.random() / 5);
  nextPoll = Date.now() + spread;
  alarm = setTimeout(poll, spread);
};
// The answer to a move has all that was new before it.
const poll = () => (isBusy("#mine") ? planPoll(SOON) : document.body.dispatchEvent(new CustomEvent("wake")));
export const pollSoon = () => {
  isNew = true;
  planPoll();
};
const listen = () => {
  clearTimeout(reopening);
  stream?.close();
  const address = byId("live")?.closest("[data-listen]")?.dataset.listen;
  if (!address || isResting()) return;
  stream = new EventSource(address);
  stream.onmessage = pollSoon;
  stream.onopen = () => {
    lost = 0;
    pollSoon(); // For what came before.
  };
  stream.onerror = () => {
    stream.close();
    // Each attempt that fails would otherwise put the poll off.
    if (nextPoll > Date.now() + Number(byId("live")?.dataset.every) * 1000) planPoll();
    reopening = setTimeout(listen, SPREAD * 2 ** Math.min(lost++, 3) * Math.random());
  };
};
const wake = () => {
  listen();
  if (!document.hidden && byId("live")) poll();
  else planPoll();
};
on("visibilitychange", wake);
window.addEventListener("online", wake);

on("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (elt.id !== "live") return;
  if (isLeaving()) planPoll(PATIENCE);
  if (isLeaving() || (!requestConfig.triggeringEvent && Date.now() < nextPoll)) event.preventDefault();
  else {
    isNew = false;
    planPoll(PATIENCE);
  }
});
/** @param {{ requestConfig: HtmxRequest, xhr: XMLHttpRequest }} detail */
export const noteAnswer = ({ requestConfig, xhr }) => {
  if (xhr.status === 200 && (requestConfig.elt.id === "live" || requestConfig.verb === "post")) newsAt = Date.now();
  planPoll();
};

// An answer that is dropped is asked for once more.
export const askAgain = () => {
  isNew = true;
};
on("DOMContentLoaded", () => {
  planPoll();
  listen();
});
