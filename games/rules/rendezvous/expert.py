"""The bot `expert` of Rendezvous: it weighs who may share which password, and words by who would understand them.

A decision costs the same with every card: so many words are tried, and every password is weighed.
"""

from games.rules.engine.values import Chance, Seat
from games.rules.rendezvous.evidence import Evidence, Row
from games.rules.rendezvous.moves import GUESS, POINT, SAY, ChooseNumber, Guess, Move, Point, Say
from games.rules.rendezvous.observe import Observation
from games.rules.rendezvous.options import THREE
from games.rules.rendezvous.talk import choose_topic, draw_words, find_own, list_pairs, own_seat, show
from games.rules.rendezvous.words import NUMBERS

TRIES = 12
"""How many words are tried before one is said."""
REWARD = 3
"""What it is worth to a spy to be found, when being identified by one counter-spy costs 1."""


def play_expert(seen: Observation, chance: Chance) -> Move:
    """Return the move that promises most points."""
    seat = own_seat(seen)
    if seen.phase == SAY:
        return show(seen, chance) if seen.options.silent else say_well(seen, chance)
    if seen.phase == POINT:
        return Point(seat, point_well(seen, chance))
    if seen.phase == GUESS:
        return Guess(seat, guess_well(seen, chance))
    return ChooseNumber(seat, chance.choice(NUMBERS))


def say_well(seen: Observation, chance: Chance) -> Say:
    """Return the best of some words: for a spy, one that the partner understands, and the others do not.

    Any other says what makes them look like a spy.
    """
    evidence, own = Evidence(seen), find_own(seen)
    words = [draw_words(seen, choose_topic(seen, chance).hints, 1, chance)[0] for _ in range(TRIES)]
    number = None if own is None else evidence.topics.index(own)
    worth = [weigh_word(seen, evidence, word, number) for word in words]
    return Say(own_seat(seen), words[worth.index(max(worth))])


def weigh_word(seen: Observation, evidence: Evidence, word: str, own: int | None) -> float:
    """Return what it is worth to say a word, for a player with the password of a topic, or without one.

    A counter-spy would read what already points to a pair, and what names the password once the partner answers.
    """
    seat = own_seat(seen)
    factor = evidence.weigh(seat, word)
    mine = [one * other for one, other in zip(evidence.odds[seat], factor, strict=True)]
    odds = [*evidence.odds[:seat], mine, *evidence.odds[seat + 1 :]]
    pairs = evidence.weigh_pairs(odds)
    total = sum(pairs.values())
    suspicion = max(weight for pair, weight in pairs.items() if seat in pair) / total
    topic = 0 if own is None else own
    understood, named = find_understood(odds, seat, topic), mine[topic] / sum(mine)
    if own is None:
        return suspicion
    return REWARD * understood - (seen.seats - 2) * max(suspicion, named)


def find_understood(odds: list[Row], seat: Seat, topic: int) -> float:
    """Return how sure a partner with the same password is of `seat`, if it is the one who seems to have it most."""
    others = sorted(row[topic] for other, row in enumerate(odds) if other != seat)
    return odds[seat][topic] / (odds[seat][topic] + sum(others[:-1]))


def point_well(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    """Return the two who are the likeliest pair; with a password, the own one is known not to be that of others."""
    evidence, own, seat = Evidence(seen), find_own(seen), own_seat(seen)
    weights = evidence.weigh_pairs(evidence.odds)
    if own is not None:
        topic = evidence.topics.index(own)
        for pair in weights:
            if seat in pair:
                (other,) = (each for each in pair if each != seat)
                weights[pair] = evidence.odds[other][topic]
    allowed = list_pairs(seen)
    if seen.options.variant == THREE:
        allowed = [pair for pair in allowed if pair in weights]
    return max(allowed, key=lambda pair: (weights[pair], chance.random()))


def guess_well(seen: Observation, chance: Chance) -> str:
    """Return the password that the words of both spies suit best; of a card at hand it is not the own one."""
    evidence = Evidence(seen)
    one, other = seen.pointed
    weights = {
        each.password: evidence.odds[one][topic] * evidence.odds[other][topic]
        for topic, each in enumerate(evidence.topics)
        if each.password != seen.password
    }
    return max(weights, key=lambda password: (weights[password], chance.random()))
