"""The settings of the torture: those of production, except that channels may post to servers on this machine."""

from insidejob.settings.prod import *  # noqa: F403
from insidejob.settings.prod import INSTALLED_APPS, env

INSTALLED_APPS = [*INSTALLED_APPS, "tools.torture"]
CHANNELS_MAY_REACH = env.list("TORTURE_CHANNELS")
