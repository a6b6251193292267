"""A page that comes slowly does not jump: what is shown stays where it is, at a table of each title and in the case."""

import pytest

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.waiting import settle

pytestmark = pytest.mark.browser
SHIFT = 0.02
"""How much of the screen may move, by how far, together: `layout-shift` of the browser. Below 0.1 counts as good."""
SLOW_LINE = {"offline": False, "latency": 100, "downloadThroughput": 6_000, "uploadThroughput": 90_000}
"""Bytes a second at which a page comes in several parts, and milliseconds until the first."""
NOTE_SHIFTS = """
window.shifts = []
new PerformanceObserver(list => window.shifts.push(
  ...list.getEntries().filter(entry => !entry.hadRecentInput).map(entry => [
    entry.value, ...entry.sources.map(source => source.node?.id || source.node?.className),
  ]),
)).observe({type: 'layout-shift', buffered: true})
"""
TABLES = ("first_lead", "follow", "vote_to_look_at", "target_hide", "target_turn", "rdv_number", "rdv_word")


@pytest.mark.parametrize("shown", [*TABLES, "case"])
def test_what_a_page_shows_stays_where_it_is(member: NewPerson, scenes: Scenes, shown: str) -> None:
    reader = member(viewport={"width": 360, "height": 740})
    reader.context.add_init_script(NOTE_SHIFTS)
    path = "/case/" if shown == "case" else f"/g/{scenes['tables'][shown]}/"
    # Its files are in the cache the second time, so that the text is painted as it comes.
    reader.go(path)
    tools = reader.context.new_cdp_session(reader.page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_LINE)
    reader.go(path)
    settle(reader.page)
    shifts = reader.page.evaluate("() => new Promise(shown => requestAnimationFrame(() => shown(window.shifts)))")
    assert sum(value for value, *_ in shifts) <= SHIFT, shifts
