"""The second version adds house roles."""

VERSIONS: tuple[int, ...] = (1, 2)
RULES = VERSIONS[-1]
