"""Parts of the page that are the same for all who have seen as many scenes. Each process draws them once."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.cases.selectors.files import CaseFile, load_file
from games.fast.fragment_cache import squeeze
from games.fast.word_cache import cached
from games.state.view import View

VIEWS, PARTS = 256, 1024


def show_scenes(file: CaseFile, scenes: int) -> View:
    return find_view(file.key, file.commitment, scenes, get_language() or "")


def draw_part(file: CaseFile, part: str, scenes: int) -> SafeString:
    return _render_part(file.key, file.number, file.commitment, part, scenes, get_language() or "")


@cached(VIEWS, "fragment_cache")
def find_view(key: int, commitment: str, scenes: int, language: str) -> View:
    return load_file(key, commitment).view(scenes)


@cached(PARTS, "fragment_cache")
def _render_part(key: int, number: int, commitment: str, part: str, scenes: int, language: str) -> SafeString:
    view = find_view(key, commitment, scenes, language)
    return squeeze(render_to_string(f"{view.template}/{part}.html", {"view": view, "number": number}))
