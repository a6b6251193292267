"""Sets the stage: `python -m tests.browser.stage` makes people and games, and prints their names as JSON.

Runs before the site, and makes its database. What takes a person long to reach, a vote for instance, stands ready here.
"""

# ruff: noqa: E402

import json
import re
from datetime import timedelta
from random import Random
from typing import Any

import django

django.setup()

from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts.tokens.bots import make_bot
from games.cases.services.generation import DAYS_AHEAD
from games.circles import services as circles
from games.circles import weekly_tables
from games.models import CaseTally, Game, Investigation, Message, Player, Terms, WeeklyTable
from games.moderation.services.reports import send_report
from games.notifications.preferences import make_stop_token
from games.rules.registry import TITLES
from games.state.table import load_players, load_table
from games.tables.selectors.talk import name_line
from games.tables.services import lobby, stand_ins
from games.tables.services.moves import DICE
from games.tables.services.talk import say
from games.tables.services.weekly_tables import open_weekly_table
from insidejob.embedded.static_files import collect_if_changed
from tests.browser.playing import is_any, make_person, play_until, store_fixed
from tests.browser.title_stages import find_stage, set_crowds, set_fixed
from tests.cases.builders import store_case
from tests.circles.weeks import plan
from tests.tables.builders import open_table, play_on, start_table
from tests.tables.stored import record_games, store_game
from tests.titles import find_module

FLAGSHIP: Any = find_module("insidejob", "stage")


def draw_the_same_each_time() -> None:
    """Let games come out in each run as in the last, so that no layout fails now and then."""
    seeded = Random(1)
    for name in ("random", "getrandbits"):
        setattr(DICE, name, getattr(seeded, name))


WATCHED_MOVES = 10


def set_heard() -> dict[str, dict[str, str]]:
    """Make games of three people for each language in which a screen reader is heard, the same each time."""
    people = {"en": ("Honorine", "Casimir", "Ursule"), "fr": ("Hyacinthe", "Clotaire", "Ursula")}
    return {
        language: make_heard(language, *(make_person(name, language) for name in names))
        for language, names in people.items()
    }


def make_heard(language: str, me: Any, *people: Any) -> dict[str, str]:
    rendezvous, words = find_stage("rendezvous"), {"title": "rendezvous", "language": language}
    is_my_attack: Any = lambda state: state.turn > 4 and state.gap is None and state.player == 0  # noqa: E731
    is_led_next: Any = lambda state: len(state.tricks) == 2 and state.mission is None and state.leader == 2  # noqa: E731
    is_to_be_led: Any = lambda state: not state.tricks and state.mission is None and state.leader == 1  # noqa: E731
    games = {
        "trick": store_fixed(is_led_next, me, *people),
        "vote": store_fixed(FLAGSHIP.is_vote, me, *people),
        "hide": store_fixed(is_any, me, people[0], title="target"),
        "attack": store_fixed(is_my_attack, me, people[0], title="target"),
        "word": store_fixed(rendezvous.is_to_speak, me, *people, **words),
        "point": store_fixed(rendezvous.is_to_point, me, *people, **words),
        "last_point": store_fixed(rendezvous.is_to_point_at_last, me, *people, None, **words),
        "sheet": store_fixed(rendezvous.is_to_hear, me, *people, **words),
        # Not the first of its title: there are tips at that one.
        "role": store_fixed(is_to_be_led, me, *people),
    }
    # If the bot found both spies, who are the second and the third seat, the game would go on.
    rendezvous.let_bot_point(games["last_point"], 3, 0, 1)
    return games


def list_asked(me: Any) -> list[str]:
    """Return what a person is asked at their tables, as `title decision` without numbers; `over` where one is over."""
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
    for seats in (3, 4, 5):
        for recorded in record_games(seats):
            table = store_game(recorded, [me, friend, *[None] * (seats - 2)], len(recorded.entries))
    Player.objects.filter(game=table.game, user=friend).update(stand_in=True)
    agreed = start_table(me, friend, bots=1)
    for person in (me, friend):
        stand_ins.agree_to_end(code=agreed.code, user=person, agrees=True)


