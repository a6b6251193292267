"""What one seat, or the public, may know (section 13), field by field."""

from dataclasses import dataclass, replace

from games.rules.engine.values import Decision, Event, Outcome, Phrase, Seat, Term
from games.titles.insidejob.rules.briefing import Row, brief, brief_partner, name_foe, name_free, note_roles
from games.titles.insidejob.rules.cards import Card, sort_hand
from games.titles.insidejob.rules.deal import LARRY, list_undealt
from games.titles.insidejob.rules.ending import most_accused
from games.titles.insidejob.rules.finale import Finale, stage_finale
from games.titles.insidejob.rules.hopes import find_hope
from games.titles.insidejob.rules.house_role import find_house_role
from games.titles.insidejob.rules.legality import (
    count_votes,
    decision,
    is_choosing_mission,
    is_larrys_turn,
    legal_moves,
    to_act,
)
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.moves import Move, Vote
from games.titles.insidejob.rules.numbers import Numbers
from games.titles.insidejob.rules.options import LAST_TRICK, Options
from games.titles.insidejob.rules.pictures import Picture, draw_condition
from games.titles.insidejob.rules.roles import ACCOMPLICE, AGENTS, PROF_NO, ROLES, is_insider, list_roles
from games.titles.insidejob.rules.seen_trick import SeenTrick
from games.titles.insidejob.rules.showing import Column, Facts, Offer, fade, line_up, order_places
from games.titles.insidejob.rules.state import Look, State, Trick, suspects
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.rules.verdicts import find_own_way, give_verdict

SIDES_SHOWN = ("insider", "accomplice", "neutral", "agent")


