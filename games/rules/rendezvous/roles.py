"""The one role for statistics: cards change each round, so over a game all are equal."""

from collections.abc import Mapping

OPERATIVE = "operative"
EVERYBODY = "everybody"
SIDES: Mapping[str, str] = {OPERATIVE: EVERYBODY}
