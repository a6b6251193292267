"""Measuring and training bots: an arena, simulations, bots behind a URL, and an environment of PettingZoo.

Researchers install it with the rules (docs/research.md). On the site only the commands of `games/management` use it.
"""
