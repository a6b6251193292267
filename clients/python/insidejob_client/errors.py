"""What can go wrong."""

from typing import Any


class ApiError(Exception):
    """The site refused a request. `code` is for programs, and `detail` a sentence for people.

    `is_repeated` tells whether an earlier try may have lost its answer and still had its effect.
    """

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status, self.is_repeated = status, False
        self.code = str(problem.get("code", ""))
        self.detail = str(problem.get("detail", ""))
        self.problem = problem
        super().__init__(f"{status} {self.code}: {self.detail}" if self.detail else str(status))


class Conflict(ApiError):
    """Status 409: the site understands, but the game does not stand like that, for instance because it has moved on."""


class Unreachable(Exception):
    """The site did not answer for as long as the client is patient."""
