"""What every title brings to its tests, found by the registry, and what of it is missing, in sentences.

They are in `tests` of a title's package. `worlds.py` and `leaks.py` there serve the proofs that nothing leaks,
`features.py` the golden games, `stage.py` the browser. A new title is looked at by every proof once it has them.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.texts import Plural
from games.rules.engine.values import Json, Phrase
from games.rules.registry import TITLES
from games.titles import PACKAGES, find_folder
from tests.rules.swap import Channels, awaits_sealed, open_channels, play_game
from tests.rules.worlds import Worlds
from tools.messages import SITE, as_forms, read_catalog

PLACE = re.compile(r"\{[^{}]*\}")
HOUSE = Path(__file__).parent.parent
MODULES = {
    "worlds": (
        "the world swap by the rules, over HTTP and by mail, the blindness of clock and stand-in, and the junk",
        tuple(name for name in vars(Worlds) if not name.startswith("_")),
    ),
    "leaks": ("the proof that the world swap finds leaks", ("LEAKS", "TABLES", "HARMLESS")),
    "features": ("the golden games", ("REQUIRED", "REFUSED", "PLAYERS", "name_features", "name_tables")),
    "stage": ("the browser's pages and axe", ("make_tables",)),
}
"""By name of a module in a title's folder of tests, what it is for, and what it holds."""


def find_module(title: str, name: str) -> ModuleType | None:
    """Return a module of a title's tests, or None where there is none."""
    package = package_of(title)
    path = f"{package}.tests.{name}"
    return import_module(path) if find_spec(package) and find_spec(f"{package}.tests") and find_spec(path) else None


def package_of(title: str) -> str:
    """Return a title's package; that of a title which the site does not have is called as its folder."""
    folder = TITLES[title].FOLDER if title in TITLES else title
    known = {package.rpartition(".")[2]: package for package in PACKAGES}
    return known.get(folder, folder)


def folder_of(title: str) -> Path:
    """Return a title's folder, or where it would be."""
    package = package_of(title)
    return find_folder(package) if find_spec(package) else HOUSE / "games" / "titles" / package


def golden_of(title: str, version: int) -> Path:
    """Return where the golden games of a title are kept, for one version of its rules."""
    return folder_of(title) / "tests" / "golden" / f"{title}-{version}.jsonl"


def list_golden(title: str) -> list[Path]:
    """Return the files of a title's golden games, one for each version of its rules."""
    return sorted(golden_of(title, 1).parent.glob(f"{title}-*.jsonl"))


def worlds_of(title: str) -> Worlds:
    """Return what a title gives to the world swap. Raises `AssertionError` that says what is missing."""
    found = find_module(title, "worlds")
    assert found, f"{title} has no tests/worlds.py in its folder"
    return cast(Worlds, found)


def list_worlds() -> dict[str, Worlds]:
    """Return by name what each title of the house gives to the world swap."""
    return {name: worlds_of(name) for name in TITLES}


def find_missing(title: AnyTitle) -> list[str]:
    """Return a sentence for everything that a title does not bring to its tests."""
    return [*miss_modules(title), *miss_channels(title), *miss_files(title), *miss_french(title)]


def miss_modules(title: AnyTitle) -> Iterator[str]:
    """Yield what is missing in a title's folder of tests."""
    for module, (purpose, names) in MODULES.items():
        found = find_module(title.NAME, module)
        if not found:
            needed = ", ".join(names)
            yield f"{title.NAME} has no tests/{module}.py in its folder, which {purpose} need: it holds {needed}."
            continue
        for name in names:
            if not hasattr(found, name):
                yield f"{title.NAME} has no {name} in tests/{module}.py of its folder, which {purpose} need."


