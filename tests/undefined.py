"""In tests, a template that shows an attribute which an object of ours lacks fails; on the site it shows nothing."""

from collections.abc import Iterator
from typing import Any

from jinja2 import ChainableUndefined

PACKAGES = ("accounts.", "games.", "insidejob.")


class KnownAttributes(ChainableUndefined):
    """`is defined` may ask for any attribute."""

    def require_known(self) -> None:
        owner = type(self._undefined_obj)
        if owner.__module__.startswith(PACKAGES):
            raise AttributeError(f"a template shows {self._undefined_name!r}, which {owner} has not")

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
