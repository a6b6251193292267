"""Parts of pages that depend on what they are handed and on nothing else, drawn once by each process and kept.

A face, a card, what stands beside a player's name: a page shows many, and they come again on every page. Such a
template is given its values by name, all of them frozen, and no request: neither a token can be on it, nor who looks.
"""

import re
from collections.abc import Hashable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.dispatch import receiver
from django.template import Context, Template
from django.template.loader import get_template
from django.utils.autoreload import file_changed
from django.utils.safestring import SafeString

KEPT = 8192
"""How many are kept, some hundred bytes each: those used last."""
INDENT = re.compile(r"\n[ \n]+")
"""What templates are indented with, which is a fifth of what an answer weighs."""


@lru_cache(maxsize=KEPT, typed=True)
def draw(template: str, language: str, **given: Hashable) -> SafeString:
    """Return `template` rendered with what is `given` alone, in the language now active, which is `language`."""
    # Numbers are counts and places in a picture: none is written otherwise in another language.
    return squeeze(find_template(template).render(Context(given, use_l10n=False)))


@cache
def find_template(name: str) -> Template:
    """Return a template by its name, looked for once."""
    found: Template = get_template(name).template  # type: ignore[attr-defined]
    return found


def squeeze(html: str) -> SafeString:
    """Return what a template rendered without its indent."""
    return SafeString(INDENT.sub("\n", html))


@receiver(file_changed)
def forget_drawn(file_path: Path, **kwargs: Any) -> None:
    """Draw all anew once a template has changed, as it does under `make dev` alone."""
    draw.cache_clear()
    find_template.cache_clear()
