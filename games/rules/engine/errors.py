"""What can be wrong with a choice, an option or a record, said in codes that the pages put into words."""


class RulesError(Exception):
    """Any refusal by the rules. `code` names the reason; the title's texts word it for the reader."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class IllegalMove(RulesError):
    """A well-formed move that the rules do not allow now."""


class MalformedMove(RulesError):
    """Something that is not a move of this title at all: an unknown card, a missing field."""


class StaleDecision(RulesError):
    """An answer to a question that is no longer being asked: an old page, a second tab."""

    def __init__(self) -> None:
        super().__init__("stale")


class NotAsked(RulesError):
    """An answer from a seat that is not being asked anything."""

    def __init__(self) -> None:
        super().__init__("not_asked")


class UnfinishedAnswer(RulesError):
    """An answer that leaves part of the decision open, such as a mission without a lead."""

    def __init__(self) -> None:
        super().__init__("unfinished")


class InvalidOption(RulesError):
    """An option of a table that its title does not offer. `option` is the option's name."""

    def __init__(self, option: str, code: str) -> None:
        super().__init__(code)
        self.option = option


class UnknownRules(LookupError):
    """A game is of a version of the rules that this house does not hold, as after a step back to older code."""

    def __init__(self, name: str, version: int) -> None:
        super().__init__(f"the house holds no version {version} of the rules of {name}")


class UnfinishedGame(Exception):
    """A record was asked of a game that is not over: nothing of it may leave the house."""


class BadRecord(Exception):
    """What is wrong with a record, in words for its reader.

    `where` is `json`, `record`, `options`, `deal`, `move M` (counted from 0), `result` or `commitment`.
    """

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why
