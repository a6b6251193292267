"""The one door for moves: lock the game, fold its log, let the move take effect, and store all of it or nothing.

With the moves go the caches, the deadline of what is asked next, and the notices: nothing of it is ever half there.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import SystemRandom
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from games.models import Deal, Game, Hand, Move, Player, SealedChoice
from games.post import outbox
from games.reads.table import Table, asked_decisions, fold_states, load_deal, load_players, load_table
from games.rules.play import Entry, Position, answer, settle
from games.rules.protocol import PLAYER, STAND_IN, AnyTitle, Bot, Outcome
from games.rules.record import record_result
from games.services.errors import Refusal

DICE = SystemRandom()
PLAYER_CACHES = ["owes", "asked_at", "role", "won", "missed"]


@contextmanager
def lock_game(code: str) -> Iterator[Game]:
    """Open a transaction and hold the row of the game called `code` until its end. Raises `Http404`."""
    with transaction.atomic():
        # On SQLite the lock is the transaction itself, which is IMMEDIATE.
        yield get_object_or_404(Game.objects.select_for_update(), code=code)


@contextmanager
def lock_table(code: str) -> Iterator[Table]:
    """Open the door: lock a game and fold it. Raises `Refusal` unless it is running."""
    with lock_game(code) as game:
        if not game.is_running:
            raise Refusal("not_running")
        yield load_table(game)


def submit(*, table: Table, seat: int, decision: str, moves: Iterable[Any], by: str = PLAYER) -> Table:
    """Answer what `seat` is being asked at a locked table, and return the table as it stands then.

    All that waits for no person happens in the same transaction: bots answer, sealed choices take effect together.
    Raises `Refusal("stand_in")` to a player whose seat a stand-in keeps, and the errors of `games.rules.play.answer`,
    having changed nothing.
    """
    if by == PLAYER and table.players[seat].stand_in:
        raise Refusal("stand_in")
    position, entries = answer(table.title, table.position, seat, decision, moves, by)
    if by == PLAYER:
        table.players[seat].missed = 0
    return store(table, position=position, entries=entries)


def start_game(*, game: Game, starter: User) -> Table:
    """Deal a game whose seats are all taken, and play up to the first decision of a person. The game is locked.

    `starter` filled the last seat, and knows without a mail.
    """
    title = game.played_by
    options = title.parse_options(game.options, game.seat_count)
    players = tuple(load_players(game))
    wishes = {player.seat: player.wish for player in players if player.wish}
    deal = title.make_deal(options, game.seat_count, DICE, load_previous_deal(game), wishes)
    dealt = title.dump_deal(deal)
    row = Deal.objects.create(game=game, content=dealt.common)
    Hand.objects.bulk_create(Hand(deal=row, seat=seat, content=hand) for seat, hand in enumerate(dealt.hands))
    game.status = Game.Status.RUNNING
    game.started_at = timezone.now()
    game.save(update_fields=["status", "started_at"])
    table = Table(game, players, title, deal, (title.start(options, deal, game.rules),), (), {})
    after = store(table, position=table.position, entries=())
    outbox.write_started(game, table.players, starter)
    return after


def load_previous_deal(game: Game) -> Any | None:
    """Return the deal of the game that `game` is a rematch of, or None."""
    return load_deal(game.rematch_of) if game.rematch_of else None


def store(table: Table, *, position: Position, entries: tuple[Entry, ...]) -> Table:
    """Settle and write: append the entries, keep the sealed choices, refresh the caches. Returns the new table."""
    position, settled = settle(table.title, position, find_bots(table), DICE)
    entries += settled
    append(table, entries)
    seal(table, position)
    after = Table(
        game=table.game,
        players=table.players,
        title=table.title,
        deal=table.deal,
        states=table.states + fold_states(table.title, table.states[-1], entries)[1:],
        entries=table.entries + entries,
        sealed=position.sealed,
    )
    asks_anew = bool(entries) or table.game.due_at is None
    refresh_players(after)
    if asks_anew or has_new_choice(table, after):
        refresh_game(after, asks_anew=asks_anew)
    if asks_anew:
        outbox.write_asked(after)
    if after.outcome:
        outbox.write_over(after.game, after.players)
    return after


def find_bots(table: Table) -> dict[int, Bot]:
    """Return by seat the bots, and those that stand in for a player."""
    names = {player.seat: STAND_IN if player.stand_in else player.bot for player in table.players}
    return {seat: table.title.BOTS[name] for seat, name in names.items() if name}


def append(table: Table, entries: tuple[Entry, ...]) -> None:
    """Add entries to the log."""
    Move.objects.bulk_create(
        Move(
            game=table.game,
            sequence=sequence,
            seat=entry.move.seat,
            content=table.title.dump_move(entry.move),
            by=entry.by,
        )
        for sequence, entry in enumerate(entries, start=len(table.entries))
    )


def seal(table: Table, position: Position) -> None:
    """Keep the sealed choices that are new or changed, and drop those that have taken effect.

    Both may happen at once: where one sealed question follows another, bots have answered the next one already.
    """
    before, now = name_sealed(table.title, table.position), name_sealed(table.title, position)
    if gone := set(before.values()) - set(now.values()):
        SealedChoice.objects.filter(game=table.game, decision__in=gone).delete()
    changed = {
        seat: kept
        for seat, kept in position.sealed.items()
        if (before.get(seat), table.sealed.get(seat)) != (now[seat], kept)
    }
    if not changed:
        return
    SealedChoice.objects.bulk_create(
        (seal_choice(table, position, seat, entries) for seat, entries in changed.items()),
        update_conflicts=True,
        unique_fields=["game", "seat", "decision"],
        update_fields=["content", "by"],
    )


def name_sealed(title: AnyTitle, position: Position) -> dict[int, str]:
    """Return by seat the names of the decisions for which choices lie sealed."""
    return {seat: name_decision(title, position.state, seat) for seat in position.sealed}


def seal_choice(table: Table, position: Position, seat: int, entries: tuple[Entry, ...]) -> SealedChoice:
    """Return the row of one seat's sealed choice."""
    return SealedChoice(
        game=table.game,
        seat=seat,
        decision=name_decision(table.title, position.state, seat),
        content=[table.title.dump_move(entry.move) for entry in entries],
        by=entries[0].by,
    )


