"""Weekly tables: the sweep opens what is due and notifies the circle once.

A day later it starts them with those present, if the title allows, or with bots, or closes them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models import User
from games.models import Circle, Game, Member, Message, Player, RecurringTable
from games.models.known_rules import name_known
from games.models.outage import read_lost
from games.notifications import outbox
from games.notifications.waking_hours import find_waking
from games.rules.engine.errors import InvalidOption
from games.state.refusals import Refusal
from games.state.table import load_players
from games.tables.services.lobby import DEFAULT_BOT, clear_seat, create_game
from games.tables.services.moves import lock_game, start_game
from games.tables.services.seats import announce
from games.tables.services.terms import check_choices

log = structlog.get_logger(__name__)

GATHERS_FOR = timedelta(days=1)
# Later ones, after an outage, wait for the next week.
LATEST = timedelta(days=1)
# Empty tables in a row before a pause.
MAX_EMPTY = 4
MAX_AT_ONCE = 500
NOT_OFFERED = (Refusal, InvalidOption, KeyError)


def find_due(now: datetime) -> QuerySet[RecurringTable, str]:
    due = RecurringTable.objects.filter(paused=False, next_at__lte=now)
    return due.order_by("next_at").values_list("code", flat=True)[:MAX_AT_ONCE]


def open_recurring(code: str, now: datetime) -> bool:
    """Move `next_at`; return whether a table opened. None opens while the last one still waits for players."""
    with lock_recurring(code) as recurring:
        if recurring is None or recurring.paused or recurring.next_at > now:
            return False
        due = recurring.next_at
        recurring.next_at = recurring.weekly.find_next(now)
        last = recurring.games.order_by("-pk").first()
        if last and last.was_dealt:
            recurring.empty_weeks = 0
        recurring.save(update_fields=["next_at", "empty_weeks"])
        members = list_members(recurring.circle)
        is_open = last is not None and last.status == Game.Status.OPEN
        if now - due > LATEST or is_open or not members:
            return False
        return open_table(recurring, members, now)


@contextmanager
def lock_recurring(code: str) -> Iterator[RecurringTable | None]:
    """Lock the circle first, as the owner's services do."""
    with transaction.atomic():
        circles = Circle.objects.filter(recurring_tables__code=code).select_for_update(of=("self",), no_key=True)
        circle = circles.first()
        rows = RecurringTable.objects.filter(circle=circle, code=code)
        yield rows.select_for_update(of=("self",), no_key=True).first()


def list_members(circle: Circle) -> list[User]:
    """Those who can play, the owner first."""
    members = Member.objects.filter(circle=circle, invited=False, user__is_active=True, user__leaves_at=None)
    people = [row.user for row in members.select_related("user")]
    return sorted(people, key=lambda user: user.pk != circle.owner_id)


def open_table(recurring: RecurringTable, members: Sequence[User], now: datetime) -> bool:
    """All seats are free. Choices no longer offered pause it."""
    terms = recurring.read_terms()
    try:
        options = check_choices(recurring.title, recurring.seat_count, recurring.options, terms)
    except NOT_OFFERED as error:
        log.warning("recurring table paused", recurring=recurring.code, reason=type(error).__name__)
        recurring.paused = True
        recurring.save(update_fields=["paused"])
        return False
    origin = {
        "circle": recurring.circle,
        "recurring": recurring,
        "settle_at": now - read_lost() + GATHERS_FOR,
        "bots_fill": recurring.bots_fill,
    }
    game = create_game(members[0], recurring.title, options, recurring.seat_count, terms, **origin)
    Player.objects.bulk_create(Player(game=game, seat=seat) for seat in range(recurring.seat_count))
    back = {member: find_return(member, now) for member in members}
    outbox.write_recurring(game, {member: at for member, at in back.items() if at < now + GATHERS_FOR})
    return True


def find_return(user: User, now: datetime) -> datetime:
    back = now
    for begin, end in sorted(vacation.span for vacation in user.vacations):
        back = end if begin <= back < end else back
    return now if back == now else find_waking(user, back)


def find_gathered(now: datetime) -> QuerySet[Game, str]:
    """Tables that opened by themselves a day ago."""
    due = Game.objects.filter(name_known(), status=Game.Status.OPEN, settle_at__lte=now - read_lost())
    return due.order_by("settle_at").values_list("code", flat=True)[:MAX_AT_ONCE]


def settle(code: str, now: datetime) -> bool:
    """Start with those present, or close. Return whether that was due."""
    with lock_game(code) as game:
        is_due = game.settle_at is not None and game.settle_at <= now - read_lost()
        if game.status != Game.Status.OPEN or not is_due:
            return False
        players = load_players(game)
        people = [player for player in players if player.is_taken and player.user_id is not None]
        if people and (game.bots_fill or can_shrink(game, players)):
            start_with(game, players)
        else:
            close_gathered(game, players)
        count_empty(game, is_empty=not people)
    return True


def can_shrink(game: Game, players: Sequence[Player]) -> bool:
    """With the players present and the table's options."""
    count = sum(player.is_taken for player in players)
    if count not in game.played_by.SEATS:
        return False
    try:
        game.played_by.parse_options(game.options, count)
    except InvalidOption:
        return False
    return True


def start_with(game: Game, players: Sequence[Player]) -> None:
    """With bots in the free seats, or without these seats."""
    free = [player for player in players if not player.is_taken]
    if game.bots_fill:
        for player in free:
            clear_seat(player, DEFAULT_BOT)
    else:
        remove_seats(game, players, free)
    announce(game)
    start_game(game=game, starter=None)


def remove_seats(game: Game, players: Sequence[Player], free: Sequence[Player]) -> None:
    """Renumber seats and talk. Lines of those who left move to the first seat."""
    game.players.filter(pk__in=[player.pk for player in free]).delete()
    staying = [player for player in players if player not in free]
    Message.objects.filter(game=game).update(seat=0)
    for seat, player in enumerate(staying):
        player.seat = seat
        player.save(update_fields=["seat"])
        Message.objects.filter(game=game, author=player.user_id).update(seat=seat)
    game.seat_count = len(staying)
    rules = game.played_by
    game.options = rules.dump_options(rules.parse_options(game.options, game.seat_count))
    game.save(update_fields=["seat_count", "options"])


def close_gathered(game: Game, players: Sequence[Player]) -> None:
    game.status = Game.Status.CANCELLED
    game.grow()
    game.save(update_fields=["status", "version"])
    outbox.write_closed(game, players)


def count_empty(game: Game, *, is_empty: bool) -> None:
    """Pause after `MAX_EMPTY`."""
    mine = RecurringTable.objects.filter(games=game)
    if not is_empty:
        mine.update(empty_weeks=0)
        return
    mine.update(empty_weeks=F("empty_weeks") + 1)
    mine.filter(empty_weeks__gte=MAX_EMPTY).update(paused=True)
