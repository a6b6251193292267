"""Builders of people and tables, so that a test's line reads as what happens."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Game, Player, Terms
from games.rules.engine.play import Position, answer_with, settle
from games.rules.engine.values import BOT, PLAYER, Entry
from games.rules.registry import TITLES
from games.state.table import Table, load_table
from games.tables.services import deadlines, lobby, ready, stand_ins, table_alerts
from games.tables.services import moves as play
from games.tables.services.terms import check_choices
from insidejob.cache_stamps import forget_stamps, name_games
from tests.builders_people import make_guest
from tests.builders_people import make_person as make_person
from tests.tables.stored import record_games, store_game

TO_THE_END = 10_000


def open_table(
    *people: User,
    seats: int = 0,
    bots: int = 0,
    title: str = "insidejob",
    options: Mapping[str, Any] | None = None,
    **terms: Any,
) -> Game:
    """Open a table hosted by the first of `people`, at which they all sit with `bots`; full tables have started.

    It stores at once what `lobby.open_game`, `join_game` and `fill_with_bots` do, and asks for no quota. `terms` are
    fields of `Terms`.
    """
    host, count_of_seats, chosen = people[0], seats or max(3, len(people)), Terms(**terms)
    with transaction.atomic():
        stored = check_choices(title, count_of_seats, options or {}, chosen, has_circle=False)
        game = lobby.create_game(host, title, stored, count_of_seats, chosen)
        seated: list[User | None] = [*people, *[None] * (count_of_seats - len(people))]
        players = [Player(game=game, seat=seat, user=person) for seat, person in enumerate(seated)]
        for player, person in zip(players, people, strict=False):
            lobby.copy_hours(player, person)
        for player in players[len(people) :][:bots]:
            player.bot = lobby.DEFAULT_BOT
        Player.objects.bulk_create(players)
        if game.is_public:
            table_alerts.tell_of(game)
        forget_stamps(*(name_games(person.pk) for person in people))
        if len(people) + bots > 1:
            with play.lock_game(game.code) as locked:
                lobby.start_if_full(locked, host if bots else people[-1])
    press_ready(game)
    return game


def ask_for_table(host: User, **terms: Any) -> Game:
    """Open a table as the site does, which may refuse it."""
    return lobby.open_game(host=host, title="insidejob", seat_count=3, options={}, terms=Terms(**terms))


def press_ready(game: Game) -> None:
    """Read a table again. If it starts at a live pace and asks, let everyone press."""
    game.refresh_from_db()
    if game.ready_by is not None:
        for person in User.objects.filter(players__game=game, bot_owner=None):
            ready.press_ready(code=game.code, user=person)
        game.refresh_from_db()


def start_table(
    *people: User, bots: int = 0, title: str = "insidejob", options: Mapping[str, Any] | None = None, **terms: Any
) -> Game:
    return open_table(*people, seats=len(people) + bots, bots=bots, title=title, options=options, **terms)


def start_usual(*people: User, title: str, language: str = "en", **options: Any) -> Game:
    """Start a game of any title at its usual number of seats, with bots in the free ones, and words of `language`."""
    rules = TITLES[title]
    spoken = {option.name: language for option in rules.OPTIONS if option.is_language}
    return start_table(*people, bots=rules.USUAL_SEATS - len(people), title=title, options=spoken | options)


def start_beside_stand_in(person: User, bots: int, **chosen: Any) -> Game:
    """Start a game of `person` with bots and a guest for whom a stand-in plays: it waits for `person` alone."""
    absent = make_guest()
    game = start_table(person, absent, bots=bots, guests_welcome=True, **chosen)
    stand_ins.hand_over(code=game.code, user=absent)
    game.refresh_from_db()
    return game


def asked(table: Table) -> Sequence[int]:
    """Return the seats that still have to decide."""
    return [seat for seat in table.title.to_act(table.states[-1]) if seat not in table.sealed]


def choose(table: Table, seat: int) -> tuple[Any, ...]:
    """Return legal moves with which `seat` may answer, drawn as the `random` bot does."""
    title, bot = table.title, table.title.BOTS["random"]
    position, entries = answer_with(title, Position(table.states[-1]), seat, bot, play.DICE, BOT)
    return tuple(entry.move for entry in entries or position.sealed[seat])


def play_on(game: Game, moves: int = TO_THE_END) -> Table:
    """Let the people at a table make `moves` random legal choices, or play to the end. Returns the table.

    A game that is over is an error where moves are asked for, so that no test waits for more of it for ever.
    """
    game.refresh_from_db()
    is_over, made = not game.is_running, 0
    assert not is_over or moves == TO_THE_END, "the game is over"
    while made < moves and not is_over:
        with play.lock_table(game.code) as table:
            seat = asked(table)[0]
            decision = table.title.decision(table.states[-1], seat)
            assert decision is not None
            after = play.submit(table=table, seat=seat, decision=decision.name, moves=choose(table, seat))
        is_over, made = after.outcome is not None, made + 1
    game.refresh_from_db()
    return load_table(game)


def play_to_scene(game: Game, scene: int) -> Table:
    """Let the people at a table play until a trick or round begins. Returns the table."""
    table = load_table(game)
    while table.title.scene(table.states[-1]) < scene:
        table = play_on(game, 1)
    return table


def finish(game: Game) -> Table:
    """Bring a running game to its end by random legal choices of its people, stored at once. Returns the table."""
    with play.lock_table(game.code) as table:
        title, bots, position = table.title, play._find_bots(table), table.position
        entries: tuple[Entry, ...] = ()
        while True:
            position, answered = settle(title, position, bots, play.DICE)
            entries += answered
            waited_for = [seat for seat in title.to_act(position.state) if seat not in position.sealed]
            if not waited_for:
                break
            position, answered = answer_with(title, position, waited_for[0], title.BOTS["random"], play.DICE, PLAYER)
            entries += answered
        play.store(table, position=position, entries=entries)
    game.refresh_from_db()
    return load_table(game)


def play_to_the_vote(people: int) -> Game:
    """Return a game of `people` people in which a vote is due, and every voter has two suspects or more."""
    recorded = record_games(people, 1)[0]
    return store_game(recorded, [make_person() for _ in range(people)], recorded.vote).game


def close_deadline(code: str, now: datetime) -> bool:
    """Let the clock answer at one game, if that is due; tell whether it did."""
    with play.lock_game(code) as game:
        return deadlines.close_deadline(game, now)


def fields_of(game: Game, moves: Any = None, seat: int = 0) -> dict[str, str]:
    """Return what a legal choice of a seat sends, drawn at random unless given; its player need not be asked."""
    table = load_table(game)
    decision = table.title.decision(table.states[-1], seat)
    fields = {"decision": decision.name if decision else ""}
    for move in moves or choose(table, seat):
        for name, value in table.title.dump_move(move).items():
            fields[name] = str(value[0] if isinstance(value, list) else int(value) if value in (True, False) else value)
    return fields


def break_log(game: Game) -> None:
    """Leave a dealt game with a log that cannot be folded, and let no process know what it was."""
    Game.objects.filter(pk=game.pk).update(stamp="", options={"nonsense": True})
