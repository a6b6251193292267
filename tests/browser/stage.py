"""Sets the stage: `python -m tests.browser.stage` makes people and games, and prints their names as JSON.

Runs beside the site, on its database. What takes a person long to reach, a vote for instance, stands ready here.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import django
from django.db import transaction

PASSWORD = "seven green lamps"


class Unsuitable(Exception):
    """This game went another way."""


def make_person(name: str, language: str = "en") -> Any:
    """Store and return somebody who signs in with `PASSWORD`."""
    from tests.builders_people import create_person

    return create_person(
        email=f"{name.lower()}@example.org",
        display_name=name,
        password=PASSWORD,
        language=language,
        time_zone="Europe/Paris",
    )


def play_until(is_so: Callable[[Any], bool], *people: Any, bots: int, title: str = "insidejob", **options: Any) -> str:
    """Return the code of a game that has reached a state of which `is_so`; others are forgotten."""
    from tests.games.builders import start_table

    for _ in range(500):
        with suppress(Unsuitable), transaction.atomic():
            game = start_table(*people, bots=bots, title=title, options=options)
            advance(game, is_so)
            return str(game.code)
    raise AssertionError("no such game in five hundred")


def advance(game: Any, is_so: Callable[[Any], bool]) -> None:
    """Let the people of a game choose at random until it is so. Raises `Unsuitable` if it ends before."""
    from games.selectors import load_table

    table = load_table(game)
    while not is_so(table.states[-1]):
        if table.outcome:
            raise Unsuitable
        table = choose_at_random(table)


def choose_at_random(table: Any) -> Any:
    """Let the first of those who are asked choose, and return the table as it stands then."""
    from games.services import play
    from tests.games.builders import asked, choose

    seat = asked(table)[0]
    decision = table.title.decision(table.states[-1], seat)
    return play.submit(table=table, seat=seat, decision=decision.name, moves=choose(table, seat))


def is_lead(state: Any) -> bool:
    """Whether the first seat is to choose card and mission, some tricks into the game."""
    return len(state.tricks) >= 3 and not state.is_vote and state.mission is None and state.leader == 0


def is_follow(state: Any) -> bool:
    """Whether the first seat is to add a card to a trick, with cards that may be played and others that may not."""
    if len(state.tricks) < 3 or state.mission is None or state.turn != 0 or len(state.plays) < 2:
        return False
    led = {card.suit == state.plays[0].card.suit for card in state.hands[0]}
    return led == {True, False} and bool(state.intel[0]) and state.deal.roles[0] == "agent"


def is_wait(state: Any) -> bool:
    """Whether a trick waits for the second seat."""
    return len(state.tricks) >= 2 and state.mission is not None and state.turn == 1


def is_vote(state: Any) -> bool:
    """Whether the vote is due and everybody is a suspect."""
    return bool(state.is_vote) and not state.revealed


def is_voted(state: Any) -> bool:
    """Whether a vote has ended the game."""
    return state.outcome is not None and bool(state.votes)


def is_to_pick(state: Any) -> bool:
    """Whether the first seat is the Accomplice, who is to pick her partner."""
    return bool(state.awaits_partner) and state.accomplice == 0


def store_vote_of_the_paranoid(*people: Any) -> str:
    """Store a game in which everybody is to vote, the first of `people` as the Paranoid Agent, and return its code."""
    from tests.games.stored import record_game, store_game

    chance = Random(2)
    while True:
        recorded = record_game(len(people), chance, {"roles": ["paranoid", "sleeper"]})
        if recorded.deal.roles[0] == "paranoid" and any(is_vote(state) for state in recorded.states):
            return str(store_game(recorded, people, recorded.vote).game.code)


def is_larrys_turn(state: Any) -> bool:
    """Whether the first seat is to play a card for Larry, who cannot play all of those it sees."""
    if len(state.tricks) < 3 or state.mission is None or state.controller != 0 or len(state.plays) != 1:
        return False
    return {card.suit == state.plays[0].card.suit for card in state.shown} == {True, False}


def is_after_larry(state: Any) -> bool:
    """Whether the first seat is to close a trick in which a card of Larry's lies."""
    return len(state.tricks) >= 3 and len(state.plays) == 2 and state.controller == 0


def make_tables_with_roles(me: Any, friend: Any) -> dict[str, str]:
    """Make tables with special roles, and two with Larry, and return their codes by name."""
    from games.services import lobby

    pair = ["accomplice", "prof_no"]
    wishing = lobby.open_game(host=me, title="insidejob", seat_count=4, options={"roles": pair})
    lobby.join_game(code=wishing.code, user=friend, wish="not_insider")
    return {
        "wish": wishing.code,
        "partner": play_until(is_to_pick, me, friend, bots=2, roles=pair),
        "roles": play_until(is_lead, me, friend, bots=2, roles=pair),
        "vote_twice": store_vote_of_the_paranoid(me, friend, make_person("Alix"), make_person("Sacha")),
        "verdicts": play_until(is_voted, me, friend, bots=2, roles=pair),
        "larry": play_until(is_larrys_turn, me, bots=1),
        "after_larry": play_until(is_after_larry, me, friend, bots=0),
        "larrys_end": play_until(is_voted, me, friend, bots=0),
    }


