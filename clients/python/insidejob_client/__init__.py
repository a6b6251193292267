"""A client of the API of a site of Inside Job.

`Client` asks, and asks again what failed on the way. `play_for_ever` and `play_table` are the loop of a bot.
"""

from insidejob_client.bot import Choose, play_for_ever, play_table
from insidejob_client.client import Client
from insidejob_client.errors import ApiError, Conflict, Unreachable
from insidejob_client.shapes import Answer, Game, Move, Row, Talk

__all__ = [
    "Answer", "ApiError", "Choose", "Client", "Conflict", "Game", "Move", "Row", "Talk", "Unreachable", "play_for_ever",
    "play_table",
]  # fmt: skip
