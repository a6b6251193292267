"""The settings of the minimal views behind the middleware of the site, in the same database."""

from bench.bare import PAGES
from bench.http.settings import *  # noqa: F403
from bench.http.settings import INSTALLED_APPS, TEMPLATES

INSTALLED_APPS = [*INSTALLED_APPS, "bench.bare"]
ROOT_URLCONF = "bench.bare.urls"
TEMPLATES[0]["DIRS"].append(PAGES)
