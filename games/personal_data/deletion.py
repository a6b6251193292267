"""Deletes accounts.

A stand-in takes the seat in running games, and other players see *a former agent*.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

import structlog
from django.db.models import Exists, OuterRef, Q

from accounts.models import Block, User
from accounts.personal_data import deletion
from accounts.services import GUEST_KEPT, find_away_guests
from games.circles.services import leave_circles
from games.models import (
    Answers,
    BotOffer,
    CaseReminder,
    Contact,
    Device,
    FormerPlayer,
    Game,
    IdempotentRequest,
    Investigation,
    Message,
    Muting,
    Note,
    Notification,
    Player,
    SeasonMember,
    Suspicion,
    TableAlert,
)
from games.models.known_rules import name_known
from games.models.report import forget_reports
from games.state.refusals import Refusal
from games.state.table import is_alone, load_players
from games.tables.services.lobby import cancel_game, free_seat
from games.tables.services.pauses import resume
from games.tables.services.seats import announce_unlocked
from games.tables.services.stand_ins import hand_over, leave_unread

log = structlog.get_logger(__name__)


def close_due(now: datetime) -> None:
    """Delete the accounts that are due for deletion."""
    _close_all(deletion.find_due(now))


def close_abandoned(now: datetime) -> None:
    """Delete guests who have been away for `GUEST_KEPT`. Rows that others' games need are kept.

    Guests are never deleted during a game or soon after it, because they may come back to see its end. A game of
    rules that this code does not know does not count: it has no end if its title is gone.
    """
    left_before = now - GUEST_KEPT
    needed = Q(name_known("game__"), game__status=Game.Status.RUNNING) | Q(game__ended_at__gte=left_before)
    here = Player.objects.filter(needed, user=OuterRef("pk"))
    guests = find_away_guests(now).filter(~Exists(here))
    sits, sat = (Exists(rows.filter(user=OuterRef("pk"))) for rows in (Player.objects, FormerPlayer.objects))
    _close_all(list(guests.filter(sits | sat)))


def _close_all(users: Iterable[User]) -> None:
    """Delete accounts. An error in one does not stop the others."""
    for user in users:
        try:
            # Meanwhile another worker may have done so, or the user may have chosen to stay.
            if User.objects.filter(pk=user.pk, left_at=None, leaves_at=user.leaves_at).exists():
                close_account(user)
        except Refusal as refusal:
            log.warning("account not deleted yet", person=user.pk, reason=refusal.code)
        except Exception:
            log.exception("account not deleted", person=user.pk)


def close_account(user: User) -> None:
    """Delete an account at once. Each step is complete, so an interrupted deletion can start again."""
    deletion.lock_out(user)
    for bot in user.bot_accounts.filter(left_at=None):
        close_account(bot)
    leave_tables(user)
    leave_circles(user)
    shown_at = _find_tables_showing(user)
    _forget_play(user)
    _remove_own_games(user)
    deletion.forget(user)
    _remove_rows()
    for code in shown_at:
        announce_unlocked(code, to_spectators=True)
    log.info("account deleted")


def leave_tables(user: User) -> None:
    """Close the user's open tables, leave those of others, and put stand-ins in running ones."""
    for player in Player.objects.filter(user=user).select_related("game").order_by("pk"):
        game = player.game
        try:
            if game.status == Game.Status.OPEN and game.host_id == user.pk and not game.opened_itself:
                cancel_game(code=game.code, host=user)
            elif game.status == Game.Status.OPEN:
                free_seat(code=game.code, user=user)
            elif game.is_running and game.known_title is None:
                leave_unread(code=game.code, user=user)
            elif game.is_running and not player.stand_in:
                if game.paused_at is not None:
                    resume(code=game.code, user=user)
                hand_over(code=game.code, user=user)
        except Refusal as refusal:
            # It has just started or ended, or the others just agreed to a pause.
            log.info("table not left", reason=refusal.code)
    here = Player.objects.filter(user=user, stand_in=False)
    if here.filter(game__status__in=Game.GOING).exists():
        raise Refusal("seated")


