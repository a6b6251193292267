// What follows each answer.
import { announce } from "./announcements.js";
import { noteConnection } from "./connection.js";
import { draftOf } from "./drafts.js";
import { noteAnswer } from "./news.js";
import { byId, on } from "./page.js";
import { keepPlace } from "./swaps.js";

// The service worker of the installed app counts the tables that wait, and shows the number on the icon.
const countWaiting = () => navigator.serviceWorker?.controller?.postMessage("count");
on("visibilitychange", () => {
  if (!document.hidden) countWaiting();
});

on("htmx:afterRequest", ({ detail }) => {
  const sender = detail.requestConfig.elt.id; // Not detail.elt: the form may be gone.
  noteConnection(detail.xhr, detail.requestConfig);
  noteAnswer(detail);
  for (const kind of ["talk", "note"]) {
    if (sender === `${kind}-form` && detail.successful && !byId(`${kind}-error`)) {
      // More may have been typed meanwhile.
      const box = byId(`${kind}-text`),
        sent = detail.requestConfig.formData.get("text");
      if (box.value.startsWith(sent)) box.value = box.value.slice(sent.length).trimStart();
      sessionStorage.setItem(draftOf(box), box.value);
    }
  }
  if (sender === "choice-form") countWaiting();
  if (sender === "choice-form" || sender === "tip") keepPlace();
  announce(sender === "choice-form");
});
