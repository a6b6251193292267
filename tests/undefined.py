"""In tests, a template that shows an attribute which an object of ours lacks fails; on the site it shows nothing."""

from collections.abc import Iterator
from typing import Any

from jinja2 import ChainableUndefined
from jinja2.utils import missing

from games.titles import PACKAGES as TITLES

PACKAGES = ("accounts.", "games.", "insidejob.", *(f"{package}." for package in TITLES), "mole.")
# What a page gets only after a refusal: the fields of the form, and their lists.
REFUSED = ("fields", "picked")


class KnownAttributes(ChainableUndefined):
    """`is defined` may ask for any attribute."""

    def require_known(self) -> None:
        if self._undefined_obj is None and self._undefined_name == "index":
            raise AssertionError("a template uses the seat of a spectator, whose `view.me` is none")
        owner = type(self._undefined_obj)
        if owner.__module__.startswith(PACKAGES):
            raise AttributeError(f"a template shows {self._undefined_name!r}, which {owner} has not")

    def __getattr__(self, name: str) -> ChainableUndefined:
        """Note that a part is asked of what the template does not get at all, such as `letter.play`."""
        asked, part = self._undefined_name, super().__getattr__(name)
        # `first` of nothing has no name.
        if self._undefined_obj is missing and asked and asked not in REFUSED and not name.startswith("__"):
            part = type(self)(name=f"{asked}.{name}")
        return part

    def require_given(self) -> None:
        """Templates may ask whether they get something, but not show or list a part of what they do not get."""
        if self._undefined_obj is missing and "." in str(self._undefined_name):
            raise AssertionError(f"a template shows {self._undefined_name}, and gets nothing of this name")

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
        self.require_given()
        self.require_known()
        return super().__str__()

    def __html__(self) -> str:
        return str(self)

    def __bool__(self) -> bool:
        self.require_known()
        return False

    def __iter__(self) -> Iterator[Any]:
        self.require_given()
        self.require_known()
        return super().__iter__()
