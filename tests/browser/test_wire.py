"""What a table weighs over the wire: a page with an empty cache, the same again, and the answer to a move."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import take_turn

pytestmark = pytest.mark.browser
KB = 1000
COLD, WARM, ANSWER = 60 * KB, 15 * KB, 6 * KB
REQUESTS = 8


@dataclass
class Wire:
    """What comes over the wire to a page: bytes, headers included, by address."""

    page: Page
    received: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Listen from now on."""
        addresses: dict[str, str] = {}
        tools = self.page.context.new_cdp_session(self.page)
        tools.send("Network.enable")

        def finish(event: dict[str, Any]) -> None:
            self.received[addresses[event["requestId"]]] = event["encodedDataLength"]

        tools.on(
            "Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]})
        )
        tools.on("Network.loadingFinished", finish)

    def weigh(self) -> dict[str, int]:
        """Wait until all is there, and return what came since the last time."""
        self.page.wait_for_load_state("networkidle")
        received, self.received = self.received, {}
        return received


def test_a_table_is_light(new_person: NewPerson, scenes: Scenes) -> None:
    fixed = scenes["fixed"]
    visitor = new_person(locale="fr-FR")
    visitor.sign_in(fixed["email"], scenes["password"])
    visitor.choose_language("fr")
    for name in ("vote", "late"):
        path = f"/g/{fixed['tables']['insidejob'][name]}/"
        # The same person in a browser of their own, whose cache is empty.
        newcomer = new_person(locale="fr-FR", storage_state=visitor.context.storage_state())
        wire = Wire(newcomer.page)
        newcomer.go(path)
        cold = wire.weigh()
        newcomer.go(path)
        warm = wire.weigh()
        # At a vote talk opens by itself; as on every page, it comes in an answer of its own.
        page = [address for address in cold if not address.endswith("/panel/talk/")]
        assert len(page) <= REQUESTS, cold
        assert sum(cold[address] for address in page) <= COLD, cold
        assert sum(warm.values()) <= WARM, warm
        assert {site.split("/")[2] for site in cold} == {newcomer.site.url.split("/")[2]}
    take_turn(newcomer.page, Random(1))
    answers = wire.weigh()
    assert [address for address in answers if address.endswith("/move/")]
    assert max(answers.values()) <= ANSWER, answers
