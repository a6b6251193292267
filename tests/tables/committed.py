"""Deals laid out with a commitment that stands for any of them, and the key of one, which is another for each deal."""

from hashlib import sha256
from typing import Any

from games.models import Deal, Game, Hand
from games.rules.commitment import commit, list_parts
from games.rules.registry import get_title

ROOT = "ab" * 32
"""What stands for the commitment to any deal, as one to each would differ by nature."""


def store_deal(game: Game, deal: Any, *, is_committed: bool) -> None:
    """Store a deal; the game is committed to it, or to `ROOT`."""
    title = get_title(game.title)
    dealt, options = title.dump_deal(deal), title.parse_options(game.options, game.seat_count)
    key = sha256(repr(deal).encode()).digest()
    root = commit(list_parts(title, options, deal, game.rules), key) if is_committed else ROOT
    Game.objects.filter(pk=game.pk).update(commitment=root)
    row = Deal.objects.create(game=game, content=dealt.common, commitment_key=key.hex())
    Hand.objects.bulk_create(Hand(deal=row, seat=seat, content=hand) for seat, hand in enumerate(dealt.hands))
