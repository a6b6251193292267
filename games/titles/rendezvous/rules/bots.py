"""Bots, which see only an observation.

They say words that suit some password of the chosen number but contain none, so no single word gives a card away.
`stand_in` speaks as if it had no card.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.rules.engine.values import STAND_IN, Bot, Chance, Seat
from games.titles.rendezvous.rules.expert import play_expert
from games.titles.rendezvous.rules.moves import GUESS, POINT, SAY, ChooseNumber, Guess, Move, Point
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.talk import (
    choose_topic,
    find_own,
    imagine_topic,
    list_pairs,
    list_topics,
    listen,
    own_seat,
    say,
    suits,
)
from games.titles.rendezvous.rules.words import NUMBERS, Association

# How many words are drawn. The one that suits most passwords is said.
DRAWS = 2
# A `gentle` bot says only so many of the first hints, which are the plainest.
PLAIN = 6


def _play_random(seen: Observation, chance: Chance) -> Move:
    return chance.choice(seen.legal)


def _play_gentle(seen: Observation, chance: Chance) -> Move:
    """Choose a `gentle` bot's move.

    It gives plain hints, and chooses where to point by the first lap alone.
    """
    return _play(seen, _choose_plain_topic, _point_hastily, 1, chance)


def _play_steady(seen: Observation, chance: Chance) -> Move:
    return _play(seen, choose_topic, _point_steadily, DRAWS, chance)


def _play_stand_in(seen: Observation, chance: Chance) -> Move:
    return _play(seen, imagine_topic, _point_anywhere, DRAWS, chance)


def _play(
    seen: Observation,
    topic: Callable[[Observation, Chance], Association],
    point: Callable[[Observation, Chance], tuple[Seat, ...]],
    draws: int,
    chance: Chance,
) -> Move:
    seat = own_seat(seen)
    if seen.phase == SAY:
        return say(seen, topic, draws, chance)
    if seen.phase == POINT:
        return Point(seat, point(seen, chance))
    if seen.phase == GUESS:
        return Guess(seat, _guess(seen, chance))
    return ChooseNumber(seat, chance.choice(NUMBERS))


def _choose_plain_topic(seen: Observation, chance: Chance) -> Association:
    topic = choose_topic(seen, chance)
    return replace(topic, hints=topic.hints[:PLAIN])


def _point_hastily(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    return _point_steadily(replace(seen, says=seen.says[: seen.seats]), chance)


def _point_steadily(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    """With a password, point at oneself and at the player whose words suit it best.

    Without one, or if no words suit it, point at the two players whose words are most alike.
    """
    seat, own, pairs, heard = own_seat(seen), find_own(seen), list_pairs(seen), listen(seen)
    likeness = dict.fromkeys(pairs, 0)
    if own is not None:
        for pair in pairs:
            likeness[pair] = sum(suits(heard[other], own) for other in pair if other != seat) if seat in pair else 0
    if not any(likeness.values()):
        likeness = {pair: _resemblance(heard, pair, list_topics(seen)) for pair in pairs}
    return max(pairs, key=lambda pair: (likeness[pair], chance.random()))


def _point_anywhere(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    return chance.choice(list_pairs(seen))


def _resemblance(heard: Sequence[Sequence[str]], pair: tuple[Seat, ...], topics: Sequence[Association]) -> int:
    """Return how many words of a pair suit the same password, for the password that both suit best."""
    one, other = pair
    counts = ((suits(heard[one], topic), suits(heard[other], topic)) for topic in topics)
    return max((sum(both) for both in counts if all(both)), default=0)


def _guess(seen: Observation, chance: Chance) -> str:
    """Guess a password, but never the bot's own."""
    heard = listen(seen)
    words = [word for seat in seen.pointed for word in heard[seat]]
    topics = [topic for topic in list_topics(seen) if topic.password != seen.password]
    likeliest = max(topics, key=lambda topic: (suits(words, topic), chance.random()))
    return likeliest.password


BOTS: Mapping[str, Bot] = {
    "random": _play_random,
    "gentle": _play_gentle,
    "steady": _play_steady,
    "expert": play_expert,
    STAND_IN: _play_stand_in,
}
