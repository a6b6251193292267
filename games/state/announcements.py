"""What a screen reader announces of a table: the narration since the page's last announcement, in order."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest
from markupsafe import Markup, escape

from games.rules.engine.values import Event
from games.state.view import View
from games.wording.sentences import word_event, word_scene

Spot = tuple[int, int]
"""Where an event stands: the place of its move in the log, and its number among the events of that move."""
START: Spot = (0, 0)
HEADER = "X-Announced"
"""The header with the first spot that a page has not told yet, such as `57.2`."""
SPOT = re.compile(r"(\d{1,6})\.(\d{1,3})", re.ASCII)
MOST = 24
"""How many events are told at once: a trick, a vote or a round is shorter."""


class Line(NamedTuple):
    spot: Spot
    words: Markup


def read_spot(headers: Mapping[str, str]) -> Spot:
    found = SPOT.fullmatch(headers.get(HEADER, ""))
    return (int(found[1]), int(found[2])) if found else START


def find_end(view: View) -> Spot:
    """Return the spot after the last event of a view."""
    if not view.spots:
        return START
    place, number = view.spots[-1]
    return (place, number + 1)


def list_lines(view: View, since: Spot = START) -> list[Line]:
    """Put the latest events of a view into words; the first one of a scene names the scene, too."""
    told = _list_events(view)
    new = [(spot, scene, event) for spot, (scene, event) in zip(view.spots, told, strict=True) if spot >= since]
    return [Line(spot, _word_line(view, scene, event)) for spot, scene, event in new[-MOST:]]


def _list_events(view: View) -> list[tuple[int | None, Event]]:
    """Return the events of a view, the first of each scene with its number, unless the event before names it."""
    told: list[tuple[int | None, Event]] = []
    for passage in view.passages:
        is_named = bool(told) and told[-1][1].params.get("number") == passage.scene
        told += [(None if at or is_named else passage.scene, event) for at, event in enumerate(passage.events)]
    return told


def list_lines_for(view: View, request: HttpRequest) -> list[Line]:
    """Put into words what the page that sent a request has not announced yet."""
    return list_lines(view, read_spot(request.headers))


def _word_line(view: View, scene: int | None, event: Event) -> Markup:
    words = escape(word_event(view.title, event, view.names, view.reader))
    # Some titles name the scene in its first event.
    if scene is None or "number" in event.params:
        return words
    return Markup("{}. {}").format(word_scene(view.title, scene), words)
