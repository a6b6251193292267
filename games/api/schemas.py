"""The schemas of the API. Fields may be added, but none may change or be removed."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar

from ninja import Schema
from pydantic import AfterValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic_core import PydanticCustomError

from games.clock.table_clock import BANKS, PACES
from games.rules.registry import TITLES

Text = StrictStr
T = TypeVar("T")


def _one_of(values: Iterable[T]) -> Any:
    """Return what a field is annotated with that takes one of some values, which depend on the site."""
    allowed: list[Any] = list(values)

    def check(value: T) -> T:
        if value not in allowed:
            raise PydanticCustomError("one_of", "Input should be one of {allowed}", {"allowed": allowed})
        return value

    return AfterValidator(check), Field(json_schema_extra={"enum": allowed})


TitleName = Annotated[StrictStr, *_one_of(TITLES)]
Pace = Annotated[StrictInt, *_one_of(PACES)]
Bank = Annotated[StrictInt, *_one_of(BANKS)]
Words = dict[str, Any]


class In(Schema):
    model_config = ConfigDict(extra="forbid")


class AnswerIn(In):
    decision: Text = Field(max_length=60)
    moves: list[dict[str, Any]] = Field(min_length=1, max_length=8)


class OpenIn(In):
    title: TitleName
    seats: StrictInt = Field(ge=1, le=20)
    options: dict[str, Any] = {}
    pace: Pace | None = None
    vote_time: Pace | None = None
    bank: Bank = 0
    sleeps: StrictBool = False
    vacations: StrictBool = False
    talk: Literal["open", "between", "off"] = "open"
    in_time_only: StrictBool = False
    is_public: StrictBool = False
    guests_welcome: StrictBool = False
    allows_bots: StrictBool = False
    watchers: Literal["none", "link"] = "none"


class JoinIn(In):
    key: Text = Field(default="", max_length=20)
    wish: Text = Field(default="", max_length=20)


class InviteIn(In):
    person: Text = Field(max_length=20)


class DeclineIn(In):
    reason: Literal["", "later", "title", "seats", "pace", "options", "other"] = ""


class OfferIn(In):
    title: TitleName
    seats: list[StrictInt] = Field(min_length=1, max_length=20)


class OffersIn(In):
    games: list[OfferIn] = Field(max_length=20)


class FillIn(In):
    bot: Literal["gentle", "steady", "expert"] = "steady"


class SayIn(In):
    text: Text = Field(max_length=5000)


class PremoveIn(In):
    fields: dict[str, Text]
    question: Text = ""


class SeenIn(In):
    seen: StrictInt = Field(ge=1, le=100)


class AccuseIn(SeenIn):
    seat: StrictInt = Field(ge=0, le=20)


class ProblemOut(Schema):
    status: int
    code: str
    detail: str


class MeOut(Schema):
    code: str
    name: str
    bot_by: str
    language: str
    time_zone: str
    scopes: list[str]
    token: str


class RowOut(Schema):
    code: str
    name: str
    title: str
    status: str
    seats: int
    you: int
    decision: str | None
    due_at: str | None


class WaitingOut(Schema):
    games: list[RowOut]


class OwnRowOut(RowOut):
    others: list[str]
    invited: bool
    stand_in: bool
    unread: int
    ended_at: str | None
    role: str
    won: bool | None
    left: bool
    reason: str


class PageOut(Schema):
    page: int
    pages: int
    games: list[OwnRowOut]


class OpenTableOut(Schema):
    code: str
    name: str
    title: str
    seats: int
    free: int
    options: Words
    terms: Words
    host: str
    language: str
    others: list[str]
    opened_at: str
    is_mine: bool


class OpenTablesOut(Schema):
    page: int
    pages: int
    tables: list[OpenTableOut]


class OfferOut(Schema):
    title: str
    seats: list[int]


class BotOut(Schema):
    code: str
    name: str
    bot_by: str
    games: list[OfferOut]
    seen_at: str | None


class BotsOut(Schema):
    page: int
    pages: int
    bots: list[BotOut]


class DeclinedOut(Schema):
    name: str
    person: str
    reason: str


class EventOut(Schema):
    code: str
    params: Words
    text: str


class PassageOut(Schema):
    scene: int
    events: list[EventOut]


class GameOut(Schema):
    code: str
    name: str
    title: str
    rules: int
    seats: int
    options: Words
    terms: Words
    status: str
    due_at: str | None
    paused: bool
    stands_still: bool
    you: int | None
    players: list[Words]
    observation: Words
    decision: str | None
    answers: list[list[Words]]
    awaited: list[int]
    chosen: list[int]
    own_choice: list[Words]
    narration: list[PassageOut]
    premove: dict[str, str] | None
    premove_dropped: bool
    unread: int
    ended_at: str | None
    commitment: str
    invitation: str
    invited: bool
    free: int
    declined: list[DeclinedOut]
    ready_by: str | None
    wishes: list[str]


class PremoveOut(Schema):
    offer: str | None
    question: str | None
    slots: list[Words]
    premove: dict[str, str] | None
    premove_dropped: bool


class LineOut(Schema):
    seat: int
    name: str
    text: str
    said_at: str
    is_me: bool


class TalkOut(Schema):
    first: int
    lines: list[LineOut]


class StatisticsOut(Schema):
    person: str
    results: list[Words]


class CaseOut(Schema):
    number: int
    day: str
    is_today: bool
    title: str
    commitment: str
    level: int
    scenes: int
    players: list[str]
    seen: int
    has_clue: bool
    may_buy_clue: bool
    is_over: bool
    observation: Words
    narration: list[PassageOut]
    accused: int | None = None
    guilty: int | None = None
    is_right: bool | None = None
    is_in_time: bool | None = None
    score: int | None = None
    facts: list[str] = []
