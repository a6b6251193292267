"""What bots know of words, and how they choose one."""

from collections.abc import Callable, Sequence

from games.rules.engine.values import Chance, Seat
from games.titles.rendezvous.rules.emoji import EMOJI, MAX_EMOJI
from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.moves import Point, Say
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.words import Association, list_associations, list_plain_words

# How often a bot hints at its own or its earlier topic.
CANDID = 0.8
# How often a bot without a password follows others' hints, to look like a spy.
FOLLOWS = 0.7


def own_seat(seen: Observation) -> Seat:
    assert seen.viewer is not None
    return seen.viewer


def list_topics(seen: Observation) -> tuple[Association, ...]:
    assert seen.number is not None
    return list_associations(seen.options.language, seen.number)


def find_own(seen: Observation) -> Association | None:
    if seen.password is None:
        return None
    return next((topic for topic in list_topics(seen) if topic.password == seen.password), None)


def say(seen: Observation, topic: Callable[[Observation, Chance], Association], draws: int, chance: Chance) -> Say:
    """Say some new word, or emoji.

    Of the words that are drawn, the one that suits most passwords is said.
    """
    if seen.options.silent:
        return show(seen, chance)
    drawn = draw_words(seen, topic(seen, chance).hints, draws, chance)
    topics = list_topics(seen)
    return Say(own_seat(seen), max(drawn, key=lambda word: _count_suited(word, topics)))


def show(seen: Observation, chance: Chance) -> Say:
    return Say(own_seat(seen), None, tuple(chance.choices(EMOJI, k=chance.randint(1, MAX_EMOJI))))


def draw_words(seen: Observation, hints: Sequence[str], draws: int, chance: Chance) -> list[str]:
    assert seen.number is not None
    said = {fold(heard.word) for heard in seen.says if heard.word is not None}
    words = [word for word in hints if fold(word) not in said]
    return chance.choices(words or list_plain_words(seen.options.language, seen.number), k=draws)


def _count_suited(word: str, topics: Sequence[Association]) -> int:
    """Return how many topics a word suits. A plain word suits few."""
    folded = fold(word)
    return sum(folded in topic.folded for topic in topics)


def choose_topic(seen: Observation, chance: Chance) -> Association:
    """Choose what to hint at.

    Mostly it is the bot's own password, but not always, so that one word proves little.
    """
    own = find_own(seen)
    return own if own is not None and chance.random() < CANDID else imagine_topic(seen, chance)


def imagine_topic(seen: Observation, chance: Chance) -> Association:
    """Choose what to hint at for a bot without a password.

    It is the topic of its earlier words, one that suits words of others, or any.
    """
    topics, heard = list_topics(seen), listen(seen)
    own = [topic for topic in topics if not topic.folded.isdisjoint(heard[own_seat(seen)])]
    if own and chance.random() < CANDID:
        return chance.choice(own)
    suitable = [topic for topic in topics if not topic.folded.isdisjoint(word for words in heard for word in words)]
    return chance.choice(suitable if suitable and chance.random() < FOLLOWS else topics)


def listen(seen: Observation) -> list[list[str]]:
    """Return the folded words that each seat has said in this round."""
    heard: list[list[str]] = [[] for _ in range(seen.seats)]
    for said in seen.says:
        if said.word is not None:
            heard[said.seat].append(fold(said.word))
    return heard


def suits(words: Sequence[str], topic: Association) -> int:
    return sum(word in topic.folded for word in words)


def list_pairs(seen: Observation) -> list[tuple[Seat, ...]]:
    """Return the pairs of seats that the bot may point at."""
    return [move.at for move in seen.legal if isinstance(move, Point)]
