// What a page of a table does beyond plain forms and links. Without this file everything still works.
(() => {
  "use strict";
  const HIDDEN_SHARE = 15; // A hidden tab asks for news once in so many times.
  const FAILURES_TOLD = 2; // So many polls in a row must fail before the player is told; a move or a word at once.
  const byId = (id) => document.getElementById(id);
  const on = (name, listener) => document.addEventListener(name, listener);
  const pageTitle = document.title;
  let skipped = 0;
  let failures = 0;
  let outdated = false; // The page's token is no longer taken: only what is loaded anew can send.

  // Polling: less while nobody looks, at once when somebody looks again.
  const wake = () => {
    if (!document.hidden && byId("live")) document.body.dispatchEvent(new CustomEvent("wake"));
  };
  on("visibilitychange", wake);
  window.addEventListener("online", wake);
  on("htmx:beforeRequest", (event) => {
    const isPoll = event.detail.elt.id === "live";
    if (isPoll && document.hidden && ++skipped % HIDDEN_SHARE) event.preventDefault();
  });

  // A page that nobody looks at says so: whoever plays is told by mail instead.
  on("htmx:configRequest", ({ detail }) => {
    if (document.hidden) detail.headers["X-Hidden-Tab"] = "yes";
  });

  // Connection: said when requests fail, taken back when one succeeds. News may come to a page that can send nothing.
  const noteConnection = (status, sender) => {
    const note = byId("connection");
    if (!note) return;
    const lost = status === 0 || status >= 500;
    failures = lost ? failures + (sender === "live" ? 1 : FAILURES_TOLD) : 0;
    if (sender !== "live" && !lost) outdated = status === 403;
    const words = failures >= FAILURES_TOLD ? note.dataset.lost : outdated ? note.dataset.outdated : "";
    if (note.textContent !== words) note.textContent = words;
  };
  on("htmx:afterRequest", ({ detail }) => {
    const sender = detail.requestConfig.elt.id; // Not detail.elt: a form that was swapped away is no longer there.
    noteConnection(detail.xhr.status, sender);
    if (sender === "talk-form" && detail.successful && !byId("talk-error")) byId("talk-text").value = "";
    if (sender === "choice-form") keepPlace();
  });

  // After a move the form is gone: reading goes on at the next choice, or at the line that says what happens now.
  // Nothing jumps. Elsewhere HTMX keeps the focus on what has the same id, so whatever may be focused has one.
  const keepPlace = () => {
    if (document.activeElement !== document.body) return;
    const next = byId("choice-error") || byId("choice-heading") || byId("status-line");
    if (next) next.focus({ preventScroll: true });
  };

  // Swaps: what stays the same is not announced again, what was unfolded or marked stays so.
  on("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    if (target.id === "status-line") detail.shouldSwap = !target.isEqualNode(fragment.firstElementChild);
    // News may take the form away before the answer to what was sent from it is here. HTMX looks for the same id first.
    if (target.contains(document.activeElement)) setTimeout(keepPlace);
    for (const old of target.querySelectorAll("details[id]")) {
      const fresh = fragment.querySelector(`#${CSS.escape(old.id)}`);
      if (fresh) fresh.open = old.open;
    }
    // What a player has just marked may not have been kept yet when the news was made.
    for (const old of target.querySelectorAll("[name=mark][id]")) {
      const fresh = fragment.querySelector(`#${CSS.escape(old.id)}`);
      if (fresh) fresh.checked = old.checked;
    }
  });
  const showTurn = () => {
    const line = byId("status-line");
    if (line) document.title = line.dataset.turn ? `● ${pageTitle}` : pageTitle;
  };
  on("htmx:oobAfterSwap", showTurn);

  // A plain form that was sent is not sent twice; coming back to its page frees it again.
  on("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("hx-post")) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  // Copying an address: the button is there only where this file runs.
  on("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const source = byId(button.dataset.copy);
    source.select();
    await navigator.clipboard?.writeText(source.value);
    byId("copied").textContent = button.dataset.done;
  });
  on("DOMContentLoaded", () => {
    for (const element of document.querySelectorAll("[data-needs-js]")) element.hidden = false;
    showTurn();
  });
})();
