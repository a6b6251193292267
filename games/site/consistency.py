"""Compares the stored data of games with their folded logs."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from games.archive.selectors.commitments import load_key, split_deal
from games.models import Game, Hand, Move, Notification, Player, SealedChoice
from games.notifications import types
from games.notifications.recipients import is_told, name_event
from games.rules.commitment import commit
from games.rules.engine.errors import RulesError
from games.rules.engine.play import make_move
from games.state.table import Table, is_alone, is_deserted, load_players, make_table, read_log
from games.tables.services.moves import count_own, describe_outcome, has_won, owed_by
from games.tables.services.ready import asks_ready


@transaction.atomic
def check_stored(game: int) -> list[str]:
    """Check a game, given by its primary key. Its row is locked, so that no move is half visible."""
    row = Game.objects.select_for_update().filter(pk=game).first()
    return _check_game(row) if row else []


def _check_game(game: Game) -> list[str]:
    """Return a sentence for each difference between what the rows say and the log."""
    if game.known_title is None:
        return [f"rules: this copy does not know version {game.rules} of {game.title}"]
    if not game.was_dealt:
        return list(_check_not_started(game))
    if [player.seat for player in load_players(game)] != list(range(game.seat_count)):
        return ["seats: there is not one for each place"]
    if Hand.objects.filter(deal__game=game).count() != game.seat_count:
        return ["deal: there is not one hand for each seat"]
    sequences = list(Move.objects.filter(game=game).order_by("sequence").values_list("sequence", flat=True))
    if sequences != list(range(len(sequences))):
        return ["log: the numbers have a gap"]
    try:
        # From the log itself, not from the state cache.
        table = make_table(game, read_log(game))
    except (RulesError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        return [f"log: it cannot be folded ({type(error).__name__})"]
    if game.status == Game.Status.AGREED:
        agreed = (_check_legality, _check_commitment, _check_agreed, _check_told)
        return [sentence for check in agreed for sentence in check(table)]
    checks = (
        _check_legality, _check_commitment, _check_caches, _check_deadline, _check_sealed, _check_premoves,
        _check_seats, _check_told,
    )  # fmt: skip
    return [sentence for check in checks for sentence in check(table)]


def _check_not_started(game: Game) -> Iterator[str]:
    if game.due_at is not None:
        yield f"due_at: set, and the game is {game.status}"
    if Hand.objects.filter(deal__game=game).exists() or Move.objects.filter(game=game).exists():
        yield f"status: {game.status}, but it was dealt"
    if game.commitment:
        yield "commitment: there is one, and no deal"
    players = load_players(game)
    is_full = game.status == Game.Status.OPEN and all(player.is_taken for player in players)
    if is_full and not asks_ready(game, players):
        yield "status: open, but every seat is taken"


def _check_legality(table: Table) -> Iterator[str]:
    """Check that each move was legal.

    Sealed moves were each checked before any took effect, although they stand one after another in the log.
    """
    for sequence, (state, entry) in enumerate(zip(table.states, table.entries, strict=False)):
        try:
            make_move(table.title, state, entry)
        except RulesError as error:
            yield f"move {sequence}: {error.code}"


def _check_commitment(table: Table) -> Iterator[str]:
    """Check the commitment against the deal. Games from before commitments have none."""
    try:
        key = load_key(table.game)
    except ValueError:
        yield "commitment: its key cannot be read"
        return
    if key or table.game.commitment:
        yield from _compare("commitment", table.game.commitment, commit(split_deal(table), key) if key else "")


def _check_caches(table: Table) -> Iterator[str]:
    game, outcome = table.game, table.outcome
    yield from _compare("status", game.status, Game.Status.OVER if outcome else Game.Status.RUNNING)
    yield from _compare("result", game.result, describe_outcome(table))
    yield from _compare("ended_at is set", game.ended_at is not None, outcome is not None)
    for player in table.players:
        place = f"seat {player.seat}: "
        owes = owed_by(table, player.seat)
        yield from _compare(place + "owes", player.owes, owes)
        yield from _compare(place + "asked_at is set", player.asked_at is not None, bool(owes))
        yield from _compare(place + "role", player.role, outcome.roles[player.seat] if outcome else "")
        yield from _compare(place + "won", player.won, has_won(table, player))
        # After the end of a game, None means that statistics are not counted yet.
        if player.statistics is not None or outcome is None:
            yield from _compare(place + "figures", player.statistics, count_own(table, player))
        is_automatic = bool(player.bot or player.stand_in)
        if is_automatic and _is_awaited(table, player.seat) and not game.stands_still:
            yield place + "a bot has not answered"
    yield from _compare("stands still", game.stands_still, outcome is None and is_deserted(table.players))


def _is_awaited(table: Table, seat: int) -> bool:
    return seat in table.asked and seat not in table.sealed


def _check_agreed(table: Table) -> Iterator[str]:
    yield from _compare("outcome", table.outcome, None)
    yield from _compare("result", table.game.result, None)
    yield from _compare("ended_at is set", table.game.ended_at is not None, True)
    yield from _compare("due_at is set", table.game.due_at is not None, False)
    if any(player.owes or player.asked_at for player in table.players):
        yield "seats: somebody is still asked something"
    if any(player.statistics is not None for player in table.players):
        yield "seats: something is counted of a game without a result"
    if SealedChoice.objects.filter(game=table.game).exists():
        yield "sealed choices: some are left"
    yield from _check_premoves(table)


def _check_deadline(table: Table) -> Iterator[str]:
    """Check that a running game waits for someone until a deadline, and that its notifications were written."""
    yield from _compare("due_at is set", table.game.due_at is not None, table.outcome is None)
    if table.outcome is None and not table.game.stands_still and not any(player.owes for player in table.players):
        yield "to act: nobody is asked anything"
    for player in table.players:
        if is_alone(table.players) or not is_told(player):
            continue
        if player.owes and _lacks_notification(table.game, player):
            yield f"seat {player.seat}: a notice of what it is asked is missing"
        if player.missed and _lacks_word_of_miss(table.game, player):
            yield f"seat {player.seat}: the notice of what it has missed is missing"


def _lacks_notification(game: Game, player: Player) -> bool:
    """Whether a notification is missing that the player should have. Users who were guests at the start may lack it."""
    written = Notification.objects.filter(recipient_id=player.user_id, game=game)
    told_of = set(written.filter(key=name_event(game, player)).values_list("kind", flat=True))
    told = types.REMINDER.code in told_of and bool(told_of & {types.TURN.code, types.VOTE.code})
    return not told and written.filter(kind=types.STARTED.code).exists()


def _lacks_word_of_miss(game: Game, player: Player) -> bool:
    """Whether the notification of a missed decision is missing. Users who were guests at the time lack it."""
    told_of = set(Notification.objects.filter(recipient_id=player.user_id, game=game).values_list("kind", flat=True))
    return types.MISSED.code not in told_of and types.STARTED.code in told_of


def _check_told(table: Table) -> Iterator[str]:
    """Check that users were notified of the start and the end.

    Users who were guests to the end have no notifications.
    """
    if table.game.is_running:
        return
    told_of: dict[int, set[str]] = {}
    for recipient, kind in Notification.objects.filter(game=table.game).values_list("recipient", "kind"):
        told_of.setdefault(recipient, set()).add(kind)
    for player in table.players:
        written = told_of.get(player.user_id or 0)
        if written and types.OVER.code not in written:
            yield f"seat {player.seat}: the notice of the end is missing"


def _compare(name: str, stored: Any, folded: Any) -> Iterator[str]:
    """Report a difference without the values, which may be secret."""
    if stored != folded:
        yield f"{name} differs from the fold"


def _check_premoves(table: Table) -> Iterator[str]:
    for player in table.players:
        can_be_asked = table.game.is_running and player.user_id is not None and not player.stand_in
        if player.premove is not None and not can_be_asked:
            yield f"seat {player.seat}: something is prepared, and will never be asked for"
        if player.premove_dropped and (player.premove is not None or not player.owes):
            yield f"seat {player.seat}: told that a plan was dropped, though nothing is asked"


def _check_seats(table: Table) -> Iterator[str]:
    for player in table.players:
        if player.link and not player.stand_in:
            yield f"seat {player.seat}: open to a substitute, though its player plays"
        ends = [former.until for former in table.former if former.seat == player.seat]
        begins = [former.since for former in table.former if former.seat == player.seat]
        if [0, *ends] != [*begins, player.since or 0]:
            yield f"seat {player.seat}: those who had it do not follow one another"


def _check_sealed(table: Table) -> Iterator[str]:
    kept = SealedChoice.objects.filter(game=table.game).count()
    if kept != len(table.sealed):
        yield "sealed choices: some belong to no question now asked"
    asked = table.title.to_act(table.states[-1])
    if asked and all(seat in table.sealed for seat in asked):
        yield "sealed choices: all are in, and they did not take effect"
