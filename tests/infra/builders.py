"""A Python of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def run_python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on development settings, with `folder` for all that is written."""
    environment = os.environ | {"INSIDEJOB_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "insidejob.settings.dev"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
