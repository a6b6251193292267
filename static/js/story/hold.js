// Holds back what is new until its beat, and lets all of it go at the end.
import { cover } from "./cover.js";
import { forgetSpots } from "./glide.js";
import { stopMotions } from "./motions.js";
import { all, atOf, byId, numberOf, unstyle } from "./page.js";
import { NAMED, nameOf, unfold } from "./plan.js";

/** @param {import("./plan.js").Plan} plan */
export const hold = ({ told, olds, stays, heights }) => {
  unfold(document);
  const next = document.querySelector("[data-enter=after][data-beat]")?.dataset.beat ?? "last";
  for (const { copy, home } of stays) {
    copy.dataset.until = next;
    const row = byId(home).querySelector(".head-row");
    if (row) row.append(copy);
    else byId(home).prepend(copy);
  }
  for (const element of all("[data-until]")) if (numberOf(element.dataset.until) <= told) element.remove();
  for (const element of all("[data-beat]")) {
    if (atOf(element) <= told) element.removeAttribute("data-beat");
    else element.setAttribute("data-held", "");
  }
  for (const { id, height } of heights) {
    const element = byId(id);
    if (!element) continue;
    element.style.minHeight = `${height}px`;
    element.dataset.locked = "";
  }
  for (const element of all(NAMED)) {
    if (element.dataset.as && element.parentElement.closest("[data-held]")) {
      element.removeAttribute("data-beat");
      element.removeAttribute("data-held");
    } else if (!olds.has(nameOf(element))) element.setAttribute("data-new", "");
  }
  // Places are looked at only now, because what is new may take no room yet.
  for (const element of all(NAMED)) if (olds.has(nameOf(element))) cover(olds.get(nameOf(element)), element);
};

export const unlock = () => {
  for (const element of all("[data-locked]")) {
    element.style.minHeight = "";
    unstyle(element);
    element.removeAttribute("data-locked");
  }
};

export const clear = () => {
  stopMotions();
  for (const element of all(".was, .shade, [data-until]")) element.remove();
  for (const element of all("[data-beat]")) {
    for (const name of ["data-beat", "data-held", "data-new"]) element.removeAttribute(name);
  }
  unlock();
  forgetSpots();
  delete document.documentElement.dataset.telling;
};
document.addEventListener("DOMContentLoaded", clear);
