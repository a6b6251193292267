"""What each player has: ten spies, three hideouts, five decoys, and the name of a faction."""

from collections.abc import Mapping

VERSIONS: tuple[int, ...] = (1,)
RULES = VERSIONS[-1]
"""The versions of the rules, and that of new tables."""
SPIES = range(10)
"""The values of a player's spies: one of each."""
PLACES = range(3)
"""A player's hideouts, from left to right."""
TOKENS = 5
"""How many decoy tokens a player has for the whole game."""
PLAYERS = 2
AGENCY, MASKS = "agency", "masks"
ROLES = (AGENCY, MASKS)
"""The faction of each seat: two names for the same material."""
SIDES: Mapping[str, str] = {role: role for role in ROLES}
