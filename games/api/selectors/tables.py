from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from accounts.models import User
from games.api import schemas
from games.api.problems import Problem
from games.models import Game, Player
from games.people.selectors.blocks import is_kept_apart
from games.rules.engine.errors import UnknownRules
from games.rules.engine.premoves import Offer, Slot
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Event, Json, Param, Phrase, Term
from games.rules.record import record_answers, record_observation
from games.rules.registry import TITLES
from games.state.names import find_bot_owner
from games.state.table import Table
from games.state.view import Place, View, name_of, view_table
from games.tables.selectors.invitations import is_welcome, list_declined
from games.tables.selectors.sidebar import Sidebar
from games.tables.services.lobby import list_wishes
from games.wording.sentences import fill_sentence, word_event, word_term

LIVELY, CALM, STILL = 1, 5, 60
NOT_SHOWN = ("house_name", "is_house_name_hidden")
EMPTY: dict[Any, Json] = {Literal: "", UnionType: {}}
"""What is empty of types that cannot be called: literals are of texts, and unions of objects."""


def write_time(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat(timespec="seconds") if moment else None


def describe_terms(game: Game) -> dict[str, Json]:
    terms = {name: value for name, value in asdict(game.terms).items() if name not in NOT_SHOWN}
    return {**terms, "house_name": game.shown_house_name}


def _describe_facts(game: Game) -> dict[str, Json]:
    return {
        "code": game.code,
        "name": game.name,
        "title": game.title,
        "rules": game.rules,
        "seats": game.seat_count,
        "options": game.options,
        "terms": describe_terms(game),
        "status": game.status,
        "due_at": write_time(game.until),
        "paused": game.paused_at is not None,
        "stands_still": game.stands_still,
        "ended_at": write_time(game.ended_at),
        "commitment": game.commitment,
    }


def _list_empty(schema: type[BaseModel]) -> dict[str, Json]:
    """Return all fields of a schema, empty: which of them mean something depends on how the table stands."""
    return {name: _find_empty(field.annotation) for name, field in schema.model_fields.items()}


def _find_empty(kind: Any) -> Json:
    if NoneType in get_args(kind):
        return None
    origin: Any = get_origin(kind) or kind
    return EMPTY[origin] if origin in EMPTY else origin()


def describe_status(game: Game) -> dict[str, Json]:
    """Describe a game to readers who learn no more than its status: of a cancelled game, everyone who knows the code.

    Raises `UnknownRules` for a title that this site does not have, because answers have the types of their title.
    """
    if TITLES.get(game.title) is None:
        raise UnknownRules(game.title, game.rules, has_title=False)
    return {**_list_empty(schemas.Game), "code": game.code, "title": game.title, "status": game.status}


def describe_open(game: Game, players: Sequence[Player], user: User, key: str) -> tuple[dict[str, Json], Player | None]:
    """Describe an open table as its page does, and return the reader's seat with it.

    Raises `Problem` if the reader may not look.
    """
    own = next((player for player in players if player.user_id == user.pk), None)
    is_apart = is_kept_apart(user, players) and (own is None or own.invited)
    own = None if is_apart else own
    if own is None and not is_welcome(game, user, key):
        raise Problem("private", 403)
    body = {
        **_list_empty(schemas.Game),
        **_describe_facts(game),
        "you": own.seat if own else None,
        "invited": own is not None and own.invited,
        "free": 0 if is_apart else sum(player.is_free for player in players),
        "ready_by": write_time(game.ready_until),
        "wishes": list(list_wishes(game)),
    }
    if own is None or own.invited:
        return body, None
    return {
        **body,
        "invitation": game.invitation,
        "declined": [asdict(each) for each in list_declined(game, players)],
        "players": [_describe_seat(game, player) for player in players],
        "unread": Sidebar(game, own).unread.count,
    }, own


def _describe_seat(game: Game, player: Player) -> dict[str, Json]:
    return {
        **_list_empty(schemas.PlayerOut),
        "seat": player.seat,
        "name": name_of(player),
        "person": player.user.code if player.user else "",
        "bot": player.bot != "",
        "guest": player.user is not None and player.user.is_guest,
        "bot_by": find_bot_owner(player),
        "host": player.user_id == game.host_id,
        "free": player.is_free,
        "invited": player.invited,
        "ready": player.is_ready and game.ready_until is not None,
        "wish": player.wish,
    }


def describe_game(table: Table, own: Player, from_scene: int = 0) -> tuple[dict[str, Json], int]:
    """Return the description of a game, narrated from a scene on, and the seconds until a program should ask again."""
    view, title = view_table(table, own.seat), table.title
    body = {
        **_list_empty(schemas.Game),
        **_describe_facts(table.game),
        "you": own.seat,
        "players": [_describe_place(place) for place in view.places],
        "observation": record_observation(title, view.seen),
        "decision": view.decision and view.decision.name,
        "answers": record_answers(title, table.states[-1], own.seat) if view.decision else [],
        # Public, unlike the observation's.
        "awaited": list(title.observe(table.states[-1], None).awaited) if view.game.goes_on else [],
        "chosen": list(view.chosen),
        "own_choice": [title.dump_move(move) for move in view.own_choice],
        "narration": describe_narration(view, from_scene),
        "premove": view.premove,
        "premove_dropped": view.is_premove_unfit,
        "unread": Sidebar(table.game, own).unread.count,
    }
    return body, _choose_wait(view)


def _choose_wait(view: View) -> int:
    if not view.game.is_running:
        return STILL
    return LIVELY if view.game.is_lively else CALM


def _describe_place(place: Place) -> dict[str, Json]:
    return {
        **_list_empty(schemas.PlayerOut),
        "seat": place.index,
        "name": place.name,
        "person": place.person,
        "bot": place.is_bot,
        "guest": place.is_guest,
        "bot_by": place.bot_by,
        "host": place.is_host,
        "stand_in": place.has_stand_in,
        "imaginary": place.is_imaginary,
        "automatic_moves": place.automatic_moves,
        "left": place.has_left,
        "agrees_to_pause": place.agrees_to_pause,
        "agrees_to_end": place.agrees_to_end,
        "agrees_to_open": place.agrees_to_open,
        "offer": place.link,
    }


def describe_narration(view: View, from_scene: int = 0) -> list[dict[str, Json]]:
    return [
        {"scene": passage.scene, "events": [_describe_event(event, view) for event in passage.events]}
        for passage in view.passages
        if not 0 < passage.scene < from_scene
    ]


def _describe_event(event: Event, view: View) -> dict[str, Json]:
    params = {name: _write_param(param) for name, param in event.params.items()}
    return {"code": event.code, "params": params, "text": word_event(view.title, event, view.names)}


def _write_param(param: Param) -> Json:
    if isinstance(param, tuple):
        return [_write_param(term) for term in param]
    return {"kind": param.kind, "value": param.value} if isinstance(param, Term) else param


def describe_premove(view: View) -> dict[str, Json]:
    offer = view.offer
    return {
        "offer": offer and offer.name,
        "question": offer and offer.question,
        "slots": list(_describe_slots(view, offer)) if offer else [],
        "premove": view.premove,
        "premove_dropped": view.is_premove_unfit,
    }


def _describe_slots(view: View, offer: Offer) -> Iterator[dict[str, Json]]:
    """Yield the fields of a form. In a long form, `group` and `row` say where each stands."""
    for slot in offer.fields:
        yield _describe_slot(view, slot, "", "")
    for part in offer.parts:
        group = _word_label(view.title, part.label, view.names)
        for row in part.rows:
            for slot in row.slots:
                yield _describe_slot(view, slot, group, _word_label(view.title, row.label, view.names))


def _describe_slot(view: View, slot: Slot, group: str, row: str) -> dict[str, Json]:
    title, names = view.title, view.names
    return {
        "name": slot.name,
        "group": group,
        "row": row,
        "label": _word_label(title, slot.label, names),
        "choices": [{"value": value, "label": _word_label(title, label, names)} for value, label in slot.choices],
    }


def _word_label(title: AnyTitle, label: Term | Phrase, names: Sequence[str]) -> str:
    if isinstance(label, Phrase):
        return fill_sentence(title, label.sentence, label.params, names)
    return word_term(title, label, names)
