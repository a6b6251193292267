"""What a table weighs over the wire: a page with an empty cache, the same again, and the answer to a move."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import take_turn
from tests.browser.waiting import settle, wait_until

pytestmark = pytest.mark.browser
KB = 1000
COLD, WARM, ANSWER = 60 * KB, 15 * KB, 3.5 * KB
REQUESTS = 10
NOT_THE_PAGE = re.compile("/panel/talk/|/css/talk|/news/|/listen/|/stream/")
"""What a page asks for once it is there: talk, which opens by itself at a vote, a stream, and news."""


@dataclass
class Wire:
    """What comes over the wire to a page: bytes, headers included, by address; and what of it is still under way."""

    page: Page
    received: dict[str, int] = field(default_factory=dict)
    under_way: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Listen from now on."""
        addresses: dict[str, str] = {}
        tools = self.page.context.new_cdp_session(self.page)
        tools.send("Network.enable")

        def finish(event: dict[str, Any]) -> None:
            self.received[addresses[event["requestId"]]] = event["encodedDataLength"]
            self.under_way.discard(event["requestId"])

        def begin(event: dict[str, Any]) -> None:
            addresses[event["requestId"]] = event["request"]["url"]
            if not NOT_THE_PAGE.search(event["request"]["url"]):
                self.under_way.add(event["requestId"])

        tools.on("Network.requestWillBeSent", begin)
        tools.on("Network.loadingFinished", finish)
        tools.on("Network.loadingFailed", lambda event: self.under_way.discard(event["requestId"]))

    def weigh(self) -> dict[str, int]:
        """Wait until all is there, and return what came since the last time."""
        settle(self.page)
        wait_until(self.page, lambda: not self.under_way, "an answer to all that belongs to the page")
        received, self.received = self.received, {}
        return received

    def weigh_page(self) -> dict[str, int]:
        """Wait until all is there, and return what belongs to the page, without what it asks for afterwards."""
        return {address: size for address, size in self.weigh().items() if not NOT_THE_PAGE.search(address)}


def test_a_table_is_light(member: NewPerson, new_person: NewPerson, scenes: Scenes) -> None:
    """Those who may prepare a move are at their first table, which has tips, too."""
    tables = [("philippa", code) for code in scenes["premove"].values()]
    tables += [("camille", scenes["tables"][name]) for name in ("rdv_word", "rdv_result", "target_turn", "result")]
    tables += [("prosper", scenes["alone"][name]) for name in ("vote_weighed", "late_weighed")]
    for name, code in tables:
        visitor = member(name, locale="fr-FR")
        # The same person in a browser of their own, whose cache is empty.
        newcomer = new_person(locale="fr-FR", storage_state=visitor.context.storage_state())
        wire = Wire(newcomer.page)
        newcomer.go(f"/g/{code}/")
        cold = wire.weigh_page()
        newcomer.go(f"/g/{code}/")
        warm = wire.weigh_page()
        assert len(cold) <= REQUESTS, cold
        assert sum(cold.values()) <= COLD, cold
        assert sum(warm.values()) <= WARM, warm
        assert {site.split("/")[2] for site in cold} == {newcomer.site.url.split("/")[2]}
    take_turn(newcomer.page, Random(1))
    answers = wire.weigh()
    assert [address for address in answers if address.endswith("/move/")]
    assert max(answers.values()) <= ANSWER, answers
