"""Lets substitutes take the seat of an absent player for good, by a link.

The owner may return until then. Both lock the game, so that one of them comes first. If the owner left on purpose and
another player offers the seat, the owner has a day to return.
"""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import cast

from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.models import FormerPlayer, Game, Message, Player
from games.notifications import outbox
from games.people.selectors.blocks import is_kept_apart
from games.people.selectors.bot_owners import had_bot_there, shares_secrets
from games.people.selectors.reliability import load_reliability
from games.state.refusals import Refusal
from games.state.table import load_players
from games.tables.selectors.notes import has_notes
from games.tables.services import notes
from games.tables.services.lobby import copy_hours
from games.tables.services.marks import MAX_MARKS
from games.tables.services.moves import lock_game, lock_table
from games.tables.services.names import require_name
from games.tables.services.pauses import play_on
from games.tables.services.quotas import require_place
from games.tables.services.rate_limits import count_switch
from games.tables.services.seats import announce, require_player
from insidejob.cache_stamps import forget_stamps, name_games
from insidejob.codes import make_code

TOKEN_BYTES = 16
TIME_TO_RETURN = timedelta(days=1)


def open_seat(*, code: str, user: User, seat: int) -> None:
    with lock_table(code) as table:
        own, player = require_player(table.players, user), _find_kept(table.players, seat)
        _require_say(own, player)
        count_switch(table.game, own)
        was_open = bool(player.link)
        player.opens_at = _find_opening(table.game, own, player)
        player.link, player.opened_by = secrets.token_urlsafe(TOKEN_BYTES), own.seat
        player.save(update_fields=["link", "opened_by", "opens_at"])
        announce(table.game, to_spectators=False)
        if not was_open:
            outbox.write_seat_open(table.game, table.players, player)


def _find_opening(game: Game, own: Player, player: Player) -> datetime | None:
    """Return when a substitute may sit down, by the site's clock, or None for at once.

    Renewing the link does not change it.
    """
    if own.pk == player.pk or not player.waits_for_owner:
        return None
    return player.opens_at if player.link else timezone.now() + TIME_TO_RETURN - game.site_clock.lost


def close_seat(*, code: str, user: User, seat: int) -> None:
    with lock_table(code) as table:
        own, player = require_player(table.players, user), _find_kept(table.players, seat)
        _require_say(own, player)
        if player.link:
            count_switch(table.game, own, is_undone=True)
            player.link, player.opened_by, player.opens_at = "", None, None
            player.save(update_fields=["link", "opened_by", "opens_at"])
            announce(table.game, to_spectators=False)


def _find_kept(players: Iterable[Player], seat: int) -> Player:
    for player in players:
        if player.seat == seat and player.stand_in:
            return player
    raise Refusal("no_stand_in")


def _require_say(own: Player, player: Player) -> None:
    """Raise `Refusal` unless the player may offer the seat.

    Owners may offer their own seat. Other players must be active and no guests.
    """
    if own.pk == player.pk:
        return
    if own.stand_in:
        raise Refusal("stand_in")
    if own.user is not None and own.user.is_guest:
        raise Refusal("guest_opens")


def sit_in(*, code: str, user: User, token: str) -> None:
    """Take over an offered seat. An invalid link and a block look the same ("seat_gone")."""
    with lock_table(code) as table:
        if any(player.user_id == user.pk for player in table.players):
            return
        player = find_open(table.players, token)
        if player is None or is_kept_apart(user, table.players):
            raise Refusal("seat_gone")
        require_open_seat(player)
        require_substitute(table.game, user)
        if had_bot_there(user, table.game) or shares_secrets(user, table.players):
            raise Refusal("own_bot")
        require_place(user)
        user = require_name(table.game, user)
        if table.game.host_id == player.user_id:
            table.game.first_host_id = table.game.first_host_id or table.game.host_id
            table.game.host = _find_opener(table.players, player) or user
            table.game.save(update_fields=["first_host", "host"])
        if not table.game.watch_key:
            # For the former player, who may watch.
            table.game.watch_key = make_code()
            table.game.save(update_fields=["watch_key"])
        former = _leave(table.game, player, until=len(table.entries))
        # What the former player offered stays on offer, but the new one did not offer it.
        Player.objects.filter(game=table.game, opened_by=player.seat).update(opened_by=None)
        _take_over(player, user, since=len(table.entries))
        announce(table.game)
        table.game.end_streams()
        outbox.write_seat_taken(table.game, table.players, former)
        play_on(table, player.seat)


def find_open(players: Iterable[Player], token: str) -> Player | None:
    return next((player for player in players if player.link and constant_time_compare(player.link, token)), None)


def require_open_seat(player: Player) -> None:
    if player.free_from is not None:
        raise Refusal("seat_waits")


def _find_opener(players: Iterable[Player], player: Player) -> User | None:
    """Return the other player who offered the seat.

    It is None if the owner did, or if the one who offered it no longer plays.
    """
    return next((each.user for each in players if each.seat == player.opened_by and not each.stand_in), None)


def require_substitute(game: Game, user: User) -> None:
    if user.is_guest:
        raise Refusal("guest")
    if user.bot_owner_id:
        raise Refusal("bot_account")
    if game.former_players.filter(user=user, declined="").exists():
        raise Refusal("held_seat")
    if game.in_time_only and not load_reliability([user.pk])[user.pk].is_in_time:
        raise Refusal("in_time")


def _leave(game: Game, player: Player, until: int) -> FormerPlayer:
    """Note that a player leaves for good.

    `until` is the number of log entries at that time. Messages and notes stay with the former player.
    """
    user = cast(User, player.user)
    Message.objects.filter(game=game, seat=player.seat, author=None).update(author=user)
    return FormerPlayer.objects.create(
        game=game,
        seat=player.seat,
        user=user,
        name=player.name,
        since=player.since or 0,
        until=until,
        marks=[] if player.leaves_notes else player.marks,
    )


def _take_over(player: Player, user: User, since: int) -> None:
    """Give the seat to a user.

    They get the hand, the sealed choice and the time bank. They get nothing personal unless the former player left it
    to them.
    """
    marks = player.marks if player.leaves_notes else []
    if player.leaves_notes:
        notes.hand_over(player.game, cast(User, player.user), user)
    player.forget_person()
    player.user, player.since, player.stand_in, player.marks = user, since, False, marks
    player.link, player.opened_by, player.opens_at, player.handed_over = "", None, None, False
    player.missed, player.in_grace = 0, False
    player.agrees_to_end = player.agrees_to_pause = player.agrees_to_open = False
    player.away, player.waited, player.waits_now = [], {}, timedelta(0)
    copy_hours(player, user)
    player.fix_look()
    player.save()
    forget_stamps(name_games(user.pk))


def hand_notes(*, code: str, user: User) -> None:
    with lock_game(code) as game:
        if not game.is_running:
            raise Refusal("not_running")
        former = find_former(game, user)
        if former is None:
            raise Refusal("not_seated")
        if not (former.marks or has_notes(game, user.pk)):
            return
        player = load_players(game)[former.seat]
        player.marks = sorted({*player.marks, *former.marks})[:MAX_MARKS]
        player.save(update_fields=["marks"])
        former.marks = []
        former.save(update_fields=["marks"])
        notes.hand_over(game, user, cast(User, player.user))
        # Their page would send the old marks back.
        announce(game, to_spectators=False)


def find_former(game: Game, user: User) -> FormerPlayer | None:
    return game.former_players.filter(user=user, until__isnull=False).last()
