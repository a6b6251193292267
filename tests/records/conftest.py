"""What the tests of records share."""

from tests.titles import every_title_verifies

__all__ = ["every_title_verifies"]
