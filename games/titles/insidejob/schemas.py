"""What moves and observations of Inside Job are in JSON. The API describes them by it; the rules check moves."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

Card = Annotated[
    str, Field(description="The colour (`B`, `G`, `Y` or `P`) and the value: `B7` is the blue 7.", examples=["B7"])
]
Seat = Annotated[int, Field(description="A seat, from 0. At a table of two, Larry’s is 2.", examples=[1])]
Role = Annotated[
    str, Field(description="A role, such as `agent` or `insider`. `GET titles` has their names.", examples=["insider"])
]


class InsideJobAccomplice(BaseModel):
    type: Literal["accomplice"]
    partner: Seat = Field(description="Whom the Accomplice chooses.")


class InsideJobChosenMission(BaseModel):
    type: Literal["mission"]
    mission: str = Field(description="The `id` of a mission of `offered`.", examples=["odd-only-blue"])


class InsideJobPlay(BaseModel):
    type: Literal["play"]
    card: Card = Field(description="The card, such as `B7`.")
    wager: bool = Field(description="Whether one of your intel lies on it, which makes it a trump.")


class InsideJobPlayForLarry(BaseModel):
    type: Literal["larry"]
    card: Card = Field(description="What Larry plays, of `shown`.")
    back: Card = Field(description="What goes back on top of his pile. The third card goes to the box.")


class InsideJobVote(BaseModel):
    type: Literal["vote"]
    against: list[Seat] = Field(description="In ascending order; empty only if the clock voted.")


Move = Annotated[
    InsideJobAccomplice | InsideJobChosenMission | InsideJobPlay | InsideJobPlayForLarry | InsideJobVote,
    Field(discriminator="type"),
]


class InsideJobOptions(BaseModel):
    roles: list[Role] = Field(description="The special roles.")
    wagers: bool = Field(description="Whether intel may be put on cards.")
    risky: bool = Field(description="Whether risky missions are in the deck.")
    memory: Literal["open", "last_trick"] = Field(description="Which finished tricks everyone may look back at.")


Options = InsideJobOptions


class InsideJobMission(BaseModel):
    id: str = Field(description="The name of the card.", examples=["odd-only-blue"])
    condition: str = Field(
        description="What the trick must be: `ascending`, `descending`, `odd_only`, `even_only`, `low_only` (up to 7), "
        "`high_only` (from 7), `one_suit` or `first_last_suit`; or a place (`first`, `second`, `third`, `last`) with "
        "`_wins`, `_highest` or `_lowest`; or, of a risky mission, `wager_` and places.",
        examples=["odd_only"],
    )
    trump: Literal["B", "G", "Y", "P"] = Field(description="The colour of the trump.")


class InsideJobPlayed(BaseModel):
    seat: Seat = Field(description="Who played, from 0.")
    card: Card = Field(description="The card, such as `B7`.")
    wager: bool = Field(description="Whether intel lies on it.")


class InsideJobTrick(BaseModel):
    number: int = Field(description="From 1.", examples=[3])
    mission: InsideJobMission = Field(description="What it had to meet.")
    plays: list[InsideJobPlayed] = Field(description="In order.")
    winner: Seat = Field(description="Who took it.")
    met: bool = Field(description="Whether the mission was completed.")
    intel: int = Field(description="How much intel the winner took.", examples=[1])
    set_aside: InsideJobMission | None = Field(description="The mission that was not chosen, if you know it.")


class InsideJobSetAside(BaseModel):
    trick: int = Field(description="The number of the trick.", examples=[3])
    mission: InsideJobMission = Field(description="What you did not choose.")


class InsideJobLook(BaseModel):
    trick: int = Field(description="The number of the trick.", examples=[3])
    seat: Seat = Field(description="Who played for Larry.")
    card: Card = Field(description="What was played.")
    back: Card | None = Field(description="What went back on the pile.")
    boxed: Card = Field(description="What went to the box.")


class InsideJobCast(BaseModel):
    seat: Seat = Field(description="Who voted.")
    against: list[Seat] = Field(description="Against whom; empty if the clock voted.")


class InsideJobResult(BaseModel):
    reason: str = Field(description="Why the game is over, such as `vote_insider`.", examples=["vote_insider"])
    winners: list[Seat] = Field(description="The seats that won.")
    missions: int = Field(description="How many missions were completed.", examples=[7])
    intel: list[int] = Field(description="By seat.", examples=[[2, 6, 2, 4]])
    revealed: list[Seat] = Field(description="Whose role was public.")
    tricks: int = Field(description="How many tricks were played.", examples=[10])


Result = InsideJobResult


class InsideJobObservation(BaseModel):
    options: InsideJobOptions = Field(description="The options of the table.")
    cards_each: int = Field(description="How many cards each player gets.", examples=[13])
    tricks_in_all: int = Field(description="How many tricks there are at most.", examples=[11])
    missions_needed: int = Field(description="How many missions the Agents need.", examples=[9])
    intel_needed: int = Field(description="How much intel wins the game for the Insider.", examples=[6])
    roles_in_play: list[Role] = Field(description="All roles, not by seat.")
    roles: list[Role | None] = Field(description="By seat; `null` is hidden.")
    partner: Seat | None = Field(description="The seat of your accomplice.")
    revealed: list[Seat] = Field(description="The seats whose role is public.")
    suspects: list[Seat] = Field(description="The seats you may vote against.")
    votes_allowed: int = Field(description="How many of them you may vote against.", examples=[1])
    hand: list[Card] = Field(description="Your cards.")
    hand_sizes: list[int] = Field(description="By seat: how many cards they hold.", examples=[[12, 12, 13]])
    intel: list[int] = Field(description="By seat: intel taken.", examples=[[2, 1, 3]])
    reserve: int = Field(description="Intel that nobody has taken.", examples=[8])
    met: int = Field(description="Missions completed.", examples=[4])
    trick: int = Field(description="The number of the trick, from 1.", examples=[3])
    leader: Seat = Field(description="Who leads the trick.")
    order: list[Seat] = Field(description="The seats in turn order.")
    drawn: list[InsideJobMission] = Field(description="When you lead: the missions drawn.")
    offered: list[InsideJobMission] = Field(description="When you lead: those you may choose from.")
    mission: InsideJobMission | None = Field(description="The mission of the trick.")
    plays: list[InsideJobPlayed] = Field(description="The cards played, in order.")
    tricks: list[InsideJobTrick] = Field(description="Finished tricks, all or the last one by the option `memory`.")
    set_aside: list[InsideJobSetAside] = Field(description="Missions that you did not choose.")
    controller: Seat | None = Field(description="Who plays for Larry.")
    pile: int = Field(description="How many cards are in Larry’s pile.", examples=[9])
    shown: list[Card] = Field(description="Larry’s cards, if you choose among them.")
    looks: list[InsideJobLook] = Field(description="Larry’s cards that you have seen.")
    hands: list[list[Card]] = Field(description="By seat, at the end only.")
    undealt: list[Card] = Field(description="Cards that nobody got, at the end only.")
    votes: list[InsideJobCast] = Field(description="At the end only.")
    accused: list[Seat] = Field(description="Who got the most votes, at the end only.")


Observation = InsideJobObservation
