"""How well the Insider of a table of bots hides, and how often bots make moves that a person would laugh at.

    python -m games.titles.insidejob.tests.votes --seats 3 4 5 --games 300 --agents expert

Votes of one game are alike, so the bounds are those of a mean over games.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

from games.rules.lab.arena import NORMAL_95, Lineup, Table, bounds, play_table
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.bots.choice import BREAKS
from games.titles.insidejob.rules.bots.tricks import GUESSES, lay
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.legality import follow
from games.titles.insidejob.rules.missions import is_met
from games.titles.insidejob.rules.roles import INSIDERS, is_insider
from games.titles.insidejob.rules.state import INTEL_EACH, State, Trick
from games.titles.insidejob.rules.trick import Played, winning_place


@dataclass(frozen=True)
class Seen:
    """What one game shows: the votes of Agents, how many of them name the Insider, and odd moves."""

    insider_won: bool
    votes: int
    right: int
    # Leads of the Insider, and those of them that break the mission it chose.
    led: int
    broken: int
    # How many missions an Agent gave up for a wager.
    given_up: int


def look(state: State) -> Seen:
    roles = state.deal.roles
    insider = next(seat for seat, role in enumerate(roles) if is_insider(role))
    votes = [vote for vote in state.votes if vote.seat != insider]
    led = [number for number, trick in enumerate(state.tricks) if trick.plays[0].seat == insider]
    assert state.outcome is not None
    return Seen(
        insider_won=insider in state.outcome.winners,
        votes=len(votes),
        right=sum(vote.against[0] == insider for vote in votes),
        led=len(led),
        broken=sum(breaks_own(state, number) for number in led),
        given_up=sum(gives_up(state, number, insider) for number in range(len(state.tricks))),
    )


def list_hand(state: State, seat: int, number: int) -> list[Card]:
    """Return the hand of a seat before the trick with this index."""
    played = {each.card for trick in state.tricks[:number] for each in trick.plays}
    return [card for card in state.deal.hands[seat] if card not in played]


def breaks_own(state: State, number: int) -> bool:
    """Whether the leader chose a mission, and led a card with which it had little hope, and no need to."""
    trick = state.tricks[number]
    leader = trick.plays[0].seat
    hopes = {card: hope(trick, Played(leader, card, False), state.seats) for card in list_hand(state, leader, number)}
    return BREAKS * hopes[trick.plays[0].card] <= max(hopes.values()) > 0


def hope(trick: Trick, lead: Played, seats: int) -> float:
    return GUESSES[trick.mission.condition](lay((lead,), trick.mission), seats - 1)


def gives_up(state: State, number: int, insider: int) -> bool:
    """Whether an Agent in the last place failed a mission by a wager, and had a card to meet it.

    It does not count where the trick would else have revealed another seat.
    """
    trick = state.tricks[number]
    last = trick.plays[-1]
    cards = follow(tuple(list_hand(state, last.seat, number)), trick.plays[0].card.suit)
    others = [Played(last.seat, card, False) for card in cards]
    could = any(is_met(trick.mission, (*trick.plays[:-1], other)) for other in others)
    stopped = trick.plays[winning_place(trick.plays[:-1], trick.mission.trump)].seat
    close = count_intel(state, number)[stopped] + trick.intel - last.wager >= state.numbers.intel_needed
    return last.seat != insider and last.wager and not trick.met and could and not close


def count_intel(state: State, number: int) -> list[int]:
    """Return the intel of each seat in the trick with this index, after all wagers."""
    intel = [INTEL_EACH] * state.seats
    for trick in state.tricks[: number + 1]:
        for played in trick.plays:
            intel[played.seat] -= played.wager
        intel[trick.winner] += trick.intel * (trick is not state.tricks[number])
    return intel


def describe(seen: Sequence[Seen]) -> Iterator[str]:
    won, games = sum(each.insider_won for each in seen), len(seen)
    low, high = bounds(won, games)
    yield f"  the Insider wins {won / games:.1%} ({low:.1%} to {high:.1%}) of {games} games"
    voted = [each for each in seen if each.votes]
    shares = [each.right / each.votes for each in voted]
    margin = NORMAL_95 * stdev(shares) / sqrt(len(shares))
    yield f"  votes of Agents name it: {mean(shares):.1%} ± {margin:.1%} in {len(voted)} votes"
    broken, led = sum(each.broken for each in seen), sum(each.led for each in seen)
    yield f"  leads of the Insider that break the mission it chose: {broken} of {led}"
    yield f"  missions that an Agent in the last place gives up to wager: {sum(each.given_up for each in seen)}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m games.titles.insidejob.tests.votes", description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=80_000)
    parser.add_argument("--insider", choices=BOTS, default="steady")
    parser.add_argument("--agents", choices=BOTS, default="steady")
    asked = parser.parse_args(arguments)
    lineup = Lineup(asked.agents, {INSIDERS: asked.insider})
    for seats in asked.seats:
        games = (play_table(Table(NAME, seats), lineup, asked.first + number)[0] for number in range(asked.games))
        print(f"{seats} seats", *describe([look(state) for state in games]), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
