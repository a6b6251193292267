"""How often a function is called: what shows that a choice is as much work with any secret."""

from importlib import import_module
from typing import Any

import pytest


def count_calls(patch: pytest.MonkeyPatch, module: str, name: str) -> list[Any]:
    """Return a list that grows by the arguments of each call from now on."""
    calls: list[Any] = []
    original = getattr(import_module(module), name)

    def call(*arguments: Any) -> Any:
        calls.append(arguments)
        return original(*arguments)

    patch.setattr(f"{module}.{name}", call)
    return calls
