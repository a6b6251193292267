"""Jinja templates.

HTML is sent without indentation, which would be a fifth of its size. Emails and scripts keep theirs.
"""

from collections.abc import Callable, MutableMapping
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import engines
from django.template.backends import jinja2
from django.template.backends.utils import csrf_input
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, Undefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from games.fast.fragment_cache import INDENT, cache_fragment
from insidejob import filters
from insidejob.active_language import spoken
from insidejob.compiled_templates import keep_compiled
from insidejob.untranslated import fit_sentence


class Page(jinja2.Template):
    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> str:
        language = translation.get_language() or ""
        given = {"_": partial(filters.say, language), **self.fill(context or {}, request)}
        token = spoken.set(language)
        try:
            return str(self.template.render(given))
        finally:
            spoken.reset(token)

    def fill(self, context: dict[str, Any], request: HttpRequest | None) -> dict[str, Any]:
        """Fill the template. Values of `context` override those of context processors."""
        if request is None:
            return context
        # Each is made once for all forms of a page. In the end all tokens of a page are masked alike (`padding`).
        common: dict[str, Any] = {
            name: SimpleLazyObject(partial(make, request))
            for name, make in (("csrf_input", csrf_input), ("csrf_token", get_token))
        }
        for give in self.backend.template_context_processors:
            common |= give(request)
        return common | context


class Backend(jinja2.Jinja2):
    """A backend where the view's values override those of context processors. Django's does the opposite."""

    def get_template(self, template_name: str) -> Page:
        """Raise `TemplateDoesNotExist` or `TemplateSyntaxError`."""
        if settings.RELOAD:
            _forget_changed()
        return Page(super().get_template(template_name).template, self)


class Loader(FileSystemLoader):
    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Load a template, strip the indentation of HTML, and keep browsers from calling forms invalid.

        Firefox tells screen readers that a form is invalid while a required field is empty.
        """
        source, file, is_current = super().get_source(environment, template)
        if file.endswith(".html"):
            source = INDENT.sub("\n", source).replace("<form", '<form aria-invalid="false"')
        return source, file, is_current


class SiteEnvironment(Environment):
    """Keeps global variables in a single dictionary, because Jinja's chain of two is slower."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.times: dict[Path, int] = {}

    @cached_property
    def escaping(self) -> Environment:
        """An environment that escapes text templates for use in a page."""
        # The cache of compiled templates knows templates only by name, and here the same ones are compiled differently.
        return self.overlay(autoescape=True, bytecode_cache=None)

    def forget(self) -> None:
        self.__dict__.pop("escaping", None)
        if self.cache is not None:
            self.cache.clear()

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def environment(*, loader: FileSystemLoader, functions: str, **options: Any) -> Environment:
    """Return the environment. `functions` names the module with functions and filters of the rooms."""
    given = import_module(functions)
    options |= {
        "loader": Loader(loader.searchpath),
        "autoescape": _is_escaped,
        # Missing values are empty, and so are their attributes.
        "undefined": ChainableUndefined,
        "keep_trailing_newline": True,
        # The number of cached templates is not limited.
        "cache_size": -1,
        "auto_reload": False,
        "bytecode_cache": None if settings.RELOAD else keep_compiled(Path(__file__)),
    }
    made = SiteEnvironment(extensions=["jinja2.ext.i18n"], **options)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.globals |= {"gettext": _fill_in(translation.gettext), "ngettext": _fill_in(translation.ngettext)}
    made.globals |= {each.__name__: each for each in (*filters.FUNCTIONS, *given.FUNCTIONS, write_text)}
    made.globals["LANGUAGES"] = settings.LANGUAGES
    made.filters |= filters.FILTERS | given.FILTERS
    made.tests["none"] = _is_missing
    return made


def _fill_in(translate: Callable[..., str]) -> Callable[..., str]:
    """Return `translate` as Jinja's new style has it, with words that fit their place in the sentence."""

    @pass_context
    def fill(context: Context, *texts: Any, **words: Any) -> str:
        if len(texts) > 1:
            words.setdefault("num", texts[-1])
        sentence = translate(*texts)
        named = fit_sentence(sentence, words)
        return (Markup(sentence) if context.eval_ctx.autoescape else sentence) % named  # noqa: S704 -- our own texts

    return fill


def _is_escaped(name: str | None) -> bool:
    return not (name or "").endswith(".txt")


def write_text(template: str, **given: Any) -> SafeString:
    """Return a text template, escaped for a page: `{{ write_text(letter.body, letter=letter) }}`."""
    backend = find_backend()
    read = cast(SiteEnvironment, backend.env).escaping.get_template(template)
    # A blank line around it would be a line break in the page.
    return SafeString(Page(read, backend).render(given).strip())


def _is_missing(value: Any) -> bool:
    """Whether a value is None or undefined, as in `{% if gap is not none %}`."""
    return value is None or isinstance(value, Undefined)


def find_backend() -> Backend:
    return cast(Backend, engines["templates"])


def read_all() -> None:
    """Compile all templates at startup, so that no visitor waits for it. Under `make dev` nothing is done."""
    if settings.RELOAD:
        return
    environment = cast(SiteEnvironment, find_backend().env)
    for name in environment.list_templates():
        environment.get_template(name)


def _forget_changed() -> None:
    """If a template has changed, forget all templates and what was made of them."""
    environment = cast(SiteEnvironment, find_backend().env)
    paths = (path for folder in find_backend().template_dirs for path in Path(folder).rglob("*"))
    times = {path: path.stat().st_mtime_ns for path in paths if path.exists()}
    if environment.times != times:
        environment.forget()
        cache_fragment.forget()
        environment.times = times
