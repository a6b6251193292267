"""The versions that can be played. The second adds house roles."""

VERSIONS: tuple[int, ...] = (1, 2)
RULES = VERSIONS[-1]
