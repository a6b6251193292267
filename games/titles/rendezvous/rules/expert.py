"""The `expert` bot. It weighs who shares which password, and who understands each word.

The work does not depend on the card, so the time it takes gives nothing away.
"""

from games.rules.engine.values import Chance, Seat
from games.titles.rendezvous.rules.evidence import Evidence, Row
from games.titles.rendezvous.rules.moves import GUESS, POINT, SAY, ChooseNumber, Guess, Move, Point, Say
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.talk import choose_topic, draw_words, find_own, list_pairs, own_seat, show
from games.titles.rendezvous.rules.words import NUMBERS

TRIES = 12
# What a spy gains when the partner finds it. Being identified by a counter-spy costs 1.
REWARD = 3
# The exponent of the odds of a guess. With 1, the bot would nearly always name the password.
CAUTION = 0.75


def play_expert(seen: Observation, chance: Chance) -> Move:
    seat = own_seat(seen)
    if seen.phase == SAY:
        return show(seen, chance) if seen.options.silent else _say_well(seen, chance)
    if seen.phase == POINT:
        return Point(seat, _point_well(seen, chance))
    if seen.phase == GUESS:
        return Guess(seat, _guess_well(seen, chance))
    return ChooseNumber(seat, chance.choice(NUMBERS))


def _say_well(seen: Observation, chance: Chance) -> Say:
    """Choose a word.

    A spy wants only the partner to understand it; other players want to look like a spy.
    """
    evidence, own = Evidence(seen), find_own(seen)
    words = [draw_words(seen, choose_topic(seen, chance).hints, 1, chance)[0] for _ in range(TRIES)]
    number = None if own is None else evidence.topics.index(own)
    worth = [_weigh_word(seen, evidence, word, number) for word in words]
    return Say(own_seat(seen), words[worth.index(max(worth))])


def _weigh_word(seen: Observation, evidence: Evidence, word: str, own: int | None) -> float:
    """Return the worth of a word.

    `own` is the topic of the player's password, or None. A word costs a spy something if it points counter-spies to the
    pair, or to the password.
    """
    seat = own_seat(seen)
    factor = evidence.weigh(seat, word)
    mine = [one * other for one, other in zip(evidence.odds[seat], factor, strict=True)]
    odds = [*evidence.odds[:seat], mine, *evidence.odds[seat + 1 :]]
    pairs = evidence.weigh_pairs(odds)
    total = sum(pairs.values())
    suspicion = max(weight for pair, weight in pairs.items() if seat in pair) / total
    topic = 0 if own is None else own
    understood, named = _find_understood(odds, seat, topic), mine[topic] / sum(mine)
    if own is None:
        return suspicion
    return REWARD * understood - (seen.seats - 2) * max(suspicion, named)


def _find_understood(odds: list[Row], seat: Seat, topic: int) -> float:
    """Return how sure the partner would be that `seat` is the other spy.

    The partner is taken to be the seat that is likeliest to share the topic.
    """
    others = sorted(row[topic] for other, row in enumerate(odds) if other != seat)
    return odds[seat][topic] / (odds[seat][topic] + sum(others[:-1]))


def _point_well(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    evidence, own, seat = Evidence(seen), find_own(seen), own_seat(seen)
    weights = evidence.weigh_pairs(evidence.odds)
    if own is not None:
        topic = evidence.topics.index(own)
        for pair in weights:
            if seat in pair:
                (other,) = (each for each in pair if each != seat)
                weights[pair] = evidence.odds[other][topic]
    return max(list_pairs(seen), key=lambda pair: (weights[pair], chance.random()))


def _guess_well(seen: Observation, chance: Chance) -> str:
    """Guess a password, but never the bot's own.

    The likeliest one is not always named, because a spy may have said a word of another password.
    """
    evidence = Evidence(seen)
    one, other = seen.pointed
    weights = {
        each.password: (evidence.odds[one][topic] * evidence.odds[other][topic]) ** CAUTION
        for topic, each in enumerate(evidence.topics)
        if each.password != seen.password
    }
    return chance.choices(list(weights), list(weights.values()))[0]
