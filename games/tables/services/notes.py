"""Stores notes and suspicions. The game's version does not change, so other players notice nothing."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.db.models import F, Max, QuerySet

from accounts.models import User
from games.models import Game, Note, Player, Suspicion
from games.models.notes import NOTE_LENGTH
from games.state.refusals import Refusal
from games.state.table import Table, load_players, load_table
from games.tables.selectors.notes import find_steps, load_remarks
from games.tables.services.moves import lock_game
from games.tables.services.seats import require_player
from games.tables.services.talk import JOINERS, tidy_talk

MAX_NOTES = 100
MAX_NUMBER = 1_000_000
"""No note has a higher number."""
STEPS = {1, 2, 3, 4, 5}


@contextmanager
def _lock_running(code: str, user: User) -> Iterator[Table]:
    """Lock a running game.

    Once a game is over, notes can no longer be changed, so that they show what was thought before.
    """
    with lock_game(code) as game:
        players = load_players(game)
        require_player(players, user)
        if not game.is_running:
            raise Refusal("notes_closed")
        yield load_table(game, players)


def write_note(*, code: str, user: User, text: str) -> None:
    text = _tidy_note(text)
    with _lock_running(code, user) as table:
        own = Note.objects.filter(game=table.game, author=user)
        if own.count() >= MAX_NOTES:
            raise Refusal("many_notes")
        Note.objects.create(game=table.game, author=user, number=_find_last(own) + 1, at=len(table.entries), text=text)


def change_note(*, code: str, user: User, number: int, text: str) -> None:
    text = _tidy_note(text)
    with _lock_running(code, user) as table:
        if not Note.objects.filter(game=table.game, author=user, number=number).update(text=text):
            raise Refusal("no_note")


def delete_note(*, code: str, user: User, number: int) -> None:
    with _lock_running(code, user) as table:
        Note.objects.filter(game=table.game, author=user, number=number).delete()


def suspect(*, code: str, user: User, steps: Mapping[int, int]) -> None:
    """Store suspicions with the number of moves made so far. Earlier ones are kept."""
    with _lock_running(code, user) as table:
        own = require_player(table.players, user)
        others = {player.seat for player in table.players} - {own.seat}
        if table.title.TEXTS.suspicion is None or not steps.keys() <= others or not set(steps.values()) <= STEPS:
            raise Refusal("no_suspicion")
        at = len(table.entries)
        known = find_steps(table, load_remarks(table, [own]), at)
        for about, step in steps.items():
            if known.get(about) != step:
                Suspicion.objects.update_or_create({"step": step}, game=table.game, author=user, about=about, at=at)


def open_notes(*, code: str, user: User, opens: bool) -> None:
    with lock_game(code) as game:
        if game.status != Game.Status.OVER:
            raise Refusal("not_played")
        player = require_player(load_players(game), user)
        Player.objects.filter(pk=player.pk).update(opens_notes=opens)


def hand_over(game: Game, giver: User, taker: User) -> None:
    """Give a player's notes and suspicions to the substitute.

    If both noted a suspicion at the same moment, the substitute's own is kept.
    """
    last = _find_last(Note.objects.filter(game=game, author=taker))
    Note.objects.filter(game=game, author=giver).update(author=taker, number=F("number") + last)
    kept = set(Suspicion.objects.filter(game=game, author=taker).values_list("about", "at"))
    rows = Suspicion.objects.filter(game=game, author=giver)
    for row in rows:
        if (row.about, row.at) not in kept:
            rows.filter(pk=row.pk).update(author=taker)
    rows.delete()


def _find_last(own: QuerySet[Note]) -> int:
    last: int | None = own.aggregate(last=Max("number"))["last"]
    return last or 0


def _tidy_note(text: str) -> str:
    text = tidy_talk(text)
    if not text.strip(JOINERS):
        raise Refusal("empty")
    if len(text) > NOTE_LENGTH:
        raise Refusal("too_long")
    return text
