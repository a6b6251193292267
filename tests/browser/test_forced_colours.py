"""Where the system chooses the colours, what is chosen, faded, asked, open or met still looks unlike the rest."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.waiting import settle

pytestmark = pytest.mark.browser
LOOK = """element => {
  const style = getComputedStyle(element);
  return ["outline", "border", "backgroundColor", "color", "opacity"].map(name => style[name]).join();
}"""
CHOSEN = {
    # table: what to choose, and where it shows
    ("insidejob", "follow"): (
        "[name=card]:not([aria-disabled])",
        ".pick:has(:checked) .card",
        ".pick:not(.faded) .card",
    ),
    ("insidejob", "vote"): ("[name=against]", ".suspect:has(:checked)", ".suspect"),
    ("target", "attack"): ("#mine [name=spy]", ".spy-pick:has(:checked) .spy", ".spy-pick .spy"),
    ("rendezvous", "point"): ("[name=at]", ".voice:has(.press :checked)", ".voice:has(.press)"),
}
UNLIKE = (
    (".faded .card", ".pick:not(.faded) .card"),
    (".pip.on", ".pip:not(.on)"),
    (".tabs [aria-current]", ".tabs a:not([aria-current])"),
    (".player.awaited .face", ".player:not(.awaited) .face"),
)


def look(page: Page, selector: str) -> str:
    """Return how the last of these is drawn: outline, border and colours."""
    drawn: str = page.locator(selector).last.evaluate(LOOK)
    return drawn


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_matters_is_told_apart(scheme: str, member: NewPerson, scenes: Scenes) -> None:
    player = member("agathe", forced_colors="active", color_scheme=scheme)
    alike = []
    for (title, name), (choice, chosen, other) in CHOSEN.items():
        page = player.go(f"/g/{scenes['fixed'][title][name]}/")
        settle(page)
        page.locator(choice).first.check(force=True)
        alike += [chosen] * (look(page, chosen) == look(page, other))
    page = player.go(f"/g/{scenes['fixed']['insidejob']['follow']}/")
    alike += [this for this, that in UNLIKE if look(page, this) == look(page, that)]
    assert alike == []
    assert page.locator("#status-line.asked").evaluate("line => getComputedStyle(line).borderStyle") != "none"
