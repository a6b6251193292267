"""The record and the opened commitment of a solved case."""

from games.cases.selectors.files import CaseFile
from games.models import Case
from games.rules.commitment import list_parts, open_parts
from games.rules.record import dump_line


def open_case(file: CaseFile) -> str:
    """Return the opened commitment of a case as one line of JSON."""
    played = file.played
    parts = list_parts(played.title, played.options, played.deal, played.state.rules)
    key = Case.objects.values_list("commitment_key", flat=True).get(pk=file.key)
    return dump_line(open_parts(parts, bytes.fromhex(key), parts.keys()))


def export_case(file: CaseFile) -> str:
    """Return the record of a case as one line of JSON."""
    return Case.objects.values_list("record", flat=True).get(pk=file.key)
