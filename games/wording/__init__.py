"""Codes put into the reader's language, and names of tables.

Every room above may import it. It imports rules, fast and clock.
"""
