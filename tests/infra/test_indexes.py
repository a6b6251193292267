"""Every index costs a write at each move: none says what the beginning of another says already."""

from collections.abc import Iterator
from itertools import permutations

from django.apps import apps
from django.db.models import Model, UniqueConstraint

OWN = ("accounts", "games")


def list_keys(model: type[Model]) -> Iterator[tuple[str, ...]]:
    """Return the fields of all that keeps every row of a model in order: indexes and unique constraints."""
    for field in model._meta.local_concrete_fields:
        if getattr(field, "db_index", False) or field.unique:
            yield (field.name,)
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint) and constraint.condition is None:
            yield tuple(constraint.fields)
    for index in model._meta.indexes:
        if index.condition is None:
            yield tuple(index.fields)


def find_doubles(keys: list[tuple[str, ...]]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the pairs of keys of which one is the beginning of the other."""
    return [(short, long) for short, long in permutations(keys, 2) if long[: len(short)] == short]


def test_no_index_is_the_beginning_of_another() -> None:
    models = [model for app in OWN for model in apps.get_app_config(app).get_models()]
    assert {model.__name__: found for model in models if (found := find_doubles(list(list_keys(model))))} == {}


def test_doubles_are_found() -> None:
    assert find_doubles([("game",), ("user",), ("game", "seat")]) == [(("game",), ("game", "seat"))]
