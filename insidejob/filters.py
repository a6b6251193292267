"""Template filters and functions; those for tables are in `games.state.template_functions`."""

import re
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.template import defaultfilters
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format, localize
from django.utils.timezone import get_current_timezone_name, localtime
from django_htmx.jinja import htmx_script
from markupsafe import Markup

from games.fast.word_cache import cached
from insidejob.marks import keep, plain

SLUG = re.compile(r"[-\w]+", re.ASCII)
"""Slugs need no quoting in URLs."""
KEPT = 8192
"""More than there are texts and URL patterns."""


class Run(NamedTuple):
    grouper: Any
    list: list[Any]


@cached(KEPT)
def say(language: str, sentence: str) -> Markup:
    """`{{ _("Sign in") }}`; `%%` is a percent sign."""
    return Markup(translation.gettext(sentence).replace("%%", "%"))  # noqa: S704 -- our own sentences


def url(name: str, *values: Any) -> str:
    """`{{ url("games:table", code) }}`"""
    if all(isinstance(value, str) and SLUG.fullmatch(value) for value in values):
        return find_address(name, len(values)).format(*values)
    return reverse(name, args=values)


@cached(KEPT)
def find_address(name: str, count: int) -> str:
    """Return a URL with placeholders for slugs."""
    slugs = [f"slug-{place}" for place in range(count)]
    address = reverse(name, args=slugs)
    for place, slug in enumerate(slugs):
        address = address.replace(slug, f"{{{place}}}")
    return address


def regroup(values: Iterable[Any], attribute: str) -> list[Run]:
    """`{% for run in remarks|regroup("scene") %}`"""
    return [Run(common, list(run)) for common, run in groupby(values, attrgetter(attribute))]


def iso(time: datetime) -> str:
    """`{{ line.sent_at|iso }}`, in the reader's zone"""
    return localtime(time).isoformat()


def date(time: datetime) -> str:
    """`{{ passkey.created_at|date }}`"""
    return date_format(localtime(time))


def month(day: datetime) -> str:
    """`{{ column.month|month }}`"""
    return date_format(day, "F Y")


def localized(value: Any) -> Any:
    """`{{ value|localized }}`"""
    return localize(localtime(value) if isinstance(value, datetime) else value)


def language_name(code: str) -> str:
    """`{{ code|language_name }}`"""
    return str(translation.get_language_info(code)["name_local"])


FUNCTIONS = (get_current_timezone_name, htmx_script, static, translation.get_language, url)
FILTERS = {
    **{each.__name__: each for each in (date, iso, language_name, localized, month, regroup)},
    "keep": keep,
    "plain": plain,
    "capfirst": defaultfilters.capfirst,
    "linebreaks": defaultfilters.linebreaks_filter,
    "linebreaksbr": defaultfilters.linebreaksbr,
    "urlize": defaultfilters.urlize,
}
