"""Settings of the minimal views behind the site's middleware."""

from tools.bench.bare import PAGES
from tools.bench.http.settings import *  # noqa: F403
from tools.bench.http.settings import INSTALLED_APPS, TEMPLATES

INSTALLED_APPS = [*INSTALLED_APPS, "tools.bench.bare"]
ROOT_URLCONF = "tools.bench.bare.urls"
TEMPLATES[0]["DIRS"].append(PAGES)
