"""Each title's moves, observations and options have the types that `openapi.json` gives them, in the golden games."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from games.api.title_schemas import SCHEMAS, TitleSchemas, Words
from games.rules.engine.option_versions import dump_options
from games.rules.engine.play import make_move
from games.rules.record import record_answers, record_observation, verify_record
from games.rules.registry import TITLES
from games.titles import OWN
from tests.golden.features import read_golden
from tests.rounds import choose, one_in

TYPED = [each for each in SCHEMAS if each.observation is not Words]
any_title = pytest.mark.parametrize("schemas", TYPED, ids=lambda each: each.name)


@pytest.mark.rounds
@pytest.mark.parametrize("schemas", one_in(3, TYPED[::-1]), ids=lambda each: each.name)
def test_golden_games_fit_the_types(schemas: TitleSchemas) -> None:
    kinds = {
        "move": TypeAdapter(schemas.move),
        "observation": TypeAdapter(schemas.observation),
        "options": TypeAdapter(schemas.options),
    }
    seen: set[str] = set()
    for record in read_golden(schemas.name)[:: choose(3, deep=1)]:
        for kind, value in _list_values(record):
            seen.add(kind)
            assert _read_again(kinds[kind], value) == value
    assert seen == {*kinds}


def _list_values(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the moves of a game and, at every fourth, possible answers and what one viewer sees."""
    title, options, deal, entries, _ = verify_record(record)
    state = title.start(options, deal, record["rules"])
    viewers = (*range(record["seats"]), None)
    yield "options", dump_options(title, options, record["rules"])
    for number, entry in enumerate(entries):
        yield "move", title.dump_move(entry.move)
        if number % 4 == 0:
            answers = record_answers(title, state, title.to_act(state)[0])[:20]
            yield from (("move", move) for answer in answers for move in answer)
            yield "observation", record_observation(title, title.observe(state, viewers[number // 4 % len(viewers)]))
        state = make_move(title, state, entry)
    yield from (("observation", record_observation(title, title.observe(state, viewer))) for viewer in viewers)


def _read_again(kind: TypeAdapter[Any], value: Any) -> Any:
    read = kind.validate_json(json.dumps(value), strict=True)
    return json.loads(kind.dump_json(read, by_alias=True, exclude_unset=True))


@any_title
def test_the_reasons_for_an_end_are_those_of_the_title(schemas: TitleSchemas) -> None:
    result = TypeAdapter(schemas.observation).json_schema()["$defs"][f"{schemas.prefix}Result"]
    listed = result["properties"]["reason"].get("enum")
    assert listed is None or set(listed) == {*TITLES[schemas.name].TEXTS.reasons}


@any_title
def test_other_types_are_noticed(schemas: TitleSchemas) -> None:
    _, seen = next(each for each in _list_values(read_golden(schemas.name)[0]) if each[0] == "observation")
    kind = TypeAdapter(schemas.observation)
    assert _read_again(kind, {**seen, "seen_by_nobody": 1}) == seen
    for name in seen:
        with pytest.raises(ValidationError):
            kind.validate_python({**seen, name: object()}, strict=True)
        with pytest.raises(ValidationError):
            kind.validate_python({key: value for key, value in seen.items() if key != name}, strict=True)


def test_each_title_of_the_site_has_types() -> None:
    assert len(TYPED) >= len(OWN)
