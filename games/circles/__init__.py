"""Circles: lasting groups of people who play together.

`archive` and the rooms above may import it. It imports tables and the rooms below it.
"""
