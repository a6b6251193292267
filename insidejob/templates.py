"""How templates are read, by Jinja.

A page comes without the indent that its template is written with, a fifth of what it weighs: browsers show a line's
end and the spaces behind it as one space. Mails and scripts stay as they are: there each counts.
"""

from collections.abc import Callable, MutableMapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest
from django.template import engines
from django.template.backends import jinja2
from django.template.backends.utils import csrf_input_lazy, csrf_token_lazy
from django.utils import translation
from django.utils.autoreload import BaseReloader, autoreload_started, file_changed
from django.utils.safestring import SafeString
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, Undefined, nodes
from jinja2.visitor import NodeTransformer

from games.fast.fragment_cache import INDENT, cache_fragment
from insidejob import filters
from insidejob.active_language import spoken


class Page(jinja2.Template):
    """A template, as views draw it."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> str:
        """Return what it says with `context`."""
        language = translation.get_language() or ""
        given = {"_": partial(filters.say, language), **self.fill(context or {}, request)}
        token = spoken.set(language)
        try:
            return str(self.template.render(given))
        finally:
            spoken.reset(token)

    def fill(self, context: dict[str, Any], request: HttpRequest | None) -> dict[str, Any]:
        """Return all that it is given: `context`, which goes before what every page of a request has."""
        if request is None:
            return context
        common: dict[str, Any] = {"csrf_input": csrf_input_lazy(request), "csrf_token": csrf_token_lazy(request)}
        for give in self.backend.template_context_processors:
            common |= give(request)
        return common | context


class Backend(jinja2.Jinja2):
    """Finds templates for views. In Django's own, what every page has would go before what a view gives."""

    def get_template(self, template_name: str) -> Page:
        """Return the template of that name. Raises `TemplateDoesNotExist`, and `TemplateSyntaxError`."""
        return Page(super().get_template(template_name).template, self)


class Loader(FileSystemLoader):
    """Reads the project's templates."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's source, a page's without its indent; its file; and what tells whether it is still so."""
        source, file, is_current = super().get_source(environment, template)
        return INDENT.sub("\n", source) if file.endswith(".html") else source, file, is_current


class Inliner(NodeTransformer):
    """Puts in the place of each `include` what the template of that name says, once it is read.

    Else each would be looked up, and handed all names in a dict of its own, each time it is drawn. One whose name is
    worked out stays, and so does one that is made of blocks.
    """

    def __init__(self, environment: "SiteEnvironment") -> None:
        self.environment = environment

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 -- Jinja calls it so
        """Return what the template says, its own names kept apart; or the `include` as it is."""
        if not (isinstance(node.template, nodes.Const) and node.with_context and not node.ignore_missing):
            return node
        read = self.environment.read(node.template.value)
        has_blocks = any(read.find_all((nodes.Extends, nodes.Block)))
        return node if has_blocks else nodes.Scope(read.body, lineno=node.lineno)


class SiteEnvironment(Environment):
    """Reads templates with those that they include, and hands them what all may use as one dict.

    Jinja's own is a chain of two, gone through for each part drawn.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.parsed: dict[str, nodes.Template] = {}

    def read(self, name: str) -> nodes.Template:
        """Return the template of that name, parsed. Raises `TemplateNotFound`, and `TemplateSyntaxError`."""
        if name in self.parsed:
            return self.parsed[name]
        source, file, _ = cast(Loader, self.loader).get_source(self, name)
        return self._parse(source, name, file)

    @cached_property
    def escaping(self) -> Environment:
        """What reads plain text for a page, in which all that is shown is escaped."""
        return self.overlay(autoescape=True)

    def forget(self) -> None:
        """Forget all that was read."""
        self.parsed.clear()
        self.__dict__.pop("escaping", None)
        if self.cache is not None:
            self.cache.clear()

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Return a template parsed, with those that it includes: once, if it has a name."""
        if name in self.parsed:
            return self.parsed[name]
        parsed = cast(nodes.Template, Inliner(self).visit(super()._parse(source, name, filename)))
        if name:
            self.parsed[name] = parsed
        return parsed

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what a template may use: what all may, and its own."""
        return {**self.globals, **(d or {})}


def environment(*, loader: FileSystemLoader, **options: Any) -> Environment:
    """Return what Jinja reads the templates in the folders of `loader` with; `options` are from Django."""
    # It needs the models, which are there once the site has started.
    from games.state import template_functions

    options |= {
        "loader": Loader(loader.searchpath),
        "autoescape": is_escaped,
        # What is not there is empty, and so is all that it would have.
        "undefined": ChainableUndefined,
        "keep_trailing_newline": True,
        # All of them are kept.
        "cache_size": -1,
        "auto_reload": False,
    }
    made = SiteEnvironment(extensions=["jinja2.ext.i18n"], **options)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.globals |= {each.__name__: each for each in (*filters.FUNCTIONS, *template_functions.FUNCTIONS, write_text)}
    made.globals["LANGUAGES"] = settings.LANGUAGES
    made.filters |= filters.FILTERS | {each.__name__: each for each in template_functions.FILTERS}
    made.tests["none"] = is_missing
    return made


def is_escaped(name: str | None) -> bool:
    """Tell whether what a template shows is escaped: not in plain text."""
    return not (name or "").endswith(".txt")


def write_text(template: str, **given: Any) -> SafeString:
    """Return what a template of plain text says, for a page: `{{ write_text(letter.body, letter=letter) }}`.

    Names in it are marked, and all that is shown is escaped. Included in a page it would not be.
    """
    backend = find_backend()
    read = cast(SiteEnvironment, backend.env).escaping.get_template(template)
    return SafeString(Page(read, backend).render(given))


def is_missing(value: Any) -> bool:
    """Tell whether there is no such value: `{% if gap is not none %}`."""
    return value is None or isinstance(value, Undefined)


def find_backend() -> Backend:
    """Return the one that the site's pages are drawn with."""
    return cast(Backend, engines["templates"])


def read_all() -> None:
    """Read every template, so that no visitor waits for it. Raises an error of Jinja's for one that cannot be read."""
    environment = cast(SiteEnvironment, find_backend().env)
    for name in environment.list_templates():
        environment.get_template(name)
    # What is compiled needs them no more.
    environment.parsed.clear()


@receiver(autoreload_started)
def watch(sender: BaseReloader, **kwargs: Any) -> None:
    """Look for changes of templates, under `make dev` alone."""
    for folder in find_backend().template_dirs:
        sender.watch_dir(folder, "**/*")


@receiver(file_changed)
def read_anew(file_path: Path, **kwargs: Any) -> bool:
    """Forget the templates if one or a text has changed. Tells whether that is all there is to do."""
    is_template = any(file_path.is_relative_to(folder) for folder in find_backend().template_dirs)
    if is_template or file_path.suffix == ".mo":
        cast(SiteEnvironment, find_backend().env).forget()
        cache_fragment.forget()
        filters.say.forget()
    return is_template
