"""In tests, a template that shows an attribute which an object of ours lacks fails; on the site it shows nothing."""

from collections.abc import Iterator
from typing import Any

from jinja2 import ChainableUndefined

PACKAGES = ("accounts.", "games.", "insidejob.")


class KnownAttributes(ChainableUndefined):
    """`is defined` may ask for any attribute."""

    def require_known(self) -> None:
        if self._undefined_obj is None and self._undefined_name == "index":
            raise AssertionError("a template uses the seat of a spectator, whose `view.me` is none")
        owner = type(self._undefined_obj)
        if owner.__module__.startswith(PACKAGES):
            raise AttributeError(f"a template shows {self._undefined_name!r}, which {owner} has not")

    def __eq__(self, other: object) -> bool:
        self.require_known()
        return super().__eq__(other)

    def __hash__(self) -> int:
        self.require_known()
        return super().__hash__()

    def __index__(self) -> int:
        self.require_known()
        raise TypeError

    def __str__(self) -> str:
        self.require_known()
        return super().__str__()

    def __html__(self) -> str:
        return str(self)

    def __bool__(self) -> bool:
        self.require_known()
        return False

    def __iter__(self) -> Iterator[Any]:
        self.require_known()
        return super().__iter__()
