// What a player does next, as the page shows it: the body of a function of the question answered last and of the luck of
// this step, from 0 to 1. Nothing as long as the page is busy. It knows no title: it fills in whatever the form of the
// choice asks.
const [answered, luck] = arguments;
const isShown = (element) => element.getClientRects().length > 0;
const isFree = (field) => isShown(field) && !field.disabled && field.getAttribute("aria-disabled") !== "true";
const find = (selector) => [...document.querySelectorAll(selector)].find(isShown);
// In the middle of the screen, where nothing that sticks to its edges covers it.
const at = (element) => {
  element.scrollIntoView({ block: "center" });
  return `#${CSS.escape(element.id)}`;
};
const choose = (list) => list[Math.floor(luck * list.length)];

const form = document.querySelector("#choice-form"), question = form?.elements.decision.value;
const refusal = document.querySelector("#choice-error")?.textContent.trim();
if (refusal) return { refusal };
if (find("section.result")) return { isOver: true };
if (document.readyState !== "complete") return {};
if (document.querySelector(".htmx-request:not(#live), .htmx-settling, .htmx-added")) return {};
if (find("#role-sheet[open]")) return { press: "#role-done" };
if (find("#tip")) return { press: "#tip [value=all]" };
if (!form || question === answered) return {};

// Without `:has()` the fields of another mode stay in sight.
const others = form.querySelector("#swap:checked") ? ".for-attack *" : ".for-swap *";
const fields = [...form.elements].filter((field) => isFree(field) && !field.matches(others));
const button = fields.find((field) => field.matches("button.primary"));
const groups = new Map();
for (const field of fields.filter(({ type }) => type === "radio" || type === "checkbox")) {
  groups.set(field.name, [...(groups.get(field.name) ?? []), field]);
}
// Two fields that must differ.
const differ = button?.dataset.differ?.split(" ") ?? [], taken = differ.map((name) => form.elements[name]?.value);
const pick = (group) => {
  const free = group.filter(({ checked, name, value }) => !checked && !(differ.includes(name) && taken.includes(value)));
  return { press: at(choose(free)) };
};
// An option, such as intel on a card, now and then; of other boxes two.
const isWanted = (group) => {
  const chosen = group.filter(({ checked }) => checked).length;
  if (group[0].type === "radio") return chosen === 0;
  return group.length === 1 ? chosen === 0 && luck < .1 : chosen < 2;
};
const wanted = [...groups.values()].filter(isWanted).sort(([a], [b]) => (a.type < b.type ? -1 : 1));
if (wanted.length) return pick(wanted[0]);
// Words that are nobody’s password.
const empty = fields.find(({ type, value }) => type === "text" && !value);
if (empty) return { write: at(empty), text: choose(["quokka", "kumquat", "zeppelin"]) };
return button ? { press: at(button), answers: question } : {};
