// Arrow keys step through a replay, as its links do, and a button plays it. A step forward is told as the move was at
// the table: the next page is fetched, its parts are swapped in, and story.js tells them. If anything fails, the link
// is followed.
(() => {
  "use strict";
  /** @type {Record<string, string>} */
  const links = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" };
  const PARTS = ["status-line", "dossier", "board", "mine", "side"];
  const READ = 1000,
    READ_STILL = 2000;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  /** @param {string} id */
  const byId = (id) => document.getElementById(id);
  let isPlaying = false;
  let wasPlaying = false;
  let timer = 0;

  const showState = () => {
    const button = byId("step-play");
    if (!button) return;
    button.hidden = false;
    button.toggleAttribute("data-plays", isPlaying);
  };
  /** @param {string} html */
  const show = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const fresh = PARTS.map((id) => page.getElementById(id));
    if (fresh.includes(null)) return false;
    const detail = { shouldSwap: true, serverResponse: html };
    document.dispatchEvent(new CustomEvent("story", { detail }));
    for (const part of fresh) byId(part.id).replaceWith(document.adoptNode(part));
    showState();
    return true;
  };
  /** @param {HTMLAnchorElement} link */
  const step = async (link) => {
    const answer = await fetch(link.href).catch(() => /** @type {Response} */ (null));
    if (!answer?.ok || answer.redirected || !show(await answer.text())) {
      window.location.assign(link.href);
      return;
    }
    if (isPlaying) history.replaceState(null, "", link.href);
    else history.pushState(null, "", link.href);
    byId(isPlaying ? "step-play" : "step-on")?.focus({ preventScroll: true });
  };

  const isAtEnd = () => document.querySelector(".stepper[data-last]") !== null;
  const pause = () => {
    isPlaying = false;
    clearTimeout(timer);
    showState();
  };
  const play = () => {
    isPlaying = true;
    showState();
    step(byId(isAtEnd() ? "step-first" : "step-on"));
  };
  document.addEventListener("told", () => {
    if (!isPlaying) return;
    clearTimeout(timer);
    timer = setTimeout(() => (isAtEnd() ? pause() : step(byId("step-on"))), still.matches ? READ_STILL : READ);
  });
  // Any press pauses, before story.js takes it for a skip.
  const notePress = () => {
    wasPlaying = isPlaying;
    if (isPlaying) pause();
  };
  for (const name of ["pointerdown", "keydown"]) window.addEventListener(name, notePress, true);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) pause();
  });

  document.addEventListener("keydown", (/** @type {any} */ event) => {
    const isTyping = event.target.closest("input, textarea, select, summary");
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping || !links[event.key]) return;
    event.preventDefault();
    byId(links[event.key]).click();
  });
  document.addEventListener("click", (/** @type {any} */ event) => {
    if (event.target.closest?.("#step-play")) {
      if (isPlaying) pause();
      else if (!wasPlaying) play();
      wasPlaying = false;
      return;
    }
    const link = event.target.closest?.("#step-on");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    step(link);
  });
  window.addEventListener("popstate", () => window.location.reload());
  showState();
})();
