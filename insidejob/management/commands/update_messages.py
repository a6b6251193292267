"""`manage.py update_messages`."""

from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Bring locale/ up to date with the code and the templates, and compile it."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        # Only installed for development and tests.
        from insidejob.catalog import ROOT, update_catalog, write_catalog

        for folder in sorted((ROOT / "locale").iterdir()):
            catalog = update_catalog(folder.name)
            write_catalog(folder.name, catalog)
            untranslated = [message.id for message in catalog if message.id and not _is_translated(message.string)]
            self.stdout.write(f"{folder.name}: {len(catalog)} sentences, {len(untranslated)} to translate.")
            for identifier in untranslated:
                self.stdout.write(f"  {identifier}")


def _is_translated(string: Any) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)
