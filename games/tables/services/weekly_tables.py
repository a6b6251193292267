"""Opens and settles weekly tables.

The sweep opens those that are due and notifies the circle once. A day later it starts the game with those present, if
the title allows that, or with bots in the free seats. If it can do neither, it closes the table. If a table is full,
members who are left over can open another one, or the sweep does.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.emails import send_account_email
from accounts.models import User
from games.models import Circle, Game, Member, Message, Player, WeeklyTable
from games.models.known_rules import name_known
from games.models.outage import read_lost
from games.notifications import outbox, preferences, types
from games.notifications.emails import make_link, make_stop_link
from games.notifications.schedules import find_waking
from games.rules.engine.errors import InvalidOption
from games.state.refusals import Refusal
from games.state.table import load_players
from games.tables.selectors.circles import THIS_WEEK
from games.tables.services.lobby import DEFAULT_BOT, create_game, join_game
from games.tables.services.moves import lock_game
from games.tables.services.ready import start_or_ask
from games.tables.services.seats import announce, announce_unlocked, clear_seat
from games.tables.services.terms import find_options, fit_options
from insidejob.untranslated import break_links

log = structlog.get_logger(__name__)

GATHERS_FOR = timedelta(days=1)
# A table that could open only later than this, after an outage, waits for the next week.
LATEST = timedelta(days=1)
# After so many empty tables in a row, the weekly table is paused.
MAX_EMPTY = 4
MAX_AT_ONCE = 500


def find_due(now: datetime) -> QuerySet[WeeklyTable, str]:
    due = WeeklyTable.objects.filter(paused=False, next_at__lte=now)
    return due.order_by("next_at").values_list("code", flat=True)[:MAX_AT_ONCE]


def open_weekly_table(code: str, now: datetime) -> bool:
    """Open a weekly table that is due, and set the time of the next one.

    Return whether a table opened. None opens while the last one still waits for players.
    """
    with _lock_weekly_table(code) as weekly_table:
        if weekly_table is None or weekly_table.paused or weekly_table.next_at > now:
            return False
        due = weekly_table.next_at
        weekly_table.next_at = weekly_table.weekly.find_next(now)
        last = weekly_table.games.order_by("-pk").first()
        if last and _was_played(weekly_table.pk, last.opened_at):
            weekly_table.empty_weeks = 0
        weekly_table.save(update_fields=["next_at", "empty_weeks"])
        is_open = last is not None and last.status == Game.Status.OPEN
        if now - due > LATEST or is_open:
            return False
        return _open_table(weekly_table, _list_members(weekly_table.circle), now)


@contextmanager
def _lock_weekly_table(code: str) -> Iterator[WeeklyTable | None]:
    """Lock a weekly table, after its circle, as the owner's services do."""
    with transaction.atomic():
        circles = Circle.objects.filter(weekly_tables__code=code).select_for_update(of=("self",), no_key=True)
        circle = circles.first()
        rows = WeeklyTable.objects.filter(circle=circle, code=code)
        yield rows.select_for_update(of=("self",), no_key=True).first()


def _list_members(circle: Circle) -> list[User]:
    """Return the members who can play, the owner first."""
    members = Member.objects.filter(circle=circle, invited=False, user__is_active=True, user__leaves_at=None)
    people = [row.user for row in members.select_related("user")]
    return sorted(people, key=lambda user: user.pk != circle.owner_id)


def find_overflowing(now: datetime) -> QuerySet[WeeklyTable, str]:
    """Return the weekly tables whose table of this week filled up before its day was over."""
    open_now = Game.objects.filter(weekly_table=OuterRef("pk"), status=Game.Status.OPEN)
    filled = Game.objects.filter(weekly_table=OuterRef("pk"), status__in=Game.DEALT, settle_at__gt=now - read_lost())
    rows = WeeklyTable.objects.filter(Exists(filled), ~Exists(open_now), opens_more=True, paused=False)
    return rows.order_by("pk").values_list("code", flat=True)[:MAX_AT_ONCE]