def stop_waiting_for(user: User) -> None:
    """Make sure that no one waits for a user who cannot sign in, nor for their bots.

    Stand-ins take their seats in running games with other people, and the seats kept for them at open tables are free
    again.
    """
    for person in (user, *user.bot_accounts.filter(left_at=None)):
        _leave_running(person)
        _free_kept(person)


def _leave_running(person: User) -> None:
    seats = Player.objects.filter(user=person, stand_in=False, game__status=Game.Status.RUNNING)
    for player in seats.select_related("game").order_by("pk"):
        if is_alone(load_players(player.game)):
            continue
        try:
            if player.game.paused_at is not None:
                resume(code=player.game.code, user=person)
            hand_over(code=player.game.code, user=person)
        except Refusal as refusal:
            # It has just ended, or the others just agreed to a pause. The clock brings a stand-in later.
            log.info("table not left", reason=refusal.code)


def _free_kept(person: User) -> None:
    kept = Player.objects.filter(user=person, invited=True, game__status=Game.Status.OPEN)
    for code in kept.values_list("game__code", flat=True):
        # The table may have just been closed.
        with suppress(Refusal):
            free_seat(code=code, user=person)


def _find_tables_showing(user: User) -> list[str]:
    """Return the codes of the open and running tables that show the user: in a seat, as a former player, or in talk."""
    seats, former = Player.objects.filter(user=user), FormerPlayer.objects.filter(user=user)
    said = Message.objects.filter(author=user)
    shown = Q(pk__in=seats.values("game")) | Q(pk__in=former.values("game")) | Q(pk__in=said.values("game"))
    return list(Game.objects.filter(shown, status__in=Game.GOING).values_list("code", flat=True))


def _forget_play(user: User) -> None:
    """Delete what a user left at tables: talk, names, notes, agreements, notifications and contacts."""
    places = Player.objects.filter(user=user)
    here = places.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    forget_reports(user)
    Message.objects.filter(Q(author=user) | Q(Exists(here), author=None)).delete()
    FormerPlayer.objects.filter(user=user, until=None).delete()
    FormerPlayer.objects.filter(user=user).update(marks=[], name="")
    Player.objects.filter(user=user).update(name="", face="", bot_by="", **Player.list_personal())
    for own in (Note, Suspicion):
        own._default_manager.filter(author=user).delete()
    owned = (Contact, Device, Answers, BotOffer, Investigation, CaseReminder, TableAlert, IdempotentRequest)
    for model in owned:
        model._default_manager.filter(user=user).delete()
    Notification.objects.filter(recipient=user).delete()
    SeasonMember.objects.filter(user=user).update(shown_to=user.statistics_shown_to)
    for silence in (Block, Muting):
        silence._default_manager.filter(Q(by=user) | Q(person=user)).delete()


def _remove_own_games(user: User) -> None:
    """Delete the games where no other person has or had a seat."""
    others = Player.objects.filter(game=OuterRef("pk"), user__left_at=None, user__isnull=False).exclude(user=user)
    gone = FormerPlayer.objects.filter(game=OuterRef("pk"), user__left_at=None).exclude(user=user)
    mine = Game.objects.filter(Q(players__user=user) | Q(host=user))
    pks = list(mine.exclude(Exists(others) | Exists(gone)).values_list("pk", flat=True))
    Game.objects.filter(pk__in=pks).delete()


def _remove_rows() -> None:
    User.objects.filter(left_at__isnull=False, players=None, hosted_games=None, former_players=None).delete()


def forget_hours() -> None:
    """Delete waking hours from finished games; until then clocks and statistics need them."""
    ended = Player.objects.filter(user__left_at__isnull=False, game__answers_due=False)
    ended = ended.exclude(game__status=Game.Status.RUNNING)
    ended.exclude(zone="").update(zone="", wakes_at=0, sleeps_at=0, away=[], waited={})
    Answers.objects.filter(user__left_at__isnull=False).delete()
