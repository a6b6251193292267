"""Who gets what from the addresses by which players move or keep something for themselves; a part of `test_access`."""

from tests.access_people import SIGNED_IN, Answers

FORM = SIGNED_IN.format("→table")
FORM_FOR_PLAYERS = "→login 403 403 - {0} {0}"


def answer_to_post(running: str, over: str) -> dict[str, str]:
    """Return the answers to POST in each state: those to players while the game runs, and after."""
    states = {"running": FORM_FOR_PLAYERS.format(running), "over": FORM_FOR_PLAYERS.format(over)}
    return {"open": FORM, **states, "cancelled": FORM}


OWN: dict[str, tuple[Answers, Answers]] = {
    "games:move": ("→table", answer_to_post("409", "409")),
    "games:premove": ("→table", answer_to_post("409", "409")),
    "games:play_on": ("→table", answer_to_post("→table", "→table")),
    "games:mark": ("→table", answer_to_post("→table", "→table")),
    "games:write_note": ("→table", answer_to_post("422", "422")),
    "games:suspect": ("→table", answer_to_post("→table", "422")),
    "games:open_notes": ("→table", answer_to_post("422", "→table")),
}
