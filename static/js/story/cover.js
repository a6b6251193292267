// Lays the old copy of an element over the place of the new one, until its beat.
import { all, byId } from "./page.js";

/** @type {(old: import("./plan.js").Old, element: HTMLElement) => void} */
export const cover = ({ copy, place, text }, element) => {
  if (text === element.className + element.innerHTML) {
    element.removeAttribute("data-beat");
    element.removeAttribute("data-held");
    return;
  }
  for (const each of [copy, ...all("[id], [name], [data-beat], [data-once], [data-as], .htmx-request", copy)]) {
    if (each.id) each.dataset.wasId = each.id;
    for (const name of ["id", "name", "data-beat", "data-held", "data-once", "data-as"]) each.removeAttribute(name);
    each.classList.remove("htmx-request");
  }
  // Browsers without `inert` let keys reach these. The form would be sent without its fields.
  for (const button of all("button", copy)) button.type = "button";
  copy.classList.add("was");
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  copy.dataset.of = element.dataset.beat;
  // A table does not glide with the board that it covers.
  let spot = copy.matches(".play") ? byId("board") : element;
  while (spot.parentElement.closest("[data-held]")) spot = spot.parentElement.closest("[data-held]");
  spot.before(copy);
  // What cannot be seen now has no place, and must not come up elsewhere later.
  if (!copy.getClientRects().length) {
    copy.remove();
    return;
  }
  const here = element.getBoundingClientRect(),
    host = copy.offsetParent || document.body;
  const frame = host.getBoundingClientRect();
  const isSame =
    Math.abs(here.height - place.height) < 4 &&
    Math.abs(here.left + here.width / 2 - place.left - place.width / 2) < 30;
  const isBlock = place.width > 120;
  // A line that a longer one above has pushed down goes with it.
  const isPushed =
    !element.matches("[data-lock], [data-as=table]") &&
    Math.abs(here.left - place.left) < 4 &&
    Math.abs(here.top - place.top) < 40;
  const left = isSame && !isBlock ? here.left + (here.width - place.width) / 2 : place.left;
  // The new board may be higher than the old: its cards must not lie under the old hand, or a replay's panel.
  const before = "lock" in element.dataset ? copy.previousElementSibling?.getBoundingClientRect() : undefined;
  const above = before?.right > place.left ? before.bottom : undefined;
  const top = Math.max(isSame || isPushed ? here.top : place.top, above ?? -Infinity);
  Object.assign(copy.style, {
    left: `${left - frame.left - host.clientLeft + host.scrollLeft}px`,
    top: `${top - frame.top - host.clientTop + host.scrollTop}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
  });
};
