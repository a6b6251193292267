"""Names in lists of games: people by name, bots as bots."""

from collections.abc import Iterable

from django.utils.translation import ngettext

from games.models import Player
from games.state.view import name_of


def list_company(players: Iterable[Player]) -> tuple[str, ...]:
    """Return the names of the people, then the number of bots: `Camille`, `2 bots`.

    Bots have names that people have, too, and only readers who sat at the table know which is which. The names of bot
    accounts say it themselves.
    """
    seated = list(players)
    bots = sum(bool(player.bot) for player in seated)
    names = [name_of(player) for player in seated if not player.bot]
    return (*names, *([_word_bots(bots)] if bots else []))


def _word_bots(count: int) -> str:
    return ngettext("%(count)s bot", "%(count)s bots", count) % {"count": count}
