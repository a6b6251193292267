"""When a user can be asked: time zone, waking hours and vacations.

Models, `games.clock` and every room above may import it. It imports nothing of ours.
"""
