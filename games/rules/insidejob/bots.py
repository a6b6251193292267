"""Bots that see an observation and nothing else: `random` plays anything legal, `steady` plays to win.

`stand_in` keeps the seat of an absent player, whatever their role: it plays as an Agent would and looks at no role,
so that nothing it does tells which it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules.insidejob.cards import DECK, Card
from games.rules.insidejob.deal import LARRY
from games.rules.insidejob.legality import follow
from games.rules.insidejob.missions import Mission, is_met
from games.rules.insidejob.moves import PARTNER, ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import (
    ACCOMPLICE,
    AGENT,
    DAREDEVIL,
    DECOY,
    INSIDER,
    PARANOID,
    PROF_NO,
    SLEEPER,
    TIM_SHADY,
    WIRETAPPED,
)
from games.rules.insidejob.trick import Played, winning_place
from games.rules.protocol import STAND_IN, Bot, Chance, Seat

GUESSES = 8
"""How many ways a trick might end are imagined for each card considered."""
FOLLOWS = 0.8
"""How often a seat is imagined to hold a card of the led suit."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a trick is worth to somebody: a mission met, an intel gained, an intel wagered; and whether they hunt."""

    met: float
    intel: float = 0.0
    wager: float = -0.1
    hunts: bool = True


AIMS = {
    AGENT: Aim(met=1),
    WIRETAPPED: Aim(met=1, intel=-3),
    PARANOID: Aim(met=1),
    DAREDEVIL: Aim(met=1, intel=0.3),
    SLEEPER: Aim(met=1),
    TIM_SHADY: Aim(met=0.3, intel=0.3),
    DECOY: Aim(met=-0.5, intel=0.3, wager=0, hunts=False),
    INSIDER: Aim(met=-0.5, intel=1, wager=0, hunts=False),
    PROF_NO: Aim(met=-0.5, intel=-1, wager=0, hunts=False),
}
"""What the roles go for; the Accomplice goes for what her partner does, and may hold no intel."""
TURNED = Aim(met=-1, wager=0, hunts=False)
"""What the Sleeper goes for once revealed."""


def play_random(seen: Observation, chance: Chance) -> Move:
    """Return any legal move, each as likely as the others."""
    return chance.choice(seen.legal)


def play_steady(seen: Observation, chance: Chance) -> Move:
    """Return a sensible move: an Agent tries to meet the mission, the Insider gathers intel and hides."""
    return play_for(seen, choose_aim(seen), [move for move in seen.legal if isinstance(move, Play)], chance)


def play_stand_in(seen: Observation, chance: Chance) -> Move:
    """Return the move that an Agent would make who wagers nothing. Looks at no role."""
    cards = [Play(own_seat(seen), card, False) for card in seen.hand]
    return play_for(seen, AIMS[AGENT], cards, chance)


def choose_aim(seen: Observation) -> Aim:
    """Return what the viewer goes for."""
    seat = own_seat(seen)
    role = seen.roles[seat]
    if role == ACCOMPLICE:
        partner = AGENT if seen.partner is None else str(seen.roles[seen.partner])
        return replace(AIMS[partner], intel=-1)
    if role == SLEEPER and seat in seen.revealed:
        return TURNED
    return AIMS[str(role)]


def play_for(seen: Observation, aim: Aim, plays: Sequence[Play], chance: Chance) -> Move:
    """Return a move that serves `aim`; a card of the own hand is one of `plays`."""
    assert seen.decision is not None
    if seen.decision.name == PARTNER:
        return choose_partner(seen, chance)
    if seen.decision.sealed:
        return Vote(own_seat(seen), (choose_suspect(seen, aim, chance),))
    if seen.offered or seen.mission is None:
        return choose_mission(seen, aim, chance)
    if seen.shown:
        return choose_for_larry(seen, seen.mission, aim, chance)
    worth = {play: worth_of(seen, seen.mission, Played(*play), aim, chance) for play in hide_role(seen, plays)}
    return max(worth, key=worth.__getitem__)


def own_seat(seen: Observation) -> Seat:
    """Return the bot's own seat."""
    assert seen.viewer is not None
    return seen.viewer


def hide_role(seen: Observation, plays: Sequence[Play]) -> Sequence[Play]:
    """Return the plays that an Agent could make, too: breaking suit gives the Insider away."""
    if not seen.plays:
        return plays
    led = seen.plays[0].card.suit
    return [play for play in plays if play.card.suit == led] or plays


