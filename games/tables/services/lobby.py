"""Before the start: seats, bots, invitations, and the rematch."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from typing import Any, cast

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.clock.table_clock import PACES
from games.models import Circle, Game, Player, Terms
from games.notifications import outbox
from games.people.selectors.blocks import is_kept_apart, leave_out_blocked
from games.people.selectors.bot_owners import shares_secrets
from games.people.selectors.recent_players import find_recent_players
from games.people.selectors.reliability import load_reliability
from games.rules.registry import get_title
from games.state.refusals import Refusal
from games.state.table import find_player, load_players
from games.tables.seating import Seating
from games.tables.selectors.invitations import is_for, is_welcome
from games.tables.selectors.rematches import find_open_copy
from games.tables.services import table_alerts
from games.tables.services.bot_levels import check_level, list_levels
from games.tables.services.moves import DICE, lock_game
from games.tables.services.names import choose_table_name, require_name
from games.tables.services.quotas import require_listing, require_opening, require_place
from games.tables.services.rate_limits import count_lobby_switch
from games.tables.services.ready import start_or_ask
from games.tables.services.seats import announce, clear_seat
from games.tables.services.terms import check_choices
from insidejob.cache_stamps import forget_stamps, name_games
from insidejob.codes import make_code

DEFAULT_BOT = "steady"
FIRST_BOT = "gentle"  # for a newcomer, if the title has it
DEFAULT_TERMS = Terms()


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
    """Open a table with `host` in the first seat."""
    chosen = check_choices(title, seat_count, options, terms, has_circle=circle is not None)
    require_opening(host)
    if terms.is_public:
        require_listing(host)
    game = create_game(host, title, chosen, seat_count, terms, circle=circle)
    players = [Player(game=game, seat=seat, user=host if seat == 0 else None) for seat in range(seat_count)]
    copy_hours(players[0], host)
    Player.objects.bulk_create(players)
    forget_stamps(name_games(host.pk))
    if game.is_public:
        table_alerts.tell_of(game)
    return game


def create_game(
    host: User, title: str, options: Mapping[str, Any], seat_count: int, terms: Terms, **origin: Any
) -> Game:
    """Store a new table. `origin` holds columns such as `rematch_of`, `series` and `circle`."""
    return Game.objects.create(
        table_name=choose_table_name(host),
        title=title,
        rules=get_title(title).RULES,
        options=options,
        seat_count=seat_count,
        host=host,
        watch_key="" if terms.watchers == Game.Watchers.NONE else make_code(),
        host_seen_at=timezone.now(),
        **asdict(terms),
        **origin,
    )


def rename_table(*, code: str, host: User) -> None:
    with lock_game(code) as game:
        require_host(game, host)
        count_lobby_switch(game, host)
        game.table_name = choose_table_name(host)
        game.save(update_fields=["table_name"])
        announce(game)


def allow_spectators(*, code: str, host: User, allowed: bool) -> None:
    """Let anyone with the link watch an open table's game, or no one. Everyone at the table sees it change."""
    with lock_game(code) as game:
        require_host(game, host)
        if allowed == (game.watchers != Game.Watchers.NONE):
            return
        count_lobby_switch(game, host)
        game.watchers = Game.Watchers.LINK if allowed else Game.Watchers.NONE
        game.watch_key = make_code() if allowed else ""
        game.save(update_fields=["watchers", "watch_key"])
        announce(game)


def join_game(*, code: str, user: User, wish: str = "", key: str = "") -> Game:
    """Sit down in the seat kept for the user, or in the first free one.

    `key` comes from their link. Refusals hide blocks and removals: an old link looks like a started table, a block
    like a full one.
    """
    with lock_game(code) as game:
        kept = find_player(game, user)
        if kept and kept.is_taken:
            return game
        require_open(game)
        is_apart = is_kept_apart(user, load_players(game))
        if (kept is None or is_apart) and not is_welcome(game, user, key):
            raise Refusal("started")
        # A user kept apart causes the same queries as anyone at a full table, so their number tells nothing of a block.
        player = kept if kept and not is_apart else find_vacancy(game)
        if is_apart:
            raise Refusal("table_full")
        _require_bot_rules(game, user)
        if kept is None and user.is_guest and not game.guests_welcome:
            raise Refusal("guest")
        if kept is None and game.in_time_only and not load_reliability([user.pk])[user.pk].is_in_time:
            raise Refusal("in_time")
        require_place(user)
        count_lobby_switch(game, user)
        user = require_name(game, user)
        _take_seat(player, user, _check_wish(game, wish))
        start_if_full(game, user)
    return game


def _require_bot_rules(game: Game, user: User) -> None:
    if user.bot_owner_id and not game.allows_bots:
        raise Refusal("no_bots")
    if shares_secrets(user, load_players(game)):
        raise Refusal("own_bot")


