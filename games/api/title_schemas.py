"""Describes games title by title: the moves, observations and options of each are declared in its `schemas.py`."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, Field, GetJsonSchemaHandler, TypeAdapter, create_model
from pydantic.json_schema import JsonSchemaValue

from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from games.titles import PACKAGES

Words = dict[str, Any]


class NothingOut(BaseModel):
    """An empty object."""

    model_config = {"extra": "forbid"}


class DecisionOut(BaseModel):
    name: str = Field(description="What to send as `decision`.", examples=["play-3"])
    kind: str = Field(description="What is asked.", examples=["play"])
    sealed: bool = Field(description="Whether the answer stays secret until all are in, and may be changed until then.")


Seat = Annotated[int, Field(description="A seat, from 0.", examples=[1])]


class _Observed(BaseModel):
    """What every observation has."""

    viewer: Seat | None = Field(description="Your seat, from 0.")
    seats: int = Field(description="How many seats the table has.", examples=[4])
    awaited: list[Seat] = Field(description="The seats that you may know to be asked.")
    decision: DecisionOut | None = Field(description="What you are asked.")


@dataclass(frozen=True)
class TitleSchemas:
    """The types of what a title has in JSON."""

    name: str
    prefix: str
    """What the names of its types begin with."""
    move: Any = Words
    observation: Any = Words
    options: Any = Words


def _load_schemas(title: AnyTitle, package: str) -> TitleSchemas:
    if find_spec(f"{package}.schemas") is None:
        return TitleSchemas(title.NAME, title.NAME.capitalize())
    module = import_module(f"{package}.schemas")
    own, end = module.Observation, Field(description="At the end: who won, and why.")
    observation = create_model(own.__name__, __base__=(own, _Observed), result=(module.Result | None, end))
    prefix = own.__name__.removesuffix("Observation")
    return TitleSchemas(title.NAME, prefix, module.Move, observation, module.Options)


SCHEMAS = tuple(_load_schemas(title, package) for title, package in zip(TITLES.values(), PACKAGES, strict=True))


@dataclass(frozen=True)
class DescribedAs:
    """Has a field described as a type that is not checked with it: the rules check what is sent."""

    kind: Any

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(TypeAdapter(self.kind).core_schema)


AnyAnswer: Any = Union[tuple(list[each.move] for each in SCHEMAS)]  # type: ignore[name-defined]  # noqa: UP007


def by_title(model: type[BaseModel]) -> Any:
    """Return the union of a schema's variants, one for each title. `title` says which it is.

    A variant has the types of its title where the schema has fields of these names: `observation`, `options`, `answers`
    and `own_choice`.
    """
    variants = tuple(_make_variant(model, each) for each in SCHEMAS)
    return Annotated[Union[variants], Field(discriminator="title")]  # noqa: UP007


def _make_variant(model: type[BaseModel], schemas: TitleSchemas) -> type[BaseModel]:
    return create_model(f"{schemas.prefix}{model.__name__}", __base__=model, **dict(_list_fields(model, schemas)))


def _list_fields(model: type[BaseModel], schemas: TitleSchemas) -> Iterator[tuple[str, Any]]:
    kinds = {
        "title": Literal[schemas.name],
        "observation": schemas.observation | NothingOut,
        "options": schemas.options | NothingOut,
        "answers": list[list[schemas.move]],  # type: ignore[name-defined]
        "own_choice": list[schemas.move],  # type: ignore[name-defined]
    }
    for name, kind in kinds.items():
        if name in model.model_fields:
            yield name, Annotated[kind, Field(description=model.model_fields[name].description)]
