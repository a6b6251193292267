"""Hears a page as a blind player does: a real Orca reads a real Firefox, and a recorder takes the place of its voice.

Screen, session bus and home folder are made for it, so nothing of the user's own session is read or changed.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tests.browser.engines import FIREFOX, Firefox, connect_to_firefox, wait_for

PROGRAMS = ("orca", "firefox-esr", "Xvfb", "openbox", "xdotool", "dbus-daemon")
BUS_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
LOCALES = {"en": "C.UTF-8", "fr": "fr_FR.UTF-8"}
SIZE = (1280, 900)
QUIET = 2.0
"""Something is said to its end once nothing more has been said for so many seconds."""
ANSWER = 15.0
"""Seconds within which a key is answered, if it is, on a busy machine."""
FOCUSED = "const at = document.activeElement; return at.ariaLabel || at.textContent.replace(/\\s+/g, ' ').trim();"
PAGE = "document web"
"""What Orca says of a page after its title, in English and in French."""
LIMIT = 90.0
"""Seconds within which what a step waits for must be said."""
NOISE = re.compile("^(Page has|La page possède|Finished loading|Loading|Chargement|leaving |sortie d)")
"""What Orca counts on a page depends on what was visited, and that it loads or leaves a part on how long it takes."""
VISITED = {"visited link": "link", "lien visité": "lien"}
RECORDER = '''
"""Orca loads this file by itself: a file takes the place of its voice."""
import json, os
from orca import speech, speechserver

class Recorder(speechserver.SpeechServer):
    def __init__(self): self.out = open(os.environ["HEARD"], "a", buffering=1)
    def put(self, text): self.out.write(json.dumps(text) + "\\n")
    def speak(self, text=None, acss=None, interrupt=True):
        if text: self.put(text)
    def speakCharacter(self, character, acss=None): self.put(character)
    def getInfo(self): return ["recorder", "recorder"]
    def __getattribute__(self, name):
        try: return super().__getattribute__(name)
        except AttributeError: return lambda *a, **k: None

speech._initSpeechServer = lambda *a: setattr(speech, "_speechserver", Recorder())
'''
ORCA = {
    "enableSpeech": True, "enableBraille": False, "enableKeyEcho": False, "sayAllOnLoad": False,
    "startingProfile": ["Default", "default"], "profile": ["Default", "default"],
}  # fmt: skip


def find_missing() -> list[str]:
    """Return what is missing on this machine to hear a page."""
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if not BUS_LAUNCHER.exists():
        missing.append(str(BUS_LAUNCHER))
    if not missing:
        known = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=True).stdout.lower()
        missing += [name for name in LOCALES.values() if name.lower().replace("-", "") not in known.replace("-", "")]
    return missing


def forget_visits(line: str) -> str:
    for visited, link in VISITED.items():
        line = line.replace(visited, link)
    return line


@dataclass
class Reader:
    """Orca at a Firefox. `said` is what was heard, a line for each key and each thing said."""

    home: Path
    environment: dict[str, str]
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    position: int = 0
    firefox: Firefox = field(init=False)

    @property
    def heard(self) -> Path:
        return self.home / "heard"

    def start(self, *command: str) -> None:
        with (self.home / f"{Path(command[0]).name}.log").open("wb") as log:
            process = subprocess.Popen(
                command, env=self.environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        self.processes.append(process)

    def stop(self) -> None:
        for process in reversed(self.processes):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)

    def xdotool(self, *arguments: str) -> str:
        command = ["xdotool", *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False).stdout.strip()

    def read(self) -> list[str]:
        """Return what was said since the last look."""
        text = self.heard.read_bytes()[self.position :]
        whole = text[: text.rfind(b"\n") + 1]
        self.position += len(whole)
        return [" ".join(json.loads(line).split()) for line in whole.splitlines()]

    def listen(self, until: str = "", quiet: float = QUIET) -> None:
        """Note what is said until it is quiet, and until something was said that `until` finds."""
        begin = last = time.monotonic()
        is_found = not until
        while not is_found or time.monotonic() - last < quiet:
            lines = self.read()
            if lines:
                last, quiet = time.monotonic(), min(quiet, QUIET)
                self.said += [f"    {forget_visits(line)}" for line in lines if not NOISE.search(line)]
                is_found = is_found or any(re.search(until, line) for line in lines)
            assert time.monotonic() - begin < LIMIT, f"{until!r} was not said:\n" + "\n".join(self.said[-20:])
            time.sleep(0.05)

    def note(self, words: str) -> None:
        self.said += ["", f"## {words}"]

    def press(self, *keys: str, until: str = "") -> None:
        """Press keys one after the other, and listen after each; after the last one until something is said."""
        for at, key in enumerate(keys, 1):
            self.said.append(f"> {key}")
            self.xdotool("key", "--clearmodifiers", "--delay", "60", key)
            if at == len(keys) and until:
                self.listen(until)
            else:
                self.listen(quiet=ANSWER)

    def reach(self, name: str) -> None:
        """Wait until the focus has come to what is called so: Orca says it before Firefox moves the focus there."""
        wait_for(lambda: bool(re.search(name, self.firefox.run(FOCUSED))), f"the focus at {name}")

    def type(self, text: str) -> None:
        """Write into the field that has the focus. Not by keys: they get lost on a busy machine."""
        begin = len(self.said)
        self.firefox.write_into(self.firefox.find_focused(), text)
        self.listen()
        self.said[begin:] = [f"> types {text}"]

    def open(self, url: str, name: str = "", until: str = "") -> None:
        """Open an address, and note what is said when the focus comes from the address bar into the page.

        What is said of a page that loads depends on how long that takes, and may be nothing. Only if something on the
        page takes the focus, it is said for certain, as `until` finds it: for the focus and for the page that has
        loaded. That is twice, or once if both have happened before Orca looks at either, so the last one counts.
        """
        begin = len(self.said)
        self.firefox.open(url)
        if until:
            self.listen(until)
        else:
            self.listen(quiet=2 * QUIET)
            # To the address bar and back. Orca says nothing of a page after a key of its own, such as one for headings.
            self.xdotool("key", "F6")
            self.listen(re.escape(urlsplit(url).netloc))
            self.xdotool("key", "F6")
            self.listen(PAGE)
        self.forget_before(until or PAGE, begin)
        self.said.insert(begin, f"> opens {name or urlsplit(url).path}")

    def follow(self, until: str) -> None:
        """Press Return where it leads to a page on which something takes the focus, as in `open`."""
        begin = len(self.said) + 1
        self.press("Return", until=until)
        self.forget_before(until, begin)

    def forget_before(self, what: str, begin: int) -> None:
        """Forget what was said from the line `begin` on, up to the last line in which `what` is found."""
        last = next((at for at in range(len(self.said) - 1, begin, -1) if re.search(what, self.said[at])), begin)
        self.said[begin:last] = []


def make_home(home: Path, language: str, display: int) -> Reader:
    """Make a home folder with settings of Orca and Firefox, and return a reader that is not started yet."""
    orca, profile, run = home / ".local/share/orca", home / "profile", home / "run"
    for folder in (orca, profile, run):
        folder.mkdir(parents=True)
    run.chmod(0o700)
    (home / "heard").touch()
    (orca / "orca-customizations.py").write_text(RECORDER)
    settings = {"general": ORCA, "profiles": {"default": ORCA}, "pronunciations": {}, "keybindings": {}}
    (orca / "user-settings.conf").write_text(json.dumps(settings))
    chosen = {**FIREFOX, "intl.accept_languages": language}
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items())
    (profile / "user.js").write_text("".join(lines))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return Reader(home, kept | {
        "DISPLAY": f":{display}", "HOME": str(home), "XDG_RUNTIME_DIR": str(run), "PATH": "/usr/bin:/bin",
        "LANG": LOCALES[language], "LC_ALL": LOCALES[language], "LANGUAGE": language, "HEARD": str(home / "heard"),
        "GNOME_ACCESSIBILITY": "1", "ACCESSIBILITY_ENABLED": "1", "GTK_MODULES": "gail:atk-bridge",
        "MOZ_ENABLE_WAYLAND": "0", "XDG_SESSION_TYPE": "x11",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run}/bus",
    })  # fmt: skip


def find_display() -> int:
    """Return the number of a screen that no X server has."""
    return next(number for number in range(80, 200) if not Path(f"/tmp/.X11-unix/X{number}").exists())  # noqa: S108


@contextmanager
def run_reader(home: Path, language: str, url: str) -> Iterator[Reader]:
    """Run Orca and Firefox, which shows the page at `url`."""
    display = find_display()
    reader = make_home(home, language, display)
    width, height = SIZE
    try:
        reader.start("dbus-daemon", "--session", "--nofork", f"--address=unix:path={home}/run/bus")
        reader.start("Xvfb", f":{display}", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp")
        wait_for(lambda: bool(reader.xdotool("getdisplaygeometry")), "Xvfb")
        reader.start("openbox")
        reader.start(str(BUS_LAUNCHER), "--launch-immediately")
        reader.start("orca")
        wait_for(lambda: reader.heard.stat().st_size > 0, "Orca (only one may run on a machine)")
        profile, size = home / "profile", ("--width", str(width), "--height", str(height))
        reader.start("firefox-esr", "--no-remote", "--marionette", "--profile", str(profile), *size, url)
        find = ("search", "--onlyvisible", "--class", "firefox")
        wait_for(lambda: bool(reader.xdotool(*find)), "Firefox")
        reader.xdotool("windowactivate", "--sync", reader.xdotool(*find).split()[-1])
        with connect_to_firefox(home, profile) as reader.firefox:
            reader.listen(PAGE)
            reader.said.clear()
            yield reader
    finally:
        reader.stop()
