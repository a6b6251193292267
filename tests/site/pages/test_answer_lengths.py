"""How many bytes the answers to moves take as they are sent, by title and kind of move."""

import gzip
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.models import Game
from games.rules.registry import TITLES
from games.state.table import Table, load_table
from games.tables.services.moves import DICE
from insidejob import padding
from insidejob.compression import BREAK, GAP
from tests.builders_people import make_person
from tests.site.pages.known import learn, restore
from tests.tables.builders import asked, start_usual
from tests.tables.pages.browser import HTMX, MARK, Page, link, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOST = {"the end": 4_352, "in secret": 30_000}
"""Bytes of the longest answers. That of a result is longest where a trick ends the game, because the answer tells both.

Nothing is compressed while it is secret who is asked. Lengths go up in steps of 64, and whether one is reached may rest
on a token or a name that chance draws: these are whole steps, one above what an answer takes that lies near its next.
"""
MOST_OF_A_MOVE = 3_008
"""Bytes of any other, with the story of a trick, act or round in it, and what follows."""
WORDS = ("maison", "jardin", "ordinateur", "bateau", "orage", "cerise", "montagne", "piano")
ANNOUNCED = re.compile(r'data-announced="?([\d.]+)')
DOSSIER = re.compile(r'id="?dossier"?\s+data-key="?(\w+)')


def read(answer: Any) -> str:
    """Return the text of an answer with the words in their places."""
    body = gzip.decompress(answer.content) if answer.get("Content-Encoding") == "gzip" else answer.content
    parts, _, words = body.partition(BREAK)
    found = iter(words.rstrip(b" ").split(GAP))
    return MARK.sub(r"\1", re.sub(GAP, lambda _: next(found), parts).decode())


def fill(table: Table, seat: int, page: str, chance: Random) -> dict[str, Any]:
    """Return the form of a page, filled in at random, and so that the move is taken."""
    form = Page(page).form_to(link("move", table.game))
    assert form
    fields: dict[str, Any] = form.fill(chance)
    if table.asked[seat].kind == "point":
        others = [place for place in range(len(table.players)) if place != seat]
        fields["at"] = [seat, others[0]] if table.states[-1].cards[seat] else chance.sample(others, 2)
    return fields | {name: chance.choice(WORDS) for name in ("word", "password") if name in fields}


def play(title: str) -> Iterator[tuple[str, int]]:
    """Yield by kind of move how long each answer is. One person plays with bots, not for the first time."""
    person, chance = make_person("Guillemette", language="fr"), Random(3)
    start_usual(person, title=title, language="fr")
    game = start_usual(person, title=title, language="fr")
    client = sign_in(person)
    page = client.get(link("table", game)).content.decode()
    dossier, known = DOSSIER.findall(page), dict[str, str]()
    while game.is_running:
        table = load_table(game)
        if 0 not in asked(table):
            break
        known |= learn(page)
        sent = client.post(
            link("move", game),
            fill(table, 0, page, chance),
            headers={
                **HTMX,
                "Accept-Encoding": "gzip",
                "X-Known": " ".join([*dossier, *known]),
                "X-Announced": ANNOUNCED.findall(page)[-1],
            },
        )
        page, game = restore(read(sent), known), Game.objects.get(pk=game.pk)
        if "choice-error" not in page:
            after = load_table(game)
            is_told = table.title.scene(table.states[-1]) != table.title.scene(after.states[-1])
            kind = "the end" if after.outcome else "the end of a scene" if is_told else table.asked[0].kind
            if table.asked[0].kind == "guess" or after.asks_in_secret:
                kind = "in secret"
            yield kind, len(sent.content)


@pytest.mark.parametrize("title", TITLES)
def test_an_answer_to_a_move_is_short(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded = Random(1)
    for name in ("random", "getrandbits"):
        monkeypatch.setattr(DICE, name, getattr(seeded, name))
    # Otherwise a length depended on the key of a row.
    monkeypatch.setattr(padding, "pick", lambda purpose, value, most: most // 2)
    longest: dict[str, int] = {}
    for kind, length in play(title):
        longest[kind] = max(length, longest.get(kind, 0))
    assert "the end" in longest
    assert not {kind: length for kind, length in longest.items() if length > MOST.get(kind, MOST_OF_A_MOVE)}, longest
