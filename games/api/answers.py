import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from ninja.responses import NinjaJSONEncoder

from games.api.polls import Stamps, keep_pass, read_tag, tell_nothing_new
from games.api.requests import TokenRequest
from games.models import Player
from insidejob.compression import keep_plain, keep_steady, pad_alone, pad_for

OWN = ("decision", "answers", "own_choice", "premove", "premove_dropped")
OWN_SEEN = ("decision", "awaited")
OWN_ROOM = 4096
"""The fields of `OWN` are padded to a multiple of this many bytes.

An Insider may play more cards, so these fields are longer for some roles.
"""


@dataclass(frozen=True)
class Poll:
    """What later requests for a table need to be answered from the cache."""

    code: str
    wait: int
    stamps: Stamps


@dataclass(frozen=True)
class Answer:
    """What a view returns. The `body` is checked against the type that the endpoint declares.

    The length of the answer must hide the secrets of the seat `player`. `blanks` stand for what is not in the body.
    """

    body: Mapping[str, Any]
    status: int = 200
    player: Player | None = None
    part: str = "table"
    is_plain: bool = False
    blanks: int = 0
    poll: Poll | None = None
    headers: dict[str, str] = field(default_factory=dict)


def write(request: TokenRequest, answer: Answer, body: Mapping[str, Any]) -> HttpResponse:
    """Write the checked body of an answer as JSON, or 304 if the program has it already."""
    content = _dump_game(body) if answer.player else dump(body) + b" " * answer.blanks
    tag = f'"{sha256(content).hexdigest()[:24]}"'
    if request.method == "GET" and read_tag(request) == tag:
        response = tell_nothing_new(tag, answer.poll.wait if answer.poll else 5)
    else:
        headers = {"ETag": tag, **answer.headers}
        response = _pad(HttpResponse(content, "application/json", status=answer.status, headers=headers), answer)
    if poll := answer.poll:
        response["Retry-After"] = str(poll.wait)
        keep_pass(request, poll.code, tag, poll.wait, poll.stamps)
    return response


def _pad(response: HttpResponse, answer: Answer) -> HttpResponse:
    if answer.player:
        # Compression would take away the blanks of `_dump_game`.
        return keep_plain(pad_for(response, answer.player, f"api-{answer.part}"))
    if answer.blanks:
        keep_steady(response)
    return keep_plain(pad_alone(response)) if answer.is_plain else pad_alone(response)


def _dump_game(body: Mapping[str, Any]) -> bytes:
    """Return a game as JSON, filled up with blanks, so that the length does not tell what only this seat knows."""
    seen = body.get("observation", {})
    own = dump({name: body[name] for name in OWN if name in body} | {"seen": [seen.get(name) for name in OWN_SEEN]})
    return dump(body) + b" " * (-len(own) % OWN_ROOM)


def dump(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), cls=NinjaJSONEncoder).encode()
