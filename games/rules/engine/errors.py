class RulesError(Exception):
    """A refusal by the rules. `code` is a key of the title's texts."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class IllegalMove(RulesError):
    """A well-formed move that is not allowed now."""


class MalformedMove(RulesError):
    """A move that cannot be read, such as one with an unknown card or a missing field."""


class StaleDecision(RulesError):
    """The decision is no longer open, because the answer comes from an old page or a second tab."""

    def __init__(self) -> None:
        super().__init__("stale")


class NotAsked(RulesError):
    def __init__(self) -> None:
        super().__init__("not_asked")


class UnfinishedAnswer(RulesError):
    """The answer leaves part of the decision open, such as a mission without a lead."""

    def __init__(self) -> None:
        super().__init__("unfinished")


class InvalidOption(RulesError):
    def __init__(self, option: str, code: str) -> None:
        super().__init__(code)
        self.option = option


class UnknownRules(LookupError):
    """This release cannot play the version of the rules that the game uses, or does not have its title."""

    def __init__(self, title: str, version: int, *, has_title: bool) -> None:
        super().__init__(f"this site holds no version {version} of the rules of {title}")
        self.has_title = has_title


class UnfinishedGame(Exception):
    pass


class BadRecord(Exception):
    """A record that cannot be true.

    `where` is `json`, `record`, `options`, `deal`, `move M` (counted from 0), `result` or `commitment`.
    """

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why
