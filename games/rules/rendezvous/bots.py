"""Bots that see an observation and nothing else: `random` plays anything legal, `steady` plays to find and to hide.

All say words associated with some password of the number that everybody knows, and none that holds such a password,
on any card: a word alone tells no one's card. `stand_in` keeps the seat of an absent player: it speaks as if it
had no card at all.
"""

from collections.abc import Callable, Mapping, Sequence

from games.rules.protocol import STAND_IN, Bot, Chance, Seat
from games.rules.rendezvous.emoji import EMOJI, MAX_EMOJI
from games.rules.rendezvous.folding import fold
from games.rules.rendezvous.moves import GUESS, POINT, SAY, ChooseNumber, Guess, Move, Point, Say
from games.rules.rendezvous.observe import Observation
from games.rules.rendezvous.words import NUMBERS, Association, list_associations, list_plain_words

CANDID = 0.8
"""How often a bot hints at its own password, or at the one it hinted at before; else it changes the subject."""
FOLLOWS = 0.7
"""How often a bot that hints at no password of its own takes up what others said, as it is with spies."""


def play_random(seen: Observation, chance: Chance) -> Move:
    """Return any legal move, each as likely as the others."""
    return chance.choice(seen.legal)


def play_steady(seen: Observation, chance: Chance) -> Move:
    """Return a sensible move: a spy hints at the password, a counter-spy at some other; both look for the spies."""
    return play(seen, choose_topic, point_steadily, chance)


def play_stand_in(seen: Observation, chance: Chance) -> Move:
    """Return the move of a player without a password, who points at anyone."""
    return play(seen, imagine, point_anywhere, chance)


def play(
    seen: Observation,
    topic: Callable[[Observation, Chance], Association],
    point: Callable[[Observation, Chance], tuple[Seat, ...]],
    chance: Chance,
) -> Move:
    """Return a move; `topic` gives what to talk about, `point` whom to point at."""
    seat = own_seat(seen)
    if seen.phase == SAY:
        return say(seen, topic, chance)
    if seen.phase == POINT:
        return Point(seat, point(seen, chance))
    if seen.phase == GUESS:
        return Guess(seat, guess(seen, chance))
    return ChooseNumber(seat, chance.choice(NUMBERS))


def own_seat(seen: Observation) -> Seat:
    """Return the bot's own seat."""
    assert seen.viewer is not None
    return seen.viewer


def list_topics(seen: Observation) -> tuple[Association, ...]:
    """Return what may be a password of this game."""
    assert seen.number is not None
    return list_associations(seen.options.language, seen.number)


def find_own(seen: Observation) -> Association | None:
    """Return the bot's own password with its hints, or None."""
    if seen.password is None:
        return None
    return next((topic for topic in list_topics(seen) if topic.password == seen.password), None)


def say(seen: Observation, topic: Callable[[Observation, Chance], Association], chance: Chance) -> Say:
    """Return a word that suits the topic and was not said in this round; or some emoji."""
    seat = own_seat(seen)
    if seen.options.silent:
        return Say(seat, None, tuple(chance.choices(EMOJI, k=chance.randint(1, MAX_EMOJI))))
    assert seen.number is not None
    said = {fold(heard.word) for heard in seen.says if heard.word is not None}
    words = [word for word in topic(seen, chance).hints if fold(word) not in said]
    return Say(seat, chance.choice(words or list_plain_words(seen.options.language, seen.number)))


def choose_topic(seen: Observation, chance: Chance) -> Association:
    """Return the password to hint at: the own one for the most part, so that few words are proof of anything."""
    own = find_own(seen)
    return own if own is not None and chance.random() < CANDID else imagine(seen, chance)


def imagine(seen: Observation, chance: Chance) -> Association:
    """Return a password to hint at without one: what the bot hinted at before, else one that suits others, or any."""
    topics, heard = list_topics(seen), listen(seen)
    own = [topic for topic in topics if not topic.folded.isdisjoint(heard[own_seat(seen)])]
    if own and chance.random() < CANDID:
        return chance.choice(own)
    suitable = [topic for topic in topics if not topic.folded.isdisjoint(word for words in heard for word in words)]
    return chance.choice(suitable if suitable and chance.random() < FOLLOWS else topics)


def listen(seen: Observation) -> list[list[str]]:
    """Return what each seat said in this round, as words are compared."""
    heard: list[list[str]] = [[] for _ in range(seen.seats)]
    for said in seen.says:
        if said.word is not None:
            heard[said.seat].append(fold(said.word))
    return heard


def suits(words: Sequence[str], topic: Association) -> int:
    """Return how many words are associated with a password."""
    return sum(word in topic.folded for word in words)


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


def list_pairs(seen: Observation) -> list[tuple[Seat, ...]]:
    """Return the pairs that the rules let the seat point at."""
    return [move.at for move in seen.legal if isinstance(move, Point)]


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


BOTS: Mapping[str, Bot] = {"random": play_random, "steady": play_steady, STAND_IN: play_stand_in}
