from collections.abc import Mapping

VERSIONS: tuple[int, ...] = (1,)
RULES = VERSIONS[-1]
SPIES = range(10)
# The three hideouts of a player, numbered from left to right.
PLACES = range(3)
# How many decoys a player has.
TOKENS = 5
PLAYERS = 2
AGENCY, MASKS = "agency", "masks"
# The two roles differ only in name.
ROLES = (AGENCY, MASKS)
SIDES: Mapping[str, str] = {role: role for role in ROLES}
