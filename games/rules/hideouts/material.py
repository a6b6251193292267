from collections.abc import Mapping

VERSIONS: tuple[int, ...] = (1,)
RULES = VERSIONS[-1]
SPIES = range(10)
# From left to right.
PLACES = range(3)
# Decoys.
TOKENS = 5
PLAYERS = 2
AGENCY, MASKS = "agency", "masks"
# They differ only in name.
ROLES = (AGENCY, MASKS)
SIDES: Mapping[str, str] = {role: role for role in ROLES}
