"""Prepared leads: rules for missions that are not drawn yet.

A rule sees only the two missions and the card.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.rules.engine.premoves import Premove
from games.rules.engine.texts import text
from games.rules.engine.values import Phrase, Seat, Term
from games.titles.insidejob.rules.cards import CARDS, SUITS, Card
from games.titles.insidejob.rules.hopes import IMPOSSIBLE
from games.titles.insidejob.rules.missions import CONDITIONS, Extreme, Mission, SameSuit, Stairs, Values, Wagered, Wins
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.options import Options
from games.titles.insidejob.rules.trick import Played

# The numbers of the rules, which apply in this order. The slots of the first one are `mission-1` and `lead-1`.
RULES = ("1", "2", "3")
MISSION, CARD = "mission-", "lead-"
ANY, FITS, BREAKS, RISKY, TRUMP = "any", "fits", "breaks", "risky", "trump-"
WISHES: Mapping[str, Phrase] = {
    ANY: Phrase(text("the one drawn first"), {}),
    FITS: Phrase(text("one that this card leaves possible"), {}),
    BREAKS: Phrase(text("one that this card makes impossible"), {}),
    "values": Phrase(text("high, low, even or odd cards"), {}),
    "highest": Phrase(text("a certain card is the highest"), {}),
    "lowest": Phrase(text("a certain card is the lowest"), {}),
    "wins": Phrase(text("a certain card takes the trick"), {}),
    "stairs": Phrase(text("cards go up or down"), {}),
    "suits": Phrase(text("cards of the same suit"), {}),
    **{f"{TRUMP}{suit}": Phrase(text("trump is {suit}"), {"suit": Term("suit", suit)}) for suit in SUITS},
}
RISKY_WISH = (RISKY, Phrase(text("a risky mission"), {}))


def list_wishes(options: Options) -> tuple[tuple[str, Phrase], ...]:
    return (*WISHES.items(), *([RISKY_WISH] if options.deals_risky else []))


def choose_lead(seen: Observation, seat: Seat, premove: Premove) -> tuple[Mission, Card] | None:
    """Return the mission and card by the first rule of the premove that fits, or None.

    If the rule fits both missions, the one drawn first is taken.
    """
    return next(
        (
            (mission, card)
            for wish, card in _list_rules(premove)
            for mission in seen.offered
            if _fits(seen, seat, mission, wish, card)
        ),
        None,
    )


def _list_rules(premove: Premove) -> Iterator[tuple[str, Card]]:
    for rule in RULES:
        wish, card = premove.get(f"{MISSION}{rule}"), CARDS.get(premove.get(f"{CARD}{rule}", ""))
        if wish and card:
            yield wish, card


def _fits(seen: Observation, seat: Seat, mission: Mission, wish: str, card: Card) -> bool:
    match wish:
        case "any":
            return True
        case "fits" | "breaks":
            led = replace(seen, mission=mission, plays=(Played(seat, card, False),))
            return (led.hope == IMPOSSIBLE) == (wish == BREAKS)
    return wish in (_name_kind(mission), f"{TRUMP}{mission.trump}")


def _name_kind(mission: Mission) -> str:
    match CONDITIONS[mission.condition]:
        case Values():
            return "values"
        case Extreme(_, is_highest):
            return "highest" if is_highest else "lowest"
        case Wins():
            return "wins"
        case Stairs():
            return "stairs"
        case SameSuit():
            return "suits"
        case Wagered():
            return RISKY
