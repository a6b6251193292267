"""A table of Inside Job to write tests with: a line of a test reads as the moves made at it.

`table(4).mission("high-only-yellow").plays("P8", "P10", "Y7", "P12")`. A `+` after a card wagers an intel on it. Who is
given no hand holds just what they play. `table(2)` has Larry: his card is given as that of any other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any

from games.rules.engine.values import Seat
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.apply import apply
from games.titles.insidejob.rules.cards import CARDS, DECK, Card
from games.titles.insidejob.rules.deal import LARRY, Deal
from games.titles.insidejob.rules.legality import legal_moves, objection, to_act
from games.titles.insidejob.rules.missions import DECK as MISSION_DECK
from games.titles.insidejob.rules.missions import MISSIONS
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.observe import Observation, observe
from games.titles.insidejob.rules.options import LARRY_SEATS, Options
from games.titles.insidejob.rules.roles import AGENT, HOUSE_ROLES, INSIDER, SPECIAL, is_insider
from games.titles.insidejob.rules.state import State, Trick, start, voters
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.rules.versions import RULES
from tests.rules.conformance import Setting, settings


@dataclass(frozen=True)
class Table:
    """A game between two moves, and the moves as verbs."""

    state: State

    def hold(self, *hands: str) -> "Table":
        """Give the seats from 0 on the cards written as `"B1 G2"`."""
        given = tuple(cards(hand) for hand in hands)
        return self.but(hands=given + self.state.hands[len(given) :])

    def but(self, **fields: Any) -> "Table":
        return Table(replace(self.state, **fields))

    def draws(self, first: str, second: str) -> "Table":
        top = 2 * len(self.state.tricks)
        drawn = (MISSIONS[first], MISSIONS[second])
        others = [mission for mission in self.state.deal.missions if mission not in drawn]
        return self.but(deal=replace(self.state.deal, missions=(*others[:top], *drawn, *others[top:])))

    def mission(self, mission_id: str) -> "Table":
        """Draw and choose a mission as the leader."""
        other = next(mission.id for mission in MISSION_DECK if mission.id != mission_id)
        drawn = self.draws(mission_id, other)
        return drawn.moves(ChooseMission(drawn.state.turn, MISSIONS[mission_id]))

    def plays(self, *codes: str) -> "Table":
        """Play a card for each of the next seats, taking it into their hand first if need be."""
        now = self
        for code in codes:
            play = read_play(now.state.turn, code)
            if now.state.has_larry and play.seat == LARRY:
                now = now.play_for_larry(code)
            else:
                now = now.take(play.seat, play.card).moves(play)
        return now

    def won_by(self, winner: Seat, *, met: bool = False) -> "Table":
        """Let a place win a whole trick, with the highest of cards of one suit and no wager; is its mission met?"""
        others = iter((1, 3, 5, 7) if met else (2, 4, 6, 8))
        codes = ["B13" if place == winner else f"B{next(others)}" for place in self.state.order]
        return self.mission("odd-only-green").plays(*codes)

    def play_for_larry(self, code: str) -> "Table":
        """Let Larry's controller play a card for him, put on his pile with the next two of its suit if need be."""
        now, card = self, CARDS[code]
        if card not in now.state.shown:
            others = [other for other in DECK if other.suit == card.suit and other != card]
            now = now.pile(card.code, *(other.code for other in others[:2]))
        back = next(other for other in now.state.shown if other != card)
        return now.moves(PlayForLarry(now.state.controller, card, back))

    def pile(self, *codes: str) -> "Table":
        """Put cards on top of Larry's pile, in place of as many."""
        return self.but(pile=(*cards(" ".join(codes)), *self.state.pile[len(codes) :]))

    def picks(self, partner: Seat) -> "Table":
        (seat,) = to_act(self.state)
        return self.moves(ChoosePartner(seat, partner))

    def take(self, seat: Seat, card: Card) -> "Table":
        hands = list(self.state.hands)
        if card not in hands[seat]:
            hands[seat] = (*hands[seat], card)
        return self.but(hands=tuple(hands))

    def moves(self, move: Move) -> "Table":
        assert objection(self.state, move) is None, (objection(self.state, move), move)
        return Table(apply(self.state, move))

    def votes(self, *against: Seat | tuple[Seat, ...] | None) -> "Table":
        """Let those who may vote do so, in seat order; two votes are a tuple; None abstains, as the clock does."""
        state = self.state
        for voter, named in zip(voters(state), against, strict=True):
            vote = Vote(voter, () if named is None else named if isinstance(named, tuple) else (named,))
            assert named is None or objection(state, vote) is None, (objection(state, vote), vote)
            state = apply(state, vote)
        return Table(state)

    def refuses(self, code: str) -> str | None:
        return objection(self.state, read_play(self.state.turn, code))

    def offers(self) -> set[str]:
        """Return the plays open to the seat on turn, written as `plays` reads them."""
        moves = legal_moves(self.state, self.state.turn)
        return {move.card.code + "+" * move.wager for move in moves if isinstance(move, Play)}

    def seen_by(self, viewer: Seat | None) -> Observation:
        return observe(self.state, viewer)

    @property
    def trick(self) -> Trick:
        return self.state.tricks[-1]

    @property
    def reason(self) -> str | None:
        return self.state.outcome.reason if self.state.outcome else None

    @property
    def winners(self) -> tuple[Seat, ...]:
        assert self.state.outcome is not None
        return self.state.outcome.winners

    @property
    def end(self) -> tuple[str | None, tuple[Seat, ...]]:
        return self.reason, self.winners


