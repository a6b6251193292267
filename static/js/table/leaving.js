// Forms that lead to another page, and not those that close a sheet.
import { on, PATIENCE } from "./page.js";

// While a form leads to another page, news must not load this one again.
let leavesUntil = 0;
export const isLeaving = () => Date.now() < leavesUntil;
on("submit", ({ defaultPrevented, target }) => {
  if (!defaultPrevented && target.method !== "dialog") leavesUntil = Date.now() + PATIENCE;
});

// Send a plain form only once, until its page is shown again or loading it may have been stopped.
on("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("hx-post") || form.method === "dialog") return;
  if (form.dataset.sent) event.preventDefault();
  else setTimeout(() => delete form.dataset.sent, PATIENCE);
  form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
