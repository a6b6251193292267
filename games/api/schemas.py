"""What the API answers. Fields may be added, but none may change or be removed."""

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, RootModel

from games.api.title_schemas import NothingOut, Words, by_title

Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Code = Annotated[str, Field(examples=["ae87y4z9re"])]
Name = Annotated[str, Field(examples=["Ada"])]
TableName = Annotated[str, Field(examples=["Operation Ermine"])]
TitleName = Annotated[str, Field(examples=["insidejob"])]
Decision = Annotated[str, Field(examples=["play-3"])]
Seat = Annotated[int, Field(examples=[1])]
Scene = Annotated[int, Field(examples=[3])]
Seal = Annotated[str, Field(examples=["7f4bdb3205f2f39cdf32f5d9ce721e4d4f92dfefce84817c94649e4639029d2a"])]
Seconds = Annotated[int, Field(examples=[86400])]
Label = Annotated[str, Field(examples=["The last trick only"])]
Text = Annotated[str, Field(examples=["Ben hid a yellow card."])]
Status = Literal["open", "running", "over", "agreed", "cancelled"]


class _Table(BaseModel):
    code: Code = Field(description="The code of the table, as in its address.")
    name: TableName = Field(description="The name of the table.")
    title: TitleName = Field(description="The kind of game, as `POST games` takes it.")


class _Paged(BaseModel):
    page: int = Field(description="The number of this page, from 1.", examples=[1])
    pages: int = Field(description="How many pages there are.", examples=[2])


class ErrorOut(BaseModel):
    field: str = Field(description="The path of the field.", examples=["seats"])
    type: str = Field(description="What is wrong, for programs.", examples=["missing"])
    why: str = Field(description="What is wrong, in English.", examples=["Field required"])


class ProblemOut(BaseModel):
    type: Literal["about:blank"]
    title: str = Field(description="The status in words.", examples=["Conflict"])
    status: int = Field(description="The status of the answer.", examples=[409])
    code: str = Field(description="What is wrong, for programs. The guide lists all codes.", examples=["card_not_held"])
    detail: str = Field(
        description="What is wrong, in the language of the account.", examples=["You don’t have that card."]
    )
    fields: list[str] = Field(default=[], description="Of `invalid`: which fields.", examples=[["seats"]])
    errors: list[ErrorOut] = Field(default=[], description="Of `invalid`: what is wrong with each field.")
    allowed: list[Any] = Field(default=[], description="What would be possible.", examples=[[3, 4, 5]])
    option: str = Field(default="", description="Which option it is about.", examples=["memory"])
    scope: str = Field(default="", description="Which scope the token lacks.", examples=["play"])


class MeOut(BaseModel):
    code: Code = Field(description="Your code in addresses.")
    name: Name = Field(description="Your name as others see it.")
    bot_by: Name = Field(description="Of a bot account, the name of its owner.")
    language: str = Field(description="In which texts are.", examples=["en"])
    time_zone: str = Field(description="Of the account.", examples=["Europe/Paris"])
    scopes: list[str] = Field(description="What the token may do.", examples=[["play", "tables"]])
    token: str = Field(description="The name of the token.", examples=["My program"])
    expires_at: Moment | None = Field(description="When the token ends.")


class RowOut(_Table):
    status: Status = Field(description="How the table stands.")
    seats: int = Field(description="How many seats the table has.", examples=[4])
    you: Seat = Field(description="Your seat.")
    decision: Decision | None = Field(description="The name of what you are asked.")
    due_at: Moment | None = Field(description="The deadline of what is asked now, or of a pause.")


class WaitingOut(BaseModel):
    games: list[RowOut] = Field(description="Next deadline first.")


