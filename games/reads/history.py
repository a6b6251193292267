"""Reads: the games a person has finished, as their profile lists them, and who may see that.

Nothing of a running game is told here, not even that there is one.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Audience, User
from games.models import Game, Seat
from games.rules.protocol import AnyTitle

ENDED = (Game.Status.OVER, Game.Status.AGREED)
DEALT = (Game.Status.RUNNING, *ENDED)


@dataclass(frozen=True)
class Player:
    """A person as others see them: the name, and the code of their profile."""

    name: str
    code: str


@dataclass(frozen=True)
class PastGame:
    """A finished game as one viewer is told of it.

    `code` is empty unless the viewer sat there. `others` are named to the viewer, `unnamed` counts those who are not.
    `won` is None where no one has won: either there is a reason for it, or people agreed to end the game, and then
    there is neither role nor reason.
    """

    title: AnyTitle
    code: str
    seat_count: int
    ended_at: datetime | None
    others: tuple[Player, ...]
    unnamed: int
    bots: int
    role: str
    won: bool | None
    reason: str
    # The names of those for whom a stand-in played at the end.
    finished_for: tuple[str, ...]


def may_see_history(viewer: User, owner: User) -> bool:
    """Tell whether `viewer` may see which games `owner` has finished, and how."""
    if viewer.pk == owner.pk:
        return True
    if viewer.is_guest or owner.history_shown_to == Audience.NOBODY:
        return False
    return owner.history_shown_to == Audience.EVERYBODY or bool(find_met(viewer, [owner.pk]))


def find_met(viewer: User, people: Collection[int]) -> set[int]:
    """Return which of `people`, by primary key, have sat with `viewer` at a game that was dealt. One query."""
    shared = Seat.objects.filter(user__in=people, game__status__in=DEALT, game__seats__user=viewer)
    return set(shared.values_list("user_id", flat=True).distinct())


def has_company() -> Exists:
    """Return the condition on a seat that another person sits at its game: not bots alone."""
    others = Seat.objects.filter(game=OuterRef("game"), user__isnull=False).exclude(user=OuterRef("user"))
    return Exists(others)


def list_ended(owner: User, viewer: User) -> QuerySet[Seat]:
    """Return the owner's seats in finished games, the last first; games against bots alone for the owner alone."""
    seats = Seat.objects.filter(user=owner, game__status__in=ENDED)
    if viewer.pk != owner.pk:
        seats = seats.filter(has_company())
    return seats.select_related("game").order_by("-game__ended_at", "-pk")


def tell_games(owned: Sequence[Seat], viewer: User) -> list[PastGame]:
    """Return what `viewer` is told of the games at which a person had the seats `owned`. Two queries."""
    tables: dict[int, list[Seat]] = {seat.game_id: [] for seat in owned}
    for seat in Seat.objects.filter(game__in=tables).select_related("user").order_by("index"):
        tables[seat.game_id].append(seat)
    met = find_met(viewer, {seat.user_id for seats in tables.values() for seat in seats if seat.user_id})
    return [tell_game(seat, tables[seat.game_id], viewer, met) for seat in owned]


def tell_game(owned: Seat, seats: Sequence[Seat], viewer: User, met: Collection[int]) -> PastGame:
    """Return what `viewer` is told of one game; `met` are the people they have sat with."""
    game, was_there = owned.game, any(seat.user_id == viewer.pk for seat in seats)
    people = [(seat, seat.user) for seat in seats if seat.user]
    named = [(seat, user) for seat, user in people if seat.pk == owned.pk or was_there or shows_to(user, viewer, met)]
    return PastGame(
        title=game.played_by,
        code=game.code if was_there else "",
        seat_count=game.seat_count,
        ended_at=game.ended_at,
        others=tuple(Player(user.display_name, user.code) for seat, user in named if seat.pk != owned.pk),
        unnamed=len(people) - len(named),
        bots=sum(bool(seat.bot) for seat in seats),
        role=owned.role,
        won=owned.won,
        reason=game.result["reason"] if game.result else "",
        finished_for=tuple(user.display_name for seat, user in named if seat.stand_in),
    )


def shows_to(person: User, viewer: User, met: Collection[int]) -> bool:
    """Tell whether a person lets `viewer`, who has sat with the people in `met`, know of their games.

    People who keep their games to themselves are not given away by the profiles of those they played with.
    """
    if viewer.pk == person.pk or person.history_shown_to == Audience.EVERYBODY:
        return True
    return person.history_shown_to == Audience.TABLEMATES and person.pk in met
