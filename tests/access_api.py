"""The addresses of the API in the table of `tests/access.py`: nobody signs in there by a cookie.

With tokens they are tried in `tests/api/test_access.py`.
"""

from collections.abc import Iterator

from django.urls import reverse

from games.api.polls import ENDPOINTS
from tests.access_people import Answers

NO_TOKEN, NO_METHOD = "401", "405"
READ, WRITE, BOTH = (NO_TOKEN, NO_METHOD), (NO_METHOD, NO_TOKEN), (NO_TOKEN, NO_TOKEN)
API: dict[str, tuple[Answers, Answers]] = {
    "api:docs": ("200", NO_METHOD),
    "api:guide": ("200", NO_METHOD),
    "api:guide_as_markdown": ("200", NO_METHOD),
    "api:openapi": ("200", NO_METHOD),
    # It is only put.
    "endpoints:offer": (NO_METHOD, NO_METHOD),
    "endpoints:change_note": (NO_METHOD, NO_METHOD),
    "endpoints:suspect": (NO_METHOD, NO_METHOD),
    **{
        f"endpoints:{name}": answers
        for answers, names in {
            READ: "me titles waiting stream webhook tables bots game record commitment statistics premove "
            "case_today case cases records replay",
            WRITE: "move take_back join ready fill leave close invite decline case_next case_clue case_accuse "
            "pause decline_pause resume more_time end decline_end open_cards hand_over open_seat close_seat sit_in "
            "rematch mute report",
            BOTH: "games talk notes",
        }.items()
        for name in names.split()
    },
}
SAID = {
    "endpoints:say": "endpoints:talk",
    "endpoints:open": "endpoints:games",
    "endpoints:prepare": "endpoints:premove",
    "endpoints:clear": "endpoints:premove",
    "endpoints:write_note": "endpoints:notes",
    "endpoints:open_notes": "endpoints:notes",
    "endpoints:delete_note": "endpoints:change_note",
    "endpoints:set_webhook": "endpoints:webhook",
    "endpoints:end_webhook": "endpoints:webhook",
}
"""Names of the same addresses by another method."""
OF_A_GAME = (
    "game", "record", "commitment", "move", "take_back", "premove", "talk", "join", "ready", "fill", "leave", "close",
    "invite", "decline", "replay", "pause", "decline_pause", "resume", "more_time", "end", "decline_end", "open_cards",
    "hand_over", "open_seat", "close_seat", "sit_in", "rematch", "mute", "report", "notes", "suspect",
)  # fmt: skip


def find_addresses(name: str, code: str, person: str) -> Iterator[tuple[str, str]]:
    """Yield an address's path: of a game, a person, or the case of today."""
    short = name.partition(":")[2]
    if short in OF_A_GAME:
        yield "", reverse(name, ENDPOINTS, [code])
    elif short == "change_note":
        yield "", reverse(name, ENDPOINTS, [code, 1])
    elif short == "statistics":
        yield "", reverse(name, ENDPOINTS, [person])
    elif short.startswith("case") and short not in ("case_today", "cases"):
        yield "", reverse(name, ENDPOINTS, [1])
    else:
        yield "", reverse(name, ENDPOINTS)
