"""Finds feints: a spy says a word of another password. Bots do this now and then."""

from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.moves import Say
from games.titles.rendezvous.rules.state import Round
from games.titles.rendezvous.rules.words import list_associations


def is_feint(language: str, number: int | None, finished: Round, say: Say) -> bool:
    """Whether a word of a finished round was a feint, judged by the bots' lists of hints."""
    password = next(
        (word for pair, word in zip(finished.pairs, finished.passwords, strict=True) if say.seat in pair), None
    )
    if number is None or password is None or say.word is None:
        return False
    suited = {each.password for each in list_associations(language, number) if fold(say.word) in each.folded}
    return bool(suited) and password not in suited
