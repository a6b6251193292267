"""Caches rendered template parts that depend only on their arguments, such as faces and cards.

A part gets no request, so it can hold no token or user.
"""

import re
from collections.abc import Hashable

from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.fast.word_cache import cached

KEPT = 8192
"""Of some hundred bytes each."""
INDENT = re.compile(r"\n[ \n]+")
"""Indentation is a fifth of a response."""


@cached(KEPT, "fragment_cache")
def cache_fragment(template: str, language: str, **given: Hashable) -> SafeString:
    """`language` is the active one; part of the key."""
    return squeeze(get_template(template).render(given))


def squeeze(html: str) -> SafeString:
    return SafeString(INDENT.sub("\n", html))
