"""Before the first card: opening a table, sitting down and leaving, bots, cancelling, the rematch."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from typing import Any, cast

from django.db import transaction

from accounts.models import User
from games.clock.table_clock import BANKS, PACES
from games.models import Circle, FormerPlayer, Game, Player, Terms
from games.notifications import outbox
from games.people.selectors.blocks import is_kept_apart
from games.people.selectors.history import ENDED
from games.people.selectors.recent_players import find_recent_players, list_recent_players
from games.people.selectors.reliability import load_reliability
from games.rules.engine.options import find_house_rule
from games.rules.registry import get_title
from games.state.refusals import Refusal
from games.state.table import find_player, load_players
from games.tables.seating import Seating, arrange
from games.tables.selectors.invitations import is_for, is_welcome
from games.tables.selectors.my_tables import has_played
from games.tables.services.bot_levels import check_level, list_levels
from games.tables.services.moves import DICE, lock_game, start_game
from games.tables.services.names import require_name
from games.tables.services.quotas import require_listing, require_opening, require_place
from games.tables.services.rate_limits import count_lobby_switch
from games.tables.services.seats import announce
from games.wording.table_names import choose_word
from insidejob.codes import make_code

DEFAULT_BOT = "steady"
FIRST_BOT = "gentle"
"""Against which a newcomer plays their first game, where a title has it."""
DEFAULT_TERMS = Terms()
RECENT_TABLES = 50
"""So many tables of one host in a row have names of their own."""


@transaction.atomic
def open_game(
    *,
    host: User,
    title: str,
    seat_count: int,
    options: Mapping[str, Any],
    terms: Terms = DEFAULT_TERMS,
    circle: Circle | None = None,
) -> Game:
    """Open a table with `host` in its first seat, for a circle of theirs, and return it. Guests open no public one.

    Raises `Refusal("seats")` for a number of seats that the title does not take, `Refusal("pace")` for times that are
    not out of `PACES` and `BANKS`, `Refusal("guests")` where guests are welcome to what is not for friends,
    `Refusal("house_name")` for a house role without a name or a name without one,
    `InvalidOption` for the title's options, and what `require_opening` and `require_listing` raise.
    """
    rules = get_title(title)
    if seat_count not in rules.SEATS:
        raise Refusal("seats")
    if terms.pace not in PACES or terms.vote_time not in PACES or terms.bank not in BANKS:
        raise Refusal("pace")
    if terms.guests_welcome and (terms.is_public or terms.in_time_only):
        raise Refusal("guests")
    chosen = rules.dump_options(rules.parse_options(options, seat_count))
    if bool(find_house_rule(rules.OPTIONS, chosen)) != bool(terms.house_name):
        raise Refusal("house_name")
    require_opening(host)
    if terms.is_public:
        require_listing(host)
    game = create_game(host, title, chosen, seat_count, terms, circle=circle)
    players = [Player(game=game, seat=seat, user=host if seat == 0 else None) for seat in range(seat_count)]
    copy_hours(players[0], host)
    Player.objects.bulk_create(players)
    return game


def create_game(
    host: User, title: str, options: Mapping[str, Any], seat_count: int, terms: Terms, **origin: Any
) -> Game:
    """Store a new table of `host`, by the newest rules of its title, and return it. It has no players yet.

    `origin` are the columns that say where it comes from: the game before, its series, its circle.
    """
    return Game.objects.create(
        table_name=choose_table_name(host),
        title=title,
        rules=get_title(title).RULES,
        options=options,
        seat_count=seat_count,
        host=host,
        **asdict(terms),
        **origin,
    )


def choose_table_name(host: User) -> str:
    """Return the key of a name for a table of `host`: one that none of their last tables has."""
    latest = Game.objects.filter(host=host).order_by("-pk").values_list("table_name", flat=True)
    return choose_word(list(latest[:RECENT_TABLES]))


def rename_table(*, code: str, host: User) -> None:
    """Draw another name for an open table. Raises `Refusal` ("not_host", "started", "cancelled", "too_often")."""
    with lock_game(code) as game:
        require_host(game, host)
        count_lobby_switch(game, host)
        game.table_name = choose_table_name(host)
        game.save(update_fields=["table_name"])
        announce(game)


def join_game(*, code: str, user: User, wish: str = "", key: str = "") -> Game:
    """Seat `user` at an open table: in the place kept for them, else in the first free one. Starts a full table.

    `wish` is for the deal (`make_wish`), `key` came with their link (`is_welcome`). An old link reads like that of a
    started table, and a table with somebody from whom the user is kept apart like a full one. Raises `Refusal`
    ("guest", "started", "cancelled", "table_full", "in_time", "wish", "many_tables", "name", "too_often").
    """
    with lock_game(code) as game:
        kept = find_player(game, user)
        if kept and kept.is_taken:
            return game
        require_open(game)
        is_apart = is_kept_apart(user, load_players(game))
        if (kept is None or is_apart) and not is_welcome(game, user, key):
            raise Refusal("started")
        if is_apart:
            raise Refusal("table_full")
        player = kept or find_vacancy(game)
        if kept is None and user.is_guest and not game.guests_welcome:
            raise Refusal("guest")
        if kept is None and game.in_time_only and not load_reliability([user.pk])[user.pk].is_in_time:
            raise Refusal("in_time")
        require_place(user)
        count_lobby_switch(game, user)
        user = require_name(game, user)
        take_seat(player, user, check_wish(game, wish))
        start_if_full(game, user)
    return game


def make_wish(*, code: str, user: User, wish: str) -> None:
    """Note what `user` would like of the deal, or that they take it comes; the table is told openly.

    `wish` is nothing, or a code that the title offers with the table's options.
    Raises `Refusal` ("wish", "not_seated", "started", "cancelled", "too_often").
    """
    with lock_game(code) as game:
        require_open(game)
        player = find_player(game, user)
        if player is None or player.invited:
            raise Refusal("not_seated")
        if check_wish(game, wish) != player.wish:
            count_lobby_switch(game, user)
            player.wish = wish
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
    copy_hours(player, user)
    player.save(update_fields=["user", "invited", "wish", "zone", "wakes_at", "sleeps_at"])


def copy_hours(player: Player, user: User) -> None:
    """Keep when `user` is awake as it is now: a change of theirs counts from the next game, and so tells nothing."""
    player.zone, player.wakes_at, player.sleeps_at = user.time_zone, user.wakes_at, user.sleeps_at


def start_if_full(game: Game, by: User) -> None:
    """Let waiting pages notice what `by` has changed at an open table, and start the game once every seat is taken."""
    announce(game)
    if all(player.is_taken for player in load_players(game)):
        start_game(game=game, starter=by)


def leave_game(*, code: str, user: User) -> None:
    """Free the user's seat at an open table. Raises `Refusal` ("host_stays", "not_seated", "started", "cancelled")."""
    with lock_game(code, needs_rules=False) as game:
        require_open(game)
        if game.host_id == user.pk:
            raise Refusal("host_stays")
        player = find_player(game, user)
        if player is None:
            raise Refusal("not_seated")
        clear_seat(player)
        announce(game)


