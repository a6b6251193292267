"""The first page, my games, choosing a title, and the pages of rules.

Nothing imports it but urls. It may import any room.
"""
