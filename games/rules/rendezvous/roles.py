"""One role for all: cards change each round."""

from collections.abc import Mapping

OPERATIVE = "operative"
EVERYBODY = "everybody"
SIDES: Mapping[str, str] = {OPERATIVE: EVERYBODY}