class OwnRowOut(RowOut):
    others: list[Name] = Field(description="The names of the other players.")
    invited: bool = Field(description="Whether the seat is kept for you, and you may join or decline.")
    stand_in: bool = Field(description="Whether a bot plays for you.")
    unread: int = Field(description="How many lines of chat are new.", examples=[2])
    ended_at: Moment | None = Field(description="When the game ended.")
    role: str = Field(description="Your role in a finished game.", examples=["agent"])
    won: bool | None = Field(description="Whether you won a finished game. `null` if no one did, or if you left it.")
    left: bool = Field(description="Whether you left a finished game to others.")
    reason: str = Field(description="How the game ended.", examples=["vote_insider"])


class PageOut(_Paged):
    games: list[OwnRowOut] = Field(description="Those that wait for you first.")


class TermsOut(BaseModel):
    pace: Seconds = Field(description="Seconds for a turn.", examples=[86400])
    vote_time: Seconds = Field(description="Seconds for a vote.", examples=[172800])
    bank: Seconds = Field(description="Seconds of extra time that each player has for the whole game.")
    sleeps: bool = Field(description="Whether clocks run only while a player is awake.")
    vacations: bool = Field(description="Whether the table waits for players on vacation.")
    talk: Literal["open", "between", "off"] = Field(description="When players may chat during the game.")
    in_time_only: bool = Field(description="Whether only punctual players may join.")
    is_public: bool = Field(description="Whether the table is on the public list.")
    guests_welcome: bool = Field(description="Whether guests may join.")
    allows_bots: bool = Field(description="Whether bot accounts may join.")
    watchers: Literal["none", "circle", "link"] = Field(description="Who may watch.")
    house_name: str = Field(description="What the host calls their house role.", examples=["Mole"])


class OpenTableOut(_Table):
    seats: int = Field(description="How many seats the table has.", examples=[4])
    free: int = Field(description="How many seats are free.", examples=[2])
    options: Words = Field(description="Of the title.", examples=[{"memory": "open"}])
    terms: TermsOut = Field(description="How it is played.")
    host: Name = Field(description="The name of the host.")
    language: str = Field(description="The language of the host.", examples=["fr"])
    others: list[Name] = Field(description="The names of those who sit there, and how many bots do.")
    opened_at: Moment = Field(description="When it was opened.")
    is_mine: bool = Field(description="Whether you have a seat there.")


class OpenTablesOut(_Paged):
    tables: list[OpenTableOut] = Field(description="Those with the fewest free seats first.")


class OfferOut(BaseModel):
    title: TitleName = Field(description="The kind of game, as `POST games` takes it.")
    seats: list[int] = Field(description="With how many seats.", examples=[[3, 4]])


class BotOut(BaseModel):
    code: Code = Field(description="The code of the account, to invite it.")
    name: Name = Field(description="The name of the bot.")
    bot_by: Name = Field(description="The name of its owner.")
    games: list[OfferOut] = Field(description="To what it takes invitations.")
    seen_at: Moment | None = Field(description="When its program was last seen.")


class BotsOut(_Paged):
    bots: list[BotOut] = Field(description="The last seen first.")


class WebhookOut(BaseModel):
    url: str = Field(description="Where the site posts; empty if nowhere.", examples=["https://hooks.example.org/"])
    secret: str = Field(
        description="The key of the signature. Each change of the address makes a new one.",
        examples=["sQHnp5LRI_qKQofdJOAcpPyUiBSJ7Xd9MR4piJ9tvCc"],
    )
    paused_at: Moment | None = Field(description="Since when it posts nothing, because the address refuses.")


class DeclinedOut(BaseModel):
    name: Name = Field(description="Who declined.")
    person: Code = Field(description="The code of the account; empty for the site’s bots.")
    reason: str = Field(description="Why: a reason of `POST games/CODE/decline`.", examples=["later"])


class EventOut(BaseModel):
    code: str = Field(description="What happened.", examples=["played"])
    params: Words = Field(
        description="What fills the text: numbers, texts, or a `kind` with a `value`.",
        examples=[{"seat": {"kind": "player", "value": 1}}],
    )
    text: Text = Field(description="The same in your language.")


class PassageOut(BaseModel):
    scene: Scene = Field(description="The number of the trick, round or turn, from 1; -1 is the end.")
    events: list[EventOut] = Field(description="In order.")


