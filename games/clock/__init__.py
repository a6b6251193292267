"""The time of a table: paces, waking hours, vacations, banks, deadlines, reliability.

Every room but `rules` may import it. It imports the rules and `accounts.availability`.
"""
