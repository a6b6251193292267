"""Sentences of a title in the reader's language, and the names of tables.

Every room above may import it. It imports rules, fast and clock.
"""
