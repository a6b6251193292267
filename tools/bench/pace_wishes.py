"""Finds out for the pace benchmark whether an answer depends on the cards of others.

The steady bot is asked with other cards.
"""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from games.rules.engine.values import Seat
from games.titles.insidejob.rules import cards, missions
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.hopes import IMPOSSIBLE
from games.titles.insidejob.rules.leads import ANY, CARD, MISSION, RULES, _name_kind
from games.titles.insidejob.rules.moves import ChooseMission, Play
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.trick import Played
from tools.bench.pace_games import PlayedGame

PAIRS = 12
"""Pairs of missions that a player thinks of when writing rules."""
WAYS, SURE = 4, 3
"""A person imagines four ways in which the trick may go on, and is sure if three of them lead to the same answer."""
TRIES = 20
FOLLOWS = 0.75
"""The probability that an imagined card follows suit."""


@cache
def is_sure(game: PlayedGame, seat: Seat, number: int, known: int, by_mission: bool) -> bool | None:
    """Whether a player who has seen `known` cards of the trick knows their answer to step `number`.

    `by_mission`: it may differ once the mission is lost. None for questions that are not imagined.
    """
    seen, answer = game.title.observe(game.steps[number].state, seat), game.steps[number].answers[seat]
    if isinstance(seen, Observation) and isinstance(answer[0], ChooseMission):
        return is_sure_of_lead(game, seen, number)
    if not isinstance(seen, Observation) or not isinstance(answer[0], Play):
        return None
    chance, bot = Random(f"{seat} {number} {known}"), game.title.BOTS["steady"]
    ways = [imagine(seen, known, chance, by_mission=by_mission) for _ in range(WAYS)]
    return sum((bot(way, Random(number)),) == answer for way in ways) >= SURE


def is_sure_of_lead(game: PlayedGame, seen: Observation, number: int) -> bool:
    """Whether rules for a lead fit most pairs of missions."""
    chance, premoves = Random(number), game.title.PREMOVES
    pairs = [draw_pair(seen, chance) for _ in range(PAIRS)]
    wanted = [lead(game, pair, number) for pair in pairs]
    rules = write_rules([(_name_kind(moves[0].mission), moves[1].card) for moves in wanted])
    tries = [draw_pair(seen, chance) for _ in range(WAYS)]
    return premoves is not None and sum(premoves.answer(way, rules) == lead(game, way, number) for way in tries) >= SURE


def draw_pair(seen: Observation, chance: Random) -> Observation:
    drawn = tuple(chance.sample(missions.DECK, 2))
    return replace(seen, drawn=drawn, offered=drawn)


def lead(game: PlayedGame, seen: Observation, number: int) -> tuple[ChooseMission, Play]:
    assert seen.viewer is not None
    bot = game.title.BOTS["steady"]
    chosen = bot(seen, Random(number))
    after = replace(seen, mission=chosen.mission, drawn=(), offered=())
    return chosen, bot(after, Random(number))


def write_rules(wishes: list[tuple[str, Card]]) -> dict[str, str]:
    """Return rules for a lead: the most frequent wishes come first, and the last rule holds for any mission."""
    common = [wish for wish, _ in Counter(wishes).most_common(len(RULES) - 1)]
    card = Counter(card for _, card in wishes).most_common(1)[0][0]
    rows = zip(RULES, [*common, (ANY, card)], strict=False)
    return {name: value for rule, (wish, card) in rows for name, value in write_rule(rule, wish, card)}


def write_rule(rule: str, wish: str, card: Card) -> tuple[tuple[str, str], ...]:
    return (f"{MISSION}{rule}", wish), (f"{CARD}{rule}", card.code)


def imagine(seen: Observation, known: int, chance: Random, *, by_mission: bool) -> Observation:
    is_lost = seen.hope == IMPOSSIBLE
    for _ in range(TRIES):
        way = draw(seen, known, chance)
        if not by_mission or (way.hope == IMPOSSIBLE) == is_lost:
            return way
    return seen


def draw(seen: Observation, known: int, chance: Random) -> Observation:
    """Return the trick with other cards after the first `known`.

    If none is known, the mission is drawn again, too, in the same suit.
    """
    led = seen.plays[0].card.suit
    gone = {played.card for trick in seen.tricks for played in trick.plays} | {*seen.hand}
    plays: list[Played] = [*seen.plays[:known]]
    for place, played in enumerate(seen.plays[known:], start=known):
        free = [card for card in cards.DECK if card not in gone and card not in {each.card for each in plays}]
        plays.append(Played(played.seat, draw_card(free, led, chance, follows=place == 0), False))
    mission = seen.mission if known else chance.choice(missions.DECK)
    return replace(seen, mission=mission, plays=tuple(plays))


def draw_card(free: list[Card], led: str, chance: Random, *, follows: bool) -> Card:
    own = [card for card in free if card.suit == led]
    return chance.choice(own if own and (follows or chance.random() < FOLLOWS) else free)


def count_known(state: Any, after: Any) -> int:
    is_same = isinstance(getattr(state, "tricks", None), tuple) and len(state.tricks) == len(after.tricks)
    return len(state.plays) if is_same else 0
