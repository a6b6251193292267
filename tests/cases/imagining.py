"""Other games that look the same as a case, put in its place."""

from django.core.cache import cache

from games.cases.selectors.files import load_file
from games.cases.views.parts import _render_part, find_view
from games.models import Case
from games.rules.cases import Played, ends_with_finale, find_guilty, retell, review_case
from games.rules.engine.cases import dump_fact
from games.rules.engine.play import Position, settle
from games.rules.engine.values import Chance
from games.rules.record import dump_line, write_record
from tests.cases.builders import BOTS, TITLE
from tests.titles import worlds_of


def imagine(played: Played, scenes: int, chance: Chance) -> Played:
    """Return another game that looks the same after so many scenes, with another guilty seat."""
    worlds = worlds_of(TITLE.NAME)
    step = played.moments[scenes - 1]
    log = played.entries[:step]
    bots = dict.fromkeys(range(len(BOTS)), TITLE.BOTS["random"])
    for _ in range(400):
        world = worlds.imagine(played.states[step], log, log, None, chance)
        states = retell(TITLE, played.options, world.deal, world.log, played.state.rules).states
        position, more = settle(TITLE, Position(states[-1]), bots, chance)
        other = retell(TITLE, played.options, world.deal, (*world.log, *more), position.state.rules)
        if ends_with_finale(other) and other.guilty != played.guilty:
            return other
    raise AssertionError("no other world")


def forget_all() -> None:
    """Let no page be made of what the process kept of another case."""
    load_file.cache_clear()
    find_view.forget()
    _render_part.forget()
    cache.clear()


def put_in_place(case: Case, played: Played) -> None:
    """Let another game be the case of that number. The seals are the same: they bind, and tell nothing."""
    options, deal, entries = played.options, played.deal, played.entries
    case.record = dump_line(write_record(TITLE, options, deal, entries, played.state))
    case.guilty = find_guilty(TITLE, played.states[0], len(BOTS))
    case.facts = [dump_fact(fact) for fact in review_case(played).facts]
    case.commitment = "0" * 64
    case.save()
    forget_all()
