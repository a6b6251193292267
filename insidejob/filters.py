"""What the templates of every page may use, besides what tables say with (`games/templating`)."""

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
"""What Django takes for a slug: it stands in an address as it is."""
KEPT = 8192
"""How many sentences and addresses are kept: all there are."""


class Run(NamedTuple):
    """Values that follow each other and have something in common."""

    grouper: Any
    list: list[Any]


@cached(KEPT)
def say(language: str, sentence: str) -> Markup:
    """Return a sentence of ours in the language now active, which is `language`: `{{ _("Sign in") }}`.

    `%%` is a per cent sign.
    """
    return Markup(translation.gettext(sentence).replace("%%", "%"))  # noqa: S704 -- our own sentences


def url(name: str, *values: Any) -> str:
    """Return the address of a page: `{{ url("games:table", code) }}`."""
    if all(isinstance(value, str) and SLUG.fullmatch(value) for value in values):
        return find_address(name, len(values)).format(*values)
    return reverse(name, args=values)


@cached(KEPT)
def find_address(name: str, count: int) -> str:
    """Return an address with a place for each of so many slugs."""
    slugs = [f"slug-{place}" for place in range(count)]
    address = reverse(name, args=slugs)
    for place, slug in enumerate(slugs):
        address = address.replace(slug, f"{{{place}}}")
    return address


def regroup(values: Iterable[Any], attribute: str) -> list[Run]:
    """Return the runs of values with one attribute in common: `{% for run in remarks|regroup("scene") %}`."""
    return [Run(common, list(run)) for common, run in groupby(values, attrgetter(attribute))]


def iso(time: datetime) -> str:
    """Return a time as machines read it, in the reader's zone: `{{ line.sent_at|iso }}`."""
    return localtime(time).isoformat()


def date(time: datetime) -> str:
    """Return the day of a time in the reader's language and zone: `{{ passkey.created_at|date }}`."""
    return date_format(localtime(time))


def month(day: datetime) -> str:
    """Return a month in the reader's language, with its year: `{{ column.month|month }}`."""
    return date_format(day, "F Y")


def localized(value: Any) -> Any:
    """Return a value as the reader's language writes it, a time in their zone: `{{ value|localized }}`."""
    return localize(localtime(value) if isinstance(value, datetime) else value)


def language_name(code: str) -> str:
    """Return what a language calls itself: `{{ code|language_name }}`."""
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
