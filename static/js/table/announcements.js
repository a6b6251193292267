// What screen readers announce of an answer: what happened since the last one, and whose turn it is; an answer to my
// move also if nothing else happened.
import { byId, on } from "./page.js";

const ANNOUNCED = 5; // Lines that stay.
let lastStatus = "";
/** @param {Element | null} [element] */
const read = (element) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
/** @param {string} [told] What need not be told again, such as the reason for which a game is over. */
const readStatus = (told = "") =>
  ["#status-line .status-what", "#result-heading", "#result-heading + *"]
    .map((part) => read(document.querySelector(part)))
    .filter((words) => words && !told.includes(words))
    .join(" ");
/** @type {HTMLElement | null} What waits for a sheet to close. */
let held = null;
/** @type {(log: Element, line: HTMLElement) => void} */
const add = (log, line) => {
  held = null;
  log.append(line);
  while (log.children.length > ANNOUNCED) log.firstElementChild.remove();
};
/** @param {boolean} isMine */
export const announce = (isMine) => {
  const news = byId("announced"),
    log = byId("announcements"),
    status = readStatus();
  if (!log || (!news && !isMine)) return;
  const told = read(news);
  const isNew = Boolean(told) || status !== lastStatus;
  lastStatus = status;
  if (!isNew && !isMine) return;
  const line = document.createElement("p");
  line.append(...(news?.childNodes ?? []), readStatus(told));
  news?.remove();
  // Nothing behind an open sheet is announced; of several lines added at once, a screen reader says only the last.
  const sheet = document.querySelector("dialog[open]");
  if (held) held.append(" ", ...line.childNodes);
  else if (sheet) {
    held = line;
    sheet.addEventListener("close", () => add(log, line), { once: true });
  } else add(log, line);
};

on("DOMContentLoaded", () => {
  lastStatus = readStatus();
});
