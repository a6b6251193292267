"""How templates of pages are read: without the indent that they are written with, a fifth of what a page weighs.

Browsers show a line's end and the spaces behind it as one space. Mails and scripts stay as they are: there each counts.
And a page's parts: what `{% part %}` names is read once, with the template that names it. Every template has this tag.
"""

import re

from django.template import Context, Engine, Library, Origin
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.loaders import app_directories, filesystem
from django.utils.safestring import SafeString

register = Library()
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


class Part(Node):
    """What another template holds, in its place."""

    def __init__(self, content: NodeList, given: dict[str, FilterExpression]) -> None:
        self.content, self.given = content, given

    def render(self, context: Context) -> SafeString:
        """Return the content, drawn from what stands here and what it is given beside; it leaves no name behind."""
        with context.push(**{name: value.resolve(context) for name, value in self.given.items()}):
            return self.content.render(context)


@register.tag
def part(parser: Parser, token: Token) -> Part:
    """Put a template here that is known by its name: `{% part "games/_name.html" with name=place.name %}`.

    It shows what `{% include %}` would, which looks a template up each time it is shown: a table has forty of them. No
    part holds itself, extends another template or has blocks.
    """
    _, name, *rest = token.split_contents()
    template = Engine.get_default().get_template(name.strip('"'))
    return Part(template.nodelist, token_kwargs(rest[1:], parser))
