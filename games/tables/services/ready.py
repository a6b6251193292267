"""Asks everyone whether they are there before a game at a live pace starts, so that no clock runs unseen.

Everyone presses *I'm ready* within a minute. A player who does not press loses the seat, and the table stays open. A
host who does not press keeps the seat, but the table is not listed until the host looks at it. Bots are always ready.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from games.models.known_rules import name_known
from games.models.outage import read_lost
from games.notifications import outbox
from games.state.table import load_players
from games.tables.services.moves import lock_game, start_game
from games.tables.services.rate_limits import count_lobby_switch
from games.tables.services.seats import announce, clear_seat, require_player

READY_WITHIN = timedelta(minutes=1)
LOOK_NOTED_EVERY = timedelta(minutes=1)
MAX_AT_ONCE = 500


def start_or_ask(game: Game, players: Sequence[Player], by: User | None) -> None:
    """Start a full table, or ask everyone whether they are there.

    `by` took the last seat or gave it to a bot, and so is there. It is None in a sweep.
    """
    if not asks_ready(game, players):
        start_game(game=game, starter=by)
        return
    people = _list_people(players)
    game.ready_by = timezone.now() + READY_WITHIN - game.site_clock.lost
    game.save(update_fields=["ready_by"])
    for player in people:
        player.is_ready = by is not None and player.user_id == by.pk
        player.save(update_fields=["is_ready"])
    outbox.write_ready(game, [player for player in people if not player.is_ready])


def asks_ready(game: Game, players: Iterable[Player]) -> bool:
    """Whether a full table asks everyone before it starts."""
    return game.clock.is_live and len(_list_people(players)) > 1


def press_ready(*, code: str, user: User) -> None:
    """Note that a player is there. The last one starts the game.

    If the question was withdrawn because the host was away, everyone is asked again.
    """
    with lock_game(code) as game:
        players = load_players(game)
        player = require_player(players, user)
        is_full = game.status == Game.Status.OPEN and all(each.is_taken for each in players)
        if not is_full or player.is_ready:
            return
        count_lobby_switch(game, user)
        announce(game)
        if game.ready_by is None:
            start_or_ask(game, players, user)
            return
        player.is_ready = True
        player.save(update_fields=["is_ready"])
        if all(each.is_ready for each in _list_people(players)):
            _stop_asking(game)
            start_game(game=game, starter=user)


def find_unready(now: datetime) -> QuerySet[Game, str]:
    due = Game.objects.filter(name_known(), status=Game.Status.OPEN, ready_by__lte=now - read_lost())
    return due.order_by("ready_by").values_list("code", flat=True)[:MAX_AT_ONCE]


def free_unready(code: str, now: datetime) -> bool:
    """Free the seats of those who did not press in time, and notify them.

    Return False if this was not due.
    """
    with lock_game(code) as game:
        if game.status != Game.Status.OPEN or game.ready_by is None or game.ready_by > now - read_lost():
            return False
        players = load_players(game)
        is_full = all(player.is_taken for player in players)
        late = [player for player in _list_people(players) if is_full and not player.is_ready]
        for player in late:
            user = player.user
            if user is not None and (user.pk != game.host_id or game.opened_itself):
                clear_seat(player)
                outbox.write_unready(game, user)
        if any(player.user_id == game.host_id for player in late):
            game.host_seen_at = None
            game.save(update_fields=["host_seen_at"])
        _stop_asking(game)
        announce(game)
    return True


def _stop_asking(game: Game) -> None:
    game.ready_by = None
    game.save(update_fields=["ready_by"])
    game.players.update(is_ready=False)


def _list_people(players: Iterable[Player]) -> list[Player]:
    return [player for player in players if player.is_person]


def note_look(game: Game, user: User) -> None:
    """Note that the host looks at an open table, at most once a minute."""
    now = timezone.now()
    is_noted = game.host_seen_at is not None and game.host_seen_at > now - LOOK_NOTED_EVERY
    if game.status == Game.Status.OPEN and game.host_id == user.pk and game.clock.is_live and not is_noted:
        Game.objects.filter(pk=game.pk).update(host_seen_at=now)
