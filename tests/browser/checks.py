"""What every page must be: within the screen's width, easy to press, and without a fault that axe finds."""

from functools import cache
from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import Page

from tests.browser.waiting import settle

WIDTHS = (320, 390, 1280)
TARGET = 44
SCHEMES: dict[Literal["light", "dark"], dict[str, Any]] = {
    "light": {},
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},
}
"""What axe looks at in each colour scheme."""

FIND_SMALL = """least => {
  const named = "button, .button, summary, select, textarea, nav a, .site-name, .tricks a, a.row, "
    + "input:not([type=hidden], [type=radio], [type=checkbox]), "
    + "label:has(input[type=radio]), label:has(input[type=checkbox]), "
    + ":not(label) > input[type=radio], :not(label) > input[type=checkbox]";
  return [...document.querySelectorAll(named)].filter(element => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility() && (box.height < least - .5 || box.width < least - .5);
  }).map(element => `${element.outerHTML.slice(0, 90)} is ${Math.round(element.getBoundingClientRect().width)} x `
    + `${Math.round(element.getBoundingClientRect().height)}`);
}"""
FIND_WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > width + .5)
    .slice(0, 3).map(e => `${e.outerHTML.slice(0, 90)} ends at ${Math.round(e.getBoundingClientRect().right)}`)
    .concat(`the page is ${document.documentElement.scrollWidth} wide`);
}"""
FIND_TORN = """() => [...document.querySelectorAll("bdi[translate=no]")].filter(name => {
  const display = getComputedStyle(name.parentElement).display;
  const isText = node => node.nodeType === Node.TEXT_NODE && node.data.trim();
  if (getComputedStyle(name).display === "contents") return false;
  return /flex|grid/.test(display) && [...name.parentElement.childNodes].some(isText);
}).map(name => `a name is torn from its sentence in ${name.parentElement.outerHTML.slice(0, 120)}`)"""
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
    """Return what is wider than the screen, too small to press, or a sentence in parts, at each width."""
    settle(page)
    faults = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found = page.evaluate(FIND_WIDE) + page.evaluate(FIND_SMALL, TARGET) + page.evaluate(FIND_TORN)
        faults += [f"at {width} px: {fault}" for fault in found]
    return faults


def find_covered(page: Page, selector: str) -> list[str]:
    """Return which of these parts of a table do not show whole between the status and what is mine."""
    settle(page)
    faults: list[str] = page.evaluate(FIND_COVERED, selector)
    return faults


def find_axe_faults(page: Page) -> list[str]:
    """Return what axe finds in light, and in dark by the rules about colours: by the others a page is one in both.

    Evaluated by the browser's tools, so the page's CSP stays.
    """
    settle(page)
    faults = []
    page.set_viewport_size({"width": 390, "height": 800})
    page.evaluate(axe_source())
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        options = {"resultTypes": ["violations"], **rules}
        result: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
        faults += [
            f"{scheme}: {violation['id']}: {node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}"
            for violation in result["violations"]
            for node in violation["nodes"][:3]
        ]
    return faults
