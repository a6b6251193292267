"""Brings a database to an old migration, one by one, as it was before migrations were squashed."""

from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


def load_migrations() -> MigrationLoader:
    """Return all migrations, those that a squashed one replaces in its place."""
    return MigrationLoader(connection, replace_migrations=False)


def list_latest() -> list[tuple[str, str]]:
    """Return the last migration of each app, squashed ones left out."""
    graph = load_migrations().graph
    return [node for node in graph.leaf_nodes() if not graph.nodes[node].replaces]


def migrate_to(*targets: tuple[str, str]) -> Any:
    """Bring the database to `targets`; return the models as they are then."""
    executor = MigrationExecutor(connection)
    executor.loader = load_migrations()
    executor.migrate(list(targets))
    return load_models(*targets)


def load_models(*targets: tuple[str, str]) -> Any:
    return load_migrations().project_state(list(targets)).apps
