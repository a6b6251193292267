"""The move transaction: moves, caches, deadline and notifications are written together or not at all."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import SystemRandom
from typing import Any

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from accounts.models import User
from games.clock.table_clock import find_alone
from games.fast.state_cache import FoldedLog, state_cache
from games.fast.writes import insert, update
from games.models import Deal, Game, Hand, Move, Player, SealedChoice
from games.notifications import outbox
from games.rules.commitment import SIZE, commit, list_parts
from games.rules.engine.answers import count_answers, has_played
from games.rules.engine.play import Position, answer, settle
from games.rules.engine.statistics import count_statistics
from games.rules.engine.values import PLAYER, STAND_IN, Bot, Entry
from games.rules.record import record_result
from games.state.queries import lock_game as lock_row
from games.state.refusals import Refusal
from games.state.table import (
    Table,
    find_seated,
    fold_states,
    is_deserted,
    list_sitters,
    load_deal,
    load_players,
    load_table,
)  # fmt: skip
from games.tables.services.vacations import charge, note_vacations
from insidejob.codes import make_code

DICE = SystemRandom()


@contextmanager
def lock_game(code: str, *, needs_rules: bool = True) -> Iterator[Game]:
    """Lock a game in a transaction.

    Raises `Http404`, and with `needs_rules` `Refusal("newer_rules")`.
    """
    with transaction.atomic():
        game = lock_row(code)
        if game is None:
            raise Http404
        if needs_rules:
            _require_rules(game)
        yield game


def _require_rules(game: Game) -> None:
    if game.known_title is None:
        raise Refusal("newer_rules")


@contextmanager
def lock_table(code: str, reader: User | None = None) -> Iterator[Table]:
    """Lock and load a running game. Raises `Http404`, and `Refusal` ("not_running", "newer_rules")."""
    with transaction.atomic():
        game, players = find_seated(code, is_locked=True)
        if game is None:
            raise Http404
        if not game.is_running:
            raise Refusal("not_running")
        _require_rules(game)
        yield load_table(game, players, reader)


def submit(
    *, table: Table, seat: int, decision: str, moves: Iterable[Any], by: str = PLAYER, is_present: bool = True
) -> Table:
    """Store a player's answer.

    Bots answer and sealed choices take effect in the same transaction. With `is_present=False` the player will not
    see the result, and is notified of their next decision. Raises `Refusal` ("stand_in", "paused") to players, and
    the errors of `engine.play.answer`.
    """
    if by == PLAYER and table.players[seat].stand_in:
        raise Refusal("stand_in")
    if by == PLAYER and table.game.paused_at is not None:
        raise Refusal("paused")
    position, entries = answer(table.title, table.position, seat, decision, moves, by)
    if by == PLAYER:
        table.players[seat].missed = 0
        save_time(table, seat)
    return store(table, position=position, entries=entries, mover=seat if by == PLAYER and is_present else None)


def save_time(table: Table, seat: int) -> None:
    """Put unused time into the player's time bank.

    This happens only if the player alone was asked, and openly. Time of a grace is not saved.
    """
    player, until = table.players[seat], table.game.until
    if until is None or player.in_grace or find_alone(table.asked) != seat:
        return
    left = player.hours.count(timezone.now(), until)
    player.bank_spent = max(timedelta(0), player.bank_spent - left)


def start_game(*, game: Game, starter: User | None) -> Table:
    """Deal, and play up to a person's first decision.

    `starter` took the last seat and needs no notification; it is None in a sweep.
    """
    title = game.played_by
    options = game.read_options()
    players = tuple(load_players(game))
    _prepare_players(players)
    wishes = {player.seat: player.wish for player in players if player.wish}
    previous = load_deal(game.rematch_of) if game.rematch_of else None
    deal = title.make_deal(options, game.seat_count, DICE, previous, wishes, _find_moved(game, players))
    dealt = title.dump_deal(deal)
    key = secrets.token_bytes(SIZE)
    row = Deal.objects.create(game=game, content=dealt.common, commitment_key=key.hex())
    Hand.objects.bulk_create(Hand(deal=row, seat=seat, content=hand) for seat, hand in enumerate(dealt.hands))
    game.status = Game.Status.RUNNING
    game.started_at = timezone.now()
    game.commitment = commit(list_parts(title, options, deal, game.rules), key)
    game.has_bot_account = any(player.user_id is not None and not player.is_person for player in players)
    game.save(update_fields=["status", "started_at", "commitment", "has_bot_account"])
    table = Table(game, players, title, deal, (title.start(options, deal, game.rules),), (), {})
    after = store(table, position=table.position, entries=())
    outbox.write_started(game, table.players, starter)
    return after


def _prepare_players(players: Sequence[Player]) -> None:
    """Fix the names and faces of players for the whole game, and give stand-ins to those who cannot sign in.

    Names and faces must not change later, because they stand next to the secrets of others. No one gets a stand-in if
    no person would play then.
    """
    for player in players:
        player.fix_look()
    if any(player.is_person and not player.is_locked_out for player in players):
        for player in players:
            player.stand_in = player.handed_over = player.is_locked_out
    update(players, ("name", "face", "bot_by", "stand_in", "handed_over"))


def _find_moved(game: Game, players: Iterable[Player]) -> dict[int, int]:
    """Map the seats of the previous game to those of this one.

    If a person did not return, the player who now has their old seat counts in their place.
    """
    if game.rematch_of is None:
        return {}
    now = {player.user_id: player.seat for player in players if player.user_id is not None}
    places = {player.came_from: player.seat for player in players}
    before = game.rematch_of.players.values_list("seat", "user")
    return {seat: now.get(user, places.get(seat, seat)) for seat, user in before}


def store(table: Table, *, position: Position, entries: tuple[Entry, ...], mover: int | None = None) -> Table:
    """Store the new position, after bots and stand-ins have answered.

    They do not answer if no one plays any more. The player in the seat `mover` sees in the response what follows, and
    needs no notification of it.
    """
    if not is_deserted(table.players):
        position, settled = settle(table.title, position, _find_bots(table), DICE)
        entries += settled
    folded = fold_states(table.title, table.states[-1], entries)[1:]
    after = replace(table, states=table.states + folded, entries=table.entries + entries, sealed=position.sealed)
    _write(table, after, entries, mover)
    return after


def _write(before: Table, after: Table, entries: tuple[Entry, ...], mover: int | None) -> None:
    asks_anew = bool(entries) or after.game.due_at is None
    _append(before, entries)
    _seal(before, after)
    _refresh_players(after)
    if asks_anew:
        after.game.stamp = make_code()
        log = FoldedLog(after.deal, after.states, after.entries)
        state_cache.keep_once_committed(after.game.code, after.game.stamp, log)
    if asks_anew or _has_new_choice(before, after):
        _refresh_game(after, asks_anew=asks_anew)
    if asks_anew:
        outbox.write_asked(after, mover)
    if after.outcome:
        outbox.write_over(after.game, after.players)


def _find_bots(table: Table) -> dict[int, Bot]:
    names = {player.seat: STAND_IN if player.stand_in else player.bot for player in table.players}
    return {seat: table.title.BOTS[name] for seat, name in names.items() if name}


def _append(table: Table, entries: tuple[Entry, ...]) -> None:
    insert(
        Move(
            game=table.game,
            sequence=sequence,
            seat=entry.move.seat,
            content=table.title.dump_move(entry.move),
            by=entry.by,
        )
        for sequence, entry in enumerate(entries, start=len(table.entries))
    )


def _seal(table: Table, after: Table) -> None:
    """Store sealed choices, and delete those that took effect.

    Others stay: bots may already have answered the next sealed decision.
    """
    before, now = _name_sealed(table), _name_sealed(after)
    if gone := set(before.values()) - set(now.values()):
        SealedChoice.objects.filter(game=table.game, decision__in=gone).delete()
    changed = {
        seat: kept
        for seat, kept in after.sealed.items()
        if (before.get(seat), table.sealed.get(seat)) != (now[seat], kept)
    }
    if changed:
        SealedChoice.objects.bulk_create(
            [_seal_choice(after, seat, entries) for seat, entries in changed.items()],
            update_conflicts=True,
            unique_fields=["game", "seat", "decision"],
            update_fields=["content", "by"],
        )


def _name_sealed(table: Table) -> dict[int, str]:
    return {seat: table.asked[seat].name for seat in table.sealed}


def _seal_choice(table: Table, seat: int, entries: tuple[Entry, ...]) -> SealedChoice:
    return SealedChoice(
        game=table.game,
        seat=seat,
        decision=table.asked[seat].name,
        content=[table.title.dump_move(entry.move) for entry in entries],
        by=entries[0].by,
    )


def _has_new_choice(before: Table, after: Table) -> bool:
    """Whether a sealed choice was made whose existence is news to others.

    Others see that a choice was made, but not that it changed.
    """
    return any(after.asked[seat].public for seat in after.sealed.keys() - before.sealed.keys())


def owed_by(table: Table, seat: int) -> str:
    """Return the name of the decision that a seat's player owes, or "".

    Bots owe nothing, and neither do players with a stand-in.
    """
    player = table.players[seat]
    is_owed = seat in table.asked and seat not in table.sealed and not player.bot and not player.stand_in
    return table.asked[seat].name if is_owed else ""


def _refresh_players(table: Table) -> None:
    columns = Player.CACHE_COLUMNS + (Player.RESULT_COLUMNS if table.outcome else ())
    update([player for player in table.players if _refresh_player(table, player)], columns)


def _refresh_player(table: Table, player: Player) -> bool:
    owes, outcome = owed_by(table, player.seat), table.outcome
    role = outcome.roles[player.seat] if outcome else ""
    if (player.owes, player.role) == (owes, role):
        return False
    if player.owes != owes:
        player.asked_at = timezone.now() if owes else None
        player.in_grace = False
    if player.owes or outcome:
        player.premove, player.premove_dropped = None, False
    player.owes = owes
    player.role = role
    player.won = has_won(table, player)
    player.statistics = count_own(table, player)
    return True


def has_won(table: Table, player: Player) -> bool | None:
    """Return whether a player won.

    It is None while the game runs, if it has no winner, and for users who left most of it to a stand-in or the clock.
    """
    outcome = table.outcome
    if outcome is None or not outcome.winners or _has_left(table, player):
        return None
    return player.seat in outcome.winners


def _has_left(table: Table, player: Player) -> bool:
    if player.user_id is None:
        return False
    return not has_played(count_answers(table.title, table.states, table.entries, player.seat, player.since or 0))


def count_own(table: Table, player: Player) -> dict[str, list[int]] | None:
    """Return a player's own statistics of a finished game.

    They are empty for bots, and None while the game runs.
    """
    if table.outcome is None:
        return None
    if player.user_id is None:
        return {}
    return count_statistics(table.title.STATISTICS, table.states, table.entries, player.seat, player.since or 0)


def _refresh_game(table: Table, *, asks_anew: bool) -> None:
    game, outcome = table.game, table.outcome
    if asks_anew:
        game.granted_by = None
        _ask(table)
    if outcome:
        game.status = Game.Status.OVER
        game.ended_at, game.answers_due = timezone.now(), True
        game.result = describe_outcome(table)
    game.grow()
    update([game], Game.CACHE_COLUMNS)


def _ask(table: Table) -> None:
    """Set the deadline of the decisions that are now asked. Vacations announced by now extend it."""
    game, now = table.game, timezone.now()
    note_vacations(table, now)
    wait = game.clock.wait(table.asked, now, list_sitters(table))
    game.set_deadline(wait.until if wait else None)
    if wait:
        charge(table.players, wait, now)


def describe_outcome(table: Table) -> dict[str, Any] | None:
    return record_result(table.outcome) if table.outcome else None