def has_new_choice(before: Table, after: Table) -> bool:
    """Tell whether a seat has chosen that had not, where all may know it. A changed choice is no news."""
    new = after.sealed.keys() - before.sealed.keys()
    decisions = (after.title.decision(after.states[-1], seat) for seat in new)
    return any(decision is not None and decision.public for decision in decisions)


def owed_by(table: Table, seat: int) -> str:
    """Return the name of the decision that `seat` still has to make, or nothing."""
    return "" if seat in table.sealed else name_decision(table.title, table.states[-1], seat)


def name_decision(title: AnyTitle, state: Any, seat: int) -> str:
    """Return the name of what `seat` is being asked, or nothing."""
    decision = title.decision(state, seat)
    return decision.name if decision else ""


def refresh_players(table: Table) -> None:
    """Bring the caches of the players up to the fold, writing those that change."""
    changed = [player for player in table.players if refresh_player(table, player)]
    if changed:
        # The rows are there: this is an update in one statement, which costs a third of `bulk_update`.
        Player.objects.bulk_create(changed, update_conflicts=True, unique_fields=["id"], update_fields=PLAYER_CACHES)


def refresh_player(table: Table, player: Player) -> bool:
    """Set one player's caches and tell whether they changed."""
    owes, outcome = owed_by(table, player.seat), table.outcome
    role = outcome.roles[player.seat] if outcome else ""
    if (player.owes, player.role) == (owes, role):
        return False
    if player.owes != owes:
        player.asked_at = timezone.now() if owes else None
    player.owes = owes
    player.role = role
    player.won = has_won(outcome, player.seat) if outcome else None
    return True


def has_won(outcome: Outcome, seat: int) -> bool | None:
    """Tell whether a seat has won; None where no one has, and so no one has lost."""
    return seat in outcome.winners if outcome.winners else None


def refresh_game(table: Table, *, asks_anew: bool) -> None:
    """Bring the caches of the game up to the fold, give what is newly asked its time, and let waiting pages notice."""
    game, outcome = table.game, table.outcome
    game.version += 1
    if asks_anew:
        game.due_at = game.clock.due(asked_decisions(table), timezone.now())
    if outcome:
        game.status = Game.Status.OVER
        game.ended_at = timezone.now()
        game.result = describe_outcome(table)
    game.save(update_fields=["version", "status", "due_at", "ended_at", "result"])


def describe_outcome(table: Table) -> dict[str, Any] | None:
    """Return the outcome as it is kept with the game, or None while it runs."""
    return record_result(table.outcome) if table.outcome else None
