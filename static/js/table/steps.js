// Groups of radio buttons of which the style sheet shows one after the other. When a choice hides the group that has
// the focus, the focus moves to the question of the next. Only what is shown is required, and what one group has
// taken is faded in the others.
import { isShown, on } from "./page.js";

const updateSteps = () => {
  const steps = [...document.querySelectorAll("#mine [data-step]")];
  const left = steps.find((step) => step.contains(document.activeElement));
  if (left && !isShown(left)) steps.find(isShown)?.querySelector("legend").focus({ preventScroll: true });
  const taken = new Map(steps.map((step) => [step.querySelector(":checked")?.value, step]));
  for (const step of steps) {
    for (const radio of step.querySelectorAll("input")) {
      radio.required = isShown(step);
      radio.setAttribute("aria-invalid", "false");
      radio.setAttribute("aria-disabled", String((taken.get(radio.value) ?? step) !== step));
    }
  }
};
for (const name of ["change", "focusin", "DOMContentLoaded", "htmx:oobAfterSwap"]) on(name, updateSteps);
