"""Why a mission failed."""

import re
from random import Random
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.rules.registry import get_title
from games.titles.insidejob.rules.cards import DECK, Card
from games.titles.insidejob.rules.missions import MISSIONS, is_met
from games.titles.insidejob.rules.seen_trick import Failure, _find_failure
from games.titles.insidejob.rules.trick import Played, suit_of

SHOWN = {
    ("high-only-yellow", "B9 B5 B8 B4"): ("too_low", 1),
    ("low-only-pink", "B7 B8 B3 B9"): ("too_high", 1),
    ("even-only-blue", "B2 B4 B6 B7"): ("odd", 3),
    ("odd-only-green", "B2 B3 B5 B7"): ("even", 0),
    ("ascending-yellow", "B1 B5 B5 B9"): ("not_higher", 2),
    ("descending-green", "B9 B5 B6 B1"): ("not_lower", 2),
    ("first-highest-blue", "B9 B5 B13 B1"): ("highest", 2),
    ("first-highest-blue", "B9 G9 B3 B1"): ("highest_twice", None),
    ("last-lowest-pink", "B9 G2 B3 B4"): ("lowest", 1),
    ("last-lowest-pink", "B9 G2 B3 P2"): ("lowest_twice", None),
    ("first-wins-yellow", "B9 G2 B3 Y2"): ("wins", 3),
    ("one-suit-blue", "G9 G2 P3 G4"): ("suit", 2),
    ("one-suit-blue", "G9 G2* G3 G4"): ("turned", 1),
    ("one-suit-blue", "G9* G2 G3 G4"): ("turned", 0),
    ("first-last-suit-pink", "G9 B2 B3 B4"): ("suit", 3),
    ("risky-last-yellow", "G9 G2* G3 G4"): ("no_wager", None),
}


def read_trick(written: str) -> list[Played]:
    words = enumerate(written.split())
    return [Played(seat, Card(word[0], int(word[1:].rstrip("*"))), word.endswith("*")) for seat, word in words]


@pytest.mark.parametrize("case", SHOWN)
def test_the_first_card_at_fault_is_named(case: tuple[str, str]) -> None:
    mission, written = case
    plays, (code, place) = read_trick(written), SHOWN[case]
    assert _find_failure(MISSIONS[mission], plays) == Failure(code, None if place is None else plays[place])


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_failed_mission_has_a_reason_and_no_other(mission: str) -> None:
    chance, found = Random(mission), MISSIONS[mission]
    for _ in range(300):
        cards = chance.sample(DECK, chance.randint(3, 5))
        plays = [Played(seat, card, chance.random() < 0.2) for seat, card in enumerate(cards)]
        failure = _find_failure(found, plays)
        assert (failure is None) == is_met(found, plays)
        if failure and failure.code == "turned":
            assert failure.played
            assert suit_of(failure.played, found.trump) != failure.played.card.suit


OF_NO_CARD = ("no_wager", "highest_twice", "lowest_twice")


@pytest.mark.parametrize("is_me", [False, True])
@pytest.mark.parametrize("code", sorted({code for code, _ in SHOWN.values()}))
def test_a_reason_has_words_of_its_own(code: str, is_me: bool) -> None:
    place = SimpleNamespace(name="Ann", is_me=is_me)
    view = SimpleNamespace(title=get_title("insidejob"), names=["Ann"], places=[place])
    played = None if code in OF_NO_CARD else Played(0, Card("B", 5), wager=False)
    context = {"view": view, "failure": Failure(code, played)}
    with translation.override("en"):
        words = render_to_string("games/insidejob/failure.html", context).strip()
        other = render_to_string("games/insidejob/failure.html", {**context, "failure": Failure("no_wager")}).strip()
    assert words
    assert (words == other) == (code == "no_wager")
    assert ("Ann" in words, "You" in words) == (bool(played and not is_me), bool(played and is_me))
    assert not re.search(r"\s\.", re.sub("<[^>]*>", "", words)), "a full stop would begin a line"
