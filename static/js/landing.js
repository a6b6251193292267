// Plays the trick of the first page once it is in sight, and again at a press on it. story.js tells it like any move.
(() => {
  "use strict";
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const html = document.getElementById("live-trick").outerHTML;
  const put = () => {
    const made = document.createElement("template");
    made.innerHTML = html;
    document.getElementById("live-trick").replaceWith(made.content);
    return document.getElementById("live-trick");
  };
  const play = () => {
    const detail = { shouldSwap: true, serverResponse: html };
    document.dispatchEvent(new CustomEvent("story", { detail }));
    put().addEventListener("click", play);
  };
  document.addEventListener("DOMContentLoaded", () => {
    if (still.matches) return;
    const scene = put();
    for (const part of scene.querySelectorAll("[data-beat]")) part.setAttribute("data-held", "");
    const watch = new IntersectionObserver(
      ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        watch.disconnect();
        play();
      },
      { threshold: 0.6 },
    );
    watch.observe(scene);
  });
})();
