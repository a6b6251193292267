"""Brings a database to an old migration, one by one, as it was before migrations were squashed."""

from typing import Any, cast

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class OldMigrations(MigrationLoader):
    """All migrations except squashed ones; what depends on one of those depends on the last that it replaces."""

    def load_disk(self) -> None:
        super().load_disk()
        squashed = {key: each.replaces[-1] for key, each in self.disk_migrations.items() if each.replaces}
        self.disk_migrations = {key: each for key, each in self.disk_migrations.items() if key not in squashed}
        for each in self.disk_migrations.values():
            dependencies = cast(list[tuple[str, str]], each.dependencies)
            dependencies[:] = [squashed.get(key, key) for key in dependencies]


def list_latest() -> list[tuple[str, str]]:
    latest: list[tuple[str, str]] = OldMigrations(connection).graph.leaf_nodes()
    return latest


def migrate_to(*targets: tuple[str, str]) -> Any:
    """Bring the database to `targets`; return the models as they are then."""
    executor = MigrationExecutor(connection)
    executor.loader = OldMigrations(connection)
    executor.migrate(list(targets))
    return load_models(*targets)


def load_models(*targets: tuple[str, str]) -> Any:
    return OldMigrations(connection).project_state(list(targets)).apps
