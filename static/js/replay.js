// Arrow keys step through a replay, as its links do.
(() => {
  "use strict";
  const links = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" };
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, summary");
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping || !links[event.key]) return;
    event.preventDefault();
    document.getElementById(links[event.key]).click();
  });
})();
