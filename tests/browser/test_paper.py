"""What a browser prints: a record on paper keeps its suits, in dark mode too, and has nothing to press."""

import re
import zlib
from typing import Literal

import pytest

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.waiting import settle

pytestmark = pytest.mark.browser
SUITS = ("#2457a8", "#1c7547", "#e3ab21", "#c42d74")
"""Blue, green, yellow and pink, as the light scheme has them."""
SHOWN = """selector => [...document.querySelectorAll(selector)].filter(part => part.checkVisibility())
  .map(part => part.outerHTML.slice(0, 80))"""
CLOSED = """() => [...document.querySelectorAll("details:not(.sure, .chip) > :not(summary)")]
  .filter(part => !part.checkVisibility() && !part.closest("[hidden], nav, form, #make-weekly"))
  .map(part => part.outerHTML.slice(0, 80))"""


def read_fills(pdf: bytes) -> set[str]:
    """Return the colours that a PDF fills shapes with, as hexadecimal numbers."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    drawn = b"\n".join(zlib.decompress(each) for each in streams if each[:1] == b"x")
    fills = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) rg\b", drawn)
    return {"#" + "".join(f"{round(255 * float(part)):02x}" for part in fill) for fill in fills}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_record_prints_with_its_suits(scheme: Literal["light", "dark"], member: NewPerson, scenes: Scenes) -> None:
    page = member(color_scheme=scheme).go(f"/g/{scenes['tables']['result']}/?tab=log")
    settle(page)
    pdf = page.pdf(format="A4")
    assert pdf.startswith(b"%PDF")
    assert set(SUITS) <= read_fills(pdf)
    page.emulate_media(media="print", color_scheme=scheme)
    assert page.evaluate(SHOWN, "button, .button, nav, select, .site-header, .status-line") == []
    assert page.evaluate(CLOSED) == []
    assert page.locator("h1").is_visible()