class ChoiceOut(BaseModel):
    value: str = Field(description="What to send.", examples=["last_trick"])
    label: Label = Field(description="In your language.")


class OptionOut(BaseModel):
    name: Name = Field(description="The key in `options`.")
    label: Label = Field(description="In your language.")
    help: str = Field(description="What it does, in your language.", examples=["Which tricks stay open."])
    default: bool | str = Field(description="What is played if it is left out.", examples=["open"])
    choices: list[ChoiceOut] = Field(description="What it may be. If there are none, it is true or false.")


class TitleOut(BaseModel):
    title: TitleName = Field(description="The kind of game, as `POST games` takes it.")
    name: Name = Field(description="In your language.")
    rules: int = Field(description="The newest version of its rules.", examples=[2])
    seats: list[int] = Field(description="With how many seats it is played.", examples=[[2, 3, 4, 5]])
    usual_seats: int = Field(description="With how many it is usually played.", examples=[4])
    has_vote: bool = Field(description="Whether `vote_time` means anything.")
    bots: list[ChoiceOut] = Field(description="The levels of the site’s bots.")
    options: list[OptionOut] = Field(description="In the order of the page’s form.")
    texts: dict[str, dict[str, str]] = Field(
        description="Names of roles, cards and more: by kind and code.", examples=[{"role": {"agent": "Agent"}}]
    )


class PresetOut(BaseModel):
    name: Name = Field(description="The `pace` by which `GET tables` finds such tables.")
    label: Label = Field(description="In your language.")
    pace: Seconds = Field(description="Seconds for a turn.")
    vote_time: Seconds = Field(description="Seconds for a vote.")
    bank: Seconds = Field(description="Seconds of extra time that each player has for the whole game.")
    sleeps: bool = Field(description="Whether clocks run only while a player is awake.")
    vacations: bool = Field(description="Whether the table waits for players on vacation.")


class TitlesOut(BaseModel):
    titles: list[TitleOut] = Field(description="All that this site plays.")
    paces: list[int] = Field(description="What `pace` and `vote_time` may be, in seconds.", examples=[[300, 86400]])
    banks: list[int] = Field(description="What `bank` may be, in seconds.", examples=[[0, 900, 86400]])
    presets: list[PresetOut] = Field(description="Times that go well together, the quickest first.")


class PlayerOut(BaseModel):
    seat: Seat = Field(description="The seat, from 0.")
    name: Name = Field(description="The name at this table; empty for a free seat.")
    person: Code = Field(description="The code of the account; empty for the site’s bots.")
    bot: bool = Field(description="Whether it is one of the site’s bots.")
    guest: bool = Field(description="Whether it is a guest.")
    bot_by: Name = Field(description="Of a bot account, the name of its owner.")
    host: bool = Field(description="Whether they opened the table.")
    free: bool = Field(description="Before the deal: whether the seat is free.")
    invited: bool = Field(description="Before the deal: whether the seat is kept for them.")
    ready: bool = Field(description="Before the deal: whether they said that they are there.")
    wish: str = Field(description="Before the deal: what they wish for.", examples=["not_insider"])
    stand_in: bool = Field(description="Whether a bot plays for them.")
    imaginary: bool = Field(description="Whether nobody plays the seat, as Larry’s.")
    automatic_moves: int = Field(description="How many of their moves the clock or a stand-in made.", examples=[1])
    left: bool = Field(description="At the end: whether they left the game to others.")
    agrees_to_pause: bool = Field(description="Whether they propose a pause, or agree to it.")
    agrees_to_end: bool = Field(description="Whether they propose to end the game, or agree to it.")
    agrees_to_open: bool = Field(description="Whether they agree to show the cards of a game that was ended.")
    offer: str = Field(description="What a substitute sends to `sit-in`, if the seat is offered.", examples=["q7x2m"])


