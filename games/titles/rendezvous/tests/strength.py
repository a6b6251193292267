"""How the bots of Rendezvous do: at tables of one kind, and one seat of a kind among others.

    python -m games.titles.rendezvous.tests.strength --bot steady --games 300
    python -m games.titles.rendezvous.tests.strength --bot expert --against steady --games 300

The first says how often spies found each other, how often a counter-spy identified both, and who did so guessed the
password, and how many passwords a spy's word suits; the second, how often the seat won against what is fair.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from games.rules.engine.play import play_out
from games.rules.engine.values import Bot, Chance, Seat
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.deal import list_spies
from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.state import Round, State
from games.titles.rendezvous.rules.talk import _count_suited
from games.titles.rendezvous.rules.words import LANGUAGES, list_associations
from tests.rules.clocked import Clocked

GAMES = 200
SEATS = 5
NORMAL_95 = 1.96
BETTER = (("expert", "steady"), ("steady", "gentle"))
"""Which bot wins more than its share among which others."""


@dataclass(frozen=True)
class Share:
    """How often something happened of all times that it might have."""

    times: float
    all: int

    @property
    def rate(self) -> float:
        return self.times / self.all if self.all else 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return NORMAL_95 * sqrt(self.rate * (1 - self.rate) / max(1, self.all))

    def __str__(self) -> str:
        return f"{self.rate:.1%} ± {self.margin:.1%}"


def play_game(bots: Mapping[Seat, Bot], seed: int) -> State:
    dice, seats = Chance(seed), len(bots)
    options = rendezvous.parse_options({"language": LANGUAGES[seed % len(LANGUAGES)]}, seats)
    deal = rendezvous.make_deal(options, seats, dice)
    state: State
    state, _ = play_out(rendezvous, options, deal, bots, dice)
    return state


def count_rounds(rounds: Sequence[Round]) -> tuple[Share, Share, Share]:
    found = [all(point.at == pair for point in each.pointings if point.seat in pair) for each, pair in pairs_of(rounds)]
    hunted = [
        point.at in each.pairs
        for each in rounds
        for point in each.pointings
        if point.seat not in list_spies(each.cards)
    ]
    passwords = [{fold(password) for password in each.passwords} for each in rounds]
    guessed = [
        guess.password is not None and fold(guess.password) in right
        for each, right in zip(rounds, passwords, strict=True)
        for guess in each.guesses
    ]
    found_share, hunted_share, guessed_share = (Share(sum(each), len(each)) for each in (found, hunted, guessed))
    return found_share, hunted_share, guessed_share


def pairs_of(rounds: Sequence[Round]) -> list[tuple[Round, tuple[Seat, Seat]]]:
    return [(each, pair) for each in rounds for pair in each.pairs]


def count_suited_by_spies(game: State) -> list[int]:
    """Return for each word of a spy how many passwords it suits: the fewer, the plainer it names one."""
    assert game.number is not None
    topics = list_associations(game.options.language, game.number)
    spies = [(each, list_spies(each.cards)) for each in game.rounds]
    words = [say.word for each, pair in spies for say in each.says if say.seat in pair and say.word is not None]
    return [_count_suited(word, topics) for word in words]


def measure_table(bot: str, games: int, seats: int = SEATS) -> str:
    clocked = Clocked(rendezvous.BOTS[bot])
    ended = [play_game(dict.fromkeys(range(seats), clocked), seed) for seed in range(games)]
    rounds = [each for game in ended for each in game.rounds]
    found, hunted, guessed = count_rounds(rounds)
    suited = fmean(count for game in ended for count in count_suited_by_spies(game))
    return (
        f"{seats} x {bot}: spies found each other in {found} of {len(rounds)} rounds, counter-spies identified both in "
        f"{hunted}, and guessed the password then in {guessed}; a spy's word suits {suited:.2f} passwords; "
        f"{clocked.pace:.2f} ms a move"
    )


def measure_seat(bot: str, against: str, games: int, seats: int = SEATS) -> Share:
    won = 0.0
    for seed in range(games):
        seat = seed % seats
        bots = {**dict.fromkeys(range(seats), rendezvous.BOTS[against]), seat: rendezvous.BOTS[bot]}
        outcome = play_game(bots, seed).outcome
        assert outcome is not None
        won += (seat in outcome.winners) / max(1, len(outcome.winners))
    return Share(won, games)


def look_long() -> tuple[str, bool]:
    shares = {pair: measure_seat(*pair, GAMES) for pair in BETTER}
    words = [f"rendezvous: 1 {bot} among {others} wins {share}" for (bot, others), share in shares.items()]
    return "\n".join(words), all(share.rate - share.margin > 1 / SEATS for share in shares.values())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bot", choices=rendezvous.BOTS, default="steady")
    parser.add_argument("--against", choices=rendezvous.BOTS)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seats", type=int, default=SEATS)
    asked = parser.parse_args(arguments)
    if asked.against is None:
        print(measure_table(asked.bot, asked.games, asked.seats))
    else:
        share = measure_seat(asked.bot, asked.against, asked.games, asked.seats)
        print(f"1 {asked.bot} among {asked.against}: wins {share}, fair is {1 / asked.seats:.1%}, {asked.games} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
