"""Bots that play like beginners. They test the suspicion model, which is never fitted to them."""

from collections.abc import Callable, Mapping, Sequence

from games.rules.engine.suspicion import Beginners
from games.rules.engine.values import Bot, Chance
from games.titles.insidejob.rules.bots.goals import stand
from games.titles.insidejob.rules.bots.steady import play_for
from games.titles.insidejob.rules.moves import Move, Play
from games.titles.insidejob.rules.observe import Observation

Choose = Callable[[Observation, Sequence[Play], Chance], Play | None]


def _play_clumsily(choose: Choose) -> Bot:
    """Return a bot that plays like `steady`, except that `choose` picks its cards."""

    def play(seen: Observation, chance: Chance) -> Move:
        move = play_for(seen, stand(seen), chance, wagers=True)
        plays = [each for each in seen.legal if isinstance(each, Play)]
        return (choose(seen, plays, chance) if plays else None) or move

    return play


def _slip(rate: float) -> Choose:
    """Return a function that picks any legal card in this share of the plays, and none otherwise."""

    def choose(seen: Observation, plays: Sequence[Play], chance: Chance) -> Play | None:
        roll, play = chance.random(), chance.choice(plays)
        return play if roll < rate else None

    return choose


def _choose_lowest(seen: Observation, plays: Sequence[Play], chance: Chance) -> Play:
    return min(plays, key=lambda play: (play.card.value, play.wager))


def _copy_leaders(seen: Observation, plays: Sequence[Play], chance: Chance) -> Play:
    """Play the suit that was led most recently, as far as possible."""
    led = [trick.plays[0].card.suit for trick in reversed(seen.tricks)]
    return min(plays, key=lambda play: (led.index(play.card.suit) if play.card.suit in led else len(led), play.wager))


BEGINNERS: Mapping[str, Beginners] = {
    "slips-10": Beginners(_play_clumsily(_slip(0.1))),
    "slips-20": Beginners(_play_clumsily(_slip(0.2))),
    "slips-50": Beginners(_play_clumsily(_slip(0.5))),
    "lowest-card": Beginners(_play_clumsily(_choose_lowest)),
    "one-clumsy": Beginners(_play_clumsily(_slip(0.5)), alone=True),
    "copies-suits": Beginners(_play_clumsily(_copy_leaders)),
}
