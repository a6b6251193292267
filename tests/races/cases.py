"""Races at the case of the day: many accuse at one instant, some of them twice, and two workers make the same day."""

from collections.abc import Callable
from datetime import UTC, datetime
from random import choice, randint, sample
from unittest.mock import patch

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.cases.runs import Run
from games.cases.selectors.files import CaseFile, find_file_of_number
from games.cases.services import generation
from games.cases.services.investigation import accuse
from games.cases.services.stores import MemberRuns
from games.models import Case, CaseTally, Investigation
from tests.cases.builders import load_game, store_case
from tests.races.moves import Cast

SEATS = range(4)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def open_case() -> CaseFile:
    """Return the file of a new case; all earlier ones are gone."""
    Case.objects.all().delete()
    store_case(number=randint(1, 900_000), chosen=load_game())
    file = find_file_of_number(Case.objects.get().number)
    assert file is not None
    return file


def accuse_at_once(cast: Cast) -> str:
    """Let people accuse, some of them in two tabs; each counts once, and the totals say what the rows say."""
    file = open_case()
    people = sample(cast.people, randint(2, len(cast.people)))
    clicks = [person for person in people for _ in range(randint(1, 2))]
    shown = {person.pk: choice((Run(), Run(seen=3))) for person in people}
    for person in people:
        if shown[person.pk].seen > 1:
            Investigation.objects.create(user=person, case_id=file.key, seen=shown[person.pk].seen)

    def call(user: User, seat: int) -> Callable[[], None]:
        return lambda: accuse(MemberRuns(user), file, shown[user.pk], seat, timezone.now())

    answers = cast.racers.at_once([call(person, choice(SEATS)) for person in clicks])
    assert answers == [None] * len(clicks), answers
    rows = Investigation.objects.filter(case=file.key)
    assert rows.filter(accused__isnull=False).count() == len(people)
    tallies = {(tally.scenes, tally.accused): tally.count for tally in CaseTally.objects.filter(case=file.key)}
    assert sum(tallies.values()) == len(people), "somebody was counted twice, or not at all"
    for (scenes, accused), count in tallies.items():
        assert rows.filter(seen=scenes, accused=accused).count() == count
    return f"{len(clicks) - len(people)} clicked twice" if len(clicks) > len(people) else "each once"


def accuse_in_two_tabs_as_a_visitor(cast: Cast) -> str:
    """Let a visitor accuse in several tabs of one browser: the session keeps one, and one is counted."""
    file = open_case()
    # Of one network, 120 visitors an hour can begin a case, and there may be more rounds.
    address = f"{randint(11, 120)}.{randint(0, 255)}.{randint(0, 255)}.7"
    path, visitor = f"/case/{file.number}/act/", Client(REMOTE_ADDR=address)
    visitor.post(path, {"do": "next", "seen": 1, "clue": 0})
    cookies = visitor.cookies

    def call(seat: int) -> Callable[[], int]:
        browser = Client(REMOTE_ADDR=address)
        browser.cookies = cookies
        return lambda: browser.post(path, {"do": "accuse", "seen": 2, "clue": 0, "seat": seat}).status_code

    answers = cast.racers.at_once([call(seat) for seat in SEATS])
    assert answers == [302] * len(SEATS), answers
    (tally,) = CaseTally.objects.filter(case=file.key)
    assert tally.count == 1
    run = visitor.get(f"/case/{file.number}/").context["run"]
    assert run.accused == tally.accused
    return f"seat {tally.accused}"


def make_the_same_day(cast: Cast) -> str:
    """Let several workers make the cases of three days."""
    Case.objects.all().delete()
    games = iter([load_game(randint(0, 3)) for _ in range(1000)])
    with patch.object(generation, "try_case", lambda *given: next(games)):
        answers = cast.racers.at_once([lambda: len([*generation.make_cases(NOON, 3)])] * 4)
    assert sum(answers) == 3, answers
    assert [*Case.objects.values_list("number", flat=True)] == [1, 2, 3]
    return f"{sum(map(bool, answers))} workers"
