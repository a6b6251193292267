"""Settings of the minimal views behind the site's middleware."""

from bench.bare import PAGES
from bench.http.settings import *  # noqa: F403
from bench.http.settings import INSTALLED_APPS, TEMPLATES

INSTALLED_APPS = [*INSTALLED_APPS, "bench.bare"]
ROOT_URLCONF = "bench.bare.urls"
TEMPLATES[0]["DIRS"].append(PAGES)
