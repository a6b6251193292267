"""Caches rendered template parts that depend only on their arguments, such as faces and cards.

A part gets no request, so it can hold no token or user.
"""

import re
from collections.abc import Hashable

from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.fast.word_cache import cached

KEPT = 8192
"""How many fragments a process keeps. Each has some hundred bytes."""
INDENT = re.compile(r"\n[ \n]+")
"""Indentation, which is removed because it would be a fifth of a response."""
REST_OF_TAG = re.compile(r"\n[^<>]*+>")
"""What follows the first line of a tag on several lines.

On one line it is compressed better, because others of its kind are on one line, too.
"""


@cached(KEPT, "fragment_cache")
def cache_fragment(template: str, language: str, **given: Hashable) -> SafeString:
    """Render a template and keep the result.

    `language` is the active language; it is an argument so that it is part of the key.
    """
    return squeeze(get_template(template).render(given))


def squeeze(html: str) -> SafeString:
    return SafeString(REST_OF_TAG.sub(_join_lines, INDENT.sub("\n", html)))


def _join_lines(rest: re.Match[str]) -> str:
    return rest[0].replace("\n", " ")
