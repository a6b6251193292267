"""The columns in which a stored game keeps what its table chose, the host's word for a house role among them."""

from typing import Any

from games.rules.engine.options import find_house_rule
from games.rules.engine.protocol import AnyTitle

HOUSE_NAME = "Postmistress"
"""What hosts call a role of their own: on pages, and in no mail."""


def store_options(title: AnyTitle, options: Any) -> dict[str, Any]:
    """Return the columns of a game for these options."""
    raw = title.dump_options(options)
    return {"options": raw, "house_name": HOUSE_NAME if find_house_rule(title.OPTIONS, raw) else ""}
