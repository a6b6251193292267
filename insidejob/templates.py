"""How templates of pages are read: without the indent that they are written with, a fifth of what a page weighs.

Browsers show a line's end and the spaces behind it as one space. Mails and scripts stay as they are: there each counts.
"""

import re

from django.template import Origin
from django.template.loaders import app_directories, filesystem

INDENT = re.compile(r"\n[ \n]+")


class Loader(filesystem.Loader):
    """Reads the project's templates."""

    def get_contents(self, origin: Origin) -> str:
        return tighten(origin, super().get_contents(origin))


class AppLoader(app_directories.Loader):
    """Reads those of applications."""

    def get_contents(self, origin: Origin) -> str:
        return tighten(origin, super().get_contents(origin))


def tighten(origin: Origin, source: str) -> str:
    """Return the source of a template, if it is a page's without its indent."""
    return INDENT.sub("\n", source) if origin.name.endswith(".html") else source
