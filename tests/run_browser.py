"""`make browser`: the tests in `tests/browser`, in the Chromium of this machine, by three workers with a site each.

Arguments go to pytest; where they name files, just those are run, in one process.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WORKERS = ("-n", "3", "--dist", "loadfile")
HANGS_AFTER = ("--timeout", "900")
"""Seconds a test. Whatever a test waits for has an end of its own; one that looks at sixty pages may take long."""
ADVICE = "No Chromium was found: install it (on Debian: apt install chromium), or name its program in CHROMIUM."


def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome: CHROMIUM if set, else the first on the PATH."""
    candidates = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else NAMES
    return next((path for name in candidates if (path := shutil.which(name))), None)


def find_shell() -> str | None:
    """Return the path of Chromium's headless shell, and without it, or if CHROMIUM is set, that of the browser.

    The shell draws no window and takes a quarter less of the processor. A service worker makes it crash.
    """
    return (not os.environ.get("CHROMIUM") and shutil.which("chromium-headless-shell")) or find_chromium()


def main(arguments: list[str]) -> int:
    """Run the browser tests and return pytest's exit code, or 1 where there is no browser."""
    if not find_chromium():
        print(ADVICE, file=sys.stderr)
        return 1
    chosen = arguments if names_files(arguments) else [*WORKERS, "tests/browser", *arguments]
    # Static files of its own, so that another run in this tree does not take them away.
    with tempfile.TemporaryDirectory() as static:
        environment = os.environ | {"INSIDEJOB_STATIC": static}
        command = [sys.executable, "-m", "pytest", *HANGS_AFTER, *chosen]
        return subprocess.run(command, env=environment, check=False).returncode


def names_files(arguments: list[str]) -> bool:
    return any(Path(argument.split("::")[0]).exists() for argument in arguments)


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent)
    sys.exit(main(sys.argv[1:]))
