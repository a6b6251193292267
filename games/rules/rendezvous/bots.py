"""Bots that see an observation and nothing else: `random` plays anything legal, `steady` plays to find and to hide.

All say words associated with some password of the number that everybody knows, and none that holds such a password,
on any card: a word alone tells no one's card. `gentle` hints plainly and listens to half of what is said; `expert` has
a module of its own. `stand_in` keeps the seat of an absent player: it speaks as if it had no card at all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.rules.engine.values import STAND_IN, Bot, Chance, Seat
from games.rules.rendezvous.expert import play_expert
from games.rules.rendezvous.moves import GUESS, POINT, SAY, ChooseNumber, Guess, Move, Point
from games.rules.rendezvous.observe import Observation
from games.rules.rendezvous.talk import (
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
from games.rules.rendezvous.words import NUMBERS, Association

DRAWS = 2
"""Of how many words `steady` and the stand-in say the least plain one."""
PLAIN = 6
"""Of how many hints of a password `gentle` takes one: the first are its own, and name it plainly."""


def play_random(seen: Observation, chance: Chance) -> Move:
    """Return any legal move, each as likely as the others."""
    return chance.choice(seen.legal)


def play_gentle(seen: Observation, chance: Chance) -> Move:
    """Return the move of somebody who learns the game: plain hints, and whom to point at by the first lap alone."""
    return play(seen, choose_plain_topic, point_hastily, 1, chance)


def play_steady(seen: Observation, chance: Chance) -> Move:
    """Return a sensible move: a spy hints at the password, a counter-spy at some other; both look for the spies."""
    return play(seen, choose_topic, point_steadily, DRAWS, chance)


def play_stand_in(seen: Observation, chance: Chance) -> Move:
    """Return the move of a player without a password, who points at anyone."""
    return play(seen, imagine_topic, point_anywhere, DRAWS, chance)


def play(
    seen: Observation,
    topic: Callable[[Observation, Chance], Association],
    point: Callable[[Observation, Chance], tuple[Seat, ...]],
    draws: int,
    chance: Chance,
) -> Move:
    """Return a move; `topic` gives what to talk about, `point` whom to point at, `draws` is that of `say`."""
    seat = own_seat(seen)
    if seen.phase == SAY:
        return say(seen, topic, draws, chance)
    if seen.phase == POINT:
        return Point(seat, point(seen, chance))
    if seen.phase == GUESS:
        return Guess(seat, guess(seen, chance))
    return ChooseNumber(seat, chance.choice(NUMBERS))


def choose_plain_topic(seen: Observation, chance: Chance) -> Association:
    """Return the password to hint at, with its plainest hints alone."""
    topic = choose_topic(seen, chance)
    return replace(topic, hints=topic.hints[:PLAIN])


def point_hastily(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    """Return the two who seem to be the spies by what was said in the first lap."""
    return point_steadily(replace(seen, says=seen.says[: seen.seats]), chance)


def point_steadily(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    """Return the two who seem to be the spies: with a password, the bot and the player who speaks most like it."""
    seat, own, pairs, heard = own_seat(seen), find_own(seen), list_pairs(seen), listen(seen)
    likeness = dict.fromkeys(pairs, 0)
    if own is not None:
        for pair in pairs:
            likeness[pair] = sum(suits(heard[other], own) for other in pair if other != seat) if seat in pair else 0
    if not any(likeness.values()):
        likeness = {pair: resemblance(heard, pair, list_topics(seen)) for pair in pairs}
    return max(pairs, key=lambda pair: (likeness[pair], chance.random()))


def point_anywhere(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    """Return any two that the rules let the seat point at."""
    return chance.choice(list_pairs(seen))


def resemblance(heard: Sequence[Sequence[str]], pair: tuple[Seat, ...], topics: Sequence[Association]) -> int:
    """Return how many words of two seats suit one password, if each of them said one of those."""
    one, other = pair
    counts = ((suits(heard[one], topic), suits(heard[other], topic)) for topic in topics)
    return max((sum(both) for both in counts if all(both)), default=0)


def guess(seen: Observation, chance: Chance) -> str:
    """Return the password that most of the two spies' words suit; of a card at hand it is not the own one."""
    heard = listen(seen)
    words = [word for seat in seen.pointed for word in heard[seat]]
    topics = [topic for topic in list_topics(seen) if topic.password != seen.password]
    likeliest = max(topics, key=lambda topic: (suits(words, topic), chance.random()))
    return likeliest.password


BOTS: Mapping[str, Bot] = {
    "random": play_random,
    "gentle": play_gentle,
    "steady": play_steady,
    "expert": play_expert,
    STAND_IN: play_stand_in,
}
