"""Parts of pages that depend on what they are handed and on nothing else, drawn once by each process and kept.

A face, a card, what stands beside a player's name: a page shows many, and they come again on every page. Such a
template is given its values by name, all of them frozen, and no request: neither a token can be on it, nor who looks.
"""

import re
from collections.abc import Hashable
from functools import lru_cache

from django.template.loader import get_template
from django.utils.safestring import SafeString

KEPT = 8192
"""How many are kept, some hundred bytes each: those used last."""
INDENT = re.compile(r"\n[ \n]+")
"""What templates are indented with, which is a fifth of what an answer weighs."""


@lru_cache(maxsize=KEPT, typed=True)
def cache_fragment(template: str, language: str, **given: Hashable) -> SafeString:
    """Return `template` rendered with what is `given` alone, in the language now active, which is `language`."""
    return squeeze(get_template(template).render(given))


def squeeze(html: str) -> SafeString:
    """Return what a template rendered without its indent."""
    return SafeString(INDENT.sub("\n", html))
