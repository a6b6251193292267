"""The `expert` bot weighs who shares which password, and who understands each word.

The work, and so its time, does not depend on the card.
"""

from games.rules.engine.values import Chance, Seat
from games.rules.rendezvous.evidence import Evidence, Row
from games.rules.rendezvous.moves import GUESS, POINT, SAY, ChooseNumber, Guess, Move, Point, Say
from games.rules.rendezvous.observe import Observation
from games.rules.rendezvous.options import THREE
from games.rules.rendezvous.talk import choose_topic, draw_words, find_own, list_pairs, own_seat, show
from games.rules.rendezvous.words import NUMBERS

TRIES = 12
# A spy's gain when found; being identified by a counter-spy costs 1.
REWARD = 3
# The exponent of odds for a guess: with 1, the password is named nearly every time.
CAUTION = 0.75


def play_expert(seen: Observation, chance: Chance) -> Move:
    seat = own_seat(seen)
    if seen.phase == SAY:
        return show(seen, chance) if seen.options.silent else say_well(seen, chance)
    if seen.phase == POINT:
        return Point(seat, point_well(seen, chance))
    if seen.phase == GUESS:
        return Guess(seat, guess_well(seen, chance))
    return ChooseNumber(seat, chance.choice(NUMBERS))


def say_well(seen: Observation, chance: Chance) -> Say:
    """A spy wants only the partner to understand, others want to look like one."""
    evidence, own = Evidence(seen), find_own(seen)
    words = [draw_words(seen, choose_topic(seen, chance).hints, 1, chance)[0] for _ in range(TRIES)]
    number = None if own is None else evidence.topics.index(own)
    worth = [weigh_word(seen, evidence, word, number) for word in words]
    return Say(own_seat(seen), words[worth.index(max(worth))])


def weigh_word(seen: Observation, evidence: Evidence, word: str, own: int | None) -> float:
    """`own` is the topic of the player's password.

    A counter-spy reads what points to a pair, and names the password once the partner answers.
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
    """How sure the partner, taken to be the likeliest other seat, is of `seat`."""
    others = sorted(row[topic] for other, row in enumerate(odds) if other != seat)
    return odds[seat][topic] / (odds[seat][topic] + sum(others[:-1]))


def point_well(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
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
    """Never the bot's own password, and not always the likeliest: a spy may have feinted."""
    evidence = Evidence(seen)
    one, other = seen.pointed
    weights = {
        each.password: (evidence.odds[one][topic] * evidence.odds[other][topic]) ** CAUTION
        for topic, each in enumerate(evidence.topics)
        if each.password != seen.password
    }
    return chance.choices(list(weights), list(weights.values()))[0]
