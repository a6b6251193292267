"""Parts of pages that depend on their arguments alone, such as a face or a card: rendered once by each process.

A part is given frozen values by name, and no request: neither a token can be on it, nor who looks.
"""

import re
from collections.abc import Hashable

from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.fast.word_cache import cached

KEPT = 8192
"""How many are kept, some hundred bytes each: those used last."""
INDENT = re.compile(r"\n[ \n]+")
"""What templates are indented with, which is a fifth of what an answer weighs."""


@cached(KEPT, "fragment_cache")
def cache_fragment(template: str, language: str, **given: Hashable) -> SafeString:
    """Return `template` rendered with what is `given` alone, in the language now active, which is `language`."""
    return squeeze(get_template(template).render(given))


def squeeze(html: str) -> SafeString:
    """Return what a template rendered without its indent."""
    return SafeString(INDENT.sub("\n", html))