@dataclass(frozen=True, slots=True)
class Observation:
    """What a viewer (None: the public) may know. Tuples by seat include Larry's place."""

    viewer: Seat | None
    seats: int
    options: Options
    numbers: Numbers
    # Seats that the viewer may know to be asked.
    awaited: tuple[Seat, ...]
    decision: Decision | None
    legal: tuple[Move, ...]
    # The roles in play, not in the order of seats.
    in_play: tuple[str, ...]
    # None where hidden.
    roles: tuple[str | None, ...]
    partner: Seat | None
    # The seats whose role is public, from the start or by their intel.
    revealed: tuple[Seat, ...]
    # The seats that the viewer may vote against.
    suspects: tuple[Seat, ...]
    votes_allowed: int
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    intel: tuple[int, ...]
    reserve: int
    met: int
    # The number of the trick, from 1. It stays that of the last one once all are played.
    trick: int
    leader: Seat
    # Only the leader has these, while choosing a mission.
    drawn: tuple[Mission, ...]
    offered: tuple[Mission, ...]
    mission: Mission | None
    plays: tuple[Played, ...]
    # The last finished trick or all of them, by `options.memory`.
    tricks: tuple[SeenTrick, ...]
    # The missions that the viewer set aside, with the number of the trick.
    set_aside: tuple[tuple[int, Mission], ...]
    # The player who plays for Larry.
    controller: Seat | None
    # How many cards are in Larry's pile.
    pile: int
    # Larry's cards to choose from, for his controller.
    shown: tuple[Card, ...]
    # What the viewer saw of Larry's cards; at the end what everyone saw.
    looks: tuple[Look, ...]
    outcome: Outcome | None
    # The fields below are empty until the end.
    hands: tuple[tuple[Card, ...], ...] = ()
    undealt: tuple[Card, ...] = ()
    votes: tuple[Vote, ...] = ()
    accused: tuple[Seat, ...] = ()
    # By seat.
    verdicts: tuple[Event, ...] = ()

    @property
    def order(self) -> tuple[Seat, ...]:
        """The places in order of play."""
        return order_places(self.seats, self.leader, self.controller)

    @property
    def is_voting(self) -> bool:
        return self.outcome is None and not self.tricks_left

    @property
    def tricks_left(self) -> range:
        done = self.tricks[-1].number if self.tricks else 0
        return range(done + 1, self.numbers.tricks + 1)

    @property
    def finished(self) -> SeenTrick | None:
        """The last trick, until the next one begins, then None."""
        return self.tricks[-1] if self.tricks and self.mission is None and self.tricks_left else None

    @property
    def finished_key(self) -> str:
        return f"trick-{self.tricks[-1].number}-over" if self.finished else ""

    @property
    def columns(self) -> tuple[Column, ...]:
        trump = self.mission.trump if self.mission else ""
        return line_up(self.order, self.plays, trump, has_larry=self.controller is not None)

    @property
    def picture(self) -> Picture | None:
        return draw_condition(self.mission.condition, self.seats) if self.mission else None

    @property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(
            Offer(mission, draw_condition(mission.condition, self.seats), mission in self.offered)
            for mission in self.drawn
        )

    @property
    def hope(self) -> str:
        """Whether the mission can still be met, as `find_hope` says."""
        if self.mission is None:
            return ""
        may_wager = [
            bool(place)
            and self.options.wagers
            and self.intel[seat] > 0
            and seat not in self.revealed
            and not (self.controller is not None and seat == LARRY)
            for place, seat in enumerate(self.order)
        ]
        return find_hope(self.mission, self.plays, may_wager)

    @property
    def faded(self) -> tuple[Card, ...]:
        """The cards in hand that do not follow suit, if others in hand do."""
        is_asked = self.decision is not None and not self.shown
        return fade(self.hand, self.plays) if is_asked else ()

    @property
    def faded_of_larry(self) -> tuple[Card, ...]:
        return fade(self.shown, self.plays)

    @property
    def pips(self) -> tuple[bool, ...]:
        """For each mission needed, whether it is met."""
        return tuple(place < self.met for place in range(max(self.numbers.missions_needed, self.met)))

    @property
    def close(self) -> tuple[Seat, ...]:
        """The seats that are one intel short of being revealed."""
        return tuple(seat for seat, held in enumerate(self.intel) if self._is_close(held))

    def _is_close(self, intel: int) -> bool:
        return intel == self.numbers.intel_needed - 1

    @property
    def facts(self) -> tuple[Facts, ...]:
        larry, close = None if self.controller is None else LARRY, self.close
        return tuple(
            Facts(
                intel=held,
                is_close=seat in close,
                cards=self.pile if seat == larry else self.hand_sizes[seat],
                is_partner=seat == self.partner,
                role=self.roles[seat] if seat in self.revealed else None,
                controller=self.controller if seat == larry and self.tricks_left else None,
                is_mine=seat == larry and self.controller == self.viewer,
            )
            for seat, held in enumerate(self.intel)
        )

    @property
    def told_facts(self) -> tuple[Facts, ...]:
        """The facts as they were at the end of the last finished trick, without the cards played since."""
        told = list(self.facts)
        for seat, _, wager in self.plays:
            facts = told[seat]
            intel = facts.intel + wager
            cards = facts.cards + (2 if facts.controller is not None else 1)
            told[seat] = replace(facts, intel=intel, is_close=self._is_close(intel), cards=cards)
        return tuple(told)

    @property
    def finale(self) -> Finale | None:
        if self.outcome is None:
            return None
        return stage_finale(self.outcome.reason, self.outcome.roles, self.votes)

    @property
    def own_verdict(self) -> Event | None:
        return find_own_way(self.verdicts, self.viewer)

    @property
    def told_by(self) -> dict[Seat, str]:
        """At the end of a game, the side under which each role is shown."""
        roles = self.outcome.roles if self.outcome else ()
        return {seat: _show_side(role) for seat, role in enumerate(roles)}

    @property
    def foes_first(self) -> tuple[Seat, ...]:
        """At the end of a game, the places in the order of the list."""
        return tuple(sorted(self.told_by, key=lambda seat: (SIDES_SHOWN.index(self.told_by[seat]), seat)))

    @property
    def foe(self) -> Term:
        """The name of the Insider, or of the role in the Insider's place."""
        return name_foe(self.options.roles)

    @property
    def has_prof_no(self) -> bool:
        return PROF_NO in self.options.roles

    @property
    def house_role(self) -> str | None:
        return find_house_role(self.options.roles)

    @property
    def has_house_foe(self) -> bool:
        return self.house_role is not None and is_insider(self.house_role)

    @property
    def suit_rule(self) -> Phrase:
        return name_free(self.options.roles)

    @property
    def brief(self) -> tuple[Row, ...]:
        role = self.roles[self.viewer] if self.viewer is not None else None
        if role is None:
            return ()
        is_revealed = self.viewer in self.revealed
        rows = brief(role, self.numbers, self.options.roles, is_revealed=is_revealed)
        picked = self.roles[self.partner] if role == ACCOMPLICE and self.partner is not None else None
        return rows if picked is None or self.partner is None else (*rows, brief_partner(self.partner, picked))

    @property
    def notes(self) -> tuple[tuple[str, Phrase], ...]:
        return note_roles(self.options.roles, self.options.roles, self.numbers.intel_needed)

    @property
    def remembers_all(self) -> bool:
        return self.options.memory != LAST_TRICK or self.outcome is not None

    @property
    def taken(self) -> tuple[tuple[int, int], ...]:
        """How many tricks each seat took, and how many of these failed. It is empty where past tricks are forgotten."""
        if not self.remembers_all:
            return ()
        return tuple(
            (
                sum(trick.winner == seat for trick in self.tricks),
                sum(trick.winner == seat and not trick.met for trick in self.tricks),
            )
            for seat in range(self.seats)
        )


