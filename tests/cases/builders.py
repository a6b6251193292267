"""Cases for tests, of games that were played once: `tests.cases.make`."""

import json
import secrets
from datetime import date
from functools import cache

from django.utils import timezone

from accounts.names.reserved import BOT_NAMES
from games.models import Case
from games.rules.cases import Chosen, find_case_title, get_rules_of_cases, retell, review_case
from games.rules.commitment import SIZE, commit, list_parts
from games.rules.engine.cases import dump_fact
from games.rules.record import dump_line, verify_record, write_record
from tests.cases.make import GAMES, LEVELS

TITLE = find_case_title()
RULES, _ = get_rules_of_cases(TITLE)
BOTS = list(BOT_NAMES[1:5])


@cache
def load_game(place: int = 0) -> Chosen:
    """Return one of the games, whose levels are in `tests.cases.make`."""
    raw = json.loads(GAMES.read_text("utf-8").splitlines()[place])
    replay = verify_record(raw)
    played = retell(replay.title, replay.options, replay.deal, replay.entries, replay.state.rules)
    return Chosen(played, review_case(played), RULES.levels[LEVELS[place] - 1])


def find_game_of_level(level: int) -> Chosen:
    return load_game(LEVELS.index(level))


def store_case(number: int = 1, day: date | None = None, level: int = 1, chosen: Chosen | None = None) -> Case:
    chosen = chosen or find_game_of_level(level)
    played, key = chosen.played, secrets.token_bytes(SIZE)
    parts = list_parts(played.title, played.options, played.deal, played.state.rules)
    return Case.objects.create(
        number=number,
        day=day or timezone.localdate(),
        level=level,
        record=dump_line(write_record(played.title, played.options, played.deal, played.entries, played.state)),
        bots=BOTS,
        guilty=played.guilty,
        facts=[dump_fact(fact) for fact in chosen.review.facts],
        commitment=commit(parts, key),
        commitment_key=key.hex(),
    )