def set_stage() -> dict[str, Any]:
    """Make two people and a table in each state, and return the addresses and the codes."""
    me, friend = (make_person(name) for name in ("Camille", "Robin"))
    tables = {
        "lobby": lobby.open_game(host=me, title="insidejob", seat_count=4, options={}).code,
        "invitation": lobby.open_game(
            host=friend,
            title="insidejob",
            seat_count=3,
            options={},
            terms=Terms(is_public=True, in_time_only=True),
        ).code,
        "private": play_until(FLAGSHIP.is_lead, friend, bots=2),
        "cancelled": lobby.open_game(host=friend, title="insidejob", seat_count=3, options={}).code,
    }
    for name in TITLES:
        tables |= find_stage(name).make_tables(me, friend)
    lobby.cancel_game(code=tables["cancelled"], host=friend)
    game = Game.objects.get(code=tables["wait"])
    for seat, text in enumerate(("Who took that last trick?", "Not me. I followed, for once.")):
        say(game=game, seat=seat, text=text)
    set_report(game)
    links = {person.language: link_to_stop_mail(person) for person in (friend, make_person("Dominique", "fr"))}
    store_past_games(me, friend)
    circle = set_circles(me, friend)
    stranger = make_person("Philemon")
    make_bot(me, "Ticker")
    return {
        "tables": tables,
        "circle": circle,
        "cases": set_cases(me),
        "asked": list_asked(me),
        "stop_mail": links,
        "days": set_days(),
        "premove": make_premoves(*(pair := [make_person(name) for name in ("Philippa", "Quitterie")])),
        "unsent": play_until(FLAGSHIP.is_led_next, *pair, bots=1),
        "talkative": set_talkative(),
        "grouped": set_grouped(),
        "watched": set_watched(),
        **set_crowds(),
        "fixed": set_fixed(),
        "alone": set_alone(),
        "heard": set_heard(),
        "people": {"me": me.code, "friend": friend.code, "stranger": stranger.code},
    }


def set_cases(me: Any) -> dict[str, int]:
    """Make the cases of three days, the first solved by `me` and many others; return the guilty seats by number.

    Those of the coming days are there, too: the site would search for them all the while.
    """
    today = timezone.localdate()
    first, *others = (
        store_case(number=number, day=today + timedelta(days=number - 3), level=level)
        for number, level in ((1, 4), (2, 2), (3, 1))
    )
    for ahead in range(1, DAYS_AHEAD + 1):
        store_case(number=3 + ahead, day=today + timedelta(days=ahead))
    Investigation.objects.create(
        case=first,
        user=me,
        seen=6,
        has_clue=True,
        clue_at=4,
        accused=first.guilty,
        is_right=True,
        ended_at=timezone.now(),
    )
    for scenes, count in ((4, 9), (7, 20)):
        for step, share in ((0, 2), (1, 1)):
            accused = (first.guilty + step) % 4
            CaseTally.objects.create(case=first, scenes=scenes, accused=accused, count=share * count)
    return {str(case.number): case.guilty for case in (first, *others)}


def play_some(game: Any) -> Any:
    """Play a few moves at a table, and return it; chance may end a game early, and then another like it."""
    people = [player.user for player in game.players.order_by("seat")]
    while True:
        play_on(game, WATCHED_MOVES)
        if game.is_running:
            return game
        game = start_table(*people, title=game.title, watchers="link", is_public=True)


def set_watched() -> dict[str, str]:
    """Make games that anyone may watch, one of each title, an open and a finished one; return their keys."""
    # At four seats, or the nearest number that the title has.
    seats = {name: min(title.SEATS, key=lambda seats: abs(seats - 4)) for name, title in TITLES.items()}
    names = ("Ludovic", "Marguerite", "Noémie", "Octavie", "Paulette", "Quitterie", "Rosalie", "Siméon")
    people = [make_person(name) for name in names[: max(seats.values())]]
    games = {
        name: start_table(*people[:count], title=name, watchers="link", is_public=True) for name, count in seats.items()
    }
    for name, game in games.items():
        games[name] = play_some(game)
    games["over"] = start_table(*people[:2], title="target", watchers="link")
    play_on(games["over"])
    games["open"] = open_table(people[0], seats=3, watchers="link")
    return {name: game.watch_key for name, game in games.items()}


