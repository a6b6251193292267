"""Lays out what players of a stored game have noted: the viewer the same in both worlds, the others as they like."""

from random import Random

from games.models import Game, Note, Player, Suspicion
from games.state.table import load_table
from tests.rules.worlds import Fields
from tests.tables.pages.browser import HTMX, link
from tests.tables.pages.premoves import lay_out_premoves

WORDS = ("Hush", "Quiet", "Nothing", "Careful")
MARKS = ("0-0-3", "0-1-5", "1-0-2", "2-0-6")


def lay_out_own(game: Game, viewer: int | None, pair: str, world: str) -> dict[str, str]:
    """Store what players keep for themselves: plans and notes. Return what the viewer may prepare, if anything."""
    lay_out_notes(game, viewer, pair, world)
    return lay_out_premoves(game, viewer, pair, world)


def lay_out_notes(game: Game, viewer: int | None, pair: str, world: str) -> None:
    """Store notes and suspicions of every player, and who has opened theirs: never the viewer and others, too."""
    for model in (Note, Suspicion):
        model._default_manager.filter(game=game).delete()
    opens = Random(pair).random() < 0.5
    length = len(load_table(game).entries)
    for player in game.players.order_by("seat"):
        is_viewer = player.seat == viewer
        chance = Random(f"{pair} {player.seat} notes" if is_viewer else f"{pair} {player.seat} {world} notes")
        opens_theirs = not opens and chance.random() < 0.5
        marks = [] if is_viewer else chance.sample(MARKS, chance.randrange(len(MARKS)))
        Player.objects.filter(pk=player.pk).update(
            opens_notes=opens if is_viewer else opens_theirs, **({} if is_viewer else {"marks": marks})
        )
        note_down(player, length, chance)


def note_down(player: Player, length: int, chance: Random) -> None:
    """Store some notes of a player, and what they think of others."""
    own = {"game": player.game, "author": player.user}
    for number in range(1, chance.randrange(4)):
        Note.objects.create(**own, number=number, at=chance.randint(0, length), text=chance.choice(WORDS))
    for about in range(player.game.seat_count):
        if about != player.seat and player.game.played_by.TEXTS.suspicion and chance.random() < 0.5:
            Suspicion.objects.create(**own, at=chance.randint(0, length), about=about, step=chance.randint(1, 5))


def list_notes(game: Game) -> list[tuple[str, str, Fields, dict[str, str]]]:
    """Return what may be sent about notes and marks: a new one, changing or deleting one, suspecting, opening."""
    written: list[Fields] = [{"text": ""}, {"text": "Hm"}, {"note": "1", "text": "Ha"}, {"note": "1", "delete": "1"}]
    sent = [(link("write_note", game), fields) for fields in written]
    sent += [(link("suspect", game), {"suspicion-1": "4"}), (link("mark", game), {"mark": "0-1"})]
    opened: list[Fields] = [{}, {"opens": "1"}]
    return [
        *(("post", path, fields, headers) for path, fields in sent for headers in ({}, HTMX)),
        *(("post", link("open_notes", game), fields, {}) for fields in opened),
    ]
