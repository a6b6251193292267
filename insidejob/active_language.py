"""The language in which a page or a mail is drawn: looked for once, and not for each of the hundred words on it."""

from contextvars import ContextVar

from django.utils.translation import get_language

spoken: ContextVar[str] = ContextVar("spoken", default="")
"""The language of what is being drawn, by its code; nothing while nothing is."""


def find_language() -> str:
    """Return the code of the language now active, or nothing where sentences stay as they are written."""
    return spoken.get() or get_language() or ""
