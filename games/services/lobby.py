"""Before the first card: opening a table, sitting down and leaving, bots, cancelling, the rematch."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from games.clock import DEFAULT_PACE, DEFAULT_VOTE_TIME, PACES
from games.models import Game, Player
from games.operations import draw_operation
from games.post import outbox
from games.reads.lists import has_played
from games.reads.table import find_player, load_players
from games.rules.registry import get_title
from games.services.allowance import require_opening, require_place
from games.services.errors import Refusal
from games.services.play import lock_game, start_game

DEFAULT_BOT = "steady"
RECENT_TABLES = 50
"""So many tables of one host in a row have names of their own."""


@transaction.atomic
def open_game(
    *,
    host: User,
    title: str,
    seat_count: int,
    options: Mapping[str, Any],
    pace: int = DEFAULT_PACE,
    vote_time: int = DEFAULT_VOTE_TIME,
    talk: str = Game.Talk.OPEN,
) -> Game:
    """Open a table with `host` in its first seat, and return it. `pace` and `vote_time` are seconds, out of `PACES`.

    Raises `Refusal("seats")` for a number of seats that the title does not take, `Refusal("pace")` for another time,
    `InvalidOption` for the title's options, and what `require_opening` raises.
    """
    rules = get_title(title)
    if seat_count not in rules.SEATS:
        raise Refusal("seats")
    if pace not in PACES or vote_time not in PACES:
        raise Refusal("pace")
    parsed = rules.parse_options(options, seat_count)
    require_opening(host)
    game = Game.objects.create(
        operation=choose_operation(host),
        title=title,
        rules=rules.RULES,
        options=rules.dump_options(parsed),
        seat_count=seat_count,
        host=host,
        pace=pace,
        vote_time=vote_time,
        talk=talk,
    )
    Player.objects.bulk_create(
        Player(game=game, seat=seat, user=host if seat == 0 else None) for seat in range(seat_count)
    )
    return game


def choose_operation(host: User) -> str:
    """Return the key of a name for a table of `host`: one that none of their last tables has."""
    latest = Game.objects.filter(host=host).order_by("-pk").values_list("operation", flat=True)
    return draw_operation(list(latest[:RECENT_TABLES]))


def rename_table(*, code: str, host: User) -> None:
    """Draw another name for an open table. Raises `Refusal` ("not_host", "started", "cancelled")."""
    with lock_game(code) as game:
        require_host(game, host)
        game.operation = choose_operation(host)
        game.save(update_fields=["operation"])
        announce(game)


def join_game(*, code: str, user: User, wish: str = "") -> Game:
    """Seat `user` at an open table: in the place kept for them, else in the first free one. Starts a full table.

    `wish` is for the deal, as `make_wish` says. A person who sits there already stays there.
    Raises `Refusal` ("guest", "started", "cancelled", "table_full", "wish" or "many_tables").
    """
    with lock_game(code) as game:
        kept = find_player(game, user)
        if kept and kept.is_taken:
            return game
        require_open(game)
        player = kept or find_vacancy(game)
        if kept is None and user.is_guest:
            raise Refusal("guest")
        require_place(user)
        take_seat(player, user, check_wish(game, wish))
        start_if_full(game, user)
    return game


def make_wish(*, code: str, user: User, wish: str) -> None:
    """Note what `user` would like of the deal, or that they take it as it comes; the table is told openly.

    `wish` is nothing, or a code that the title offers with the table's options.
    Raises `Refusal` ("wish", "not_seated", "started", "cancelled").
    """
    with lock_game(code) as game:
        require_open(game)
        player = find_player(game, user)
        if player is None or player.invited:
            raise Refusal("not_seated")
        player.wish = check_wish(game, wish)
        player.save(update_fields=["wish"])
        announce(game)


def list_wishes(game: Game) -> tuple[str, ...]:
    """Return the codes of what a player of this table may wish for before the deal."""
    title = game.played_by
    return title.list_wishes(title.parse_options(game.options, game.seat_count))


def check_wish(game: Game, wish: str) -> str:
    """Return `wish`. Raises `Refusal("wish")` unless it is nothing or offered."""
    if wish and wish not in list_wishes(game):
        raise Refusal("wish")
    return wish


def find_vacancy(game: Game) -> Player:
    """Return the player of the first seat that anybody may take. Raises `Refusal("table_full")`."""
    for player in load_players(game):
        if player.is_free:
            return player
    raise Refusal("table_full")


def take_seat(player: Player, user: User, wish: str) -> None:
    """Put `user` in the seat of `player`, with what they would like of the deal."""
    player.user, player.invited, player.wish = user, False, wish
    player.save(update_fields=["user", "invited", "wish"])


def announce(game: Game) -> None:
    """Let waiting pages notice a change at an open table."""
    game.version += 1
    game.save(update_fields=["version"])


def start_if_full(game: Game, by: User) -> None:
    """Let waiting pages notice what `by` has changed at an open table, and start the game once every seat is taken."""
    announce(game)
    if all(player.is_taken for player in load_players(game)):
        start_game(game=game, starter=by)


def leave_game(*, code: str, user: User) -> None:
    """Free the user's seat at an open table. Raises `Refusal` ("host_stays", "not_seated", "started", "cancelled")."""
    with lock_game(code) as game:
        require_open(game)
        if game.host_id == user.pk:
            raise Refusal("host_stays")
        player = find_player(game, user)
        if player is None:
            raise Refusal("not_seated")
        clear_seat(player)
        announce(game)


