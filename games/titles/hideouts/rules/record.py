from games.rules.engine.errors import BadRecord
from games.rules.engine.strict_json import is_number, quote, require_keys
from games.rules.engine.values import Json
from games.titles.hideouts.rules.deal import Deal
from games.titles.hideouts.rules.options import Options

WHERE = "deal"


def record_deal(deal: Deal) -> dict[str, Json]:
    return {"first": deal.first}


def read_record_deal(raw: Json, options: Options, seats: int) -> Deal:
    """Read the deal of a record. Raises `BadRecord`."""
    require_keys(raw, ("first",), WHERE)
    if not is_number(raw["first"], range(seats)):
        raise BadRecord(WHERE, f"first is {quote(raw['first'])}, not one of {quote(list(range(seats)))}")
    return Deal(raw["first"])
