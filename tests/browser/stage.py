"""Sets the stage: `python -m tests.browser.stage` makes people and games, and prints their names as JSON.

Runs beside the site, on its database. What takes a person long to reach, a vote for instance, stands ready here.
"""

import json
import re
from typing import Any

import django

from games.rules.registry import TITLES
from tests.browser.playing import PASSWORD, make_person, play_until
from tests.titles import find_module

FLAGSHIP: Any = find_module("insidejob", "stage")


def set_tables(title: str, me: Any, friend: Any) -> dict[str, str]:
    """Make the tables of a title and return their codes by name."""
    stage = find_module(title, "stage")
    assert stage, f"{title} has no tests/{title}/stage.py"
    made: dict[str, str] = stage.make_tables(me, friend)
    return made


LONG_NAMES = (
    "Bartholomew Featherstone", "Wilhelmina Throckmorton", "Maximilienne Desrochers", "Guillemette Beauregards",
    "Theodora Papadimitriou-Lo", "Anastasia Konstantinova", "Christophe Vandenberghen", "Hippolyte Montgolfieres",
)  # fmt: skip
"""As long as names may be: 24 letters."""


def set_crowds() -> dict[str, Any]:
    """Make the fullest tables of each title, all with long names; return the first person's address and the codes."""
    people = [make_person(name[:24].strip()) for name in LONG_NAMES]
    tables: dict[str, str] = {}
    for title in TITLES:
        stage = find_module(title, "stage")
        assert stage, f"{title} has no tests/{title}/stage.py"
        tables |= stage.make_crowds(*people)
    return {"email": people[0].email, "tables": tables}


def list_asked(me: Any) -> list[str]:
    """Return what a person is asked at their tables, as `title decision` without numbers; `over` where one is over."""
    from games.models import Player
    from games.reads.table import load_table

    asked = set()
    for player in Player.objects.filter(user=me, game__status__in=("running", "over")).select_related("game"):
        table = load_table(player.game)
        decision = table.title.decision(table.states[-1], player.seat)
        if decision or table.outcome:
            asked.add(f"{player.game.title} {name_kind(decision.name) if decision else 'over'}")
    return sorted(asked)


def name_kind(decision: str) -> str:
    """Return the name of a decision without the numbers that tell it from others of its kind."""
    return re.sub(r"\d+", "N", decision)


def store_past_games(me: Any, friend: Any) -> None:
    """Store more finished games than a page of a profile lists: won and lost, agreed upon, and ended by a stand-in."""
    from games.models import Player
    from games.services import absence
    from tests.games.builders import start_table
    from tests.games.stored import record_games, store_game

    for seats in (3, 4, 5):
        for recorded in record_games(seats):
            table = store_game(recorded, [me, friend, *[None] * (seats - 2)], len(recorded.entries))
    Player.objects.filter(game=table.game, user=friend).update(stand_in=True)
    agreed = start_table(me, friend, bots=1)
    for person in (me, friend):
        absence.agree_to_end(code=agreed.code, user=person, agrees=True)


def set_stage() -> dict[str, Any]:
    """Make two people and a table in each state, and return the addresses and the codes."""
    from games.models import Game
    from games.services import lobby
    from games.services.talk import say

    me, friend = (make_person(name) for name in ("Camille", "Robin"))
    tables = {
        "lobby": lobby.open_game(host=me, title="insidejob", seat_count=4, options={}).code,
        "invitation": lobby.open_game(host=friend, title="insidejob", seat_count=3, options={}).code,
        "private": play_until(FLAGSHIP.is_lead, friend, bots=2),
        "cancelled": lobby.open_game(host=friend, title="insidejob", seat_count=3, options={}).code,
    }
    for name in TITLES:
        tables |= set_tables(name, me, friend)
    lobby.cancel_game(code=tables["cancelled"], host=friend)
    game = Game.objects.get(code=tables["wait"])
    for seat, text in enumerate(("Who took that last trick?", "Not me. I followed, for once.")):
        say(game=game, seat=seat, text=text)
    links = {person.language: link_to_stop_mail(person) for person in (friend, make_person("Dominique", "fr"))}
    store_past_games(me, friend)
    stranger = make_person("Lou")
    return {
        "email": me.email,
        "friend": friend.email,
        "password": PASSWORD,
        "tables": tables,
        "asked": list_asked(me),
        "stop_mail": links,
        "days": set_days(),
        "crowds": set_crowds(),
        "people": {"me": me.code, "friend": friend.code, "stranger": stranger.code},
    }


def set_days() -> dict[str, str]:
    """Make the games of `test_over_days`, each with people of its own; return their codes by what happens there."""
    return {
        "mail": play_until(FLAGSHIP.is_lead, make_person("Maxime"), bots=3),
        "vote": play_until(FLAGSHIP.is_vote, make_person("Noor"), make_person("Jules"), bots=2),
        "away": play_until(FLAGSHIP.is_lead, make_person("Morgan"), make_person("Eden"), bots=1),
    }


def link_to_stop_mail(person: Any) -> str:
    """Return the path that a mail to somebody gives to stop it."""
    from django.urls import reverse

    from games.post.preferences import make_stop_token

    return reverse("games:stop_mail", args=[make_stop_token(person, "turn")])


if __name__ == "__main__":
    django.setup()
    print(json.dumps(set_stage()))
