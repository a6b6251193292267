import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from games.api.polls import Stamps, keep_pass, make_tag, read_tag, tell_nothing_new
from games.api.requests import TokenRequest
from games.models import Player
from insidejob.compression import keep_plain, keep_steady, pad_alone, pad_for

OWN = ("decision", "answers", "own_choice", "premove", "premove_dropped")
OWN_SEEN = ("decision", "awaited")
OWN_ROOM = 4096
"""The fields of `OWN` are padded to a multiple of this many bytes.

An Insider may play more cards, so these fields are longer for some roles.
"""


def give(
    request: TokenRequest,
    body: Mapping[str, Any],
    *,
    status: int = 200,
    player: Player | None = None,
    part: str = "table",
    is_plain: bool = False,
    blanks: int = 0,
) -> HttpResponse:
    """Answer with `body` as JSON, or with 304 if the program has it already.

    `player` is the seat whose secrets the length of the answer must hide. `blanks` stand for what is not in the body.
    """
    content = _dump_game(body) if player else dump(body) + b" " * blanks
    tag = make_tag(content)
    if request.method == "GET" and read_tag(request) == tag:
        return tell_nothing_new(tag, 5)
    response = HttpResponse(content, "application/json", status=status)
    response["ETag"] = tag
    if player is None:
        pad_alone(response)
        if blanks:
            keep_steady(response)
        return keep_plain(response) if is_plain else response
    # Compression would take away the blanks of `_dump_game`.
    return keep_plain(pad_for(response, player, f"api-{part}"))


def give_polled(
    request: TokenRequest, body: Mapping[str, Any], code: str, wait: int, stamps: Stamps, **options: Any
) -> HttpResponse:
    response = give(request, body, **options)
    response["Retry-After"] = str(wait)
    keep_pass(request, code, response["ETag"], wait, stamps)
    return response


def _dump_game(body: Mapping[str, Any]) -> bytes:
    """Return a game as JSON, filled up with blanks, so that the length does not tell what only this seat knows."""
    seen = body.get("observation", {})
    own = dump({name: body[name] for name in OWN if name in body} | {"seen": [seen.get(name) for name in OWN_SEEN]})
    return dump(body) + b" " * (-len(own) % OWN_ROOM)


def dump(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
