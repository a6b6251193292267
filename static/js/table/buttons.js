// Buttons that say what they will do: `data-says="Play the {card}"` is filled with the choice's `data-name`, or else
// with its spoken name or text. A chosen `data-mode` uses `data-says-<mode>`; two fields of `data-differ` with one
// value are the mode `same`. In a mode of `data-blocked` the text is a reason, and nothing is sent. Until all is chosen
// the server's text stays. What a button does not say, the row around it may. Choices with `translate="no"` go into a
// tag that browsers do not translate.
import { on } from "./page.js";

/** @typedef {{ field: string, chosen: any }} Choice The name of a field, and what is chosen in it. */

const SAYING = "button[data-says], [data-says] > button";
const WORDS = new WeakMap(); // The server's text of each button.

/** @type {(form: HTMLFormElement) => Choice[]} */
const chosenIn = (form) =>
  [...form.elements].flatMap((/** @type {any} */ control) => {
    if (control.matches("select"))
      return control.value ? [{ field: control.name, chosen: control.selectedOptions[0] }] : [];
    return control.checked ? [{ field: control.name, chosen: control }] : [];
  });

/** @type {(button: HTMLElement, chosen: Choice[]) => string[]} */
const findModes = (button, chosen) => {
  const modes = chosen.map(({ chosen: { dataset } }) => dataset.mode).filter(Boolean);
  const values = (button.dataset.differ || "")
    .split(" ")
    .map((field) => chosen.find((each) => each.field === field)?.chosen.value);
  if (values.length === 2 && values[0] !== undefined && values[0] === values[1]) modes.push("same");
  return modes;
};

/** @param {any} chosen An option or a button of a group. */
const write = (chosen) => {
  const name = chosen.dataset.name || chosen.getAttribute("aria-label") || chosen.text.trim();
  if (chosen.translate) return name;
  const kept = document.createElement("bdi");
  kept.translate = false;
  kept.textContent = name;
  return kept;
};

/** @type {(button: HTMLElement, name: string) => string | null} */
const findSaid = (button, name) => button.getAttribute(name) ?? button.parentElement.getAttribute(name);

/** @param {HTMLButtonElement} button */
const word = (button) => {
  const chosen = chosenIn(button.form);
  const mode = findModes(button, chosen).join("-");
  const sentence = findSaid(button, mode ? `data-says-${mode}` : "data-says") ?? findSaid(button, "data-says");
  let isWhole = true;
  const parts = sentence.split(/\{(\w+)\}/).flatMap((part, at) => {
    if (at % 2 === 0) return [part];
    const found = chosen.filter((each) => each.field === part).map((each) => each.chosen);
    if (!found.length) isWhole = false;
    return found.flatMap((each, place) => (place ? [button.dataset.and ?? ", ", write(each)] : [write(each)]));
  });
  const said = parts.map((part) => part.textContent ?? part).join("");
  const isBlocked = isWhole && Boolean(mode) && (button.dataset.blocked || "").split(" ").includes(mode);
  if (!WORDS.has(button)) WORDS.set(button, [...button.childNodes]);
  if (!isWhole) button.replaceChildren(...WORDS.get(button));
  else if (button.textContent !== said) button.replaceChildren(...parts);
  if (isBlocked) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
};

const wordAll = () => {
  for (const button of document.querySelectorAll(SAYING)) if (button.form) word(button);
};
on("change", wordAll);
on("DOMContentLoaded", wordAll);
on("htmx:oobAfterSwap", wordAll);
window.addEventListener("pageshow", wordAll);

// A button with a reason sends nothing, not even by Enter.
/** @param {any} event */
const hold = (event) => {
  if (event.target.closest?.("button[aria-disabled=true]")?.matches(SAYING)) event.preventDefault();
};
on("click", hold, true);