def table(
    seats: int = 4,
    *,
    leader: Seat = 0,
    insider: Seat = 1,
    roles: Mapping[Seat, str] | None = None,
    intel: Sequence[int] | None = None,
    met: int = 0,
    tricks: int = 0,
    revealed: tuple[Seat, ...] = (),
    partner: Seat | None = None,
    wagers: bool = True,
    risky: bool = False,
    memory: str = "open",
) -> Table:
    """Return a table with empty hands at which `tricks` tricks have been played.

    `roles` are the special ones by seat; with one in the Insider's place there is no Insider. `partner` is that of the
    Accomplice. With Larry `insider` may be his place.
    """
    dealt = deal_roles(seats, insider, roles or {})
    options = Options(
        roles=tuple(sorted(set(dealt) & {*SPECIAL, *HOUSE_ROLES})), wagers=wagers, risky=risky, memory=memory
    )
    pile = DECK[:32] if seats == LARRY_SEATS else ()
    now = Table(start(options, Deal(((),) * seats, dealt, MISSION_DECK, leader, pile), RULES))
    return now.but(
        intel=tuple(intel) if intel else now.state.intel,
        met=met,
        revealed=tuple(sorted({*now.state.revealed, *revealed})),
        partner=partner,
        tricks=tuple(past_trick(len(dealt), number) for number in range(tricks)),
    )


def deal_roles(seats: int, insider: Seat, special: Mapping[Seat, str]) -> tuple[str, ...]:
    """Return the roles by place: the special ones, the Insider unless another has that place, and Agents."""
    roles = [AGENT] * (seats + (seats == LARRY_SEATS))
    if not any(map(is_insider, special.values())):
        roles[insider] = INSIDER
    for seat, role in special.items():
        assert roles[seat] == AGENT, "an Insider sits there"
        roles[seat] = role
    return tuple(roles)


def past_trick(seats: int, number: int) -> Trick:
    """Return a trick of long ago, with the missions the deck had on top then."""
    plays = tuple(Played(seat, Card("B", seat + 1), False) for seat in range(seats))
    return Trick(MISSION_DECK[2 * number], MISSION_DECK[2 * number + 1], plays, seats - 1, False, 1)


def cards(codes: str) -> tuple[Card, ...]:
    """Return the cards written as `"B1 G2"`."""
    return tuple(CARDS[code] for code in codes.split())


def read_play(seat: Seat, code: str) -> Play:
    """Return the play written as `"B1"` or, with a wager, `"B1+"`."""
    return Play(seat, CARDS[code.removesuffix("+")], code.endswith("+"))


def trick_of(*codes: str) -> tuple[Played, ...]:
    """Return a trick on the table, led by seat 0."""
    return tuple(Played(*read_play(seat, code)) for seat, code in enumerate(codes))


@cache
def many_tables() -> tuple[Setting, ...]:
    """Return every table without special roles, and with each line-up one at four and one at five seats.

    The other options of the latter vary by turns.
    """
    own = (setting for setting in settings() if setting.title.NAME == NAME)
    groups = [list(group) for _, group in groupby(own, key=lambda setting: (setting.seats, setting.parse().roles))]
    return tuple(
        setting
        for place, group in enumerate(groups)
        for setting in ([group[place % len(group)]] if group[0].parse().roles else group)
    )
