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
Page = Annotated[int, AfterValidator(lambda number: min(max(number, 1), MAX_PAGE))]
"""The number of a page, from 1. Others are taken for the nearest."""


class In(Schema):
    model_config = ConfigDict(extra="forbid")


class AnswerIn(In):
    decision: Text = Field(max_length=60, description="The name of the decision, as the game gives it.")
    moves: Annotated[list[dict[str, Any]], DescribedAs(AnyAnswer)] = Field(
        min_length=1, max_length=8, description="One of the game’s `answers`, whole."
    )


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


class AgreeIn(In):
    agrees: StrictBool = Field(default=True, description="False takes your agreement back.")


class HandOverIn(In):
    leaves_notes: StrictBool = Field(default=False, description="Whether a substitute gets your notes.")


class SeatIn(In):
    seat: StrictInt = Field(ge=0, le=20, description="The seat, from 0.")


class SitInIn(In):
    offer: Text = Field(max_length=40, description="The `offer` of the seat, as in the link for substitutes.")


class RematchIn(In):
    seats: Literal["keep", "turn", "shuffle"] = Field(default="keep", description="Who sits where.")


class NoteIn(In):
    text: Text = Field(max_length=5000, description="Up to 500 characters.")


class OpenNotesIn(In):
    opens: StrictBool = Field(description="Whether others may read them who open theirs.")


class SuspicionsIn(In):
    steps: dict[int, StrictInt] = Field(max_length=20, description="By seat, from 1 (trust) to 5 (suspect).")


class MuteIn(SeatIn):
    muted: StrictBool = Field(default=True, description="False shows again what they say.")


class ReportIn(In):
    line: Text = Field(default="", max_length=40, description="The `line` of `GET talk`.")
    seat: Annotated[StrictInt, Field(ge=0, le=20)] | None = Field(default=None, description="Whose name is meant.")
    reason: Annotated[StrictStr, *_one_of(Report.Reason.values)] = Field(description="What is wrong with it.")
    words: Text = Field(default="", max_length=5000, description="For the moderators, up to 500 characters.")


class WebhookIn(In):
    url: Text = Field(max_length=500, description="An address to which the site posts; it starts with `https://`.")


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
