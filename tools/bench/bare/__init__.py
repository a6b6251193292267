"""Two minimal views, the yardstick for the site's requests.

They run behind the site's middleware, and in a project from `startproject`.
"""

from pathlib import Path

PAGES = Path(__file__).parent / "jinja2"
