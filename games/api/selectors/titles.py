"""What a form for a new table needs, and the texts of each title, in the reader's language."""

from django.utils.translation import gettext

from games.clock.presets import PRESETS
from games.clock.table_clock import BANKS, PACES
from games.rules.engine.options import Option
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Json, Term
from games.rules.registry import TITLES
from games.tables.services.bot_levels import list_levels
from games.wording.sentences import word_label, word_levels, word_term


def describe_titles() -> dict[str, Json]:
    presets = [
        {
            "name": preset.code,
            "label": str(preset.label),
            "pace": preset.pace,
            "vote_time": preset.vote_time,
            "bank": preset.bank,
            "sleeps": preset.sleeps,
            "vacations": preset.vacations,
        }
        for preset in PRESETS.values()
    ]
    titles = [_describe_title(title) for title in TITLES.values()]
    return {"titles": titles, "paces": list(PACES), "banks": list(BANKS), "presets": presets}


def _describe_title(title: AnyTitle) -> dict[str, Json]:
    texts = {
        kind: {str(code): word_term(title, Term(kind, code)) for code in codes}
        for kind, codes in title.TEXTS.terms.items()
    }
    return {
        "title": title.NAME,
        "name": gettext(title.TEXTS.name),
        "rules": title.RULES,
        "seats": list(title.SEATS),
        "usual_seats": title.USUAL_SEATS,
        "has_vote": title.HAS_VOTE,
        "bots": _pair(word_levels(list_levels(title))),
        "options": [_describe_option(title, option) for option in title.OPTIONS],
        "texts": texts,
    }


def _describe_option(title: AnyTitle, option: Option) -> dict[str, Json]:
    return {
        "name": option.name,
        "label": gettext(option.label),
        "help": gettext(option.help) if option.help else "",
        "default": option.default,
        "choices": _pair({value: word_label(title, label) for value, label in option.choices}),
    }


def _pair(labels: dict[str, str]) -> list[dict[str, str]]:
    return [{"value": value, "label": label} for value, label in labels.items()]
