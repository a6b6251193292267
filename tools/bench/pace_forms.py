"""Premoves for the pace benchmark: people prepare exactly what they will answer."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.rules.engine.premoves import THEN, Offer, Premove, Premoves
from games.titles.hideouts.rules.moves import DOOR, AttackFromHand, AttackFromHideout, Refill
from games.titles.hideouts.rules.premoves import FILL, SPY, TARGET
from games.titles.insidejob.rules.leads import CARD, MISSION, WISHES
from games.titles.insidejob.rules.moves import ChooseMission, Play, Vote
from games.titles.insidejob.rules.premoves import AGAINST, INTEL
from games.titles.insidejob.rules.premoves import LOST as LOST_SUFFIX
from games.titles.rendezvous.rules.moves import Point, Say
from games.titles.rendezvous.rules.premoves import AT, WORD

# Beyond a card for each suit.
LEADS, LOST, LATER = "a lead", "by mission", "two ahead"


def prepare(premoves: Premoves, offer: Offer, seen: Any, moves: tuple[Any, ...]) -> Premove | None:
    """Return a premove that the offer allows and that answers `seen` with `moves`."""
    slots = {slot.name: dict(slot.choices) for slot in offer.slots}
    for premove in write_forms(seen, moves):
        is_offered = all(name in slots and (not slots[name] or premove[name] in slots[name]) for name in premove)
        if is_offered and premoves.answer(seen, premove) == moves:
            return premove
    return None


def write_forms(seen: Any, moves: tuple[Any, ...]) -> Iterator[dict[str, str]]:
    match moves:
        case (Play(_, card, wager),):
            yield {seen.plays[0].card.suit if seen.plays else "": card.code, **({INTEL: "1"} if wager else {})}
        case (ChooseMission(), Play(_, card, _)):
            yield from ({f"{MISSION}1": wish, f"{CARD}1": card.code} for wish in WISHES)
        case (Vote(_, (against,)),):
            yield {AGAINST: str(against)}
        case (AttackFromHand(_, spy, target),):
            yield {SPY: str(spy), TARGET: str(target)}
        case (AttackFromHideout(_, own, target),):
            yield {SPY: f"{DOOR}{own}", TARGET: str(target)}
        case (Refill(_, spy),):
            yield {FILL: str(spy)}
        case (Say(_, word, ()),) if word:
            yield {WORD: word}
        case (Point(_, at),):
            yield dict(zip(AT, map(str, at), strict=False))


def find_forms(offer: Offer, reach: frozenset[str]) -> tuple[Offer, ...]:
    """Return the forms of a premove for the next question and, with `LATER` in `reach`, for the one after it."""
    slots = [slot for slot in offer.slots if slot.name.removeprefix(THEN) in list_reached(offer, reach)]
    now = tuple(slot for slot in slots if not slot.name.startswith(THEN))
    later = tuple(replace(slot, name=slot.name.removeprefix(THEN)) for slot in slots if slot.name.startswith(THEN))
    return (Offer(offer.name, now), Offer(offer.name, later)) if LATER in reach else (Offer(offer.name, now),)


def list_reached(offer: Offer, reach: frozenset[str]) -> set[str]:
    names = {slot.name.removeprefix(THEN) for slot in offer.slots}
    leads = {name for name in names if name.startswith((MISSION, CARD))}
    lost = {name for name in names if name.endswith(LOST_SUFFIX)}
    return names - (set() if LEADS in reach else leads) - (set() if LOST in reach else lost)