class Game(_Table):
    rules: int = Field(description="The version of the rules; 0 of a cancelled or private table.", examples=[2])
    seats: int = Field(description="How many seats the table has.", examples=[4])
    options: Words = Field(description="Of the title.")
    terms: TermsOut | NothingOut = Field(description="How it is played; empty for a cancelled or private table.")
    status: Status = Field(description="How the table stands.")
    due_at: Moment | None = Field(description="The deadline of what is asked now, or of a pause.")
    paused: bool = Field(description="Whether the clocks do not run.")
    stands_still: bool = Field(description="Whether they do not run because no person is there.")
    you: Seat | None = Field(description="Your seat, if you have one.")
    players: list[PlayerOut] = Field(description="By seat, if you may see them.")
    observation: Words = Field(description="All that you may know. Empty before the deal.")
    decision: Decision | None = Field(description="The name of what you are asked.")
    answers: list[list[Words]] = Field(
        description="What you may answer: each is a list of moves. Where a word is typed, these are only some."
    )
    awaited: list[Seat] = Field(description="The seats that everyone knows to be asked.")
    chosen: list[Seat] = Field(description="The seats that have made a sealed choice.")
    own_choice: list[Words] = Field(description="Your own sealed choice.")
    narration: list[PassageOut] = Field(description="What happened, as you know it.")
    premove: dict[str, str] | None = Field(description="What you have prepared, by slot.", examples=[{"card": "B7"}])
    premove_dropped: bool = Field(description="Whether what you had prepared did not fit.")
    unread: int = Field(description="How many lines of chat are new.", examples=[2])
    ended_at: Moment | None = Field(description="When the game ended.")
    commitment: Seal = Field(description="The seal of the deal.")
    invitation: str = Field(description="The key of the link to an open table.", examples=["k3v9"])
    invited: bool = Field(description="Whether a seat is kept for you.")
    free: int = Field(description="How many seats are free.", examples=[2])
    declined: list[DeclinedOut] = Field(description="Who declined an invitation with a reason.")
    ready_by: Moment | None = Field(description="Until when each player must say that they are there.")
    wishes: list[str] = Field(description="What you may wish for when you join.", examples=[["not_insider"]])


GameOut = by_title(Game)


class SlotOut(BaseModel):
    name: Name = Field(description="The name of the field.", examples=["B-lost"])
    group: str = Field(description="In a long form, the part that it is in.", examples=["Trick 2: I follow"])
    row: str = Field(description="In a long form, the row that it is in.", examples=["blue"])
    label: Label = Field(description="In your language. In a long form, the head of the column.")
    choices: list[ChoiceOut] = Field(description="What may be sent; empty where a word is typed.")


class PremoveOut(BaseModel):
    offer: str | None = Field(description="The name of the form; `null` if there is none.", examples=["play-2-BGYP"])
    question: str | None = Field(description="Send it back with what you prepare.", examples=["2"])
    slots: list[SlotOut] = Field(description="The fields of the form.")
    premove: dict[str, str] | None = Field(description="What you have prepared, by slot.", examples=[{"B-lost": "ask"}])
    premove_dropped: bool = Field(description="Whether what you had prepared did not fit.")


class LineOut(BaseModel):
    seat: Seat = Field(description="The seat, from 0.")
    name: Name = Field(description="Who said it.")
    text: Text = Field(description="What they said.")
    said_at: Moment = Field(description="When they said it.")
    is_me: bool = Field(description="Whether it was you.")
    line: str = Field(description="What stands for the line in a report.", examples=["0-1795959482684"])


class TalkOut(BaseModel):
    first: int = Field(description="The number of the first of these lines, from 0.", examples=[0])
    lines: list[LineOut] = Field(description="The oldest first.")


class NoteOut(BaseModel):
    seat: Seat = Field(description="Who wrote it.")
    number: int = Field(description="The number of the note, to change or delete it.", examples=[1])
    scene: Scene = Field(description="The number of the trick, round or turn in which it was written.")
    moves: int = Field(description="How many moves had been made.", examples=[12])
    text: Text = Field(description="What it says.")


