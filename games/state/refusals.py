"""Refusals as codes, which pages put into words. The rules have their own."""


class Refusal(Exception):
    """It is not possible now, and nothing was changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