def clear_seat(player: Player, bot: str = "") -> None:
    """Take the person or bot out of the seat of `player`, and put a bot there if one is named."""
    player.user, player.invited, player.bot, player.wish = None, False, bot, ""
    player.save(update_fields=["user", "invited", "bot", "wish"])


def remove_player(*, code: str, host: User, seat: int, person: str) -> None:
    """Free the seat that `person` has, who is named by their code and a bot by nothing; never the host's own.

    Raises `Refusal`: "not_host", "host_stays", "seat_changed" if another person has the seat by now, …
    """
    with lock_game(code) as game:
        require_host(game, host)
        player = game.players.select_related("user").filter(seat=seat).first()
        if player is None or player.user_id == host.pk:
            raise Refusal("host_stays")
        if player.is_free or person != (player.user.code if player.user else ""):
            raise Refusal("seat_changed")
        clear_seat(player)
        announce(game)


def fill_with_bots(*, code: str, host: User, bot: str = DEFAULT_BOT) -> None:
    """Put bots in the free seats, which starts the game unless places are kept for people."""
    with lock_game(code) as game:
        require_host(game, host)
        for player in load_players(game):
            if player.is_free:
                clear_seat(player, bot)
        start_if_full(game, host)


def cancel_game(*, code: str, host: User) -> None:
    """Close an open table for good, and tell the others who sit there."""
    with lock_game(code) as game:
        require_host(game, host)
        game.status = Game.Status.CANCELLED
        game.version += 1
        game.save(update_fields=["status", "version"])
        outbox.write_closed(game, [player for player in load_players(game) if player.user_id != host.pk])


def require_open(game: Game) -> None:
    """Raise `Refusal` ("cancelled" or "started") unless people may still sit down."""
    if game.status != Game.Status.OPEN:
        raise Refusal("cancelled" if game.status == Game.Status.CANCELLED else "started")


def require_host(game: Game, user: User) -> None:
    """Raise `Refusal` unless the table is open and `user` opened it."""
    require_open(game)
    if game.host_id != user.pk:
        raise Refusal("not_host")


@transaction.atomic
def play_against_bots(*, user: User, title: str, seat_count: int) -> Game:
    """Open a table, fill it with bots, and start. A newcomer to the title gets its options for a first game.

    Raises what `require_opening` raises.
    """
    options = {} if has_played(user, title) else get_title(title).FIRST_OPTIONS
    # No one else waits: as much time as there is.
    game = open_game(
        host=user, title=title, seat_count=seat_count, options=options, pace=PACES[-1], vote_time=PACES[-1]
    )
    fill_with_bots(code=game.code, host=user)
    return game


def open_rematch(*, code: str, user: User) -> Game:
    """Open the rematch of a finished game, or take one's place at it: the same seats, each kept for who sat there.

    Bots are there at once. One that was closed is let go of, so that another can be opened.
    Raises `Refusal` ("not_over", "not_seated", or those of `require_opening` and `join_game`).
    """
    with lock_game(code) as game:
        if game.status not in (Game.Status.OVER, Game.Status.AGREED):
            raise Refusal("not_over")
        if find_player(game, user) is None:
            raise Refusal("not_seated")
        Game.objects.filter(rematch_of=game, status=Game.Status.CANCELLED).update(rematch_of=None)
        rematch = Game.objects.filter(rematch_of=game).first() or copy_table(game, user)
    return join_game(code=rematch.code, user=user)


def copy_table(game: Game, host: User) -> Game:
    """Return a new open table like `game`, with a place kept for each of its people."""
    require_opening(host)
    copy = Game.objects.create(
        operation=choose_operation(host),
        title=game.title,
        rules=get_title(game.title).RULES,
        options=game.options,
        seat_count=game.seat_count,
        pace=game.pace,
        vote_time=game.vote_time,
        talk=game.talk,
        host=host,
        rematch_of=game,
    )
    players = [
        Player(game=copy, seat=player.seat, user=player.user, invited=player.user is not None, bot=player.bot)
        for player in load_players(game)
    ]
    Player.objects.bulk_create(players)
    outbox.write_rematch(game, copy, [player for player in players if player.user_id != host.pk])
    # The old table's pages show that a rematch waits.
    game.version += 1
    game.save(update_fields=["version"])
    return copy
