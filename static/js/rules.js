// A link to a place in a closed chapter opens it, its heading too, which browsers leave closed. Paper shows all
// chapters.
(() => {
  "use strict";
  const chapters = [...document.querySelectorAll(".chapter")];
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
    const chapter = target?.closest(".chapter");
    if (!chapter) return;
    chapter.open = true;
    target.scrollIntoView();
  };
  /** @type {HTMLDetailsElement[]} */
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = chapters.filter((chapter) => !chapter.open);
    for (const chapter of closed) chapter.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const chapter of closed) chapter.open = false;
  });
  window.addEventListener("hashchange", openTarget);
  openTarget();
})();
