"""An application with one minimal view that writes and one that reads: what requests of the site are measured against.

It runs twice: behind the settings and the middleware of the site, and in a project as `startproject` makes it.
"""

from pathlib import Path

PAGES = Path(__file__).parent / "jinja2"
"""The templates of the minimal views."""
