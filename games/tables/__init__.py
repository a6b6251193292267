"""A table from its invitation to its result: lobby, seats, moves, deadlines, premoves, bots, pauses, talk.

The rooms above may import its services, selectors and the access checks of its views. It imports notifications and
the rooms below it.
"""
