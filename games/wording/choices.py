"""Choices that several forms offer."""

from collections import Counter

from django.utils.translation import gettext

from games.rules.engine.values import Term
from games.rules.registry import TITLES
from games.wording.sentences import word_term

Choices = list[tuple[str, str]]


def offer_titles() -> Choices:
    return [("", gettext("any")), *((title.NAME, gettext(title.TEXTS.name)) for title in TITLES.values())]


def offer_roles() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """Return the roles by title, as `title.role`, without those that share a name, as house roles do."""
    groups: list[tuple[str, str | list[tuple[str, str]]]] = [("", gettext("any"))]
    for title in TITLES.values():
        names = {role: word_term(title, Term("role", role)) for role in title.TEXTS.terms["role"]}
        counts = Counter(names.values())
        roles = [(f"{title.NAME}.{role}", name) for role, name in names.items() if counts[name] == 1]
        groups.append((gettext(title.TEXTS.name), roles))
    return groups


def offer_seats() -> Choices:
    counts = sorted({count for title in TITLES.values() for count in title.SEATS})
    return [("", gettext("any number")), *((str(count), str(count)) for count in counts)]
