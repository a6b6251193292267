"""Data for the sidebar of the table page. It is queried when first used."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import BigAutoField, Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.fast.compiled_queries import CompiledQuery, Given
from games.models import Game, Message, Player
from games.people.selectors.blocks import name_unheard
from games.tables.selectors.my_tables import list_waiting
from games.tables.selectors.talk import Unread, does_name

KEY = BigAutoField()
GAME, READER, USER = Given("game", KEY), Given("reader", KEY), Given("user", KEY)


def _name_unread() -> QuerySet[Message]:
    seat, read = Given("seat", IntegerField()), Given("read", KEY)
    return Message.objects.filter(game=GAME, pk__gt=read).exclude(seat=seat).exclude(name_unheard(USER, GAME))


@CompiledQuery
def _ask_calls() -> QuerySet[Message, str]:
    return _name_unread().filter(is_hidden=False, text__contains="@").values_list("text", flat=True)


@CompiledQuery
def _ask_all() -> QuerySet[Player, tuple[str | None, bool, int, bool, int]]:
    """Return one query for the whole sidebar. Its columns are those of `Found`."""
    counted = _name_unread().order_by().values("game").annotate(count=Count("pk")).values("count")
    calls = _name_unread().filter(is_hidden=False, text__contains="@")
    others = list_waiting(USER).exclude(game=OuterRef("game")).order_by()
    earlier = Player.objects.filter(user=USER, game__title=OuterRef("game__title"), game__lt=OuterRef("game"))
    return Player.objects.filter(pk=READER).values_list(
        Subquery(list_waiting(USER).exclude(game=OuterRef("game")).values("game__code")[:1]),
        Exists(earlier.exclude(game__status__in=(Game.Status.OPEN, Game.Status.CANCELLED))),
        Coalesce(Subquery(counted), 0),
        Exists(calls),
        Coalesce(Subquery(others.values("user").annotate(count=Count("pk")).values("count")), 0),
    )


class Found(NamedTuple):
    """What the query for the sidebar found. `waiting` counts the other tables that wait for the user."""

    next_game: str | None
    has_earlier: bool
    unread: int
    may_call: bool
    waiting: int


@dataclass(frozen=True)
class Sidebar:
    game: Game
    own: Player

    @property
    def next_game(self) -> str | None:
        return self.found.next_game

    @property
    def waiting(self) -> int:
        return self.found.waiting

    @property
    def is_first(self) -> bool:
        return not self.found.has_earlier

    @cached_property
    def unread(self) -> Unread:
        if self.game.last_said <= self.own.talk_read:
            return Unread(0, False)
        texts = _ask_calls.ask(**self.given) if self.found.may_call else []
        return Unread(self.found.unread, any(does_name(text, self.own) for text in texts))

    @cached_property
    def found(self) -> Found:
        [(next_game, has_earlier, unread, may_call, waiting)] = _ask_all.ask(reader=self.own.pk, **self.given)
        return Found(next_game, bool(has_earlier), unread, bool(may_call), waiting)

    @property
    def given(self) -> dict[str, object]:
        own = self.own
        return {"game": self.game.pk, "user": own.user_id, "seat": own.seat, "read": own.talk_read}
