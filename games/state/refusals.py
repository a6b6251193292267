"""Refusals by the house, as codes that the pages put into words. The rules have their own."""


class Refusal(Exception):
    """Something that cannot be done now, and nothing was changed. `code` names the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
