"""The archive of a user's data, opened."""

import io
import json
from typing import Any
from zipfile import ZipFile

from accounts.models import User
from games.personal_data import export as exporting


def read_archive(person: User) -> dict[str, Any]:
    """Return what the files of a person's archive hold, by path."""
    with ZipFile(io.BytesIO(exporting.write_archive(person))) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()}