def make_wish(*, code: str, user: User, wish: str) -> None:
    """Store a wish, which is empty or a code from `list_wishes`. The table sees it."""
    with lock_game(code) as game:
        require_open(game)
        player = find_player(game, user)
        if player is None or player.invited:
            raise Refusal("not_seated")
        if _check_wish(game, wish) != player.wish:
            count_lobby_switch(game, user)
            player.wish = wish
            player.save(update_fields=["wish"])
            announce(game)


def list_wishes(game: Game) -> tuple[str, ...]:
    title = game.played_by
    return title.list_wishes(game.read_options())


def _check_wish(game: Game, wish: str) -> str:
    if wish and wish not in list_wishes(game):
        raise Refusal("wish")
    return wish


def find_vacancy(game: Game) -> Player:
    for player in load_players(game):
        if player.is_free:
            return player
    raise Refusal("table_full")


def _take_seat(player: Player, user: User, wish: str) -> None:
    player.user, player.invited, player.wish = user, False, wish
    copy_hours(player, user)
    player.save(update_fields=["user", "invited", "wish", "zone", "wakes_at", "sleeps_at"])
    forget_stamps(name_games(user.pk))


def copy_hours(player: Player, user: User) -> None:
    """Copy the user's waking hours to the seat.

    Later changes count from the next game, so that they reveal nothing about this one.
    """
    player.zone, player.wakes_at, player.sleeps_at = user.time_zone, user.wakes_at, user.sleeps_at


def start_if_full(game: Game, by: User) -> None:
    announce(game)
    players = load_players(game)
    if all(player.is_taken for player in players):
        if all(player.bot for player in players):
            raise Refusal("not_seated")
        start_or_ask(game, players, by)


def leave_game(*, code: str, user: User) -> None:
    """Leave an open table.

    The host may leave only a table that opened by itself. A user kept apart from a player has no kept seat that they
    know of. Raises `Refusal` ("host_stays", "not_seated", "started", "cancelled").
    """
    with lock_game(code, needs_rules=False) as game:
        require_open(game)
        if game.host_id == user.pk and not game.opened_itself:
            raise Refusal("host_stays")
        # Both queries always run, so that their number does not tell that a seat is kept.
        player, is_apart = find_player(game, user), is_kept_apart(user, load_players(game))
        if player is None or (player.invited and is_apart):
            raise Refusal("not_seated")
        clear_seat(player)
        announce(game)


def free_seat(*, code: str, user: User) -> None:
    """Free the seat that a user has at an open table, taken or kept, because they cannot play there any more."""
    with lock_game(code, needs_rules=False) as game:
        require_open(game)
        if player := find_player(game, user):
            clear_seat(player)
            announce(game)


def remove_player(*, code: str, host: User, seat: int, person: str) -> None:
    """Remove a player. `person` is a user's code, or empty for a bot. The link changes, because the person knows it."""
    with lock_game(code) as game:
        require_host(game, host)
        player = game.players.select_related("user").filter(seat=seat).first()
        if player is None or player.user_id == host.pk:
            raise Refusal("host_stays")
        if player.is_free or person != (player.user.code if player.user else ""):
            raise Refusal("seat_changed")
        if player.user_id is not None:
            _change_link(game)
        clear_seat(player, removed=player.user_id is not None)
        announce(game)


def renew_invitation(*, code: str) -> None:
    with lock_game(code) as game:
        require_open(game)
        _change_link(game)
        announce(game)


def _change_link(game: Game) -> None:
    game.invitation = make_code()
    game.save(update_fields=["invitation"])


def free_kept_seats(by: User, person: User) -> None:
    """Free the seats that either keeps for the other at their own open tables, as after a block no one could take them.

    Like a declined invitation, it does not tell which of the two blocked. Seats kept for the bots of `person`, whom
    `by` blocked, are free, too. Those kept for bots of `by` stay, because only the block could explain it.
    """
    own = Q(game__host=by, user=person) | Q(game__host=by, user__bot_owner=person)
    kept = Player.objects.filter(own | Q(game__host=person, user=by), invited=True, game__status=Game.Status.OPEN)
    for row in kept.select_related("game", "user"):
        with lock_game(row.game.code, needs_rules=False) as game:
            player = find_player(game, cast(User, row.user))
            if game.status == Game.Status.OPEN and player and player.invited:
                clear_seat(player)
                announce(game)


def fill_with_bots(*, code: str, host: User, bot: str = DEFAULT_BOT) -> None:
    """Fill the free seats with bots. The game starts unless seats are kept for people."""
    with lock_game(code) as game:
        require_host(game, host)
        check_level(game, bot)
        if free := [player for player in load_players(game) if player.is_free]:
            count_lobby_switch(game, host)
            for player in free:
                clear_seat(player, bot)
            start_if_full(game, host)


