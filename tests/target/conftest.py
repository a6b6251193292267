"""What the tests of T.A.R.G.E.T. share."""

from tests.titles import every_title_verifies

__all__ = ["every_title_verifies"]
