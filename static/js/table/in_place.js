// What people read is changed in place: what stays the same remains the same node, so that a screen reader goes on
// reading where it was. A node stands for a new one of the same tag, id, `data-once` and first class.
import { byId } from "./page.js";

// #log, #past and #talk ask for themselves with `hx-swap="in-place"`; spectators get #panel.
export const IN_PLACE = ["board", "head", "panel", "tabs", "talk"];
/** @param {any} node */
const keyOf = (node) => [node.nodeName, node.id, node.dataset?.once, node.classList?.[0]].join();
/** @param {any} old @param {any} fresh */
const changeAttributes = (old, fresh) => {
  if (old.matches("details[id]")) fresh.open = old.open;
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.matches("input")) [old.value, old.checked] = [fresh.value, fresh.checked];
};
/** @type {(old: any, fresh: any) => void} */
const change = (old, fresh) => {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
  } else if (!fresh.matches("[hx-preserve]")) {
    changeAttributes(old, fresh);
    changeChildren(old, fresh);
  }
};
/** @type {(parent: Node, fresh: Node) => void} */
const changeChildren = (parent, fresh) => {
  let next = parent.firstChild; // The first old child that is not used yet.
  const findOld = (/** @type {Node} */ child) => {
    if (child.nodeType === Node.TEXT_NODE) return next?.nodeType === Node.TEXT_NODE ? next : null;
    const rest = [];
    for (let node = next; node; node = node.nextSibling) rest.push(node);
    return rest.find((node) => node.isEqualNode(child)) ?? rest.find((node) => keyOf(node) === keyOf(child));
  };
  for (const child of [...fresh.childNodes]) {
    const old = findOld(child);
    if (old) {
      while (next !== old) {
        next = next.nextSibling;
        next.previousSibling.remove();
      }
      next = old.nextSibling;
      change(old, child);
    } else {
      parent.insertBefore(child, next);
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
};
/** @param {{ target: Element, fragment: DocumentFragment, shouldSwap: boolean }} detail */
export const changeInPlace = (detail) => {
  const { target, fragment } = detail,
    preserved = new Map();
  for (const { id } of fragment.querySelectorAll("[hx-preserve]")) if (byId(id)) preserved.set(id, byId(id));
  detail.shouldSwap = false;
  change(target, fragment.firstElementChild);
  for (const [id, kept] of preserved) if (byId(id) !== kept) byId(id)?.replaceWith(kept);
  htmx.process(target);
};
/** @type {(style: string, target: Element, fragment: DocumentFragment) => boolean | Node[]} */
const handleSwap = (style, target, fragment) => {
  if (style !== "in-place") return false;
  change(target, fragment.firstElementChild);
  htmx.process(target);
  return [];
};
htmx.defineExtension("in-place", { handleSwap });
