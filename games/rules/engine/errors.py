class RulesError(Exception):
    """`code` is a key of the title's texts."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class IllegalMove(RulesError):
    """A well-formed move that is not allowed now."""


class MalformedMove(RulesError):
    """An unknown card, or a missing field."""


class StaleDecision(RulesError):
    """The decision is no longer open: an old page, a second tab."""

    def __init__(self) -> None:
        super().__init__("stale")


class NotAsked(RulesError):
    def __init__(self) -> None:
        super().__init__("not_asked")


class UnfinishedAnswer(RulesError):
    """Part of the decision is open, such as a mission without a lead."""

    def __init__(self) -> None:
        super().__init__("unfinished")


class InvalidOption(RulesError):
    def __init__(self, option: str, code: str) -> None:
        super().__init__(code)
        self.option = option


class UnknownRules(LookupError):
    """This release cannot play the game's version."""

    def __init__(self, name: str, version: int) -> None:
        super().__init__(f"the house holds no version {version} of the rules of {name}")


class UnfinishedGame(Exception):
    pass


class BadRecord(Exception):
    """`where` is `json`, `record`, `options`, `deal`, `move M` (counted from 0), `result` or `commitment`."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why
