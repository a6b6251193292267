"""The reasons for which a game ends, as rows of all that depends on the reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.rules.engine.texts import text
from games.titles.insidejob.rules.roles import AGENTS, DAREDEVIL, INSIDERS, WIRETAPPED, is_house, is_insider


# No field has a default, so that a new reason decides each.
@dataclass(frozen=True, slots=True)
class EndReason:
    sentence: str
    # The side that wins (section 12), or None when the Decoy wins.
    side: str | None
    # What is stamped on the last scene.
    stamp: str
    # The role whose intel ended the game, or None where it was not one player's intel.
    decides: Callable[[str], bool] | None
    # Whether the Insider counts as found out in the statistics.
    finds_out: bool
    # After a win of the Decoy, the cause of the verdicts on all who play for a side.
    cause: str | None


# With Prof. No there is no Insider, only an Insider's side.
END_REASONS: Mapping[str, EndReason] = {
    "insider_intel": EndReason(
        sentence=text("The Insider has collected enough intel and wins."),
        side=INSIDERS,
        stamp=text("Too late"),
        decides=is_insider,
        finds_out=False,
        cause=None,
    ),
    "wiretap": EndReason(
        sentence=text(
            "The Wiretapped Agent has more than one intel token: everything was overheard, and the Insider’s side wins."
        ),
        side=INSIDERS,
        stamp=text("Overheard"),
        decides=WIRETAPPED.__eq__,
        finds_out=False,
        cause=None,
    ),
    "all_revealed": EndReason(
        sentence=text("Everyone but Prof. No is revealed: Prof. No wins."),
        side=INSIDERS,
        stamp=text("Too late"),
        decides=is_insider,
        finds_out=False,
        cause=None,
    ),
    "vote_wrong": EndReason(
        sentence=text("The vote misses its mark: the Insider’s side wins."),
        side=INSIDERS,
        stamp=text("Got away"),
        decides=None,
        finds_out=False,
        cause=None,
    ),
    "vote_tie": EndReason(
        sentence=text("The vote is tied: the Insider’s side wins."),
        side=INSIDERS,
        stamp=text("A tie"),
        decides=None,
        finds_out=False,
        cause=None,
    ),
    "missions": EndReason(
        sentence=text("Enough missions are complete: the Agents win."),
        side=AGENTS,
        stamp=text("Missions complete"),
        decides=None,
        finds_out=False,
        cause=None,
    ),
    "daredevil": EndReason(
        sentence=text("The Daredevil Agent is revealed by intel: the Agents win."),
        side=AGENTS,
        stamp=text("File closed"),
        decides=DAREDEVIL.__eq__,
        finds_out=False,
        cause=None,
    ),
    "prof_no_exposed": EndReason(
        sentence=text("Prof. No has too much intel and is exposed: the Agents win."),
        side=AGENTS,
        stamp=text("Unmasked"),
        decides=is_insider,
        finds_out=False,
        cause=None,
    ),
    "house_agents": EndReason(
        sentence=text("The house role is revealed by intel: the Agents win."),
        side=AGENTS,
        stamp=text("File closed"),
        decides=is_house,
        finds_out=False,
        cause=None,
    ),
    "house_insiders": EndReason(
        sentence=text("The house role is revealed by intel: the Insider’s side wins."),
        side=INSIDERS,
        stamp=text("Too late"),
        decides=is_house,
        finds_out=False,
        cause=None,
    ),
    "vote_insider": EndReason(
        sentence=text("The vote unmasks the Insider’s side: the Agents win."),
        side=AGENTS,
        stamp=text("Unmasked"),
        decides=None,
        finds_out=True,
        cause=None,
    ),
    "decoy": EndReason(
        sentence=text("The table falls for the Decoy, who wins alone."),
        side=None,
        stamp=text("Fooled"),
        decides=None,
        finds_out=False,
        cause="fooled",
    ),
    "decoy_shared": EndReason(
        sentence=text("The Decoy and the Insider’s side tie for the most votes: those two win together."),
        side=None,
        stamp=text("A tie"),
        decides=None,
        finds_out=False,
        cause="fooled_together",
    ),
}
