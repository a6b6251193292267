"""The language of the page or email being rendered, found once."""

from contextvars import ContextVar

from django.utils.translation import get_language

spoken: ContextVar[str] = ContextVar("spoken", default="")
"""The language of the page being rendered; empty outside of rendering."""


def find_language() -> str:
    return spoken.get() or get_language() or ""