def make_tables_of_rendezvous(me: Any, friend: Any) -> dict[str, str]:
    """Make tables of Rendezvous, one for each thing that a player is asked, and return their codes by name."""
    crossed, later = {"variant": "crossed"}, has_finished_round
    asks: dict[str, tuple[Callable[[Any], bool], int, dict[str, Any]]] = {
        # what it shows: when to stop, how many bots, options
        "rdv_number": (lambda state: is_asking(state, "number"), 2, {}),
        "rdv_word": (lambda state: is_asking(state, "say") and later(state) and state.lap == 2, 3, {}),
        "rdv_lap": (lambda state: is_asking(state, "say") and state.lap == 2, 2, {"laps": "at_once"}),
        "rdv_emoji": (lambda state: is_asking(state, "say") and len(state.says) > 1, 2, {"silent": True}),
        "rdv_spy": (lambda state: is_asking(state, "point") and later(state) and is_spy(state), 3, {}),
        "rdv_point": (lambda state: is_asking(state, "point") and not is_spy(state), 3, {}),
        "rdv_three": (lambda state: is_asking(state, "point"), 1, {}),
        "rdv_crossed": (lambda state: is_asking(state, "say") and later(state) and is_spy(state), 5, crossed),
        "rdv_guess": (lambda state: is_asking(state, "guess"), 2, {}),
        "rdv_result": (lambda state: state.outcome is not None, 3, {}),
        "rdv_stories": (lambda state: state.outcome is not None, 1, {"points": False}),
    }
    return {
        name: play_until(is_so, me, friend, bots=bots, title="rendezvous", language="en", **options)
        for name, (is_so, bots, options) in asks.items()
    }


def is_asking(state: Any, phase: str) -> bool:
    """Whether the first seat is asked something of this phase of Rendezvous."""
    from games.rules import rendezvous

    return bool(state.phase == phase) and 0 in rendezvous.to_act(state)


def has_finished_round(state: Any) -> bool:
    """Whether a round of Rendezvous is over."""
    return bool(state.rounds)


def is_spy(state: Any) -> bool:
    """Whether the first seat is a spy of Rendezvous."""
    return state.cards[0] is not None


def make_tables_of_target(me: Any, friend: Any) -> dict[str, str]:
    """Make tables of T.A.R.G.E.T., one for each thing that a player is asked, and return their codes by name."""
    from tests.games.builders import start_table

    asks: dict[str, Callable[[Any], bool]] = {
        "target_turn": lambda state: state.turn > 6 and state.gap is None and state.player == 0,
        "target_wait": lambda state: state.turn > 4 and state.gap is None and state.player == 1,
        "target_refill": lambda state: state.gap is not None and state.gap.seat == 0,
        "target_result": lambda state: state.outcome is not None,
    }
    made = {name: play_until(is_so, me, friend, bots=0, title="target") for name, is_so in asks.items()}
    return {**made, "target": start_table(me, friend, title="target").code}


def store_past_games(me: Any, friend: Any) -> None:
    """Store more finished games than a page of a profile lists: won and lost, agreed upon, and ended by a stand-in."""
    from games.models import Seat
    from games.services import absence
    from tests.games.builders import start_table
    from tests.games.stored import record_games, store_game

    for seats in (3, 4, 5):
        for recorded in record_games(seats):
            table = store_game(recorded, [me, friend, *[None] * (seats - 2)], len(recorded.entries))
    Seat.objects.filter(game=table.game, user=friend).update(stand_in=True)
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
        "lead": play_until(is_lead, me, bots=3),
        "follow": play_until(is_follow, me, bots=3),
        "wait": play_until(is_wait, me, friend, bots=2),
        "vote": play_until(is_vote, me, friend, bots=2),
        "vote_to_look_at": play_until(is_vote, me, friend, bots=2),
        "result": play_until(is_voted, me, friend, bots=2),
        "lobby": lobby.open_game(host=me, title="insidejob", seat_count=4, options={}).code,
        "invitation": lobby.open_game(host=friend, title="insidejob", seat_count=3, options={}).code,
        "private": play_until(is_lead, friend, bots=2),
        "cancelled": lobby.open_game(host=friend, title="insidejob", seat_count=3, options={}).code,
    }
    tables |= make_tables_with_roles(me, friend)
    tables |= make_tables_of_rendezvous(me, friend)
    tables |= make_tables_of_target(me, friend)
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
        "stop_mail": links,
        "days": set_days(),
        "people": {"me": me.code, "friend": friend.code, "stranger": stranger.code},
    }


def set_days() -> dict[str, str]:
    """Make the games of `test_over_days`, each with people of its own; return their codes by what happens there."""
    return {
        "mail": play_until(is_lead, make_person("Maxime"), bots=3),
        "vote": play_until(is_vote, make_person("Noor"), make_person("Jules"), bots=2),
        "away": play_until(is_lead, make_person("Morgan"), make_person("Eden"), bots=1),
    }


def link_to_stop_mail(person: Any) -> str:
    """Return the path that a mail to somebody gives to stop it."""
    from django.urls import reverse

    from games.services.wishes import make_stop_token

    return reverse("games:stop_mail", args=[make_stop_token(person, "turn")])


if __name__ == "__main__":
    django.setup()
    print(json.dumps(set_stage()))
