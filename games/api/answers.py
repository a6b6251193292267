import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from games.api.polls import Stamps, keep_pass, make_tag, read_tag, tell_nothing_new
from games.api.requests import TokenRequest
from games.models import Player
from insidejob.compression import keep_plain, pad_alone, pad_for

OWN = ("decision", "answers", "own_choice", "premove", "premove_dropped")
OWN_ROOM = 4096
"""Bytes that `OWN` takes of a game, or twice as many: an Insider may play more cards."""


def give(
    request: TokenRequest,
    body: Mapping[str, Any],
    *,
    status: int = 200,
    player: Player | None = None,
    part: str = "table",
    is_plain: bool = False,
) -> HttpResponse:
    """`player` is whose secrets the length must hide."""
    content = dump_game(body) if player else dump(body)
    tag = make_tag(content)
    if request.method == "GET" and read_tag(request) == tag:
        return tell_nothing_new(tag, 5)
    response = HttpResponse(content, "application/json", status=status)
    response["ETag"] = tag
    if player is None:
        pad_alone(response)
        return keep_plain(response) if is_plain else response
    # The blanks of `dump_game` would be gone.
    return keep_plain(pad_for(response, player, f"api-{part}"))


def give_polled(
    request: TokenRequest, body: Mapping[str, Any], code: str, wait: int, stamps: Stamps, **options: Any
) -> HttpResponse:
    response = give(request, body, **options)
    response["Retry-After"] = str(wait)
    keep_pass(request.token, code, response["ETag"], wait, stamps)
    return response


def dump_game(body: Mapping[str, Any]) -> bytes:
    own = dump({name: body[name] for name in OWN if name in body})
    return dump(body) + b" " * (-len(own) % OWN_ROOM)


def dump(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
