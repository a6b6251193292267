"""Counts the statements that change something."""

from dataclasses import dataclass
from typing import Any

READING = ("SELECT", "(SELECT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
"""How statements begin that change nothing."""


@dataclass
class Statements:
    """Counts the statements that write, as a wrapper around all that are run."""

    writing: int = 0

    def __call__(self, execute: Any, sql: str, *rest: Any) -> Any:
        self.writing += not sql.startswith(READING)
        return execute(sql, *rest)
