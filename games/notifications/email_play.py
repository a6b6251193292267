"""How a table stands and what happened there, for emails."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.models import Game
from games.notifications.recipients import NO_SEAT
from games.rules.engine.narration import Automatic
from games.rules.engine.values import Term
from games.state.narration import has_moved, narrate_all_since, narrate_table
from games.state.table import Table
from games.wording.sentences import word_event, word_term
from insidejob.untranslated import fill_words, join

EVENTS_TOLD = 30


@dataclass(frozen=True)
class Play:
    """How a table stands and what happened there. `seen` is the title's public observation."""

    seen: Any
    # Whether the reader can play now: no stand-in does so, and no pause or standstill is in the way.
    is_asked: bool
    is_vote: bool
    # The heading of what happened, such as "Since your last move:".
    since: str
    happened: tuple[str, ...]
    # The answers by the clock or a stand-in.
    automatic: Automatic
    is_agreed: bool
    # Whether the game ended because no one came back.
    is_abandoned: bool
    # Players who left the game and so have no result.
    left: tuple[str, ...]
    reason: str
    winners: tuple[str, ...]
    # `won` or `lost`, or "" if the game has no result for the reader.
    result: str
    # `Robin 7, Camille 2`, the most first, in a title with points.
    score: str


def describe_play(table: Table, own: int, names: tuple[str, ...]) -> Play:
    """Describe the table from public facts only."""
    title, state = table.title, table.states[-1]
    seen = title.observe(state, None)
    decision = title.decision(state, own)
    return Play(
        seen=seen,
        is_asked=own in seen.awaited and not table.players[own].stand_in and table.game.paused_at is None,
        is_vote=decision is not None and decision.vote,
        since=_word_since(table, own),
        happened=tuple(word_event(title, event, names) for event in narrate_all_since(table, own)[-EVENTS_TOLD:]),
        automatic=narrate_table(table, None).automatic,
        is_agreed=table.game.status == Game.Status.AGREED,
        is_abandoned=table.game.was_abandoned,
        left=tuple(names[player.seat] for player in table.players if player.has_left),
        reason=word_term(title, Term("reason", seen.outcome.reason)) if seen.outcome else "",
        winners=tuple(names[seat] for seat in seen.outcome.winners) if seen.outcome else (),
        result=_find_result(table, own, seen.outcome.winners) if seen.outcome else "",
        score=_word_score(getattr(seen, "points", ()), names) if seen.outcome and seen.outcome.winners else "",
    )


def _word_since(table: Table, own: int) -> str:
    if has_moved(table, own):
        return gettext("Since your last move:")
    return gettext("Since you joined:") if table.players[own].since else gettext("So far:")


def _find_result(table: Table, own: int, winners: Sequence[int]) -> str:
    if not winners or own == NO_SEAT or table.players[own].has_left:
        return ""
    return "won" if own in winners else "lost"


def _word_score(points: Sequence[int], names: Sequence[str]) -> str:
    """Return the score in words. `points` is empty in a title without points."""
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    scores = [fill_words("%(name)s %(points)d", {"name": names[seat], "points": points[seat]}) for seat in order]
    return join(scores, ", ")
