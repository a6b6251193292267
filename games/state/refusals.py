"""Refusals as codes, which pages put into words. Refusals by the rules are in `games.rules.engine.errors`."""


class Refusal(Exception):
    """Raised if what was asked for is not possible now. Nothing has been changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
