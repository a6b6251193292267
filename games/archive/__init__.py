"""Finished games: replays, records and the proof of the deal.

The rooms above may import it. It imports tables and the rooms below it.
"""
