"""Scripts that note what a page shows while a story is told."""

RECORD = """() => {
  const facts = {
    mine: ".told .slot[data-enter=land]", label: ".told .slot > .mark",
    others: ".told li:has(.slot[data-enter=land]) ~ li .slot[data-enter=drop]",
    stamp: ".told .stamp", carry: ".told .carry", next: ".scene:not(.told) .folder",
    turn: "#status-line", hand: "#mine", since: "#since", picture: ".told .picture .bar",
  };
  const isSeen = (element) => !element.closest("[data-held]") && element.getClientRects().length > 0;
  const seen = { steps: 0, title: "" };
  window.seen = seen;
  const note = () => {
    if (!document.documentElement.hasAttribute("data-telling")) {
      if (seen.steps) seen.done = true;
    } else {
      seen.steps += 1;
      for (const [name, selector] of Object.entries(facts)) {
        const all = [...document.querySelectorAll(`${selector}:not(.was, .was *)`)];
        seen[`${name}-all`] ??= all.length;
        if (all.length && all.some(isSeen)) seen[`${name}-first`] ??= seen.steps;
        if (all.length && all.every(isSeen)) seen[name] ??= seen.steps;
      }
      seen.title ||= document.title.startsWith("Your turn") ? seen.steps : 0;
    }
    if (seen.done) watch.disconnect();
  };
  // After the script that holds the parts of a new page back: both follow one change, and nothing is drawn in between.
  const watch = new MutationObserver(() => queueMicrotask(note));
  watch.observe(document.documentElement, { attributes: true, childList: true, subtree: true });
}"""
"""Note the first step of a story in which each kind of thing, and all of its kind, can be seen.

A step is a change of the page by one task of the script. A frame would not do: on a busy machine it may hold two beats.
"""
PICTURE = """() => [...document.querySelectorAll("#status-line, #board, #board *, #mine, #mine *")]
  .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map((element) => [element.tagName, element.className.baseVal ?? element.className, element.id,
    element.children.length ? "" : element.textContent.trim()].join(" ").trim())"""
"""What can be seen of a table."""
ORDER = """facts => {
  window.told = [];
  const seen = new Set();
  const isSeen = (element) => element.isConnected && !element.closest("[data-held], .was");
  for (const element of document.querySelectorAll(Object.values(facts).join())) seen.add(element);
  let isDone = false;
  const note = () => {
    if (isDone) return;
    for (const [name, selector] of Object.entries(facts)) for (const element of document.querySelectorAll(selector)) {
      if (seen.has(element) || !isSeen(element)) continue;
      seen.add(element);
      window.told.push(name);
    }
    isDone = window.told.includes("last");
    if (isDone) watch.disconnect();
  };
  // After the script that holds the parts of a new page back: both follow one change, and nothing is drawn in between.
  const watch = new MutationObserver(() => queueMicrotask(note));
  document.addEventListener("telling", () => {
    note();
    watch.observe(document.documentElement, { attributes: true, childList: true, subtree: true });
  }, { once: true });
  document.addEventListener("told", note);
}"""
"""Note in which order a story lets things appear, up to the last one.

The page is looked at after each of its changes. A frame would not do: on a busy machine it may hold two beats, and what
the first shows is gone with the second.
"""
FIRST_SCORE = """() => {
  const note = () => {
    const parts = ["#series", "section.result"].map((each) => document.querySelector(each));
    if (parts[0] && !("held" in parts[0].dataset))
      window.opacities ??= parts.map((each) => ("held" in each.dataset ? "0" : getComputedStyle(each).opacity));
  };
  const watch = new MutationObserver(() => queueMicrotask(note));
  watch.observe(document, { attributes: true, childList: true, subtree: true });
}"""
"""Note how opaque the score of a rematch and the result are when the score comes."""
FAINTEST = """() => {
  [window.faintest, window.moved] = [2, 0];
  const note = () => {
    const seen = [...document.querySelectorAll(".was.play, .poll, .result")];
    if ("telling" in document.documentElement.dataset)
      window.faintest = Math.min(window.faintest, Math.max(0, ...seen.map((each) => +getComputedStyle(each).opacity)));
    const [play, old] = [...document.querySelectorAll(".play")].map((each) => each.getBoundingClientRect().top);
    if (old !== undefined) window.moved = Math.max(window.moved, Math.abs(play - old));
    requestAnimationFrame(note);
  };
  note();
}"""
"""Note how visible the old table, the last scene or the result was at the faintest moment of a story: 1 is wholly.

And note by how many pixels the old table was elsewhere than the new one.
"""