def choose_partner(seen: Observation, chance: Chance) -> ChoosePartner:
    """Return any partner: nothing is known of anybody yet."""
    seat = own_seat(seen)
    return ChoosePartner(seat, chance.choice([other for other in range(seen.seats) if other != seat]))


def choose_mission(seen: Observation, aim: Aim, chance: Chance) -> ChooseMission:
    """Return the mission for which the best lead is worth most."""
    seat = own_seat(seen)

    def best_lead(mission: Mission) -> float:
        return max(worth_of(seen, mission, Played(seat, card, False), aim, chance) for card in seen.hand)

    return ChooseMission(seat, max(seen.offered, key=best_lead))


def choose_for_larry(seen: Observation, mission: Mission, aim: Aim, chance: Chance) -> PlayForLarry:
    """Return which of Larry's cards to play; the higher of the other two goes back on top."""
    worth = {
        card: worth_of(seen, mission, Played(LARRY, card, False), aim, chance)
        for card in follow(seen.shown, seen.plays[0].card.suit)
    }
    card = max(worth, key=worth.__getitem__)
    others = [other for other in seen.shown if other != card]
    return PlayForLarry(own_seat(seen), card, max(others, key=lambda other: other.value))


def worth_of(seen: Observation, mission: Mission, played: Played, aim: Aim, chance: Chance) -> float:
    """Return how well the trick is likely to serve `aim` if this card is played."""
    hidden = unseen_cards(seen)
    total = 0.0
    for _ in range(GUESSES):
        plays = imagine_trick(seen, played, hidden, chance)
        taken = plays[winning_place(plays, mission.trump)].seat == own_seat(seen)
        gain = (1 + sum(other.wager for other in plays)) * taken - played.wager
        total += aim.met * is_met(mission, plays) + aim.intel * gain + aim.wager * played.wager
    # Of equal plays, the one that keeps strength.
    return total / GUESSES - played.card.value / 1000


def unseen_cards(seen: Observation) -> list[Card]:
    """Return the cards that may still be in somebody else's hand, as far as the bot recalls."""
    known = {played.card for trick in seen.tricks for played in trick.plays}
    known.update(seen.hand, seen.shown, (played.card for played in seen.plays))
    return [card for card in DECK if card not in known]


def imagine_trick(seen: Observation, played: Played, hidden: list[Card], chance: Chance) -> tuple[Played, ...]:
    """Return the trick with `played` and, for the places still to play, cards that mostly follow suit."""
    plays = [*seen.plays, played]
    led = plays[0].card.suit
    following = [card for card in hidden if card.suit == led]
    for seat in find_order(seen)[len(plays) :]:
        card = chance.choice(following if following and chance.random() < FOLLOWS else hidden)
        plays.append(Played(seat, card, False))
    return tuple(plays)


def find_order(seen: Observation) -> tuple[Seat, ...]:
    """Return the places in the order in which they play the trick under way."""
    if seen.controller is not None:
        return (seen.leader, LARRY, seen.controller)
    return tuple((seen.leader + step) % seen.seats for step in range(seen.seats))


def choose_suspect(seen: Observation, aim: Aim, chance: Chance) -> Seat:
    """Return whom to vote against: who broke suit for certain, else who did most for the other side."""
    suspicion = {seat: suspicion_of(seen, seat, aim) + chance.random() for seat in seen.suspects}
    return max(suspicion, key=suspicion.__getitem__)


def suspicion_of(seen: Observation, seat: Seat, aim: Aim) -> float:
    """Return how suspect a seat is: proof that it broke suit, to those who hunt; intel held, missions spoilt."""
    spoilt = sum(trick.winner == seat and not trick.met for trick in seen.tricks)
    proof = 100 if aim.hunts and broke_suit(seen, seat) else 0
    return proof + 2 * seen.intel[seat] + spoilt


def broke_suit(seen: Observation, seat: Seat) -> bool:
    """Tell whether a seat played off the led suit and later a card of it: only the Insider can; Larry draws."""
    if seen.controller is not None and seat == LARRY:
        return False
    void: set[str] = set()
    for trick in seen.tricks:
        card = next(played.card for played in trick.plays if played.seat == seat)
        if card.suit in void:
            return True
        if card.suit != trick.plays[0].card.suit:
            void.add(trick.plays[0].card.suit)
    return False


BOTS: Mapping[str, Bot] = {"random": play_random, "steady": play_steady, STAND_IN: play_stand_in}