def open_overflow(code: str, now: datetime) -> bool:
    """Open another table if enough members are left over for it. Return whether it opened."""
    with _lock_weekly_table(code) as weekly_table:
        last = weekly_table.games.order_by("-pk").first() if weekly_table and weekly_table.opens_more else None
        if weekly_table is None or last is None or not last.was_dealt or weekly_table.known_title is None:
            return False
        left = _list_left_over(weekly_table, now)
        needed = 1 if weekly_table.bots_fill else min(weekly_table.known_title.SEATS)
        if last.settle_at is None or last.settle_at <= now - read_lost() or len(left) < needed:
            return False
        return _open_table(weekly_table, left, now)


def open_another(*, code: str, user: User, now: datetime) -> Game:
    """Give a member a seat at another table of this week, which opens unless one waits for players.

    Raises `Http404` to strangers, and `Refusal`: "no_other_table" if no table of this week has filled up,
    "weekly_not_offered", and those of `join_game`, which leave no new table behind.
    """
    with _lock_weekly_table(code) as weekly_table:
        if weekly_table is None or not weekly_table.circle.members.filter(user=user, invited=False).exists():
            raise Http404
        is_offered = find_options(weekly_table) is not None
        waiting = weekly_table.games.filter(status=Game.Status.OPEN)
        is_due = not waiting.exists() and _was_played(weekly_table.pk, now)
        if is_due and _open_table(weekly_table, _list_left_over(weekly_table, now), now):
            join_game(code=waiting.get().code, user=user)
        game = waiting.first()
    # Outside of the transaction: a weekly table that is no longer offered stays paused.
    if game is None:
        raise Refusal("no_other_table" if is_offered else "weekly_not_offered")
    # An older table is joined without a lock of the circle, because others lock a game first.
    return join_game(code=game.code, user=user)


def _was_played(weekly_table: int | None, moment: datetime) -> bool:
    """Whether a table that opened in the week before `moment` was dealt. `weekly_table` is a primary key."""
    games = Game.objects.filter(weekly_table=weekly_table, status__in=Game.DEALT)
    return games.filter(opened_at__gt=moment - THIS_WEEK).exists()


def _list_left_over(weekly_table: WeeklyTable, now: datetime) -> list[User]:
    """Return the members who can play and have no seat at a table of this week, without those who do not come."""
    lately = weekly_table.games.filter(opened_at__gt=now - THIS_WEEK, status__in=(Game.Status.OPEN, *Game.DEALT))
    seated = set(Player.objects.filter(game__in=lately, user__isnull=False).values_list("user", flat=True))
    rows = weekly_table.circle.members.all()
    out = {row.user_id for row in rows if row.is_out(weekly_table.code, now)}
    return [user for user in _list_members(weekly_table.circle) if user.pk not in seated | out]


def stay_out(*, code: str, user: User, now: datetime) -> None:
    """Note that a member does not come this week. Raises `Http404` to strangers."""
    with transaction.atomic():
        weekly_table = get_object_or_404(WeeklyTable, code=code)
        members = Member.objects.select_for_update(no_key=True).filter(circle=weekly_table.circle_id, invited=False)
        member = get_object_or_404(members, user=user)
        kept = {other: until for other, until in member.not_until.items() if member.is_out(other, now)}
        member.not_until = {**kept, weekly_table.code: weekly_table.weekly.find_next(now).isoformat()}
        member.save(update_fields=["not_until"])
    for table in weekly_table.games.filter(status=Game.Status.OPEN).values_list("code", flat=True):
        announce_unlocked(table)


def _open_table(weekly_table: WeeklyTable, told: Sequence[User], now: datetime) -> bool:
    """Open a table with all seats free, and tell members. The owner hosts it, or else another member who can play.

    If its options are no longer offered, pause the weekly table instead, and tell its owner.
    """
    members = _list_members(weekly_table.circle)
    if not members:
        return False
    options = find_options(weekly_table)
    if options is None:
        log.warning("weekly table paused: no longer offered", weekly_table=weekly_table.code)
        _pause(weekly_table)
        return False
    origin = {
        "circle": weekly_table.circle,
        "weekly_table": weekly_table,
        "settle_at": now - read_lost() + GATHERS_FOR,
        "bots_fill": weekly_table.bots_fill,
    }
    terms = weekly_table.read_terms()
    game = create_game(members[0], weekly_table.title, options, weekly_table.seat_count, terms, **origin)
    Player.objects.bulk_create(Player(game=game, seat=seat) for seat in range(weekly_table.seat_count))
    back = {member: _find_return(member, now) for member in told}
    outbox.write_weekly_table(game, {member: at for member, at in back.items() if at < now + GATHERS_FOR})
    return True


