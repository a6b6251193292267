"""Who gets what from the addresses by which players keep something for themselves; a part of `test_access`."""

from tests.access_people import SIGNED_IN, Answers

FORM = SIGNED_IN.format("→table")
FORM_FOR_PLAYERS = "→login 403 403 - {0} {0}"


def answer(running: str, over: str) -> tuple[Answers, Answers]:
    """Return the answers to GET, and to POST in each state: those to players while the game runs, and after."""
    states = {"running": FORM_FOR_PLAYERS.format(running), "over": FORM_FOR_PLAYERS.format(over)}
    return "→table", {"open": FORM, **states, "cancelled": FORM}


OWN: dict[str, tuple[Answers, Answers]] = {
    "games:premove": answer("409", "409"),
    "games:play_on": answer("→table", "→table"),
    "games:mark": answer("→table", "→table"),
    "games:write_note": answer("422", "422"),
    "games:suspect": answer("→table", "422"),
    "games:open_notes": answer("422", "→table"),
}