def cancel_game(*, code: str, host: User) -> None:
    with lock_game(code, needs_rules=False) as game:
        require_host(game, host)
        game.status = Game.Status.CANCELLED
        game.grow()
        game.save(update_fields=["status", "version"])
        outbox.write_closed(game, [player for player in load_players(game) if player.user_id != host.pk])


def require_open(game: Game) -> None:
    if game.status != Game.Status.OPEN:
        raise Refusal("cancelled" if game.status == Game.Status.CANCELLED else "started")


def require_host(game: Game, user: User) -> None:
    require_open(game)
    if game.host_id != user.pk:
        raise Refusal("not_host")


@transaction.atomic
def play_against_bots(*, user: User, title: str, seat_count: int, options: Mapping[str, Any] | None = None) -> Game:
    rules = get_title(title)
    is_first = not Player.objects.filter(user=user, game__title=title, game__status__in=Game.DEALT).exists()
    # Bots do not wait, so allow the longest time.
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
    """Open the rematch of a game, or sit down at it.

    A cancelled rematch is replaced. If it has ended or runs without the user, they sit down at an open table like the
    game, or get a new one.
    """
    with lock_game(code) as game:
        if game.status not in Game.ENDED:
            raise Refusal("not_over")
        if find_player(game, user) is None:
            raise Refusal("not_seated")
        Game.objects.filter(rematch_of=game, status=Game.Status.CANCELLED).update(rematch_of=None)
        rematch = Game.objects.filter(rematch_of=game).first()
        if rematch is None:
            rematch = _copy_as_rematch(game, user, seating)
        elif rematch.status in Game.ENDED or (rematch.is_running and find_player(rematch, user) is None):
            rematch = find_open_copy(game, user) or _copy_anew(game, user, seating)
    return join_game(code=rematch.code, user=user)


def _copy_as_rematch(game: Game, host: User, seating: Seating) -> Game:
    game.series = game.series or make_code()
    staying = {player.user_id for player in load_players(game) if _may_stay(player.user)}
    copy = copy_table(game, host, seating, staying, rematch_of=game, series=game.series)
    outbox.write_rematch(game, copy, _list_told(load_players(copy), host))
    # The old table's pages show the rematch.
    game.grow()
    game.save(update_fields=["series", "version"])
    return copy


def _copy_anew(game: Game, host: User, seating: Seating) -> Game:
    """Copy a table and invite those of its players who accept invitations from the host."""
    seated = [player.user_id for player in load_players(game) if player.user_id is not None]
    asked = set(find_recent_players(host).filter(pk__in=seated).values_list("pk", flat=True))
    copy = copy_table(game, host, seating, {host.pk, *asked})
    for player in _list_told(load_players(copy), host):
        outbox.write_invited(copy, player)
    return copy


def copy_table(game: Game, host: User, seating: Seating, kept: Collection[int | None], **origin: Any) -> Game:
    """Copy a table with its bots, and keep seats for people in `kept` that the host has not blocked.

    It stays in the circle if the host belongs to it. Raises `Refusal("guest_opens")` to a guest unless they played
    with bots alone.
    """
    if host.is_guest and game.players.exclude(user=None).exclude(user=host).exists():
        raise Refusal("guest_opens")
    require_opening(host)
    circle = game.circle if is_for(game, host) else None
    terms = replace(game.terms, is_public=False).limit_watchers(has_circle=circle is not None)
    copy = create_game(host, game.title, game.options, game.seat_count, terms, circle=circle, **origin)
    seats, players = seating.arrange(game.seat_count, DICE), load_players(game)
    asked = leave_out_blocked(host, [player.user for player in players if player.user and player.user_id in kept])
    Player.objects.bulk_create(
        Player(game=copy, seat=seats[player.seat], came_from=player.seat, user=user, invited=bool(user), bot=player.bot)
        for player in players
        for user in [player.user if player.user in asked else None]
    )
    return copy


def _may_stay(user: User | None) -> bool:
    """Whether a rematch keeps a seat for a user. Someone who cannot sign in, and their bots, never take it."""
    if user is None or not user.is_active or user.leaves_at or user.left_at:
        return False
    owner = user.bot_owner
    return owner is None or (owner.is_active and owner.leaves_at is None)


def _list_told(players: list[Player], host: User) -> list[Player]:
    """Return the players to notify, without those kept apart from the host, who must not notice."""
    others = [player for player in players if player.user_id not in (None, host.pk)]
    return [player for player in others if not is_kept_apart(cast(User, player.user), [Player(user=host)])]