def set_circles(me: Any, friend: Any) -> dict[str, str]:
    """Make a circle of two with a history and tables, and ask `me` to join another; return its code, and the link.

    Of two weekly tables one is open, and one is skipped once.
    """
    circle = circles.make_circle(owner=me, name="The Thursday table of Camille and Robin")
    circles.join_circle(key=circle.invitation, user=friend)
    Game.objects.filter(status="over", players__user=me).filter(players__user=friend).update(circle=circle)
    circles.open_for_circle(code=circle.code, user=friend, title="insidejob", options={})
    weekly, skipped = (
        weekly_tables.add_weekly_table(code=circle.code, owner=me, title="insidejob", plan=plan(bots_fill=fill))
        for fill in (True, False)
    )
    weekly_tables.skip_week(code=circle.code, owner=me, weekly_table=skipped.code, when=skipped.next_at.isoformat())
    WeeklyTable.objects.filter(pk=weekly.pk).update(next_at=timezone.now())
    open_weekly_table(weekly.code, timezone.now())
    other = circles.make_circle(owner=friend, name="Sundays")
    other.members.create(user=me, invited=True)
    return {
        "code": circle.code,
        "link": other.invitation,
        "season": f"{circle.made_at:%Y-%m}",
        "weekly": weekly.code,
        "open": weekly.games.get().code,
    }


def set_days() -> dict[str, str]:
    """Make the games of tests over days, of presence and of pushes, each with people of its own; return their codes."""
    # No turn is told where only bots wait.
    perrine, felix = make_person("Perrine"), make_person("Felix")
    return {
        "mail": play_until(FLAGSHIP.is_lead, make_person("Maxime"), felix, bots=2),
        "digest": play_until(FLAGSHIP.is_lead, perrine, felix, bots=2),
        "digest_too": play_until(FLAGSHIP.is_play, perrine, felix, bots=2),
        "vote": play_until(FLAGSHIP.is_vote, make_person("Noor"), make_person("Jules"), bots=2),
        "link": play_until(FLAGSHIP.is_play, make_person("Solveig"), felix, bots=2),
        "plain": play_until(FLAGSHIP.is_play, make_person("Ysaline"), felix, bots=2),
        "left_alone": play_until(FLAGSHIP.is_lead, make_person("Anatole"), felix, bots=2),
        "stays": play_until(FLAGSHIP.is_lead, make_person("Blandine"), felix, bots=2),
        "substitute": play_until(FLAGSHIP.is_lead, make_person("Wilma"), make_person("Octave"), bots=1),
        "pushed": play_until(FLAGSHIP.is_lead, make_person("Pia"), felix, bots=2),
    }


def make_premoves(*people: Any) -> dict[str, str]:
    """Make a table of each title where the second is asked and the first may prepare; return their codes by title."""
    rendezvous = find_stage("rendezvous")
    asks: dict[str, tuple[Any, int, dict[str, Any]]] = {
        # when to stop, how many bots, options
        "insidejob": (FLAGSHIP.is_led_next, 1, {}),
        "target": (lambda state: state.turn == 2 and state.gap is None and state.player == 1, 0, {}),
        "rendezvous": (rendezvous.is_said_next, 2, {"laps": "in_turn", "language": "en"}),
    }
    return {
        title: play_until(is_so, *people, bots=bots, title=title, **options)
        for title, (is_so, bots, options) in asks.items()
    }


def set_alone() -> dict[str, str]:
    """Make tables of Prosper and Rosalie, each for the one test that plays there; return their codes."""
    people = me, friend = [make_person(name) for name in ("Prosper", "Rosalie")]
    rendezvous = find_stage("rendezvous")
    votes = ("vote_heard", "vote_scene", "vote_at_the_top")
    hidings = ("hiding_heard", "hiding_older", "duel")
    words: dict[str, Any] = {"title": "rendezvous", "language": "en"}
    return {
        **{name: play_until(FLAGSHIP.is_vote, me, bots=3) for name in votes},
        **{name: start_table(me, friend, title="target").code for name in hidings},
        **{f"prepared_{title}": code for title, code in make_premoves(me, friend).items()},
        "move_heard": play_until(FLAGSHIP.is_wait, me, friend, bots=2),
        "choice_heard": play_until(FLAGSHIP.is_vote, me, friend, bots=2),
        "words_heard": play_until(rendezvous.is_to_speak, me, bots=3, **words),
        "half_chosen": play_until(rendezvous.is_to_point, me, friend, bots=1, **words),
        "card_held": play_until(FLAGSHIP.is_follow, me, bots=3),
        "streams": play_until(FLAGSHIP.is_lead, me, friend, bots=1),
        "my_games": play_until(FLAGSHIP.is_lead, me, friend, bots=1),
        "together": play_until(FLAGSHIP.is_lead, me, friend, bots=1),
        "vote_weighed": store_fixed(FLAGSHIP.is_vote, me, friend, None, None),
        "late_weighed": store_fixed(FLAGSHIP.is_late, me, friend, None, None, None),
        "vote_twice": FLAGSHIP.store_vote_of_the_paranoid(*people, make_person("Sidonie"), make_person("Tancrede")),
        "vote_changed": play_until(FLAGSHIP.is_vote, me, friend, bots=2),
        "read_on": store_fixed(is_between, me, friend, make_person("Theophane")),
        "log_read": store_fixed(is_last, me, friend, None),
        "trick_watched": let_watch(store_fixed(is_last, me, friend, None)),
        "seats_watched": let_watch(store_fixed(is_last, me, friend, None)),
        "past_read": store_fixed(is_last, me, friend, None),
        "round_read": play_until(rendezvous.has_finished_round, me, friend, bots=2, **words),
        "talk_read": play_until(FLAGSHIP.is_wait, me, friend, bots=1),
        "picture_led": play_until(FLAGSHIP.is_lead, me, bots=3),
        "picture_followed": play_until(FLAGSHIP.is_play, me, bots=3),
        # Her first table, so there are tips.
        "first_lead": play_until(is_first_lead, make_person("Prunelle"), bots=3),
        "half_prepared": store_fixed(FLAGSHIP.is_led_next, me, friend, make_person("Valdemar")),
    }