def _show_side(role: str) -> str:
    if role == ACCOMPLICE:
        return "accomplice"
    return "insider" if is_insider(role) else "agent" if ROLES[role].side == AGENTS else "neutral"


def observe(state: State, viewer: Seat | None) -> Observation:
    asked = to_act(state)
    own = viewer if viewer in asked else None
    chooses = own is not None and own == state.leader and is_choosing_mission(state)
    seen = Observation(
        viewer=viewer,
        seats=state.seats,
        options=state.options,
        numbers=state.numbers,
        awaited=asked,
        decision=None if own is None else decision(state, own),
        legal=() if own is None else legal_moves(state, own),
        in_play=tuple(list_roles(state.seats, state.options.roles)),
        roles=tuple(role if _knows_role(state, viewer, seat) else None for seat, role in enumerate(state.deal.roles)),
        partner=state.partner,
        revealed=state.revealed,
        suspects=suspects(state, own) if own is not None and state.is_vote else (),
        votes_allowed=count_votes(state, own) if own is not None and state.is_vote else 0,
        hand=() if viewer is None else sort_hand(state.hands[viewer]),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        intel=state.intel,
        reserve=state.reserve,
        met=state.met,
        trick=min(len(state.tricks) + 1, state.numbers.tricks),
        leader=state.leader,
        drawn=state.drawn if chooses else (),
        offered=state.offered if chooses else (),
        mission=state.mission,
        plays=state.plays,
        tricks=tuple(_see_trick(state, place, viewer) for place in places_in_sight(state)),
        set_aside=_recall_set_aside(state, viewer),
        controller=state.controller if state.has_larry else None,
        pile=len(state.pile),
        shown=state.shown if own is not None and is_larrys_turn(state) else (),
        looks=_recall_looks(state, viewer),
        outcome=state.outcome,
    )
    return seen if state.outcome is None else _open_all(seen, state)


def _open_all(seen: Observation, state: State) -> Observation:
    return replace(
        seen,
        hands=state.hands,
        undealt=list_undealt(state.deal),
        votes=state.votes,
        accused=() if state.has_larry else most_accused(state.votes),
        verdicts=tuple(give_verdict(state, seat) for seat in range(state.seats)),
    )


def _knows_role(state: State, viewer: Seat | None, seat: Seat) -> bool:
    if seat == viewer or seat in state.revealed or state.outcome is not None:
        return True
    return viewer is not None and viewer == state.accomplice and seat == state.partner


def _knows_set_aside(state: State, trick: Trick, viewer: Seat | None) -> bool:
    return trick.plays[0].seat == viewer or state.outcome is not None


def _recall_set_aside(state: State, viewer: Seat | None) -> tuple[tuple[int, Mission], ...]:
    past = tuple(
        (place + 1, trick.set_aside)
        for place, trick in enumerate(state.tricks)
        if _knows_set_aside(state, trick, viewer)
    )
    now = state.set_aside if viewer == state.leader else None
    return past if now is None else (*past, (len(state.tricks) + 1, now))


def _recall_looks(state: State, viewer: Seat | None) -> tuple[Look, ...]:
    """Return what the viewer saw of Larry's cards, without the card that is still on the pile."""
    if state.outcome is None:
        return tuple(look for look in state.looks if look.seat == viewer)
    return tuple(
        look if look.seat == viewer or look.back not in state.pile else replace(look, back=None) for look in state.looks
    )


def places_in_sight(state: State) -> range:
    """Return the indexes of the finished tricks that players may look at (section 7)."""
    forgets = state.options.memory == LAST_TRICK and state.outcome is None
    return range(len(state.tricks))[-1 if forgets else 0 :]


def _see_trick(state: State, place: int, viewer: Seat | None) -> SeenTrick:
    trick = state.tricks[place]
    return SeenTrick(
        number=place + 1,
        mission=trick.mission,
        plays=trick.plays,
        winner=trick.winner,
        met=trick.met,
        intel=trick.intel,
        set_aside=trick.set_aside if _knows_set_aside(state, trick, viewer) else None,
        has_larry=state.has_larry,
    )
