"""The page to choose a face, without JavaScript."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from secrets import choice
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.faces import PARTS, SHAPES, Face, build_face, read_face
from accounts.models import User
from accounts.requests import SignedInRequest

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

NUMBERS = range(1, SHAPES + 1)
WORDS: Mapping[str, tuple["Words", tuple["Words", ...]]] = {
    "ground": (
        _("Background"),
        (_("pink rays"), _("lilac star"), _("sand stripes"), _("mint"), _("blue ring"), _("orange stripes")),
    ),
    "head": (
        _("Head"),
        (
            _("oval, fair"),
            _("square, tanned"),
            _("oval, brown"),
            _("long, dark"),
            _("round, pale"),
            _("pointed, olive"),
        ),
    ),
    "coat": (
        _("Coat"),
        (_("trench coat"), _("green cape"), _("suit and tie"), _("turtleneck"), _("purple coat"), _("sailor shirt")),
    ),
    "eyes": (
        _("Eyes"),
        (_("wide open"), _("dark glasses"), _("monocle"), _("smiling eyes"), _("round glasses"), _("eyepatch")),
    ),
    "mouth": (
        _("Mouth"),
        (_("straight"), _("grin"), _("thin moustache"), _("grand moustache"), _("red lips"), _("full beard")),
    ),
    "hat": (
        _("Hat or hair"),
        (_("fedora"), _("bowler hat"), _("long hair"), _("short hair"), _("wide-brimmed hat"), _("beret")),
    ),
}
"""The names of parts and shapes, the lowest layer first."""


@dataclass(frozen=True)
class Shape:
    """A shape to choose. `face` is the user's face with this shape."""

    number: int
    name: "Words"
    symbol: str
    face: Face
    is_chosen: bool


@dataclass(frozen=True)
class Part:
    name: str
    label: "Words"
    shapes: tuple[Shape, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def choose_face(request: SignedInRequest) -> HttpResponse:
    """Show and store a user's face. `reset` goes back to the face that their code gives."""
    person = request.user
    if request.method == "POST":
        chosen = "" if "reset" in request.POST else _read_choice(request.POST)
        if chosen is not None:
            User.objects.filter(pk=person.pk).update(face=chosen)
            messages.success(request, gettext("Saved."))
        return redirect("accounts:face")
    face = build_face(choice(NUMBERS) for _part in PARTS) if _is_drawn(request) else person.own_face
    return render(request, "accounts/face.html", {"parts": list(_offer_parts(face)), "is_chosen": bool(person.face)})


def _is_drawn(request: HttpRequest) -> bool:
    return "draw" in request.GET


def _read_choice(fields: QueryDict) -> str | None:
    face = read_face("".join(fields.get(part, "") for part in PARTS))
    return str(face) if face else None


def _offer_parts(face: Face) -> Iterator[Part]:
    for name, (label, names) in WORDS.items():
        shapes = (
            Shape(
                number=number,
                name=words,
                symbol=f"{name}-{number}",
                face=face.wear(name, number),
                is_chosen=getattr(face, name) == number,
            )
            for number, words in zip(NUMBERS, names, strict=True)
        )
        yield Part(name, label, tuple(shapes))