def clear_seat(player: Player, bot: str = "", *, removed: bool = False) -> None:
    """Take the person or bot out of the seat of `player`, and put a bot there if one is named.

    A person who sat there or was `removed` is remembered: they take no seat of this game over as a substitute.
    """
    if player.user_id is not None and (removed or not player.invited):
        FormerPlayer.objects.create(game_id=player.game_id, seat=player.seat, user_id=player.user_id, removed=removed)
    player.user, player.invited, player.bot, player.wish = None, False, bot, ""
    player.save(update_fields=["user", "invited", "bot", "wish"])


def remove_player(*, code: str, host: User, seat: int, person: str) -> None:
    """Free the seat that `person` has, who is named by their code and a bot by nothing; never the host's own.

    A person who is removed knows the link, so the table gets a new one.
    Raises `Refusal`: "not_host", "host_stays", "seat_changed" if another person has the seat by now, …
    """
    with lock_game(code) as game:
        require_host(game, host)
        player = game.players.select_related("user").filter(seat=seat).first()
        if player is None or player.user_id == host.pk:
            raise Refusal("host_stays")
        if player.is_free or person != (player.user.code if player.user else ""):
            raise Refusal("seat_changed")
        if player.user_id is not None:
            game.invitation = make_code()
            game.save(update_fields=["invitation"])
        clear_seat(player, removed=player.user_id is not None)
        announce(game)


def invite_person(*, code: str, host: User, person: str) -> None:
    """Keep a free seat for the person of that code, one of those with whom `host` has played, and tell them.

    Raises `Refusal`: "not_host", "table_full", "too_often", "not_invited" if they may not be or have a seat here, …
    """
    with lock_game(code) as game:
        require_host(game, host)
        user = next((each for each in list_recent_players(host) if each.code == person), None)
        if user is None or find_player(game, user) is not None:
            raise Refusal("not_invited")
        player = find_vacancy(game)
        count_lobby_switch(game, host)
        player.user, player.invited = user, True
        player.save(update_fields=["user", "invited"])
        if not is_kept_apart(user, load_players(game)):
            outbox.write_invited(game, player)
        announce(game)


def fill_with_bots(*, code: str, host: User, bot: str = DEFAULT_BOT) -> None:
    """Put bots of a level in the free seats, which starts the game unless places are kept for people.

    Raises `Refusal` ("not_offered" for another level, "not_host", "started", "cancelled", "too_often").
    """
    with lock_game(code) as game:
        require_host(game, host)
        check_level(game, bot)
        if free := [player for player in load_players(game) if player.is_free]:
            count_lobby_switch(game, host)
            for player in free:
                clear_seat(player, bot)
            start_if_full(game, host)


