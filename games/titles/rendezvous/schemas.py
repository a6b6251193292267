"""What moves and observations of Rendezvous are in JSON. The API describes them by it; the rules check moves."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

Card = Annotated[list[str], Field(description="The words of a spy card, one for each number.")]


class RendezvousNumber(BaseModel):
    type: Literal["number"]
    number: int = Field(description="The number of the password on each card.")


class RendezvousWord(BaseModel):
    type: Literal["say"]
    word: str | None = Field(description="A single word; `null` only if the clock said nothing.")


class RendezvousEmoji(BaseModel):
    type: Literal["say"]
    emoji: list[str] = Field(description="With the option `silent`: up to three emoji of the game.")


class RendezvousPoint(BaseModel):
    type: Literal["point"]
    at: list[int] = Field(description="Two seats in ascending order; none only if the clock pointed.")


class RendezvousGuess(BaseModel):
    type: Literal["guess"]
    password: str | None = Field(description="The password of the others; `null` is no guess.")


Say = RendezvousWord | RendezvousEmoji
Move = RendezvousNumber | Say | RendezvousPoint | RendezvousGuess


class RendezvousOptions(BaseModel):
    language: str = Field(description="The language of the passwords.")
    rounds: int = Field(description="How many rounds are played.")
    points: bool = Field(description="Whether points are counted.")
    silent: bool = Field(description="Whether emoji take the place of words.")
    laps: Literal["in_turn", "at_once"] = Field(description="Whether words are said in turn or all at once.")
    variant: Literal["standard", "three", "crossed"] = Field(description="How cards are dealt.")


Options = RendezvousOptions


class RendezvousSaidWord(RendezvousWord):
    seat: int = Field(description="Who said it, from 0.")


class RendezvousSaidEmoji(RendezvousEmoji):
    seat: int = Field(description="Who showed them, from 0.")


class RendezvousPointed(RendezvousPoint):
    seat: int = Field(description="Who pointed, from 0.")


class RendezvousGuessed(RendezvousGuess):
    seat: int = Field(description="Who guessed, from 0.")


Said = RendezvousSaidWord | RendezvousSaidEmoji


class RendezvousRound(BaseModel):
    first: int = Field(description="The seat that began.")
    cards: list[Card | None] = Field(description="By seat; `null` is a question mark.")
    pairs: list[list[int]] = Field(description="The seats with the same card.")
    passwords: list[str] = Field(description="Of the pairs, in the same order.")
    says: list[Said] = Field(description="What was said, in order.")
    pointings: list[RendezvousPointed] = Field(description="Who pointed at whom.")
    guesses: list[RendezvousGuessed] = Field(description="Which passwords were guessed.")
    points: list[int] = Field(description="By seat, after the round.")


class RendezvousResult(BaseModel):
    reason: Literal["points", "spy_rounds", "shared", "unscored"] = Field(description="What decided the game.")
    winners: list[int] = Field(description="The seats that won.")
    points: list[int] = Field(description="By seat.")
    spy_rounds: list[int] = Field(description="In how many rounds each seat was a spy.")


Result = RendezvousResult


class RendezvousObservation(BaseModel):
    options: RendezvousOptions = Field(description="The options of the table.")
    phase: Literal["number", "say", "point", "guess", "over"] = Field(description="Where the game stands.")
    number: int | None = Field(description="The number that was chosen.")
    round: int = Field(description="From 1.")
    rounds: int = Field(description="How many rounds are played.")
    lap: int = Field(description="From 1.")
    laps: int = Field(description="How many laps a round has.")
    order: list[int] = Field(description="The seats in the order of speaking.")
    says: list[Said] = Field(description="What was said in this round.")
    card: Card | None = Field(description="Your card; `null` is a question mark.")
    password: str | None = Field(description="Your password.")
    is_spy: bool | None = Field(description="Whether you are a spy; `null` if you do not know.")
    pointed: list[int] = Field(description="At whom you point.")
    points: list[int] = Field(description="By seat.")
    bank: int = Field(description="The points that nobody has.")
    spy_rounds: list[int] = Field(description="In how many finished rounds each seat was a spy.")
    finished: list[RendezvousRound] = Field(description="The finished rounds, with all cards and passwords.")


Observation = RendezvousObservation
