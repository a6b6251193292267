"""What a record of T.A.R.G.E.T. shows of its rules: the golden games, together, must show all of it."""

from collections.abc import Iterator
from typing import Any

from games.titles.hideouts.rules.acts import Attacked
from games.titles.hideouts.rules.apply import apply
from games.titles.hideouts.rules.bots import BOTS
from games.titles.hideouts.rules.deal import Deal
from games.titles.hideouts.rules.ending import END_REASONS
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Move, Refill, Swap, load_move
from games.titles.hideouts.rules.options import Options
from games.titles.hideouts.rules.state import State, start

ANSWERS = ("plus", "minus", "success")
MADE = {
    "player": ("hide", "attack", "refill", "swap"),
    "bot": ("hide", "attack", "refill", "swap"),
    "clock": ("hide", "attack", "refill"),
}
PLAYERS = (BOTS["random"],)
REQUIRED: frozenset[Any] = frozenset(
    [
        *(("ends", reason) for reason in END_REASONS),
        *(("made", chooser, kind) for chooser, kinds in MADE.items() for kind in kinds),
        *(("first", seat) for seat in (0, 1)),
        *((decided, "won by", seat) for decided in ("points", "hand_sum") for seat in (0, 1)),
        *((source, answer) for source in ("hand", "hideout") for answer in ANSWERS),
        *(("last move", source, hit) for source, hit in (("hand", True), ("hideout", True), ("hideout", False))),
        ("last match from a hideout",),
        *(("match from", place) for place in ("hand", "hideout")),
        *(("refilled by", who) for who in ("attacker", "defender")),
        ("the same spy put back",),
        ("another spy put in",),
        ("a decoy beside a destroyed hideout",),
        ("a destroyed hideout with decoys",),
        ("all decoys put down",),
        ("whoever has lost all hideouts wins",),
    ]
)
REFUSED = (
    "not_by_clock", "hide_three", "target_destroyed", "no_target", "spy_not_held", "own_destroyed", "out_of_tokens",
    "no_own", "no_token",
)  # fmt: skip
"""Why wrong moves in records are refused, at least."""


def name_features(record: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    result = record["result"]
    yield "ends", result["reason"]
    yield "first", record["deal"]["first"]
    yield from ((result["reason"], "won by", seat) for seat in result["winners"])
    state = start(Options(), Deal(record["deal"]["first"]), record["rules"])
    for line in record["moves"]:
        yield "made", line["by"], line["type"]
        move = load_move(line["seat"], {key: value for key, value in line.items() if key not in ("seat", "by")})
        after = apply(state, move)
        yield from name_move(state, move, after)
        state = after
    yield from name_end(state)


def name_move(state: State, move: Move, after: State) -> Iterator[tuple[Any, ...]]:
    match move:
        case AttackFromHand() | AttackFromHideout():
            yield from name_attack(after)
        case Refill(seat, _):
            yield "refilled by", "attacker" if seat == state.player else "defender"
        case Swap(seat, own, spy, token):
            yield ("the same spy put back" if state.hideouts[seat][own].spy == spy else "another spy put in",)
            if state.hideouts[seat][token].destroyed:
                yield ("a decoy beside a destroyed hideout",)
            if not after.tokens_left(seat):
                yield ("all decoys put down",)


def name_attack(after: State) -> Iterator[tuple[Any, ...]]:
    act = after.past[-1]
    assert isinstance(act, Attacked)
    source, hit = "hand" if act.own is None else "hideout", act.answer == "success"
    yield source, act.answer
    if source == "hideout" and not hit:
        yield "match from", "hand" if act.matched is None else "hideout"
    if after.outcome is not None:
        yield "last move", source, hit
        if act.matched is not None:
            yield ("last match from a hideout",)


def name_end(state: State) -> Iterator[tuple[Any, ...]]:
    assert state.outcome is not None
    if any(hideout.destroyed and hideout.tokens for own in state.hideouts for hideout in own):
        yield ("a destroyed hideout with decoys",)
    loser = next(seat for seat in (0, 1) if not state.standing(seat))
    if state.outcome.winners == (loser,) and state.outcome.reason == "points":
        yield ("whoever has lost all hideouts wins",)


def name_tables(number: int) -> Iterator[tuple[int, dict[str, Any]]]:
    yield 2, {}