class NotesOut(BaseModel):
    notes: list[NoteOut] = Field(description="Your own, the oldest first.")
    suspicions: dict[str, int | None] = Field(
        description="By seat, from 1 to 5; empty where the title has none.", examples=[{"1": 4}]
    )
    is_opened: bool = Field(description="Whether others may read yours who open theirs.")
    opened: list[NoteOut] = Field(description="After the end: those of others, if they and you have opened them.")


class SceneOut(BaseModel):
    scene: Scene = Field(description="The number of the trick, round or turn.")
    step: int = Field(description="After how many moves it begins.", examples=[9])


class Replay(BaseModel):
    code: Code = Field(description="The code of the table, as in its address.")
    title: TitleName = Field(description="The kind of game, as `POST games` takes it.")
    step: int = Field(description="How many moves had been made; 0 is the deal.", examples=[9])
    steps: int = Field(description="How many moves the game has so far.", examples=[40])
    scene: Scene = Field(description="The number of the trick, round or turn.")
    scenes: list[SceneOut] = Field(description="In order.")
    seat: Seat = Field(description="Through whose eyes this is seen.")
    names: list[Name] = Field(description="By seat.")
    observation: Words = Field(description="What the seat knew.")
    narration: list[PassageOut] = Field(description="What had happened, as the seat knew it.")


ReplayOut = by_title(Replay)


class StatisticsOut(BaseModel):
    person: Code = Field(description="The code of the account.")
    results: list[Words] = Field(description="By title: see `figures`.", examples=[[{"title": "target", "games": 12}]])


class Case(BaseModel):
    number: int = Field(description="The number of the case.", examples=[12])
    day: dt.date = Field(description="The day it is for.")
    is_today: bool = Field(description="Whether it is today’s.")
    title: TitleName = Field(description="The kind of game, as `POST games` takes it.")
    commitment: Seal = Field(description="The seal of the deal.")
    level: int = Field(description="How hard it is: from which trick on one can be right.", examples=[4])
    scenes: int = Field(description="How many tricks there are.", examples=[10])
    players: list[Name] = Field(description="Their names, by seat.")
    seen: Scene = Field(description="How many tricks you have seen.")
    has_clue: bool = Field(description="Whether you used a clue.")
    may_buy_clue: bool = Field(description="Whether you may use one now.")
    is_over: bool = Field(description="Whether you have accused someone.")
    observation: Words = Field(description="What a spectator knows so far.")
    narration: list[PassageOut] = Field(description="What happened so far.")
    accused: Seat | None = Field(default=None, description="The seat you accused.")
    guilty: Seat | None = Field(default=None, description="The seat of the guilty player.")
    is_right: bool | None = Field(default=None, description="Whether you were right.")
    is_in_time: bool | None = Field(default=None, description="Whether you were in time for the day.")
    score: int | None = Field(default=None, description="Your score.", examples=[7])
    facts: list[str] = Field(default=[], description="What told it, as sentences.", examples=[["Ben had the B7."]])


CaseOut = by_title(Case)


class PastCaseOut(BaseModel):
    number: int = Field(description="The number of the case.", examples=[12])
    day: dt.date = Field(description="The day it is for.")
    level: int = Field(description="How hard it is.", examples=[4])
    is_over: bool = Field(description="Whether you have accused someone.")
    is_right: bool | None = Field(description="Whether you were right.")
    is_in_time: bool | None = Field(description="Whether you were in time for the day.")
    score: int | None = Field(description="Your score.", examples=[7])


class CasesOut(_Paged):
    cases: list[PastCaseOut] = Field(description="The latest first.")


class RecordLinesOut(RootModel[list[Words]]):
    """A record in each line: see docs/records.md."""


class RecordOut(RootModel[Words]):
    """The record of a finished game: see docs/records.md."""


class CommitmentOut(RootModel[Words]):
    """What opens the seal of a deal: see docs/records.md."""
