"""The versions of the rules that can be played: the second has house roles, and nothing else is another."""

VERSIONS: tuple[int, ...] = (1, 2)
RULES = VERSIONS[-1]
