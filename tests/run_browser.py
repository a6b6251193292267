"""`make browser`: the tests in `tests/browser`, in the Chromium of this machine. Arguments go to pytest."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = "No Chromium was found: install it (on Debian: apt install chromium), or name its program in CHROMIUM."


def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome: CHROMIUM if set, else the first on the PATH."""
    candidates = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else NAMES
    return next((path for name in candidates if (path := shutil.which(name))), None)


def main(arguments: list[str]) -> int:
    """Run the browser tests and return pytest's exit code, or 1 where there is no browser."""
    chromium = find_chromium()
    if not chromium:
        print(ADVICE, file=sys.stderr)
        return 1
    environment = os.environ | {"CHROMIUM": chromium}
    command = [sys.executable, "-m", "pytest", "tests/browser", *arguments]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent)
    sys.exit(main(sys.argv[1:]))
