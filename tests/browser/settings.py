"""Settings of the site under test: those of development, but chance is the same in each run."""

from insidejob.settings.dev import *  # noqa: F403
from insidejob.settings.dev import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.browser.chance.SteadyChance"]
