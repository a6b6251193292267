from games.rules.engine.values import Json
from games.titles.hideouts.rules.acts import Act, Attacked, Refilled, Swapped
from games.titles.hideouts.rules.observe import Observation, SeenHideout


def record_observation(seen: Observation) -> dict[str, Json]:
    return {
        "roles": list(seen.roles),
        "spies": list(seen.spies),
        "first": seen.first,
        "turn": seen.turn,
        "player": seen.player,
        "gap": seen.gap and {"seat": seen.gap.seat, "place": seen.gap.place},
        "hand": list(seen.hand),
        "hand_sizes": list(seen.hand_sizes),
        "hideouts": [list(map(_write_hideout, row)) for row in seen.hideouts],
        "tokens": list(seen.tokens),
        "points": list(seen.points),
        "past": list(map(_write_act, seen.past)),
        "hands": list(map(list, seen.hands)),
    }


def _write_hideout(hideout: SeenHideout) -> dict[str, Json]:
    return {
        "place": hideout.place,
        "spy": hideout.spy,
        "destroyed": hideout.destroyed,
        "tokens": hideout.tokens,
        "worth": hideout.worth,
        "filled": hideout.filled,
        "possible": list(hideout.possible),
        "answers": [{"spy": spy, "answer": answer} for spy, answer in hideout.answers],
    }


def _write_act(act: Act) -> dict[str, Json]:
    match act:
        case Attacked(seat, spy, own, target, answer, matched):
            played = {"type": "attack", "spy": spy, "own": own, "target": target}
            return {"seat": seat, **played, "answer": answer, "matched": matched}
        case Swapped(seat, own, spy, token):
            return {"seat": seat, "type": "swap", "own": own, "spy": spy, "token": token}
        case Refilled(seat, own):
            return {"seat": seat, "type": "refill", "own": own}
