"""An attacker: a player who names themselves after a guessed secret and measures the length of others' compressed
pages."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from accounts.models import User
from accounts.names.display_names import NAME_LENGTH
from games.models import Game
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Term
from games.wording.sentences import word_term
from tests.tables.pages.differences import describe_difference

USUAL = ("Nothing", "Anything")


def choose_guesses(title: AnyTitle, words: Iterable[str], chance: Random) -> tuple[str, str]:
    """Return two guesses out of the words of what is hidden from the public, and of the roles."""
    roles = (word_term(title, Term("role", role)) for role in title.SIDES)
    known = {word[:NAME_LENGTH] for word in (*words, *roles) if len(word) > 1}
    one, other = chance.sample(sorted(known if len(known) > 1 else {*known, *USUAL}), 2)
    return one, other


def take_name(game: Game, viewer: int | None, name: str) -> str:
    """Give a name to a player other than the viewer, whoever has it; return the one they had."""
    others = game.players.exclude(seat=-1 if viewer is None else viewer)
    person = User.objects.filter(players__in=others).order_by("pk")[:1].get()
    User.objects.filter(pk=person.pk).update(display_name=name)
    return person.display_name


def list_changes(before: Sequence[Any], after: Sequence[Any]) -> Iterator[str]:
    """Yield what came out otherwise under another name, of those answers that were asked for again."""
    asked = {sent[0] for sent in after}
    for mine, theirs in zip((each for each in before if each[0] in asked), after, strict=True):
        if mine != theirs:
            yield f"{mine[0]}: under another name: {describe_difference(mine, theirs)}"
