// What screen readers announce of an answer: what happened since the last one, and whose turn it is; an answer to my
// move also if nothing else happened.
import { byId, on } from "./page.js";

const ANNOUNCED = 5; // Lines that stay.
let lastStatus = "";
const readStatus = () => {
  const words = ["#status-line .status-what", "#result-heading", "#result-heading + *"].map((part) =>
    document.querySelector(part)?.textContent.replace(/\s+/g, " ").trim(),
  );
  return words.filter(Boolean).join(" ");
};
/** @param {boolean} isMine */
export const announce = (isMine) => {
  const news = byId("announced"),
    log = byId("announcements"),
    status = readStatus();
  if (!log || (!news && !isMine)) return;
  const isNew = Boolean(news?.textContent.trim()) || status !== lastStatus;
  lastStatus = status;
  if (!isNew && !isMine) return;
  const line = document.createElement("p");
  line.append(...(news?.childNodes ?? []), status);
  news?.remove();
  log.append(line);
  while (log.children.length > ANNOUNCED) log.firstElementChild.remove();
};

on("DOMContentLoaded", () => {
  lastStatus = readStatus();
});
