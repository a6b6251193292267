"""The roles of Rendezvous.

There is a single one for all players, because who is a spy changes with the cards of each round.
"""

from collections.abc import Mapping

OPERATIVE = "operative"
EVERYBODY = "everybody"
SIDES: Mapping[str, str] = {OPERATIVE: EVERYBODY}
