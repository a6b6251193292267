"""Finished games of a user, and who may see them. Running games must never be shown."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from accounts.faces import Face
from accounts.models import Audience, User
from games.models import Game, Player
from games.rules.engine.protocol import AnyTitle


@dataclass(frozen=True)
class Person:
    """A user as shown to another. `code` leads to the profile."""

    name: str
    code: str
    face: Face
    bot_by: str = ""


@dataclass(frozen=True)
class PastGame:
    """A finished game as one viewer may see it.

    `code` and `name` are "" unless the viewer played. `unnamed` counts players that the viewer may not see by name.
    `won` is None if no one won, or if the player left (`_has_left`). `role` and `reason` are empty after an end by
    agreement, and if the table stood still until it was given up (`was_abandoned`).
    """

    # None for unknown rules.
    title: AnyTitle | None
    code: str
    name: str
    seat_count: int
    ended_at: datetime | None
    others: tuple[Person, ...]
    unnamed: int
    bots: int
    role: str
    won: bool | None
    has_left: bool
    was_abandoned: bool
    reason: str
    # Players who had a stand-in at the end of a game that was played to its end.
    finished_for: tuple[str, ...]
    # Whether the owner took the seat as a substitute.
    is_taken_over: bool
    # Either counts in no statistics.
    has_house_rule: bool
    has_bot_account: bool


def may_see_history(viewer: User, owner: User) -> bool:
    if viewer.pk == owner.pk:
        return True
    if viewer.is_guest or owner.history_shown_to == Audience.NOBODY:
        return False
    return owner.history_shown_to == Audience.EVERYBODY or bool(find_met(viewer, [owner.pk]))


def find_met(viewer: User, people: Collection[int]) -> set[int]:
    shared = Player.objects.filter(user__in=people, game__status__in=Game.DEALT, game__players__user=viewer)
    return set(shared.values_list("user_id", flat=True).distinct())


def played_with_others() -> Exists:
    """Return a condition on a player: they played with other people, not with bots alone."""
    others = Player.objects.filter(game=OuterRef("game"), user__isnull=False).exclude(user=OuterRef("user"))
    return Exists(others)


def list_ended(owner: User, viewer: User) -> QuerySet[Player]:
    """Return a user's finished games, latest first. Only the owner sees games against bots alone."""
    players = Player.objects.filter(user=owner, game__status__in=Game.ENDED)
    if viewer.pk != owner.pk:
        players = players.filter(played_with_others())
    return players.select_related("game").order_by("-game__ended_at", "-pk")


def tell_games(owned: Sequence[Player], viewer: User) -> list[PastGame]:
    tables: dict[int, list[Player]] = {player.game_id: [] for player in owned}
    for player in Player.objects.filter(game__in=tables).select_related("user__bot_owner").order_by("seat"):
        tables[player.game_id].append(player)
    # In their own games the viewer sees all names.
    apart = [] if all(player.user_id == viewer.pk for player in owned) else tables.values()
    met = find_met(viewer, {player.user_id for players in apart for player in players if player.user_id})
    return [_tell_game(player, tables[player.game_id], viewer, met) for player in owned]


def _tell_game(owned: Player, players: Sequence[Player], viewer: User, met: Collection[int]) -> PastGame:
    game, was_there = owned.game, any(player.user_id == viewer.pk for player in players)
    is_over = game.status == Game.Status.OVER
    people = [(player, player.user) for player in players if player.user]
    named = [
        (player, user) for player, user in people if player.pk == owned.pk or was_there or shows_to(user, viewer, met)
    ]
    return PastGame(
        title=game.known_title,
        code=game.code if was_there else "",
        name=game.name if was_there else "",
        seat_count=game.seat_count,
        ended_at=game.ended_at,
        others=tuple(show_person(user) for player, user in named if player.pk != owned.pk),
        unnamed=len(people) - len(named),
        bots=sum(bool(player.bot) for player in players),
        role=owned.role,
        won=owned.won,
        has_left=owned.has_left,
        was_abandoned=game.was_abandoned,
        reason=game.result["reason"] if game.result else "",
        finished_for=tuple(user.shown_name for player, user in named if player.stand_in and is_over),
        is_taken_over=owned.since is not None,
        has_house_rule=bool(game.house_name),
        has_bot_account=game.has_bot_account,
    )


def show_person(user: User) -> Person:
    return Person(user.shown_name, "" if user.left_at else user.code, user.own_face, user.shown_owner)


def shows_to(person: User, viewer: User, met: Collection[int]) -> bool:
    """Whether `person` shows their games to `viewer`.

    `met` are the users who have played with `viewer`. It is asked for every name, so that profiles of others do not
    reveal users who hide their games.
    """
    if viewer.pk == person.pk or person.history_shown_to == Audience.EVERYBODY:
        return True
    return person.history_shown_to == Audience.TABLEMATES and person.pk in met
