// Signs that it is my turn: the title of the window and a sound.
import { byId, on } from "./page.js";

const pageTitle = document.title;

// A sound when it becomes my turn, if switched on.
const chime = () => {
  const sound = new AudioContext();
  for (const [start, pitch] of [
    [0, 660],
    [0.16, 880],
  ]) {
    const [tone, loud] = [sound.createOscillator(), sound.createGain()];
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, sound.currentTime + start);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + start + 0.3);
    tone.connect(loud).connect(sound.destination);
    tone.start(sound.currentTime + start);
    tone.stop(sound.currentTime + start + 0.3);
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
/** @type {boolean | null} */
let wasMyTurn = null;

// The window's title shows my turn and unread messages.
const showTurn = () => {
  const isMyTurn = Boolean(byId("status-line")?.dataset.turn) && document.documentElement.dataset.telling === undefined;
  const unread = Number(byId("talk-unread")?.dataset.count || 0);
  // The page of an email's link has no such words: its own title says it.
  const words = isMyTurn && byId("status").dataset.turnTitle;
  document.title = `${words ? `${words} · ` : ""}${unread ? `(${unread}) ` : ""}${pageTitle}`;
  // A lobby loads again when it asks me.
  if (isMyTurn && !(wasMyTurn ?? !document.hidden) && localStorage.getItem("sound") === "on") chime();
  wasMyTurn = isMyTurn;
};
on("telling", showTurn);
on("told", showTurn);

on("htmx:afterSettle", showSound);
on("DOMContentLoaded", () => {
  showSound();
  showTurn();
});
