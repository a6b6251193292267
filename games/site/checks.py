"""System checks of each title: its templates, style sheet, picture and bots.

Without these checks, what is missing would be noticed late, in production.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import STAND_IN
from games.rules.registry import TITLES
from games.tables.services.lobby import DEFAULT_BOT

TAG = "titles"
PAGES = {
    "aid": "tells the rules in short, beside the table",
    "asked": "says in a sentence what a player is asked",
    "board": "shows what lies between the head and a player's hand",
    "dossier": "shows a player's role, a tap away",
    "emblem": "is the drawing that stands for the title",
    "end": "tells the end of the game on the page that saw it",
    "head": "shows what stands above the board, to be read after the hand",
    "lessons": "tells the rules in pictures, before the full text",
    "meanwhile": "says in the status line what goes on while the page tells what happened",
    "mine": "shows a player's hand and, when asked, how to answer",
    "noted": "says what a player has chosen in secret",
    "opened": "shows the cards of a game ended by agreement",
    "past": "shows what a player may look at again, in a tab",
    "result": "shows how the game ended",
    "rules": "is the page of rules",
    "symbols": "holds the drawings that the others use",
}
"""The templates that each title must have in `templates/games/<folder>/` of its folder, and what each does."""
CASE_PAGES = {
    "case_board": "shows the scene of a case that was seen last",
    "case_clues": "shows all that was played in a case, to be marked",
    "case_lesson": "teaches the rules in a first case",
    "case_lie": "shows the lie of a solved case",
    "case_verdicts": "shows roles and hands of a solved case",
}
"""The templates that a title with cases must have, and what each does."""
MAILS = {
    "asked.txt": "says in a mail what its reader is asked",
    "table.txt": "tells in a mail how the table stands",
    "table.html": "shows in a mail how the table stands",
}
"""The templates that each title must have in `templates/games/emails/<folder>/` of its folder, and what each does."""
BOTS = {
    DEFAULT_BOT: "plays in the seats filled with bots",
    STAND_IN: "keeps an absent player's seat",
    "random": "plays when games are simulated",
}
"""The bots that each title must have, and what each does."""
TABLE_SHEET = '@import "table.css";'
"""How the style sheet of a title begins."""


@register(TAG)
def check_titles(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    return [Error(sentence, id="games.E001") for title in TITLES.values() for sentence in _find_gaps(title)]


def require_titles() -> None:
    """Raise `ImproperlyConfigured` if a title lacks something.

    A web server runs no system checks, so it calls this.
    """
    if gaps := run_checks(tags=[TAG]):
        raise ImproperlyConfigured(" ".join(str(gap.msg) for gap in gaps))


def _find_gaps(title: AnyTitle) -> Iterator[str]:
    cases = name_pages(title.FOLDER, CASE_PAGES) if title.CASES else {}
    for path, purpose in {**_list_templates(title.FOLDER), **cases}.items():
        if fault := _try_template(path):
            yield f"{title.NAME} has no templates/{path} that can be used ({fault}); it {purpose}."
    if (sheet := finders.find(stylesheet := f"css/{title.FOLDER}.css")) is None:
        yield f"{title.NAME} has no static/{stylesheet}; it is the style sheet of its pages."
    elif not Path(sheet).read_text("utf-8").startswith(TABLE_SHEET):
        yield f"{title.NAME} has a static/{stylesheet} without {TABLE_SHEET!r} at its top, the look of all tables."
    if finders.find(picture := f"img/og/{title.NAME}.png") is None:
        yield f"{title.NAME} has no static/{picture}; it is what a shared link shows."
    for bot, purpose in BOTS.items():
        if bot not in title.BOTS:
            yield f"{title.NAME} has no {bot!r} in the BOTS of its rules; it {purpose}."


def _list_templates(folder: str) -> dict[str, str]:
    mails = {f"games/emails/{folder}/{part}": purpose for part, purpose in MAILS.items()}
    return {**name_pages(folder, PAGES), **mails}


def name_pages(folder: str, parts: Mapping[str, str]) -> dict[str, str]:
    return {f"games/{folder}/{part}.html": purpose for part, purpose in parts.items()}


def _try_template(path: str) -> str | None:
    """Return what is wrong with a template, or None."""
    try:
        get_template(path)
    except TemplateDoesNotExist:
        return "no such file"
    except TemplateSyntaxError as error:
        return str(error)
    return None
