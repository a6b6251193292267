"""Circles as members see them. To others they do not exist.

Players of a circle's table who are not members are named only to people who sat with them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import Block, User
from games.circles.ranking import rank
from games.models import Circle, FormerPlayer, Game, Member, Player
from games.models.known_rules import name_known
from games.people.selectors.blocks import is_kept_apart, name_kept_apart
from games.people.selectors.history import Person, played_with_others, show_person
from games.people.selectors.statistics import COUNTS, Tally
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import get_title
from games.state.company import list_company


@dataclass(frozen=True)
class OwnCircle:
    code: str
    name: str
    owner: str
    size: int
    is_name_hidden: bool


@dataclass(frozen=True)
class CircleMember:
    """A member as another member sees it. `is_invited` means that they have not answered yet."""

    person: Person
    is_me: bool
    is_owner: bool
    is_invited: bool


@dataclass(frozen=True)
class Standing:
    person: Person
    tally: Tally
    # None for those with too few games.
    rank: int | None


@dataclass(frozen=True)
class CircleStatistics:
    title: AnyTitle
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class CircleTable:
    """An open or running table.

    `code` is empty if the viewer may not look at it. `host` is set for open tables, `names` for running ones. `free` is
    0 for viewers who were removed from the table or are kept apart from a player.
    """

    code: str
    name: str
    # None for unknown rules, here and below.
    title: AnyTitle | None
    is_open: bool
    is_mine: bool
    is_kept: bool
    host: str
    # Whether it is a weekly table, which opened by itself.
    opened_itself: bool
    names: tuple[str, ...]
    free: int
    # The key with which the viewer may watch, or "".
    watch_key: str


@dataclass(frozen=True)
class OpenToMe:
    code: str
    name: str
    title: AnyTitle | None
    circle: str
    host: str
    opened_itself: bool


@dataclass(frozen=True)
class CircleGame:
    """A finished game of the circle.

    `code` is empty unless the viewer sat there. `unnamed` counts players that the viewer may not see by name.
    """

    code: str
    name: str
    title: AnyTitle | None
    ended_at: datetime | None
    winners: tuple[str, ...]
    others: tuple[str, ...]
    # Those of the others who left the game.
    left: tuple[str, ...]
    unnamed: int
    # Whether the table stood still until it was given up.
    was_abandoned: bool
    # The code of the reason; empty if the game was not played to its end.
    reason: str


def find_circle(code: str, user: User) -> Circle | None:
    circles = Circle.objects.select_related("owner")
    return circles.filter(code=code, members__user=user, members__invited=False).first()


def is_closed_to(circle: Circle, user: User) -> bool:
    """Whether a block keeps the user apart from a member. Blocks between two members do not matter."""
    members = circle.members.filter(invited=False).values_list("user", flat=True)
    return is_kept_apart(user, [Player(user_id=member) for member in members])


def list_circles(user: User) -> list[OwnCircle]:
    return _show_circles(Circle.objects.filter(_name_members(user, invited=False)))


def list_invitations(user: User) -> list[OwnCircle]:
    """Return the circles that invited the user, except those with members kept apart from the user."""
    blocked = Block.objects.filter(by=user).values("person")
    blocks = Block.objects.filter(person=user).values("by")
    members = Member.objects.filter(circle=OuterRef("pk"), invited=False)
    asked = Circle.objects.filter(_name_members(user, invited=True))
    return _show_circles(asked.exclude(Exists(members.filter(Q(user__in=blocked) | Q(user__in=blocks)))))


def _name_members(user: User, *, invited: bool) -> Exists:
    return Exists(Member.objects.filter(circle=OuterRef("pk"), user=user, invited=invited))


def _show_circles(circles: QuerySet[Circle]) -> list[OwnCircle]:
    counted = circles.annotate(size=Count("members", filter=Q(members__invited=False)))
    return [
        OwnCircle(circle.code, circle.shown_name, circle.owner.shown_name, circle.size, circle.is_name_hidden)
        for circle in counted.select_related("owner").order_by("name", "pk")
    ]


def list_members(circle: Circle) -> list[Member]:
    return list(circle.members.select_related("user").order_by("invited", "pk"))


def show_members(circle: Circle, members: Sequence[Member], viewer: User) -> list[CircleMember]:
    """Return the members as `viewer` sees them. Only the owner sees who else is invited."""
    return [
        CircleMember(show_person(row.user), row.user_id == viewer.pk, row.user_id == circle.owner_id, row.invited)
        for row in members
        if not row.invited or circle.owner_id == viewer.pk
    ]


def count_statistics(circle: Circle, members: Sequence[Member]) -> list[CircleStatistics]:
    """Return the statistics of each title.

    Games without a winner, with bots alone, with house roles or of unknown rules do not count. Neither do losses in a
    seat that was taken over.
    """
    people = {row.user_id: show_person(row.user) for row in members if not row.invited}
    players = list_counted(circle, people).filter(played_with_others())
    groups = players.values_list("game__title", "user").order_by()
    found: dict[str, dict[int, Tally]] = {}
    for title, user, games, won in groups.annotate(games=Count("pk"), wins=Count("pk", filter=Q(won=True))):
        found.setdefault(title, {})[user] = Tally(games, won)
    statistics = []
    for title, tallies in sorted(found.items()):
        by_name = dict(sorted(tallies.items(), key=lambda item: people[item[0]].name))
        standings = (Standing(people[key], tallies[key], place) for key, place in rank(by_name).items())
        statistics.append(CircleStatistics(get_title(title), tuple(standings)))
    return statistics


def list_counted(circle: Circle, people: Collection[int]) -> QuerySet[Player]:
    over = Player.objects.filter(user__in=people, game__circle=circle, game__status=Game.Status.OVER)
    counted = over.filter(COUNTS, name_known("game__"), won__isnull=False)
    return counted.filter(Q(since=None) | Q(won=True))


def list_ended(circle: Circle) -> QuerySet[Game]:
    players = Player.objects.select_related("user").order_by("seat")
    ended = Game.objects.filter(circle=circle, status__in=Game.ENDED)
    return ended.prefetch_related(Prefetch("players", players)).order_by("-ended_at", "-pk")


def tell_game(game: Game, members: Collection[int], viewer: User) -> CircleGame:
    """Describe a finished game. `members` are primary keys of the members who may be named."""
    players = list(game.players.all())
    was_there = any(player.user_id == viewer.pk for player in players)
    named = [player for player in players if was_there or player.user_id is None or player.user_id in members]
    return CircleGame(
        code=game.code if was_there else "",
        name=game.name,
        title=game.known_title,
        ended_at=game.ended_at,
        winners=list_company(player for player in named if player.won),
        others=list_company(player for player in named if not player.won),
        left=list_company(player for player in named if player.has_left),
        unnamed=len(players) - len(named),
        was_abandoned=game.was_abandoned,
        reason=game.result["reason"] if game.result else "",
    )


def list_tables(circle: Circle, members: Collection[int], viewer: User) -> list[CircleTable]:
    players = Player.objects.select_related("user").order_by("seat")
    going = Game.objects.filter(circle=circle, status__in=Game.GOING)
    removed = FormerPlayer.objects.filter(game=OuterRef("pk"), user=viewer, removed=True)
    told = going.annotate(is_apart=name_kept_apart(viewer, "pk"), was_removed=Exists(removed)).select_related("host")
    games = told.prefetch_related(Prefetch("players", players)).order_by("status", "-opened_at")
    return [_show_table(game, members, viewer) for game in games]


def _show_table(game: Game, members: Collection[int], viewer: User) -> CircleTable:
    players, is_open = list(game.players.all()), game.status == Game.Status.OPEN
    place = next((player for player in players if player.user_id == viewer.pk), None)
    own = place if place and place.is_taken else None
    is_apart = own is None and getattr(game, "is_apart", False)
    is_closed = own is None and (is_apart or getattr(game, "was_removed", False))
    may_be_watched = game.is_watchable and game.known_title is not None
    playing = [player for player in players if own or player.user_id is None or player.user_id in members]
    return CircleTable(
        code=game.code if own or is_open or (game.opened_itself and not is_closed) else "",
        name=game.name,
        title=game.known_title,
        is_open=is_open,
        is_mine=own is not None,
        is_kept=place is not None and own is None and not is_apart,
        host=game.host.shown_name,
        opened_itself=game.opened_itself,
        names=() if is_open else list_company(playing),
        free=0 if is_closed else sum(player.is_free for player in players),
        watch_key="" if is_open or own or is_closed or not may_be_watched else game.watch_key,
    )


def list_open_to(user: User) -> list[OpenToMe]:
    seats = Player.objects.filter(game=OuterRef("pk"))
    removed = FormerPlayer.objects.filter(game=OuterRef("pk"), user=user, removed=True)
    mine = {member.circle_id: member for member in Member.objects.filter(user=user, invited=False)}
    games = Game.objects.filter(Exists(seats.filter(user=None, bot="")), circle__in=mine, status=Game.Status.OPEN)
    others = (
        games.exclude(Exists(seats.filter(user=user))).exclude(Exists(removed)).exclude(name_kept_apart(user, "pk"))
    )
    return [
        OpenToMe(
            game.code,
            game.name,
            game.known_title,
            game.circle.shown_name,
            game.host.shown_name,
            game.opened_itself,
        )
        for game in others.select_related("host", "circle", "weekly_table").order_by("-opened_at")
        if game.circle and not _stays_out(mine[game.circle.pk], game)
    ]


def _stays_out(member: Member, game: Game) -> bool:
    """Whether a member has said that they do not come to this week's table."""
    return game.weekly_table is not None and member.is_out(game.weekly_table.code, timezone.now())
