"""The role that results are counted by: cards change from round to round, so over a game everybody is the same."""

from collections.abc import Mapping

OPERATIVE = "operative"
EVERYBODY = "everybody"
SIDES: Mapping[str, str] = {OPERATIVE: EVERYBODY}
