// What a table's page must show wholly, in one function for the tests of layout: neither beyond the screen nor covered.
() => {
  const faults = [];
  const round = Math.round;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
    && !element.closest("details:not([open]) > :not(summary), .visually-hidden, [inert]");
  const board = document.querySelector(".board");
  // Where eight players speak, the board alone scrolls.
  const doesScroll = getComputedStyle(board).overflowY === "auto";
  const look = (element, what, isCovered = true) => {
    if (!isShown(element)) return;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return;
    const { left, top, right, bottom } = box;
    if (top < -.5 || left < -.5 || bottom > innerHeight + .5 || right > innerWidth + .5) {
      if (doesScroll && board.contains(element)) return;
      faults.push(`${what} at ${round(left)}-${round(right)}, ${round(top)}-${round(bottom)} is beyond the screen`);
      return;
    }
    if (!isCovered || (doesScroll && board.contains(element))) return;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    for (const [px, py] of [[x, y], [x, top + 3], [x, bottom - 3], [left + 3, y], [right - 3, y]]) {
      // The link on a face is larger than the face and has no colour: one sees through it.
      const hit = document.elementsFromPoint(px, py).find((each) => !each.matches(".note-face"));
      if (hit && !element.contains(hit) && !hit.contains(element)) {
        faults.push(`${what} at ${round(top)}-${round(bottom)} is covered by ${hit.outerHTML.slice(0, 60)}`);
        return;
      }
    }
  };
  const PARTS = {
    "#status-line .status-what": "the question",
    "#status-line .due": "the clock",
    "button#play-on": "playing on",
    ":is(.board, .head) .tracks": "the scores",
    ".board .folder": "the mission",
    ".board .slot": "a played card",
    ".board .slot > .mark": "the label of a card",
    ".board .player-name": "a name",
    ".board .holds": "counts",
    ".dock .offer": "a mission to choose",
    ".dock :is(.pick, .hand > li)": "a card of mine",
    ".dock .suspect": "a suspect",
    ".dock .accuse": "a face to accuse",
    ".dock .bet": "the intel",
    ".dock .act .button": "a button",
    "#premove-summary": "preparing",
    "#choice-error": "the error",
    "#tip": "the tip",
    "#tip button": "a button of the tip",
    ".board .door": "a hideout",
    ".board .who": "a side",
    ".dock .spy-pick": "a spy",
  };
  for (const [selector, what] of Object.entries(PARTS)) for (const element of all(selector)) look(element, what);
  for (const link of all(".skip-link:not(:focus)")) {
    if (link.getBoundingClientRect().bottom > 0) faults.push(`a link for keyboards is in sight: ${link.textContent.trim()}`);
  }
  for (const tick of all(".board .voice .tick")) {
    const face = tick.closest(".voice").querySelector(".face");
    const [circle, picture] = [tick.getBoundingClientRect(), face.getBoundingClientRect()];
    // The face has an outline of 3 px.
    if (circle.left < picture.right && circle.top < picture.bottom + 3) faults.push("the circle to press lies over a face");
  }
  for (const face of all(".board .player .face")) look(face, "a face", false);
  for (const text of all(".board .slot > .mark, .board .player-tags .mark, .board .folder-tab, .act .button")) {
    if (isShown(text) && text.scrollWidth > text.clientWidth + 1) faults.push(`cut: ${text.textContent.trim().slice(0, 30)}`);
  }
  for (const player of all(".board .player:has(.slot)")) {
    const [name, holds, slot] = [".player-name", ".holds", ".slot"].map((part) => player.querySelector(part).getBoundingClientRect());
    if (name.bottom > holds.top + 1) faults.push(`a name ends at ${round(name.bottom)}, its counts start at ${round(holds.top)}`);
    if (holds.bottom > slot.top + 1) faults.push(`counts end at ${round(holds.bottom)}, their card starts at ${round(slot.top)}`);
  }
  const [above, mine] = [board, document.querySelector(".dock")].map((element) => element.getBoundingClientRect());
  const hidden = round(above.bottom - mine.top);
  if (hidden > 0 && mine.height && mine.left < above.right) faults.push(`${hidden} px of the board under what is mine`);
  const tops = (selector) => new Set(all(selector).map((element) => round(element.getBoundingClientRect().top))).size;
  if (tops(".board .player .slot") > 1) faults.push("played cards do not stand in one line");
  if (innerWidth >= 960 && tops(".dock .hand:not(.small) > :not(:has(:checked))") > 1) faults.push("the hand takes two rows");
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  const prepare = document.querySelector("#premove");
  if (prepare) {
    prepare.open = true;
    const form = prepare.querySelector("form");
    look(form, "what may be prepared");
    if (form.scrollHeight > form.clientHeight + 1) faults.push("what may be prepared scrolls");
    for (const control of prepare.querySelectorAll("summary, select, input[type=text], button")) {
      look(control, control.id);
      if (isShown(control) && control.getBoundingClientRect().height < 43.5) faults.push(`${control.id} is too low to be pressed`);
    }
    prepare.open = false;
  }
  return [...new Set(faults)];
}
