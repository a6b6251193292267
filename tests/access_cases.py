"""The cases of the table in `tests/access.py`, and what their pages answer to each kind of visitor.

The first is today's; the second is tomorrow's, which is there for nobody, moderators included.
"""

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from tests.access_people import MEMBERS, Answers
from tests.cases.builders import store_case

TODAY, TOMORROW = "1", "2"
CASES: dict[str, tuple[Answers, Answers]] = {
    "games:case_of_the_day": ("200", "405"),
    "games:case_archive": ("200", "405"),
    "games:case_zone": ("405", "→case_of_the_day"),
    "games:case": ({TODAY: "200", TOMORROW: "404"}, "405"),
    "games:act_in_case": ("→case", {TODAY: "→case_of_the_day", TOMORROW: "404"}),
    "games:case_reminder": (MEMBERS.format("200"), MEMBERS.format("→case_reminder")),
    # None of them has solved it.
    **dict.fromkeys(
        ("games:case_replay", "games:case_replay_step", "games:case_record", "games:case_commitment"),
        ({TODAY: "→case", TOMORROW: "404"}, "405"),
    ),
}


def make_cases() -> None:
    """Store the case of today and that of tomorrow."""
    today = timezone.localdate()
    store_case(number=1, day=today)
    store_case(number=2, day=today + timedelta(days=1))


def find_addresses(name: str) -> Iterator[tuple[str, str]]:
    """Yield an address's path for each case, or the one that has no number."""
    if name in ("games:case_of_the_day", "games:case_archive", "games:case_zone", "games:case_reminder"):
        yield "", reverse(name)
    else:
        step = (3,) if name == "games:case_replay_step" else ()
        yield from ((number, reverse(name, args=[int(number), *step])) for number in (TODAY, TOMORROW))
