"""Records: games as JSON, written from a log and verified by replay. See `docs/records.md`."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.rules.engine.errors import BadRecord, InvalidOption, MalformedMove, RulesError, UnfinishedGame
from games.rules.engine.option_versions import dump_options, parse_options
from games.rules.engine.play import list_answers, make_move
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.strict_json import is_number, quote, require_keys, require_same
from games.rules.engine.values import BOT, CLOCK, PLAYER, Entry, Json, Observation, Outcome, Seat
from games.rules.registry import TITLES

FORMAT = "insidejob-record/1"
KEYS = ("format", "title", "rules", "seats", "options", "deal", "moves", "result")
CHOOSERS = (PLAYER, BOT, CLOCK)
TOO_OLD = "this copy of Inside Job is too old for this game"


class Replay(NamedTuple):
    title: AnyTitle
    options: Any
    deal: Any
    entries: tuple[Entry, ...]
    state: Any


def write_record(title: AnyTitle, options: Any, deal: Any, entries: Iterable[Entry], state: Any) -> dict[str, Json]:
    outcome = title.outcome(state)
    if outcome is None:
        raise UnfinishedGame
    return {
        "format": FORMAT,
        "title": title.NAME,
        "rules": state.rules,
        "seats": len(title.dump_deal(deal).hands),
        "options": dump_options(title, options, state.rules),
        "deal": title.record_deal(deal),
        "moves": [_record_move(title, entry) for entry in entries],
        "result": record_result(outcome),
    }


def _record_move(title: AnyTitle, entry: Entry) -> dict[str, Json]:
    return {"seat": entry.move.seat, **title.dump_move(entry.move), "by": entry.by}


def record_result(outcome: Outcome) -> dict[str, Json]:
    return {"reason": outcome.reason, "winners": list(outcome.winners), **outcome.figures}


def record_observation(title: AnyTitle, seen: Observation) -> dict[str, Json]:
    asked = seen.decision
    return {
        "viewer": seen.viewer,
        "seats": seen.seats,
        "awaited": list(seen.awaited),
        "decision": asked and {"name": asked.name, "kind": asked.kind, "sealed": asked.sealed},
        **title.record_observation(seen),
        "result": seen.outcome and record_result(seen.outcome),
    }


def record_answers(title: AnyTitle, state: Any, seat: Seat) -> list[list[dict[str, Json]]]:
    """Return all answers to the current decision. Each is a list of moves, because one answer may take several."""
    return [[title.dump_move(move) for move in moves] for moves in list_answers(title, state, seat)]


def dump_line(record: Json) -> str:
    return json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def verify_record(raw: Json) -> Replay:
    """Play a record again by the rules alone. Raises `BadRecord`."""
    require_keys(raw, KEYS, "record")
    if raw["format"] != FORMAT:
        raise BadRecord("record", f"format is {quote(raw['format'])}, not {quote(FORMAT)}")
    title = read_title(raw)
    options = read_options(title, raw["options"], raw["seats"], raw["rules"])
    deal = title.read_record_deal(raw["deal"], options, raw["seats"])
    if not isinstance(raw["moves"], list):
        raise BadRecord("record", f"moves is {quote(raw['moves'])}, not a list")
    entries, state = _replay_moves(title, _start_by(title, options, deal, raw["rules"]), raw["moves"], raw["seats"])
    outcome = title.outcome(state)
    if outcome is None:
        raise BadRecord(f"move {len(entries)}", f"missing: {_name_asked(title, state)}")
    require_same(raw["result"], record_result(outcome), "result")
    return Replay(title, options, deal, entries, state)


def read_title(raw: dict[str, Json]) -> AnyTitle:
    if not isinstance(raw["title"], str) or raw["title"] not in TITLES:
        raise BadRecord("record", f"the title {quote(raw['title'])} is unknown: {TOO_OLD}, or no release has it")
    title = TITLES[raw["title"]]
    newest = max(title.VERSIONS)
    if type(raw["rules"]) is int and raw["rules"] > newest:
        raise BadRecord("record", f"rules is {quote(raw['rules'])}, and the newest known is {newest}: {TOO_OLD}")
    if not is_number(raw["rules"], title.VERSIONS):
        raise BadRecord("record", f"rules is {quote(raw['rules'])}, which is no version of the rules of {raw['title']}")
    if not is_number(raw["seats"], title.SEATS):
        raise BadRecord("record", f"seats is {quote(raw['seats'])}, not one of {quote(list(title.SEATS))}")
    return title


def read_options(title: AnyTitle, raw: Json, seats: int, rules: int) -> Any:
    if not isinstance(raw, dict):
        raise BadRecord("options", f"{quote(raw)} is not an object")
    try:
        options = parse_options(title, raw, seats, rules)
    except InvalidOption as error:
        raise BadRecord("options", f"{quote(error.option)}: {explain(title, error.code)}") from None
    require_same(raw, dump_options(title, options, rules), "options")
    return options


def _start_by(title: AnyTitle, options: Any, deal: Any, rules: int) -> Any:
    try:
        return title.start(options, deal, rules)
    except InvalidOption as error:
        raise BadRecord("options", f"{quote(error.option)}: {explain(title, error.code)}") from None


def _replay_moves(title: AnyTitle, state: Any, moves: list[Json], seats: int) -> tuple[tuple[Entry, ...], Any]:
    entries: list[Entry] = []
    for number, raw in enumerate(moves):
        where = f"move {number}"
        entry = _read_move(title, raw, seats, where)
        _require_turn(title, state, entry, where)
        try:
            state = make_move(title, state, entry)
        except RulesError as error:
            raise BadRecord(where, f"seat {entry.move.seat}: {explain(title, error.code)}") from None
        entries.append(entry)
    return tuple(entries), state


def _read_move(title: AnyTitle, raw: Json, seats: int, where: str) -> Entry:
    if not isinstance(raw, dict):
        raise BadRecord(where, f"{quote(raw)} is not an object")
    if not is_number(raw.get("seat"), range(seats)):
        raise BadRecord(where, f"seat is {quote(raw.get('seat'))}, not one of {quote(list(range(seats)))}")
    if raw.get("by") not in CHOOSERS:
        raise BadRecord(where, f"by is {quote(raw.get('by'))}, not one of {quote(list(CHOOSERS))}")
    fields = {key: value for key, value in raw.items() if key not in ("seat", "by")}
    try:
        entry = Entry(title.load_move(raw["seat"], fields), raw["by"])
    except MalformedMove:
        written = ", ".join(f"{quote(key)} {quote(value)}" for key, value in list(fields.items())[:5])
        raise BadRecord(where, f"no move that there is: {written}") from None
    require_same(raw, _record_move(title, entry), where)
    return entry


def _require_turn(title: AnyTitle, state: Any, entry: Entry, where: str) -> None:
    """Raise `BadRecord` if a move is out of turn. Simultaneous choices must come in the order of `to_act`."""
    seat, asked = entry.move.seat, title.to_act(state)
    decision = title.decision(state, seat)
    if not asked:
        raise BadRecord(where, "superfluous: the game is over")
    if decision is None:
        raise BadRecord(where, f"seat {seat} is not asked: {_name_asked(title, state)}")
    if decision.sealed and seat != asked[0]:
        raise BadRecord(
            where, f"seat {seat} is not next, but seat {asked[0]}: choices made at the same time have an order"
        )


def _name_asked(title: AnyTitle, state: Any) -> str:
    asked = {seat: title.decision(state, seat) for seat in title.to_act(state)}
    return ", ".join(f"{decision.name} of seat {seat}" for seat, decision in asked.items() if decision)


# Objections that no player can cause by a move.
EXPLANATIONS = {"not_by_clock": "The clock never chooses this for an absent player."}


def explain(title: AnyTitle, code: str) -> str:
    sentence = title.TEXTS.objections.get(code) or EXPLANATIONS.get(code)
    return f"{code} ({sentence})" if sentence else code
