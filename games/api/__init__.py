"""The API: what pages do, as JSON, for programs with a token.

Only urls and the settings import it. It may import every room.
"""
