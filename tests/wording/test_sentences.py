"""Everything a title may say can be put into words, in both languages."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone, translation

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Event, Term
from games.rules.record import Replay, verify_record
from games.rules.registry import TITLES, get_title
from games.state.table import fold_states
from games.wording import sentences
from games.wording.sentences import word_event, word_moment, word_term, word_zone
from tests.golden.features import read_golden
from tests.tables.unsaved import NAMES

INSIDEJOB = get_title("insidejob")


@pytest.fixture(params=["fr", "en"], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


@pytest.fixture(params=list(TITLES.values()), ids=list(TITLES))
def title(request: pytest.FixtureRequest) -> AnyTitle:
    found: AnyTitle = request.param
    return found


def test_every_event_of_golden_games_is_told_without_an_open_place(title: AnyTitle) -> None:
    events = list_golden_events(title.NAME)
    for event in events:
        sentence = word_event(title, event, NAMES)
        assert sentence
        assert not {*"{}"} & {*sentence}
    assert {event.code for event in events} == set(title.TEXTS.events)


@pytest.mark.parametrize(
    ("seats", "french", "english"),
    [((0,), "{0}", "{0}"), ((1, 0), "{1} et {0}", "{1} and {0}"), ((0, 1, 2), "{0}, {1} et {2}", "{0}, {1} and {2}")],
)
def test_an_event_may_name_several(seats: tuple[int, ...], french: str, english: str, language: str) -> None:
    event = Event("voted", {"player": Term("seat", 3), "suspects": tuple(Term("seat", seat) for seat in seats)})
    expected = (french if language == "fr" else english).format(*NAMES)
    assert word_event(INSIDEJOB, event, NAMES).endswith(f" {expected}.")


@cache
def list_golden_events(name: str) -> list[Event]:
    """Return all that is told in the golden games of a title, alike things once."""
    records = map(verify_record, read_golden(name))
    return [*{repr(event): event for record in records for event in list_events(record)}.values()]


def list_events(replay: Replay) -> Iterator[Event]:
    """Yield all that the seats are told of a game, and what its end says of each of them."""
    title = replay.title
    states = fold_states(title, title.start(replay.options, replay.deal, replay.state.rules), replay.entries)
    for seat in range(len(title.dump_deal(replay.deal).hands)):
        for entry, (before, after) in zip(replay.entries, pairwise(states), strict=True):
            yield from title.narrate(before, entry.move, after, seat, after)
        yield from getattr(title.observe(states[-1], seat), "verdicts", ())


def test_every_term_has_a_name(title: AnyTitle) -> None:
    for kind, values in title.TEXTS.terms.items():
        for value in values:
            name = word_term(title, Term(kind, value))
            assert name
            assert "{" not in name


def test_no_two_terms_of_a_kind_share_their_name(title: AnyTitle) -> None:
    for kind, values in title.TEXTS.terms.items():
        # What is called alike on purpose has one sentence, as all house roles, of which a table has one at most.
        names = {str(sentence): word_term(title, Term(kind, value)) for value, sentence in values.items()}
        assert len(set(names.values())) == len(names), kind


def test_a_seat_is_called_by_its_name() -> None:
    assert word_term(INSIDEJOB, Term("seat", 2), NAMES) == "Chloé"


@pytest.mark.parametrize("code", ["", "unheard_of"])
def test_an_unknown_event_is_an_error(code: str) -> None:
    with pytest.raises(KeyError):
        word_event(INSIDEJOB, Event(code), NAMES)


@pytest.mark.parametrize(
    "term", [Term("card", "B14"), Term("role", "queen"), Term("weather", "rain"), Term("reason", "")]
)
def test_an_unknown_term_is_an_error(term: Term) -> None:
    with pytest.raises(KeyError):
        word_term(INSIDEJOB, term, NAMES)


def test_a_name_with_braces_is_left_as_it_is() -> None:
    event = Event("abstained", {"player": Term("seat", 0)})
    assert "{suspect}" in word_event(INSIDEJOB, event, ["{suspect}"])


NEW_YEAR, MARCH = datetime(2027, 1, 1, 17, 5, tzinfo=UTC), datetime(2026, 3, 1, 17, 5, tzinfo=UTC)
MOMENTS = {
    "fr": [
        "dimanche 1er mars à 18\xa0h\xa005",
        "vendredi 1er janvier 2027 à 18\xa0h\xa005",
        "1er mars 2026",
        "2 mars 2026",
        "1er mars",
    ],
    "en": ["Sunday 1 March, 18:05", "Friday 1 January 2027, 18:05", "1 March 2026", "2 March 2026", "1 March"],
}


def test_a_date_is_told_as_the_language_does_with_the_year_if_it_is_another(language: str) -> None:
    with time_machine.travel("2026-02-11T12:00Z", tick=False):
        told = [word_moment(MARCH), word_moment(NEW_YEAR)]
        told += [sentences.word_day(MARCH + timedelta(days=days)) for days in (0, 1)]
        assert [*told, sentences.word_date(MARCH, "j F")] == MOMENTS[language]


def test_english_dates_have_one_order_and_one_way_to_tell_the_time(language: str) -> None:
    told = {"en": "1 March, 18:05", "fr": "1er mars à 18\xa0h\xa005"}[language]
    assert sentences.word_minute(MARCH) == told
    with time_machine.travel("2026-02-11T12:00Z", tick=False):
        assert word_moment(MARCH).endswith(told)


def test_the_year_is_that_of_the_readers_zone() -> None:
    with translation.override("en"), time_machine.travel("2026-12-31T23:30Z", tick=False):
        # In Paris it is 2027 already.
        assert word_moment(NEW_YEAR) == "Friday 1 January, 18:05"
        with timezone.override(ZoneInfo("America/Toronto")):
            assert word_moment(NEW_YEAR) == "Friday 1 January 2027, 12:05"


@pytest.mark.parametrize(
    ("zone", "place"),
    [
        ("Europe/Paris", "Paris"), ("America/New_York", "New York"), ("UTC", "UTC"),
        ("America/Argentina/Salta", "Argentina, Salta"),
    ],
)  # fmt: skip
def test_a_zone_is_called_by_its_place(zone: str, place: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        assert word_zone() == place
        assert sentences.word_deadline(MARCH).endswith(f" ({place})")


def test_a_place_has_its_name_in_the_readers_language() -> None:
    for language, place in (("en", "London"), ("fr", "Londres")):
        with translation.override(language), timezone.override(ZoneInfo("Europe/London")):
            assert word_zone() == place


def test_names_are_listed_as_a_sentence_does(language: str) -> None:
    with translation.override("en"):
        assert sentences.list_names(["Ada", "Ben", "Chloé"]) == "Ada, Ben and Chloé"
    assert sentences.list_names(["Ada"]) == "Ada"


@pytest.mark.parametrize(
    ("bots", "english", "french"),
    [
        (["expert"] * 3, "You beat three expert bots.", "Tu as battu trois bots experts."),
        (["gentle"], "You beat a gentle bot.", "Tu as battu un bot tranquille."),
        (
            ["steady", "expert", "steady"],
            "You beat an expert bot and two steady bots.",
            "Tu as battu un bot expert et deux bots solides.",
        ),
        ([], "", ""),
    ],
)
def test_a_winner_is_told_which_bots_lost(bots: list[str], english: str, french: str) -> None:
    for language, said in (("en", english), ("fr", french)):
        with translation.override(language):
            assert sentences.word_beaten(bots) == said


def test_french_writes_hours_with_h_and_full_ones_without_minutes(language: str) -> None:
    told = {"en": ["18:05", "18:00"], "fr": ["18\xa0h\xa005", "18\xa0h"]}[language]
    assert [sentences.word_time(time(18, 5)), sentences.word_time(time(18))] == told