def cancel_game(*, code: str, host: User) -> None:
    """Close an open table for good, and tell the others who sit there."""
    with lock_game(code, needs_rules=False) as game:
        require_host(game, host)
        game.status = Game.Status.CANCELLED
        game.grow()
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
def play_against_bots(*, user: User, title: str, seat_count: int, options: Mapping[str, Any] | None = None) -> Game:
    """Open a table, fill it with bots, and start. A newcomer to the title gets its options and bots for a first game.

    `options` are the usual ones of the visitor; the title's defaults stand in for those that are missing.
    Raises what `require_opening` raises.
    """
    rules, is_first = get_title(title), not has_played(user, title)
    # No one else waits: as much time as there is.
    game = open_game(
        host=user,
        title=title,
        seat_count=seat_count,
        options={**(options or {}), **(rules.FIRST_OPTIONS if is_first else {})},
        terms=Terms(pace=PACES[-1], vote_time=PACES[-1], vacations=not user.is_guest),
    )
    bot = FIRST_BOT if is_first and FIRST_BOT in list_levels(rules) else DEFAULT_BOT
    fill_with_bots(code=game.code, host=user, bot=bot)
    return game


def open_rematch(*, code: str, user: User, seating: Seating = Seating.KEEP) -> Game:
    """Open the rematch of a finished game, or take one's place at it: each seat is kept for who sat there, as arranged.

    Bots are there at once. One that was closed is let go of, so that another can be opened. Where the rematch is over,
    or runs without the user, they get a table of their own like the game, to which its people are invited by name.
    Raises `Refusal` ("not_over", "not_seated", or those of `copy_table` and `join_game`).
    """
    with lock_game(code) as game:
        if game.status not in ENDED:
            raise Refusal("not_over")
        if find_player(game, user) is None:
            raise Refusal("not_seated")
        Game.objects.filter(rematch_of=game, status=Game.Status.CANCELLED).update(rematch_of=None)
        rematch = Game.objects.filter(rematch_of=game).first()
        if rematch is None:
            rematch = copy_as_rematch(game, user, seating)
        elif is_missed(rematch, user):
            rematch = copy_anew(game, user, seating)
    return join_game(code=rematch.code, user=user)


def is_missed(rematch: Game, user: User) -> bool:
    """Tell whether the user can play the rematch no more: it has ended, or runs without them."""
    return rematch.status in ENDED or (rematch.is_running and find_player(rematch, user) is None)


def copy_as_rematch(game: Game, host: User, seating: Seating) -> Game:
    """Return the open rematch of a game, in the same series, with a place kept for each of its people."""
    game.series = game.series or make_code()
    staying = {player.user_id for player in load_players(game) if may_stay(player.user)}
    copy = copy_table(game, host, seating, staying, rematch_of=game, series=game.series)
    outbox.write_rematch(game, copy, list_told(load_players(copy), host))
    # The old table's pages show that a rematch waits.
    game.grow()
    game.save(update_fields=["series", "version"])
    return copy


def copy_anew(game: Game, host: User, seating: Seating) -> Game:
    """Return an open table like a game, to which the host invites those of its people who let themselves be invited."""
    seated = [player.user_id for player in load_players(game) if player.user_id is not None]
    asked = set(find_recent_players(host).filter(pk__in=seated).values_list("pk", flat=True))
    copy = copy_table(game, host, seating, {host.pk, *asked})
    for player in list_told(load_players(copy), host):
        outbox.write_invited(copy, player)
    return copy


def copy_table(game: Game, host: User, seating: Seating, kept: Collection[int | None], **origin: Any) -> Game:
    """Return a new open table like `game`, with its bots, and a place kept for those of its people who are in `kept`.

    It is for the same circle if the host belongs to that.
    Raises `Refusal`: "guest_opens" to a guest who would not play with bots alone, and those of `require_opening`.
    """
    if host.is_guest and game.players.exclude(user=None).exclude(user=host).exists():
        raise Refusal("guest_opens")
    require_opening(host)
    circle = game.circle if is_for(game, host) else None
    terms = replace(game.terms, is_public=False)
    copy = create_game(host, game.title, game.options, game.seat_count, terms, circle=circle, **origin)
    seats = arrange(seating, game.seat_count, DICE)
    Player.objects.bulk_create(
        Player(game=copy, seat=seats[player.seat], came_from=player.seat, user=user, invited=bool(user), bot=player.bot)
        for player in load_players(game)
        for user in [player.user if player.user_id in kept else None]
    )
    return copy


def may_stay(user: User | None) -> bool:
    """Tell whether a place may be kept for a person: not for one whose account goes."""
    return user is not None and not user.leaves_at and not user.left_at


def list_told(players: list[Player], host: User) -> list[Player]:
    """Return who hears of the place kept for them: not those kept apart from the host, and the table sees no sign."""
    others = [player for player in players if player.user_id not in (None, host.pk)]
    return [player for player in others if not is_kept_apart(cast(User, player.user), [Player(user=host)])]
