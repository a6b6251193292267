"""Brings a database to an earlier migration."""

from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def migrate_to(*targets: tuple[str, str]) -> Any:
    """Bring the database to `targets`; return the models as they are then."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps
