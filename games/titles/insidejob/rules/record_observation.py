from collections.abc import Iterable

from games.rules.engine.values import Json
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.options import dump_options
from games.titles.insidejob.rules.record import write_cards
from games.titles.insidejob.rules.seen_trick import SeenTrick
from games.titles.insidejob.rules.state import Look
from games.titles.insidejob.rules.trick import Played


def record_observation(seen: Observation) -> dict[str, Json]:
    return {
        "options": dump_options(seen.options),
        "cards_each": seen.numbers.hand,
        "tricks_in_all": seen.numbers.tricks,
        "missions_needed": seen.numbers.missions_needed,
        "intel_needed": seen.numbers.intel_needed,
        "roles_in_play": list(seen.in_play),
        "roles": list(seen.roles),
        "partner": seen.partner,
        "revealed": list(seen.revealed),
        "suspects": list(seen.suspects),
        "votes_allowed": seen.votes_allowed,
        "hand": write_cards(seen.hand),
        "hand_sizes": list(seen.hand_sizes),
        "intel": list(seen.intel),
        "reserve": seen.reserve,
        "met": seen.met,
        "trick": seen.trick,
        "leader": seen.leader,
        "order": list(seen.order),
        "drawn": list(map(_write_mission, seen.drawn)),
        "offered": list(map(_write_mission, seen.offered)),
        "mission": seen.mission and _write_mission(seen.mission),
        "plays": _write_plays(seen.plays),
        "tricks": list(map(_write_trick, seen.tricks)),
        "set_aside": [{"trick": trick, "mission": _write_mission(mission)} for trick, mission in seen.set_aside],
        "controller": seen.controller,
        "pile": seen.pile,
        "shown": write_cards(seen.shown),
        "looks": list(map(_write_look, seen.looks)),
        "hands": list(map(write_cards, seen.hands)),
        "undealt": write_cards(seen.undealt),
        "votes": [{"seat": vote.seat, "against": list(vote.against)} for vote in seen.votes],
        "accused": list(seen.accused),
    }


def _write_mission(mission: Mission) -> dict[str, Json]:
    return {"id": mission.id, "condition": mission.condition, "trump": mission.trump}


def _write_plays(plays: Iterable[Played]) -> list[Json]:
    return [{"seat": played.seat, "card": played.card.code, "wager": played.wager} for played in plays]


def _write_trick(trick: SeenTrick) -> dict[str, Json]:
    return {
        "number": trick.number,
        "mission": _write_mission(trick.mission),
        "plays": _write_plays(trick.plays),
        "winner": trick.winner,
        "met": trick.met,
        "intel": trick.intel,
        "set_aside": trick.set_aside and _write_mission(trick.set_aside),
    }


def _write_look(look: Look) -> dict[str, Json]:
    return {
        "trick": look.trick,
        "seat": look.seat,
        "card": look.card.code,
        "back": look.back and look.back.code,
        "boxed": look.boxed.code,
    }
