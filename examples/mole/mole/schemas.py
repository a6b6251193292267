"""What moves and observations of Mole are in JSON. The API describes them by it; the rules check moves."""

from typing import Literal

from pydantic import BaseModel, Field


class MoleName(BaseModel):
    type: Literal["name"]
    at: int = Field(description="The seat that is named, from 0.")


class MoleOptions(BaseModel):
    """There are none."""


class MoleResult(BaseModel):
    reason: Literal["caught", "escaped"] = Field(description="What became of the digger.")
    winners: list[int] = Field(description="The seats that won.")


class MoleObservation(BaseModel):
    roles: list[str | None] = Field(description="By seat; `null` is hidden.")
    named: list[int] = Field(description="Who was named, in turn.")


Move = MoleName
Options = MoleOptions
Result = MoleResult
Observation = MoleObservation
