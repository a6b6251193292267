// Signs that it is my turn: the title of the window and a sound.
import { byId, on } from "./page.js";

const pageTitle = document.title;

// A sound when it becomes my turn, if switched on.
const chime = () => {
  const sound = new AudioContext();
  for (const after of [0, 0.16]) {
    const [tone, loud] = [sound.createOscillator(), sound.createGain()],
      start = sound.currentTime + after,
      end = start + 0.3;
    tone.frequency.value = after ? 880 : 660;
    loud.gain.setValueAtTime(0.12, start);
    loud.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(loud).connect(sound.destination);
    tone.start(start);
    tone.stop(end);
  }
};
const showSound = () => {
  const box = byId("sound");
  if (box) box.checked = localStorage.getItem("sound") === "on";
};
on("change", ({ target }) => {
  if (target.id !== "sound") return;
  localStorage.setItem("sound", target.checked ? "on" : "off");
  if (target.checked) chime();
});
// The `data-turn` shown last, also before a hidden page was loaded again: each question sounds once.
let lastTurn = document.hidden ? sessionStorage.turn : null;

// The window's title shows my turn and unread messages.
const showTurn = () => {
  const turn = (document.documentElement.dataset.telling === undefined && byId("status-line")?.dataset.turn) || "";
  const unread = Number(byId("talk-unread")?.dataset.count || 0);
  // The page of an email's link has no such words: its own title says it.
  const words = turn && byId("status").dataset.turnTitle;
  document.title = `${words ? `${words} · ` : ""}${unread ? `(${unread}) ` : ""}${pageTitle}`;
  if (turn && turn !== (lastTurn ?? turn) && localStorage.getItem("sound") === "on") chime();
  lastTurn = turn;
  sessionStorage.turn = turn;
};
on("telling", showTurn);
on("told", showTurn);

on("htmx:afterSettle", showSound);
on("DOMContentLoaded", () => {
  showSound();
  showTurn();
});
