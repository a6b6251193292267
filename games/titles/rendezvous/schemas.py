"""What moves and observations of Rendezvous are in JSON. The API describes them by it; the rules check moves."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

_WORDS = ["river", "circus", "pillow", "shadow", "picnic", "sailor", "crown", "lamp", "train", "violin"]
Seat = Annotated[int, Field(description="A seat, from 0.", examples=[1])]
Card = Annotated[list[str], Field(description="The words of a spy card, one for each number.", examples=[_WORDS])]


class RendezvousNumber(BaseModel):
    type: Literal["number"]
    number: int = Field(description="The number of the password on each card.", examples=[7])


class RendezvousWord(BaseModel):
    type: Literal["say"]
    word: str | None = Field(description="A single word; `null` only if the clock said nothing.", examples=["jewel"])


class RendezvousEmoji(BaseModel):
    type: Literal["say"]
    emoji: list[str] = Field(
        description="With the option `silent`: up to three emoji of the game.", examples=[["🌊", "🚢"]]
    )


class RendezvousPoint(BaseModel):
    type: Literal["point"]
    at: list[Seat] = Field(description="Two seats in ascending order; none only if the clock pointed.")


class RendezvousGuess(BaseModel):
    type: Literal["guess"]
    password: str | None = Field(description="The password of the others; `null` is no guess.", examples=["crown"])


Say = RendezvousWord | RendezvousEmoji
Move = RendezvousNumber | Say | RendezvousPoint | RendezvousGuess


class RendezvousOptions(BaseModel):
    language: str = Field(description="The language of the passwords.", examples=["fr"])
    rounds: int = Field(description="How many rounds are played.", examples=[5])
    points: bool = Field(description="Whether points are counted.")
    silent: bool = Field(description="Whether emoji take the place of words.")
    laps: Literal["in_turn", "at_once"] = Field(description="Whether words are said in turn or all at once.")
    variant: Literal["standard", "three", "crossed"] = Field(description="How cards are dealt.")


Options = RendezvousOptions


class RendezvousSaidWord(RendezvousWord):
    seat: Seat = Field(description="Who said it, from 0.")


class RendezvousSaidEmoji(RendezvousEmoji):
    seat: Seat = Field(description="Who showed them, from 0.")


class RendezvousPointed(RendezvousPoint):
    seat: Seat = Field(description="Who pointed, from 0.")


class RendezvousGuessed(RendezvousGuess):
    seat: Seat = Field(description="Who guessed, from 0.")


Said = RendezvousSaidWord | RendezvousSaidEmoji


class RendezvousRound(BaseModel):
    first: Seat = Field(description="The seat that began.")
    cards: list[Card | None] = Field(description="By seat; `null` is a question mark.")
    pairs: list[list[Seat]] = Field(description="The seats with the same card.")
    passwords: list[str] = Field(description="Of the pairs, in the same order.", examples=[["crown"]])
    says: list[Said] = Field(description="What was said, in order.")
    pointings: list[RendezvousPointed] = Field(description="Who pointed at whom.")
    guesses: list[RendezvousGuessed] = Field(description="Which passwords were guessed.")
    points: list[int] = Field(description="By seat, after the round.", examples=[[3, 5, 2, 0, 5]])


class RendezvousResult(BaseModel):
    reason: Literal["points", "spy_rounds", "shared", "unscored"] = Field(description="What decided the game.")
    winners: list[Seat] = Field(description="The seats that won.")
    points: list[int] = Field(description="By seat.", examples=[[3, 12, 12, 5, 11]])
    spy_rounds: list[int] = Field(description="In how many rounds each seat was a spy.", examples=[[1, 1, 1, 4, 3]])


Result = RendezvousResult


class RendezvousObservation(BaseModel):
    options: RendezvousOptions = Field(description="The options of the table.")
    phase: Literal["number", "say", "point", "guess", "over"] = Field(description="Where the game stands.")
    number: int | None = Field(description="The number that was chosen.", examples=[7])
    round: int = Field(description="From 1.", examples=[2])
    rounds: int = Field(description="How many rounds are played.", examples=[5])
    lap: int = Field(description="From 1.", examples=[1])
    laps: int = Field(description="How many laps a round has.", examples=[2])
    order: list[Seat] = Field(description="The seats in the order of speaking.")
    says: list[Said] = Field(description="What was said in this round.")
    card: Card | None = Field(description="Your card; `null` is a question mark.")
    password: str | None = Field(description="Your password.", examples=["crown"])
    is_spy: bool | None = Field(description="Whether you are a spy; `null` if you do not know.")
    pointed: list[Seat] = Field(description="At whom you point.")
    points: list[int] = Field(description="By seat.", examples=[[3, 5, 2, 0, 5]])
    bank: int = Field(description="The points that nobody has.", examples=[20])
    spy_rounds: list[int] = Field(
        description="In how many finished rounds each seat was a spy.", examples=[[1, 0, 1, 0, 0]]
    )
    finished: list[RendezvousRound] = Field(description="The finished rounds, with all cards and passwords.")


Observation = RendezvousObservation
