// The chosen card flies to its place before the answer is there, and back if the move is refused.
import { between, cardOf, LASTS, OUT, placeOf } from "./motions.js";
import { byId, still, unstyle } from "./page.js";

const BACK = 200;
/**
 * The id of the card's choice, the copy that flies, and when it will have landed.
 * @type {{ card: string, copy: HTMLElement, until: number } | null}
 */
export let flight = null;

/** @param {any} event */
const liftCard = ({ target }) => {
  const hand = target.querySelector?.("[data-lands]"),
    choice = hand?.querySelector(":checked");
  const spot = byId(hand?.dataset.lands),
    card = cardOf(choice);
  if (!spot || !card || still.matches) return;
  const from = placeOf(card),
    to = placeOf(spot),
    copy = spot.cloneNode();
  copy.removeAttribute("id");
  copy.classList.remove("empty");
  copy.classList.add("flying");
  copy.setAttribute("aria-hidden", "true");
  copy.append(...[...card.children].filter((part) => part !== choice).map((part) => part.cloneNode(true)));
  Object.assign(copy.style, {
    width: `${spot.offsetWidth}px`,
    height: `${spot.offsetHeight}px`,
    left: `${to.x + window.scrollX - spot.offsetWidth / 2}px`,
    top: `${to.y + window.scrollY - spot.offsetHeight / 2}px`,
  });
  document.body.append(copy);
  const start = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})` };
  copy.animate([start, { transform: "none" }], { duration: LASTS.land, easing: OUT });
  card.style.visibility = "hidden";
  flight = { card: choice.id, copy, until: performance.now() + LASTS.land };
};
export const land = () => {
  flight?.copy.remove();
  flight = null;
};
export const flyBack = () => {
  if (!flight) return;
  const { card, copy } = flight,
    home = cardOf(byId(card));
  flight = null;
  const done = () => {
    copy.remove();
    if (!home) return;
    home.style.visibility = "";
    unstyle(home);
  };
  if (!home?.getClientRects().length || document.hidden) {
    done();
    return;
  }
  home.style.visibility = "hidden";
  const { x, y, scale } = between(home, copy);
  copy.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(${scale})` }], {
    duration: BACK,
    easing: OUT,
  }).onfinish = done;
};

document.addEventListener("htmx:beforeRequest", liftCard);
document.addEventListener("htmx:afterRequest", (/** @type {any} */ { detail }) => {
  if (detail.requestConfig.verb === "post" && !detail.successful) flyBack();
});
