// What was typed and unfolded survives.
import { byId, on } from "./page.js";

// Drafts survive tabs and reloads: the lobby reloads when a player sits down.
const DRAFTS = ["talk-text", "note-text"];
/** @param {HTMLElement} box */
export const draftOf = ({ id, dataset }) => `draft ${id} ${dataset.reader} ${location.pathname}`;
on("input", ({ target }) => {
  if (DRAFTS.includes(target.id)) sessionStorage.setItem(draftOf(target), target.value);
});
const restoreDraft = () => {
  for (const box of DRAFTS.map(byId)) if (box && !box.value) box.value = sessionStorage.getItem(draftOf(box)) || "";
};

// So do open confirmations, choices in them, and the place in a draft.
const unfolded = `unfolded ${location.pathname}`;
window.addEventListener("pagehide", () => {
  const open = [...document.querySelectorAll("details.sure[open]")].map(({ id }) => ({ id, open: true }));
  const chosen = [...document.querySelectorAll("details.sure[open] select")].map(({ id, value }) => ({ id, value }));
  const { id, selectionStart, selectionEnd } = document.activeElement ?? {};
  const caret = DRAFTS.includes(id) ? [{ id, selectionStart, selectionEnd }] : [];
  sessionStorage.setItem(unfolded, JSON.stringify([...open, ...chosen, ...caret]));
});
const unfold = () => {
  if (performance.getEntriesByType("navigation")[0]?.type !== "reload") return;
  for (const { id, ...kept } of JSON.parse(sessionStorage.getItem(unfolded) || "[]")) {
    if (byId(id)) Object.assign(byId(id), kept);
    if (DRAFTS.includes(id)) byId(id)?.focus({ preventScroll: true });
  }
};

on("htmx:afterSettle", restoreDraft);
on("DOMContentLoaded", () => {
  restoreDraft();
  unfold();
});
