"""Reliability statistics, updated after a game ends."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import takewhile
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import Q

from accounts.availability.vacations import Vacations, list_away
from accounts.availability.waking_hours import Hours, Span
from accounts.models import User
from games.clock.reliability import MISSED, SEALED, add_answers
from games.models import Answers, Game, Move, Outage
from games.models.known_rules import name_known
from games.rules.engine.errors import RulesError
from games.rules.engine.values import PLAYER
from games.state.table import Table, load_table
from games.tables.services.pauses import list_spans

log = structlog.get_logger(__name__)

MAX_AT_ONCE = 500
MAX_SECONDS = 10.0


def note_due() -> int:
    end = monotonic() + MAX_SECONDS
    ended = Game.objects.filter(name_known(), answers_due=True).order_by("ended_at")
    due = ended.values_list("pk", flat=True)[:MAX_AT_ONCE]
    return sum(_note_game(game) for game in takewhile(lambda _: monotonic() < end, due))


def _note_game(pk: int) -> bool:
    """Count the answers in a finished game.

    A game that cannot be folded is skipped. One whose rules this code does not know waits for a newer release.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=pk, answers_due=True).first()
        if game is None or game.known_title is None:
            return False
        game.answers_due = False
        game.save(update_fields=["answers_due"])
        try:
            with transaction.atomic():
                _note_answers(load_table(game))
        except (RulesError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            log.exception("answers not read", game=game.code)
    return True


def _note_answers(table: Table) -> None:
    if sum(player.is_person for player in table.players) < 2:
        return
    new = _list_answers(table)
    # Sorted, so that concurrent transactions do not deadlock.
    Answers.objects.bulk_create([Answers(user_id=user) for user in sorted(new)], ignore_conflicts=True)
    rows = list(Answers.objects.select_for_update().filter(user__in=new).order_by("user_id"))
    for row in rows:
        row.last = add_answers(row.last, new[row.user_id])
    Answers.objects.bulk_update(rows, ["last"])


@dataclass(frozen=True)
class Sitting:
    """The time one user had a seat, from log entry `since`. `taken_at` is set if they took the seat over.

    The table waits for `vacations`, and no clock ran in `outages` and `pauses`.
    """

    user: int
    seat: int
    since: int
    taken_at: datetime | None
    hours: Hours
    vacations: Vacations
    outages: Sequence[Span]
    pauses: Sequence[Span]

    def count(self, begin: datetime, end: datetime) -> timedelta:
        """Return the time to answer, without the vacations for which the deadline of a decision asked then waited."""
        # After a pause the deadline may wait for what was announced meanwhile.
        asked_at = max([begin, *(until for _, until in self.pauses if begin < until <= end)])
        away = tuple(sorted({*list_away(self.vacations, asked_at), *self.outages, *self.pauses}))
        return replace(self.hours, away=away).count(begin, end)


def _list_sittings(table: Table) -> list[Sitting]:
    """Return who had which seat. The waking hours of former players are not stored, so those they have now count."""
    game, found, taken_at = table.game, list[Sitting](), dict[int, datetime]()
    outages, pauses = _list_outages(game), list_spans(game.pauses)

    def add(user: User, seat: int, since: int, hours: Hours) -> None:
        # `Player.away` lacks the vacations that were over when something was last asked.
        vacations = user.announced_vacations if game.vacations else ()
        found.append(Sitting(user.pk, seat, since, taken_at.get(seat), hours, vacations, outages, pauses))

    for former in table.former:
        add(former.user, former.seat, former.since, former.user.hours if game.sleeps else Hours())
        taken_at[former.seat] = former.left_at
    for player in table.players:
        if player.user is not None:
            add(player.user, player.seat, player.since or 0, player.hours)
    return found


def _list_answers(table: Table) -> dict[int, list[int]]:
    """Return how long each user took for each decision.

    Secret decisions are left out. A decision counts as asked when the move before its answer was made.
    """
    asked_at = table.game.started_at
    times = Move.objects.filter(game=table.game).order_by("sequence").values_list("made_at", flat=True)
    sittings, last = _list_sittings(table), None
    found: dict[int, list[int]] = {sitting.user: [] for sitting in sittings}
    for place, (state, entry, made_at) in enumerate(zip(table.states, table.entries, times, strict=False)):
        seat = entry.move.seat
        decision = table.title.decision(state, seat)
        sitting = _find_sitting(table, sittings, place)
        # An answer may take several moves.
        if sitting and decision is not None and decision.public and (seat, decision.name) != last:
            begin = max(filter(None, (asked_at, sitting.taken_at)), default=None)
            took = None if decision.sealed or begin is None else sitting.count(begin, made_at)
            found[sitting.user].append(_measure(entry.by, took))
        last = (seat, decision.name) if decision else None
        asked_at = made_at
    return found


def _find_sitting(table: Table, sittings: Iterable[Sitting], place: int) -> Sitting | None:
    """Return who had the seat, or None if a substitute found the choice already made."""
    entry = table.entries[place]
    *_, sitting = (None, *(each for each in sittings if each.seat == entry.move.seat and each.since <= place))
    if sitting is None or sitting.taken_at is None or entry.by == PLAYER:
        return sitting
    found_asked = table.title.decision(table.states[sitting.since], sitting.seat)
    return None if found_asked == table.title.decision(table.states[place], sitting.seat) else sitting


def _list_outages(game: Game) -> list[Span]:
    """Return the outages of a game. A clock that was put back cancels what it had run ahead."""
    spans: list[Span] = []
    lately = Q(began_at__gt=game.started_at) | Q(ended_at__gt=game.started_at)
    for outage in Outage.objects.filter(lately).order_by("pk"):
        if outage.began_at < outage.ended_at:
            spans.append((outage.began_at, outage.ended_at))
        else:
            spans = [(begin, min(end, outage.ended_at)) for begin, end in spans if begin < outage.ended_at]
    return spans


def _measure(by: str, took: timedelta | None) -> int:
    """Return the number that is stored for an answer: its seconds, or a code.

    `took` is None for sealed choices, because their time is private.
    """
    if by != PLAYER:
        return MISSED
    return SEALED if took is None else round(took.total_seconds())
