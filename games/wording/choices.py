"""Choices that several forms offer."""

from django.utils.translation import gettext

from games.rules.registry import TITLES

Choices = list[tuple[str, str]]


def offer_titles() -> Choices:
    return [("", gettext("any")), *((title.NAME, gettext(title.TEXTS.name)) for title in TITLES.values())]


def offer_seats() -> Choices:
    counts = sorted({count for title in TITLES.values() for count in title.SEATS})
    return [("", gettext("any number")), *((str(count), str(count)) for count in counts)]
