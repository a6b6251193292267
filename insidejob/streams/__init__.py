"""Server-sent events that tell waiting pages that there is something new.

The site signs passes (`passes.py`) and publishes what has changed (`news.py`). One process (`server.py`) holds the
connections. It imports no room and asks no database: what may be seen is decided when the page then polls.
"""