def let_watch(code: str) -> str:
    """Let anyone watch a game who has its code, and return the code."""
    Game.objects.filter(code=code).update(watchers="link", watch_key=code)
    return code


def is_between(state: Any) -> bool:
    """Whether the second of three is to play, after the first and before the third."""
    return len(state.tricks) >= 2 and state.mission is not None and len(state.plays) == 1 and state.turn == 1


def is_first_lead(state: Any) -> bool:
    """Whether the first seat leads to the first trick."""
    return not state.tricks and state.mission is None and state.leader == 0


def is_last(state: Any) -> bool:
    """Whether the second of three is the last to play to a trick."""
    return len(state.tricks) >= 2 and state.mission is not None and len(state.plays) == 2 and state.turn == 1


def set_talkative() -> dict[str, str]:
    """Make a table for each of two people at which both said 120 lines, all read; return their codes by name."""
    people = {name: make_person(name, language) for name, language in (("Salome", "en"), ("Timoleon", "fr"))}
    return {name: make_talkative(list(people.values())) for name in people}


def set_grouped() -> dict[str, str]:
    """Make a table for each of two people at which they and a third said three lines each in turn; return the codes."""
    third = make_person("Gaspard")
    people = {name: make_person(name, language) for name, language in (("Isaure", "en"), ("Leopold", "fr"))}
    return {name: make_grouped([person, third]) for name, person in people.items()}


def make_grouped(people: list[Any]) -> str:
    """Make a table in the middle of a trick at which two people said three lines each in turn, and return its code."""
    code, now = play_until(FLAGSHIP.is_follow, *people, bots=2), timezone.now()
    game = Game.objects.get(code=code)
    for line in range(18):
        said = {"seat": line // 3 % 2, "author": people[line // 3 % 2], "text": f"{line} of a few"}
        Message.objects.create(game=game, sent_at=now - timedelta(seconds=(18 - line) * 20), **said)
    game.players.update(talk_read=Message.objects.latest("pk").pk)
    return code


def make_talkative(people: list[Any]) -> str:
    """Make a table at which people said 120 lines in turn, and return its code."""
    code, now = play_until(FLAGSHIP.is_lead, *people, bots=1), timezone.now()
    game = Game.objects.get(code=code)
    for line in range(120):
        said = {"seat": line % 2, "author": people[line % 2], "text": f"{line} of many"}
        Message.objects.create(game=game, sent_at=now - timedelta(minutes=200 - line), **said)
    game.players.update(talk_read=Message.objects.latest("pk").pk)
    return code


def set_report(game: Any) -> None:
    """Let the second player report what the first said; Ottilie is an operator."""
    operator, players, said = make_person("Ottilie"), load_players(game), game.messages.get(seat=0)
    operator.is_staff = True
    operator.save()
    reporter: Any = players[1].user
    sent = {"line": name_line(said), "reason": "other", "words": "I did take it."}
    send_report(game=game, players=players, by=reporter, **sent)


def link_to_stop_mail(person: Any) -> str:
    return reverse("games:stop_mail", args=[make_stop_token(person, "turn")])


if __name__ == "__main__":
    call_command("migrate", interactive=False, verbosity=0)
    collect_if_changed()
    draw_the_same_each_time()
    print(json.dumps(set_stage()))
