// What an answer will tell, and what of the page must be kept for it before the answer replaces it.
import { noteSpots } from "./glide.js";
import { all, atOf, byId, still } from "./page.js";

/**
 * @typedef {object} Old An element as it was: its copy, where it stood, and what it said.
 * @property {HTMLElement} copy
 * @property {DOMRect} place
 * @property {string} text
 *
 * @typedef {object} Plan
 * @property {boolean} [isQuiet] There is nothing to tell: then all else is missing.
 * @property {number} [told] The last beat of what the page has told already.
 * @property {Map<string, Old>} [olds] By the name of the element that comes in its place.
 * @property {{ copy: HTMLElement, home: string }[]} [stays] What the new page lacks but keeps for now, and where.
 * @property {{ id: string, height: number }[]} [heights] What keeps its height.
 * @property {boolean} [lands] A card of mine lands.
 */

/** @param {HTMLElement} element */
export const nameOf = ({ id, dataset }) =>
  dataset.as ? `[data-as="${CSS.escape(dataset.as)}"]` : `#${CSS.escape(id)}`;
/** @param {HTMLElement} row */
const nameParts = ({ children, dataset }) => {
  for (const [place, part] of [...children].entries()) part.setAttribute("data-as", `${dataset.as}-${place}`);
};
/** @param {ParentNode} root */
export const unfold = (root) => {
  for (const row of all("[data-row]", root)) {
    const old = document.querySelector(nameOf(row));
    for (const each of [row, old]) if (each) nameParts(each);
    for (const [place, { dataset }] of [...row.children].entries())
      Object.assign(dataset, { beat: Number(row.dataset.row) + place, enter: row.dataset.enter, ms: row.dataset.ms });
  }
  for (const template of all("template[data-until]", root)) {
    const element = template.content.firstElementChild;
    element.dataset.until = template.dataset.until;
    template.replaceWith(element);
  }
};
// The last beat of what the page has told already.
/** @param {ParentNode} root */
const findTold = (root) =>
  Math.max(
    -1,
    ...all("[data-once]", root)
      .filter(({ dataset }) => document.querySelector(`[data-once="${CSS.escape(dataset.once)}"]`))
      .map(atOf),
  );

export const NAMED = "[data-beat]:is([id], [data-as]):not([data-old])";
// What stands now where something new will come.
/** @type {(root: ParentNode, told: number) => [string, Old][]} */
const keepOld = (root, told) =>
  all(NAMED, root)
    .filter((element) => atOf(element) > told)
    .flatMap((element) => {
      const name = nameOf(element),
        old = document.querySelector(name);
      return old
        ? [
            [
              name,
              { copy: old.cloneNode(true), place: old.getBoundingClientRect(), text: old.className + old.innerHTML },
            ],
          ]
        : [];
    });
// What the new page lacks, but must stay until the next scene.
/** @param {ParentNode} root */
const keepStaying = (root) =>
  all("[data-stays]")
    .filter(({ id }) => !root.querySelector(`#${id}, [data-as=table]`))
    .map((element) => {
      const copy = element.cloneNode(true);
      for (const each of [copy, ...all("[id], [data-beat]", copy)])
        for (const name of ["id", "data-beat", "data-stays"]) each.removeAttribute(name);
      copy.inert = true;
      return { copy, home: element.closest("[data-lock], .head").id };
    });

/** @type {(html: string) => Plan} */
export const prepare = (html) => {
  const fragment = document.createElement("template");
  fragment.innerHTML = html;
  const root = fragment.content;
  unfold(root);
  const told = findTold(root);
  const isNews = all("[data-beat]", root).some((element) => atOf(element) > told && atOf(element) < Infinity);
  const isUnseen = document.hidden || byId("role-sheet")?.open;
  if (!isNews || still.matches || isUnseen) return { isQuiet: true };
  noteSpots();
  for (const element of all("[data-brief]")) element.remove();
  const heights = all("[data-lock]")
    .filter(({ id }) => !root.querySelector(`#${id}[data-old]`))
    .map(({ id, offsetHeight }) => ({ id, height: offsetHeight }));
  return {
    told,
    olds: new Map(keepOld(root, told)),
    stays: keepStaying(root),
    heights,
    lands: Boolean(root.querySelector("[data-enter=land]")),
  };
};
