"""The settings of the torture: those of production, but that channels may post to servers of this machine."""

from insidejob.settings.prod import *  # noqa: F403
from insidejob.settings.prod import INSTALLED_APPS, env

INSTALLED_APPS = [*INSTALLED_APPS, "tests.torture"]
CHANNELS_MAY_REACH = env.list("TORTURE_CHANNELS")
