"""What requests to the API carry. Fields may be added, but none may change or be removed."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar

from ninja import Schema
from pydantic import AfterValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic_core import PydanticCustomError

from games.api.title_schemas import AnyAnswer, DescribedAs
from games.clock.table_clock import BANKS, PACES
from games.models import Report
from games.rules.registry import TITLES

MAX_PAGE = 1_000_000
Text = StrictStr
Written = Annotated[
    StrictStr,
    Field(
        max_length=5000,
        description="Up to 500 characters.",
        json_schema_extra={"minLength": 1, "maxLength": 500, "pattern": r"\S"},
    ),
]
"""A text whose service says better than pydantic that it is empty or too long."""
T = TypeVar("T")


def _one_of(values: Iterable[T]) -> Any:
    """Return what a field is annotated with that takes one of some values, which depend on the site."""
    allowed: list[Any] = list(values)

    def check(value: T) -> T:
        if value not in allowed:
            raise PydanticCustomError("one_of", "Input should be one of {allowed}", {"allowed": allowed})
        return value

    return AfterValidator(check), Field(json_schema_extra={"enum": allowed})


TitleName = Annotated[StrictStr, *_one_of(TITLES), Field(description="The kind of game.")]
Pace = Annotated[StrictInt, *_one_of(PACES)]
Bank = Annotated[StrictInt, *_one_of(BANKS)]
Page = Annotated[int, AfterValidator(lambda number: min(max(number, 1), MAX_PAGE))]
"""The number of a page, from 1. Others are taken for the nearest."""


class In(Schema):
    model_config = ConfigDict(extra="forbid")


class AnswerIn(In):
    decision: Text = Field(
        max_length=60, description="The name of the decision, as the game gives it.", examples=["play-3"]
    )
    moves: Annotated[list[dict[str, Any]], DescribedAs(AnyAnswer)] = Field(
        min_length=1,
        max_length=8,
        description="One of the game’s `answers`, whole.",
        json_schema_extra={"minItems": 1, "maxItems": 8},
    )


class OpenIn(In):
    title: TitleName
    seats: StrictInt = Field(ge=1, le=20, description="With how many seats: see `GET titles`.", examples=[4])
    options: dict[str, Any] = Field(
        default={}, description="Of the title: see `GET titles`.", examples=[{"memory": "last_trick"}]
    )
    pace: Pace | None = Field(default=None, description="Seconds for a turn; a day if left out.")
    vote_time: Pace | None = Field(default=None, description="Seconds for a vote; two days if left out.")
    bank: Bank = Field(default=0, description="Seconds of extra time that each player has for the whole game.")
    sleeps: StrictBool = Field(default=False, description="Whether clocks run only while a player is awake.")
    vacations: StrictBool = Field(default=False, description="Whether the table waits for players on vacation.")
    talk: Literal["open", "between", "off"] = Field(default="open", description="When players may chat.")
    in_time_only: StrictBool = Field(default=False, description="Whether only punctual players may join.")
    is_public: StrictBool = Field(default=False, description="Whether the table is on the public list.")
    guests_welcome: StrictBool = Field(default=False, description="Whether guests may join.")
    allows_bots: StrictBool = Field(default=False, description="Whether bot accounts may join.")
    watchers: Literal["none", "link"] = Field(default="none", description="Who may watch.")


class JoinIn(In):
    key: Text = Field(default="", max_length=20, description="The `i` of an invitation’s link.", examples=["k3v9"])
    wish: Text = Field(default="", max_length=20, description="One of the table’s `wishes`.", examples=["not_insider"])


class InviteIn(In):
    person: Text = Field(max_length=20, description="The code of the account.", examples=["be8ca92sj9"])


class DeclineIn(In):
    reason: Literal["", "later", "title", "seats", "pace", "options", "other"] = Field(
        default="", description="What does not suit you; the table sees it."
    )


class OfferIn(In):
    title: TitleName
    seats: list[StrictInt] = Field(min_length=1, max_length=20, description="With how many seats.", examples=[[3, 4]])


class OffersIn(In):
    games: list[OfferIn] = Field(max_length=20, description="What the bot plays; nothing ends invitations.")


class AgreeIn(In):
    agrees: StrictBool = Field(default=True, description="False takes your agreement back.")


class HandOverIn(In):
    leaves_notes: StrictBool = Field(default=False, description="Whether a substitute gets your notes.")


class SeatIn(In):
    seat: StrictInt = Field(ge=0, le=20, description="The seat, from 0.", examples=[1])


class SitInIn(In):
    offer: Text = Field(
        max_length=40, description="The `offer` of the seat, as in the link for substitutes.", examples=["q7x2m"]
    )


class RematchIn(In):
    seats: Literal["keep", "turn", "shuffle"] = Field(default="keep", description="Who sits where.")


class NoteIn(In):
    text: Written = Field(examples=["Ben hid a yellow card."])


class OpenNotesIn(In):
    opens: StrictBool = Field(description="Whether others may read them who open theirs.")


class SuspicionsIn(In):
    steps: dict[int, StrictInt] = Field(
        max_length=20,
        description="By seat, from 1 (trust) to 5 (suspect).",
        examples=[{"1": 4}],
        json_schema_extra={"propertyNames": {"pattern": "^[0-9]{1,2}$"}},
    )


class MuteIn(SeatIn):
    muted: StrictBool = Field(default=True, description="False shows again what they say.")


class ReportIn(In):
    line: Text = Field(default="", max_length=40, description="The `line` of `GET talk`.", examples=["0-1795959482684"])
    seat: Annotated[StrictInt, Field(ge=0, le=20)] | None = Field(
        default=None, description="Whose name is meant.", examples=[1]
    )
    reason: Annotated[StrictStr, *_one_of(Report.Reason.values)] = Field(description="What is wrong with it.")
    words: Text = Field(
        default="",
        max_length=5000,
        description="For the moderators, up to 500 characters.",
        examples=["He insults us in each line."],
        json_schema_extra={"maxLength": 500},
    )


class WebhookIn(In):
    url: Text = Field(
        max_length=500,
        description="An address to which the site posts; it starts with `https://`.",
        examples=["https://hooks.example.org/turns"],
        json_schema_extra={"format": "uri", "pattern": "^https?://"},
    )


class FillIn(In):
    bot: Literal["gentle", "steady", "expert"] = Field(default="steady", description="How well the site’s bots play.")


class SayIn(In):
    text: Written = Field(examples=["Good luck!"])


class PremoveIn(In):
    fields: dict[str, Text] = Field(description="Values by the `name` of a slot.", examples=[{"B-lost": "ask"}])
    question: Text = Field(default="", description="The `question` of the form.", examples=["2"])


class SeenIn(In):
    seen: StrictInt = Field(ge=1, le=100, description="How many tricks you have seen.", examples=[3])


class AccuseIn(SeenIn):
    seat: StrictInt = Field(ge=0, le=20, description="Who is guilty.", examples=[1])
