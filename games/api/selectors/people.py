from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator

from accounts.models import User
from games.api.selectors.tables import write_time
from games.models import Game, Player
from games.models.outage import name_site_clock, read_site_clock
from games.people.selectors.bot_offers import list_offering
from games.people.selectors.statistics import Results, Tally, Wanted, count_results
from games.rules.engine.values import Json
from games.state.view import name_of
from games.tables.selectors.my_tables import list_games, list_waiting

GAMES_A_PAGE = BOTS_A_PAGE = 25


def list_owed(user: User) -> list[dict[str, Json]]:
    owed = list_waiting(user).filter(stand_in=False).select_related("game").annotate(**name_site_clock())
    return [_describe_row(player) for player in owed]


def count_running(user: User) -> int:
    return Player.objects.filter(user=user, game__status=Game.Status.RUNNING).count()


def _describe_row(player: Player) -> dict[str, Json]:
    game = player.game
    game.site_clock = read_site_clock(player)
    return {
        "code": game.code,
        "name": game.name,
        "title": game.title,
        "status": game.status,
        "seats": game.seat_count,
        "you": player.seat,
        "decision": (player.owes if game.known_title else "") or None,
        "due_at": write_time(game.until),
    }


def list_page(user: User, number: int) -> dict[str, Json]:
    page = Paginator(list_games(user), GAMES_A_PAGE).get_page(number)
    return {"page": page.number, "pages": page.paginator.num_pages, "games": [_describe_own(each) for each in page]}


def _describe_own(player: Player) -> dict[str, Json]:
    others = [other for other in player.game.players.all() if other.pk != player.pk and name_of(other)]
    return {
        **_describe_row(player),
        "others": [name_of(other) for other in others],
        "invited": player.invited,
        "stand_in": player.stand_in,
        "unread": 0 if player.invited else getattr(player, "unread", 0),
        "ended_at": write_time(player.game.ended_at),
        "role": player.role,
        "won": player.won,
        "left": player.has_left,
        "reason": player.game.result["reason"] if player.game.result else "",
    }


def list_bots(reader: User, title: str, seats: int, number: int) -> dict[str, Json]:
    page = Paginator(list_offering(reader, title, seats), BOTS_A_PAGE).get_page(number)
    return {"page": page.number, "pages": page.paginator.num_pages, "bots": [_describe_bot(each) for each in page]}


def _describe_bot(bot: Any) -> dict[str, Json]:
    return {
        "code": bot.code,
        "name": bot.shown_name,
        "bot_by": bot.shown_owner,
        "games": [{"title": each.title, "seats": each.seats} for each in bot.bot_offers.all()],
        "seen_at": write_time(bot.seen_at),
    }


def describe_statistics(owner: User, *, against_bots: bool) -> list[dict[str, Json]]:
    return [_describe_results(results) for results in count_results(owner, Wanted(against_bots=against_bots))]


def _describe_results(results: Results) -> dict[str, Json]:
    return {
        "title": results.title.NAME,
        **_write_tally(results.total),
        "by_role": _write_tallies(results.by_role),
        "by_side": _write_tallies(results.by_side),
        "by_seats": _write_tallies(results.by_seats),
        "figures": {code: {"reached": share.reached, "of": share.of} for code, share in results.statistics.items()},
    }


def _write_tally(tally: Tally) -> dict[str, Json]:
    return {"games": tally.games, "won": tally.won}


def _write_tallies(tallies: Mapping[Any, Tally]) -> dict[str, Json]:
    return {str(key): _write_tally(tally) for key, tally in tallies.items()}
