"""Template filters and functions. Those for tables are in `games.state.template_functions`."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.template import defaultfilters
from django.templatetags.static import static as find_static
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format, localize
from django.utils.timezone import get_current_timezone_name, localtime
from django_htmx.jinja import htmx_script
from markupsafe import Markup

from games.fast.fragment_cache import squeeze
from games.fast.word_cache import cached
from insidejob.untranslated import break_links, keep, plain

SLUG = re.compile(r"[-\w]+", re.ASCII)
"""Slugs, which need no quoting in URLs."""
UNSPOKEN = re.compile(r'<(\w+)\b[^>]*\saria-hidden="true"[^>]*>.*?</\1>', re.DOTALL)
SPOKEN = re.compile(r'<span class="visually-hidden">[^<]*</span>')
TAG = re.compile(r"<[^>]*>")
FIRST_TAG = re.compile(r"<(\w+)")
KEPT = 8192
"""How many results a process keeps: more than there are texts and URL patterns."""
PARTS_KEPT = 1024
"""How many names of parts a process keeps. A part has up to some thousand bytes."""


class Run(NamedTuple):
    grouper: Any
    list: list[Any]


@cached(KEPT)
def say(language: str, sentence: str) -> Markup:
    """Translate a sentence: `{{ _("Sign in") }}`. Write `%%` for a percent sign."""
    return Markup(translation.gettext(sentence).replace("%%", "%"))  # noqa: S704 -- our own sentences


def url(name: str, *values: Any) -> str:
    """Return the address of a page: `{{ url("games:table", code) }}`."""
    if all(isinstance(value, str) and SLUG.fullmatch(value) for value in values):
        return _find_address(name, len(values)).format(*values)
    return reverse(name, args=values)


@cached(KEPT)
def _find_address(name: str, count: int) -> str:
    """Return a URL with placeholders for slugs."""
    slugs = [f"slug-{place}" for place in range(count)]
    address = reverse(name, args=slugs)
    for place, slug in enumerate(slugs):
        address = address.replace(slug, f"{{{place}}}")
    return address


@cached(KEPT)
def static(path: str) -> str:
    """Return the address of a static file, which stays the same until the process ends."""
    return find_static(path)


def regroup(values: Iterable[Any], attribute: str) -> list[Run]:
    """Split values into runs with an equal attribute: `{% for run in remarks|regroup("scene") %}`."""
    return [Run(common, list(run)) for common, run in groupby(values, attrgetter(attribute))]


def iso(time: datetime) -> str:
    """Return a time in ISO format, in the reader's zone: `{{ line.sent_at|iso }}`."""
    return localtime(time).isoformat()


def date(time: datetime) -> str:
    """Return the day of a time in words: `{{ passkey.created_at|date }}`."""
    return date_format(localtime(time))


def month(day: datetime) -> str:
    """Return a month and its year in words: `{{ column.month|month }}`."""
    return date_format(day, "F Y")


def localized(value: Any) -> Any:
    """Return a value as the reader's language writes it: `{{ value|localized }}`."""
    return localize(localtime(value) if isinstance(value, datetime) else value)


def language_name(code: str) -> str:
    """Return the name of a language in that language: `{{ code|language_name }}`."""
    return str(translation.get_language_info(code)["name_local"])


def room(body: str, size: int, is_needed: object) -> str:
    """Fill a part of a page up to a multiple of `size` bytes.

    So its length does not tell whether a secret question is there. The answer must not be compressed, because that
    would remove the blanks. They are tabs, which `squeeze` keeps.
    """
    if not is_needed:
        return body
    text = squeeze(body).strip()
    length = len(text.encode())
    return Markup(text + "\t" * (max(1, -(-length // size)) * size - length))  # noqa: S704 -- it was markup before


def spoken(html: str) -> str:
    """Return as one sentence what a screen reader would say piece by piece, with a comma between the pieces.

    What is hidden from screen readers is left out; it may hold no other element of its kind.
    """
    pieces = (" ".join(piece.split()).removesuffix(",") for piece in TAG.split(UNSPOKEN.sub("", html)))
    words = ", ".join(piece for piece in pieces if piece).replace('"', "&quot;")
    return Markup(words)  # noqa: S704 -- it was markup before


@cached(PARTS_KEPT)
def digest(body: str) -> str:
    """Return eight characters that name a part which a page has. They tell nothing of its content."""
    return salted_hmac("insidejob.filters.digest", body, algorithm="sha256").hexdigest()[:8]


def once(body: str, known: Sequence[str]) -> str:
    """Return an element, or a start tag, or what `static/js/table/known.js` puts it in place of, if the page has it.

    `known` holds the keys of the elements that the page has, in the order of their arrival. The answer names such an
    element by its place in that order, which is shorter than its key. The element must be the same for all roles and
    hands, because the lengths of requests and answers tell what a page has.
    """
    key, (_, tag, rest) = digest(body), FIRST_TAG.split(body, maxsplit=1)
    if key in known:
        return Markup(f'<{tag} data-same="{known.index(key)}">' + f"</{tag}>" * ("</" in body))  # noqa: S704 -- our own
    return Markup(f'<{tag} data-part="{key}"{rest}')  # noqa: S704 -- it was markup before


def unspoken(html: str) -> str:
    """Return a part of a page without what only screen readers say, for a place that is hidden from them."""
    return Markup(SPOKEN.sub("", html))  # noqa: S704 -- it was markup before


FUNCTIONS = (get_current_timezone_name, htmx_script, static, translation.get_language, url)
FILTERS = {
    **{
        each.__name__: each
        for each in (date, digest, iso, language_name, localized, month, once, regroup, room, spoken, unspoken)
    },
    "break_links": break_links,
    "keep": keep,
    "plain": plain,
    "capfirst": defaultfilters.capfirst,
    "linebreaks": defaultfilters.linebreaks_filter,
    "linebreaksbr": defaultfilters.linebreaksbr,
    "urlize": defaultfilters.urlize,
}
