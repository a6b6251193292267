"""The world swap of mail: in two worlds that no one outside can tell apart, all mails are the same to the last byte.

The pairs are those of `tests.pages.worlds`. Where two worlds are the same to the public, the mails to everybody must
be the same, their recipients' own secrets included: a mail may be read over a shoulder. Where it is no one else's
business who is asked, whether such a mail is sent tells its recipient just that.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from games.models import Game, Notice, Player
from games.post import letters, worth
from games.post.recipients import name_event
from games.reads.table import load_table
from tests.pages.worlds import (
    NOW,
    Pair,
    describe_bytes,
    find_pairs,
    find_table,
    find_unspeakable,
    frozen,
    lay_out,
)
from tests.rules.worlds import World, Worlds

OF_A_GAME = ("started", "turn", "vote", "reminder", "missed", "stand_in")
KINDS_EACH = 2
"""How many kinds of mail are compared for a seat: drawn, as they are made from the same parts."""


@dataclass
class Report:
    """What was compared and what differed."""

    pairs: int = 0
    mails: int = 0
    complaints: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Made:
    """One mail as it is sent, what it says, and what the post decided about its notice."""

    name: str
    raw: bytes
    said: str
    verdict: str


def check_mails(worlds: Worlds, seed: str, count: int) -> Report:
    """Compare the mails of `count` pairs of worlds, and look for secrets spoken out."""
    report = Report()
    tables: dict[str, Game] = {}
    with frozen():
        for pair in find_pairs(worlds, seed, count):
            check_pair(pair, find_table(pair, tables), report)
    return report


def check_pair(pair: Pair, game: Game, report: Report) -> None:
    """Add what one pair shows to `report`."""
    here, there = (make_mails(pair, game, world) for world in (pair.ours, pair.theirs))
    secrets = find_unspeakable(pair, None)
    report.pairs += 1
    report.mails += len(here)
    for mine, theirs in zip(here, there, strict=True):
        if mine != theirs:
            report.complaints.append(f"{pair}: {mine.name}: {describe_bytes(mine, theirs)}")
        if secrets and (spoken := secrets.findall(mine.said)):
            report.complaints.append(f"{pair}: {mine.name}: says {spoken}")


def make_mails(pair: Pair, game: Game, world: World) -> list[Made]:
    """Return the mails that may go out in one world: to the viewer, or to everybody if the viewer is the public."""
    lay_out(game, world.deal, world.log)
    chance = Random(pair.name)
    players = list(game.players.all())
    told = players if pair.viewer is None else [players[pair.viewer]]
    stored = Game.objects.get(pk=game.pk)
    made = [make_one(notice) for player in told for notice in draw_notices(stored, player, chance)]
    if pair.viewer is None and asks_in_secret(stored):
        return [replace(each, verdict="") for each in made]
    return made


def asks_in_secret(game: Game) -> bool:
    """Tell whether a player is asked, and the others are not told who; that someone is asked, all know."""
    table = load_table(game)
    state = table.states[-1]
    asked = (table.title.decision(state, seat) for seat in table.title.to_act(state))
    return any(decision is not None and not decision.public for decision in asked)


def draw_notices(game: Game, player: Player, chance: Random) -> Iterator[Notice]:
    """Yield what a seat may be told at this point of a game."""
    kinds = chance.sample(OF_A_GAME, KINDS_EACH) if game.is_running else ["over"]
    for kind in kinds:
        recipient = player.user
        assert recipient is not None
        key = name_event(game, player)
        # None was written before it, so that no mail has said the same.
        yield Notice(pk=1, recipient=recipient, game=game, kind=kind, key=key, message_id=f"id-{kind}", send_at=NOW)


def make_one(notice: Notice) -> Made:
    """Return one mail; the boundary of its parts, which is drawn, is the same for all."""
    verdict = worth.judge(notice, NOW)
    message = letters.make_mail(notice)
    # Drawn by the standard library when the message is written out.
    random.seed(0)
    raw = message.message().as_bytes()
    said = "\n".join([str(message.subject), str(message.body), str(message.alternatives[0][0])])
    return Made(f"{notice.kind} to {notice.recipient.display_name}", raw, said, str(verdict))