def miss_channels(title: AnyTitle) -> Iterator[str]:
    """Yield through which channels a title plants no leak, so that the world swap is not shown to look there."""
    leaks = find_module(title.NAME, "leaks")
    if not leaks:
        return
    as_it_is = open_channels(title)
    for name in (field.name for field in fields(Channels)):
        if name == "wait" and not has_sealed(title.NAME):
            continue
        if all(is_same(getattr(channels, name), getattr(as_it_is, name)) for channels in leaks.LEAKS.values()):
            yield f"{title.NAME} plants no leak through {name!r} in the LEAKS of tests/leaks.py in its folder."


def is_same(one: Any, other: Any) -> bool:
    """Tell whether two functions are one, or were made from one piece of code."""
    return one is other or getattr(one, "__code__", one) is getattr(other, "__code__", other)


def has_sealed(name: str) -> bool:
    """Tell whether choices of a title are sealed."""
    worlds = worlds_of(name)
    games = (play_game(worlds, f"sealed-{number}") for number in range(3))
    return any(awaits_sealed(worlds.TITLE, state) for game in games for state in game.states)


def miss_files(title: AnyTitle) -> Iterator[str]:
    """Yield that a title has no golden games, and what the house finds lacking when it starts."""
    # Not above: it needs Django set up, and not all that looks at worlds does.
    from games.site.checks import _find_gaps

    path = golden_of(title.NAME, title.RULES)
    if not path.is_file():
        command = f"python -m tests.golden.make {title.NAME}"
        yield f"{title.NAME} has no tests/golden/{path.name} in its folder, the golden games: `{command}` finds them."
    yield from _find_gaps(title)


def miss_french(title: AnyTitle) -> Iterator[str]:
    """Yield which sentences of a title have no French."""
    catalogs = [read_catalog("fr", SITE), read_catalog("fr", folder_of(title.NAME) / "locale")]
    known = {form for catalog in catalogs for message in catalog if message.string for form in as_forms(message.id)}
    for sentence in list_sentences(title):
        if sentence not in known:
            yield f"{title.NAME} has no French for {sentence!r}: mark it with `text` and run `make messages`."


def list_sentences(title: AnyTitle) -> list[str]:
    """Return every sentence of a title's texts and options in its English source form."""
    texts = title.TEXTS
    found: list[Any] = [texts.name, texts.pitch, title.PARTS.text, *texts.events.values(), *texts.objections.values()]
    found += [*texts.reasons.values(), *texts.talk_limits]
    found += [name for terms in texts.terms.values() for name in terms.values()]
    found += [text for gloss in texts.glossary.values() for text in (gloss.name, gloss.meaning)]
    found += [tip.text for tip in texts.tips]
    found += [title.PREMOVES.limits] if title.PREMOVES and title.PREMOVES.limits else []
    found += title.STATISTICS.labels.values() if title.STATISTICS else []
    found += [title.STATISTICS.found_out.label] if title.STATISTICS and title.STATISTICS.found_out else []
    found += title.SUSPICION_MODEL.proofs.values() if title.SUSPICION_MODEL else []
    found += title.CASES.sentences.values() if title.CASES else []
    parts = [part for option in title.OPTIONS if option.house_role for part in option.house_role.parts]
    for option in (*title.OPTIONS, *parts):
        found += [option.label, option.help, *(label for _, label in option.choices)]
    plain = [name.sentence if isinstance(name, Phrase) else name for name in found]
    return [
        form
        for each in plain
        for form in ((each.one, each.many) if isinstance(each, Plural) else (each,))
        if is_word(form)
    ]


def is_word(text: str) -> bool:
    """Tell whether a text has letters outside of its places, so that it must be translated."""
    return any(letter.isalpha() for letter in PLACE.sub("", text))


def is_typed(title: AnyTitle, move: Json) -> bool:
    """Tell whether a move is one of those of which a title offers only some."""
    return title.dump_move(move)["type"] in worlds_of(title.NAME).TYPED


def may_be_null(title: AnyTitle, move: Json, field: str) -> bool:
    """Tell whether a field of a move may be null, as the clock leaves it."""
    return field in worlds_of(title.NAME).TYPED.get(title.dump_move(move)["type"], ())
