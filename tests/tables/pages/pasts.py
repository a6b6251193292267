"""Games that are over, at all titles and with all kinds of company, for statistics to count."""

import datetime as dt
from functools import cache
from itertools import product
from random import Random

from django.urls import reverse

from accounts.models import Audience, User
from games.models import Game
from games.personal_data.deletion import close_account
from games.rules.registry import TITLES
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.stored import Recorded, record_game, store_game


@cache
def record(title: str, seats: int, number: int) -> Recorded:
    """Return one of some games that random bots played."""
    return record_game(seats, Random(f"{title} {seats} {number}"), title_name=title)


def finish(*people: User | None, title: str = "insidejob", number: int = 0, when: dt.datetime | None = None) -> Game:
    """Return a finished game of these people, with a bot wherever there is None."""
    recorded = record(title, len(people), number)
    game = store_game(recorded, people, len(recorded.entries)).game
    if when:
        Game.objects.filter(pk=game.pk).update(ended_at=when)
    return game


def path_of(person: User) -> str:
    return reverse("games:statistics", args=[person.code])


def read(viewer: User, owner: User, query: str = "") -> str:
    """Return the statistics of `owner` as `viewer` is shown them."""
    return text_of(sign_in(viewer).get(path_of(owner) + query))


def show_to(owner: User, statistics: str, history: str = Audience.EVERYBODY) -> None:
    owner.statistics_shown_to, owner.history_shown_to = statistics, history
    owner.save(update_fields=["statistics_shown_to", "history_shown_to"])


class Past:
    """A past of one person at all titles, with others, with bots, alone, agreed upon and still running."""

    def __init__(self, seed: int) -> None:
        chance = Random(seed)
        self.me, self.others = make_person("Olive"), [make_person() for _ in range(7)]
        day = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
        for title, number in product(TITLES.values(), range(7)):
            seats = chance.choice(title.SEATS)
            people: list[User | None] = chance.sample([*self.others, *[None] * (seats // 2)], seats - 1)
            people.insert(chance.randrange(seats), self.me)
            # Just before and after midnight, in Paris and elsewhere.
            when = day - dt.timedelta(days=chance.randrange(0, 300, 15), minutes=chance.choice((30, 90)))
            finish(*people, title=title.NAME, number=number, when=when)
        running = start_table(self.me, self.others[0], bots=1)
        play_on(running, 5)
        close_account(self.others[6])
        close_account(self.others[5])
