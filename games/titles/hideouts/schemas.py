"""What moves and observations of T.A.R.G.E.T. are in JSON. The API describes them by it; the rules check moves."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

Spy = Annotated[int, Field(description="A spy is a number from 0 to 9.", examples=[4])]
Place = Annotated[int, Field(description="A hideout of a player, from 0, from left to right.", examples=[2])]
Seat = Annotated[int, Field(description="A seat, from 0.", examples=[1])]


class TargetHide(BaseModel):
    type: Literal["hide"]
    spies: list[Spy] = Field(description="Three spies, for the hideouts from left to right.")


class TargetAttackFromHand(BaseModel):
    type: Literal["attack"]
    origin: Literal["hand"] = Field(alias="from")
    spy: Spy = Field(description="The spy from your hand.")
    target: Place = Field(description="The hideout that is attacked.")


class TargetAttackFromHideout(BaseModel):
    type: Literal["attack"]
    origin: Literal["hideout"] = Field(alias="from")
    own: Place = Field(description="Your hideout whose spy attacks.")
    target: Place = Field(description="The hideout that is attacked.")


class TargetRefill(BaseModel):
    type: Literal["refill"]
    spy: Spy = Field(description="The spy from your hand.")


class TargetSwap(BaseModel):
    type: Literal["swap"]
    own: Place = Field(description="Your hideout whose spy is shown.")
    spy: Spy = Field(description="The spy from your hand that goes in.")
    token: Place = Field(description="Your hideout next to which a decoy is put.")


# Two have the same `type`, so nothing discriminates between all of them.
Move = TargetHide | TargetAttackFromHand | TargetAttackFromHideout | TargetRefill | TargetSwap


class TargetOptions(BaseModel):
    """There are none."""


Options = TargetOptions


class TargetGap(BaseModel):
    seat: Seat = Field(description="Whose it is, from 0.")
    place: Place = Field(description="Which of their hideouts.")


class TargetAnswer(BaseModel):
    spy: Spy = Field(description="The spy that attacked.")
    answer: Literal["plus", "minus", "success"] = Field(description="Whether the hidden spy is higher or lower.")


class TargetHideout(BaseModel):
    place: Place = Field(description="From 0, from left to right.")
    spy: Spy | None = Field(description="`null` is hidden.")
    destroyed: bool = Field(description="Whether it was destroyed.")
    tokens: int = Field(description="How many decoys lie on it.", examples=[1])
    worth: int = Field(description="Points for whoever destroys it.", examples=[3])
    filled: int = Field(description="How often it was filled again.", examples=[1])
    possible: list[Spy] = Field(description="The spies that it may hold, as everyone can work out.")
    answers: list[TargetAnswer] = Field(description="Attacks on it since it was filled.")


class TargetAttacked(BaseModel):
    type: Literal["attack"]
    seat: Seat = Field(description="Who attacked, from 0.")
    spy: Spy = Field(description="The spy that attacked.")
    own: Place | None = Field(description="The hideout it came from; `null` is the hand.")
    target: Place = Field(description="The hideout that was attacked.")
    answer: Literal["plus", "minus", "success"] = Field(description="Whether the hidden spy is higher or lower.")
    matched: Place | None = Field(description="After a failed attack from a hideout: the other’s with the same spy.")


class TargetSwapped(BaseModel):
    type: Literal["swap"]
    seat: Seat = Field(description="Who swapped, from 0.")
    own: Place = Field(description="The hideout.")
    spy: Spy = Field(description="The spy that left it.")
    token: Place = Field(description="The hideout next to which a decoy was put.")


class TargetRefilled(BaseModel):
    type: Literal["refill"]
    seat: Seat = Field(description="Who filled a hideout again, from 0.")
    own: Place = Field(description="The hideout.")


Act = Annotated[TargetAttacked | TargetSwapped | TargetRefilled, Field(discriminator="type")]


class TargetResult(BaseModel):
    reason: Literal["points", "hand_sum", "draw"] = Field(description="What decided the game.")
    winners: list[Seat] = Field(description="The seats that won.")
    points: list[int] = Field(description="By seat.", examples=[[6, 8]])
    hand_sums: list[int] = Field(description="By seat: the sum of the spies in hand.", examples=[[30, 23]])


Result = TargetResult


class TargetObservation(BaseModel):
    roles: list[Literal["agency", "masks"]] = Field(description="By seat: which side they play.")
    spies: list[Spy] = Field(description="All spies of the game.")
    first: Seat = Field(description="The seat that began.")
    turn: int = Field(description="The turn, from 1; 0 while hiding.", examples=[5])
    player: Seat = Field(description="Whose turn it is.")
    gap: TargetGap | None = Field(description="The hideout that must be filled again.")
    hand: list[Spy] = Field(description="The spies that you hold.")
    hand_sizes: list[int] = Field(description="By seat: how many spies they hold.", examples=[[7, 7]])
    hideouts: list[list[TargetHideout]] = Field(description="By seat, then from left to right.")
    tokens: list[int] = Field(description="By seat: decoys not yet put down.", examples=[[2, 1]])
    points: list[int] = Field(description="By seat.", examples=[[0, 3]])
    past: list[Act] = Field(description="What everyone saw, in order.")
    hands: list[list[Spy]] = Field(description="By seat, at the end only.")


Observation = TargetObservation