def _find_return(user: User, now: datetime) -> datetime:
    back = now
    for begin, end in sorted(vacation.span for vacation in user.vacations):
        back = end if begin <= back < end else back
    return now if back == now else find_waking(user, back)


def find_gathered(now: datetime) -> QuerySet[Game, str]:
    """Return the tables that opened by themselves a day ago and now start or close."""
    due = Game.objects.filter(name_known(), status=Game.Status.OPEN, settle_at__lte=now - read_lost())
    return due.order_by("settle_at").values_list("code", flat=True)[:MAX_AT_ONCE]


def settle(code: str, now: datetime) -> bool:
    """Start a table with those present, or close it. Return whether that was due."""
    with lock_game(code) as game:
        is_due = game.settle_at is not None and game.settle_at <= now - read_lost()
        if game.status != Game.Status.OPEN or not is_due or game.ready_by is not None:
            return False
        players = load_players(game)
        people = [player for player in players if player.is_taken and player.user_id is not None]
        if people and (game.bots_fill or _can_shrink(game, players)):
            _start_with(game, players)
        else:
            game.status = Game.Status.CANCELLED
            game.grow()
            game.save(update_fields=["status", "version"])
            outbox.write_closed(game, players)
        _count_empty(game, is_empty=not people)
    return True


def _can_shrink(game: Game, players: Sequence[Player]) -> bool:
    """Whether the game can start with only the players present, under the table's options."""
    count = sum(player.is_taken for player in players)
    if count not in game.played_by.SEATS:
        return False
    try:
        fit_options(game, count)
    except InvalidOption:
        return False
    return True


def _start_with(game: Game, players: Sequence[Player]) -> None:
    """Start the game with the players present, and with bots in the free seats or without these seats."""
    free = [player for player in players if not player.is_taken]
    if game.bots_fill:
        for player in free:
            clear_seat(player, DEFAULT_BOT)
    else:
        _remove_seats(game, players, free)
    announce(game)
    start_or_ask(game, load_players(game), by=None)


def _remove_seats(game: Game, players: Sequence[Player], free: Sequence[Player]) -> None:
    """Remove the free seats, and renumber the other seats and their talk.

    Lines of players who have left move to the first seat.
    """
    game.players.filter(pk__in=[player.pk for player in free]).delete()
    staying = [player for player in players if player not in free]
    Message.objects.filter(game=game).update(seat=0)
    for seat, player in enumerate(staying):
        player.seat = seat
        player.save(update_fields=["seat"])
        Message.objects.filter(game=game, author=player.user_id).update(seat=seat)
    # Seats are removed again if a player does not press at a live pace.
    game.options = fit_options(game, len(staying))
    game.planned_seats, game.seat_count = game.planned_seats or game.seat_count, len(staying)
    game.save(update_fields=["planned_seats", "seat_count", "options"])


def _count_empty(game: Game, *, is_empty: bool) -> None:
    """Count weeks when no one came. After `MAX_EMPTY` of them, pause the weekly table and tell its owner."""
    mine = WeeklyTable.objects.filter(games=game).select_related("circle__owner")
    if not is_empty or _was_played(game.weekly_table_id, game.opened_at):
        mine.update(empty_weeks=0)
        return
    mine.update(empty_weeks=F("empty_weeks") + 1)
    for weekly_table in mine.filter(empty_weeks__gte=MAX_EMPTY, paused=False):
        _pause(weekly_table)


def _pause(weekly_table: WeeklyTable) -> None:
    """Pause a weekly table and tell the owner of the circle why."""
    weekly_table.paused = True
    weekly_table.save(update_fields=["paused"])
    circle, owner = weekly_table.circle, weekly_table.circle.owner
    if preferences.is_on(owner, preferences.find_switch(types.WEEKLY.code)):
        send_account_email(
            owner,
            "weekly_paused",
            circle=break_links(circle.shown_name),
            title=weekly_table.known_title,
            is_empty=weekly_table.empty_weeks >= MAX_EMPTY,
            weekly=weekly_table.weekly,
            link=make_link("games:circle", circle.code),
            stop_link=make_stop_link(owner, types.WEEKLY.code),
        )
