"""What every page must be: within the screen's width, easy to press, and without a fault that axe finds."""

from functools import cache
from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import Page

from tests.browser.people import Person
from tests.browser.waiting import settle_loaded

WIDTHS = (320, 1280, 390)
TARGET = 44
SCHEMES: dict[Literal["light", "dark"], dict[str, Any]] = {
    "light": {},
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},
}
"""What axe looks at in each colour scheme."""
AXE_OPTIONS = {"resultTypes": ["violations"], "selectors": False}
"""The faults alone, shown by their HTML: the rest of what axe can tell takes long to gather and to send."""
LONGEST = "fr"
"""The language with the longest texts."""
OTHERS_SHARE = 4
"""Of so many pages, one is looked at in the other language, too."""

FIND_FAULTS = """least => {
  const start = element => element.outerHTML.slice(0, 90);
  const width = document.documentElement.clientWidth, whole = document.documentElement.scrollWidth;
  const wide = [...document.querySelectorAll(whole > width ? "body *" : "no-such-tag")]
    .filter(element => element.getBoundingClientRect().right > width + .5)
    .map(element => `${start(element)} ends at ${Math.round(element.getBoundingClientRect().right)}`);
  // The tricks of a case stand in one row, and are pressed above and below, too.
  const named = "button:not(.case-scenes button), .button, summary, select, textarea, nav a, .site-name, .tricks a, "
    + "a.row, input:not([type=hidden], [type=radio], [type=checkbox]), "
    + "label:has(input[type=radio]), label:has(input[type=checkbox]), "
    + ":not(label) > input[type=radio], :not(label) > input[type=checkbox]";
  const small = [...document.querySelectorAll(named)].filter(element => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility() && (box.height < least - .5 || box.width < least - .5);
  }).map(element => `${start(element)} is ${Math.round(element.getBoundingClientRect().width)} x `
    + `${Math.round(element.getBoundingClientRect().height)}`);
  const isText = node => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const torn = [...document.querySelectorAll("bdi[translate=no]")].filter(name =>
    getComputedStyle(name).display !== "contents" && /flex|grid/.test(getComputedStyle(name.parentElement).display)
    && [...name.parentElement.childNodes].some(isText)
  ).map(name => `a name is torn from its sentence in ${name.parentElement.outerHTML.slice(0, 120)}`);
  const invalid = [...document.querySelectorAll(":invalid:not(fieldset, [aria-invalid])")]
    .map(element => `a screen reader calls ${start(element)} invalid`);
  const hollow = [...document.querySelectorAll("[role=status]")].filter(element => !element.textContent.trim())
    .map(element => `a screen reader says "status bar" at ${start(element)}, which is empty`);
  return [...wide.slice(0, 3), ...whole > width ? [`the page is ${whole} wide`] : [], ...small, ...torn, ...invalid,
    ...hollow];
}"""
RUN_AXE = """async options => (await axe.run(document, options)).violations.flatMap(({ id, nodes }) =>
  nodes.slice(0, 3).map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${any.length ? any[0].message : ""}`))"""
FIND_COVERED = """selector => {
  scrollTo(0, 0);
  const box = element => element.getBoundingClientRect();
  const top = box(document.querySelector("#status")).bottom, dock = box(document.querySelector("#mine"));
  const faults = dock.bottom > innerHeight + 1 ? [`what is mine ends at ${Math.round(dock.bottom)}`] : [];
  return faults.concat([...document.querySelectorAll(selector)]
    .filter(e => e.checkVisibility() && (box(e).top < top - 1 || box(e).bottom > dock.top + 1))
    .map(e => `${e.className} from ${Math.round(box(e).top)} to ${Math.round(box(e).bottom)}, `
      + `free are ${Math.round(top)} to ${Math.round(dock.top)}`));
}"""


@cache
def axe_source() -> str:
    """Return the script of axe."""
    return (files("axe_playwright_python") / "axe.min.js").read_text()


def find_layout_faults(page: Page) -> list[str]:
    """Return what is wider than the screen, too small to press, a sentence in parts, or invalid, at each width."""
    settle_loaded(page)
    faults = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        faults += [f"at {width} px: {fault}" for fault in page.evaluate(FIND_FAULTS, TARGET)]
    return faults


def find_covered(page: Page, selector: str) -> list[str]:
    """Return which of these parts of a table do not show whole between the status and what is mine."""
    settle_loaded(page)
    faults: list[str] = page.evaluate(FIND_COVERED, selector)
    return faults


def find_axe_faults(page: Page) -> list[str]:
    """Return what axe finds in light, and in dark by the rules about colours: by the others a page is one in both.

    Evaluated by the browser's tools, so the page's CSP stays.
    """
    settle_loaded(page)
    faults = []
    page.set_viewport_size({"width": 390, "height": 800})
    page.evaluate(axe_source())
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        faults += [f"{scheme}: {fault}" for fault in page.evaluate(RUN_AXE, AXE_OPTIONS | rules)]
    return faults


def find_faults(person: Person, paths: list[str], language: str) -> list[str]:
    """Return the faults of pages, each with its address; an empty path is the page now open.

    All are measured in the language with the longest texts, and every fourth in the other, too. axe looks at those in
    that other language, and at the rest in the first.
    """
    faults = []
    for number, path in enumerate(paths):
        is_for_axe = not path or (number % OTHERS_SHARE == 0) == (language != LONGEST)
        if not is_for_axe and language != LONGEST:
            continue
        page = person.go(path) if path else person.page
        found = find_layout_faults(page)
        if is_for_axe:
            found += find_axe_faults(page)
        if page.evaluate("document.documentElement.lang") != language:
            found.append(f"not in {language}")
        faults += [f"{page.url}: {fault}" for fault in found]
    return faults
