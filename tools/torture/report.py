"""Prints the figures of all rounds together."""

from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from games.models import Delivery, Game, Notification
from tools.torture.house import read_clock
from tools.torture.people import Answer, Memory
from tools.torture.rounds import Round
from tools.torture.sink import Copies


@dataclass
class Report:
    """What happened in all rounds."""

    rounds: list[Round] = field(default_factory=list)
    restarts: int = 0
    lateness: list[float] = field(default_factory=list)
    notifications: Counter[str] = field(default_factory=Counter)
    deliveries: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    """What people did apart from playing."""
    posts: tuple[int, int] = (0, 0)
    """Messages taken by channels other than mail, and copies among them."""
    games: int = 0

    def read_lateness(self) -> None:
        """Read from the database how late the clock closed deadlines, and count games and messages."""
        rows = read_clock()
        self.lateness = sorted((row.made_at - row.due_at).total_seconds() for row in rows if row.due_at)
        self.notifications = Counter(Notification.objects.values_list("state", flat=True))
        sent = Delivery.objects.filter(state=Delivery.State.SENT)
        self.deliveries = Counter(sent.values_list("channel", flat=True))
        self.games = Game.objects.count()

    def note(self, memory: Memory, copies: Copies) -> None:
        self.done = Counter({"premove": len(memory.premoves), **memory.meddled})
        taken = sum(map(len, copies.values()))
        self.posts = taken, taken - len(copies)

    def count_faults(self) -> int:
        return sum(len(round_.faults) for round_ in self.rounds)

    def __str__(self) -> str:
        answers = sum((round_.answers for round_ in self.rounds), Counter[Answer]())
        kills = sum((round_.kills for round_ in self.rounds), Counter[str]())
        quiet = [round_.quiet for round_ in self.rounds]
        lines = [
            f"{len(self.rounds)} rounds in {sum(round_.seconds for round_ in self.rounds) / 60:.0f} minutes, "
            f"{self.games} games",
            "moves: "
            + ", ".join(f"{answers[answer]} {answer}" for answer in Answer)
            + f"; fewest taken in a round: {min(round_.answers[Answer.TAKEN] for round_ in self.rounds)}",
            f"faults made: {kills.total()} (" + ", ".join(f"{name} {kills[name]}" for name in sorted(kills)) + ")",
            f"programs started again: {self.restarts}",
            self.describe_mail(),
            "deliveries sent: "
            + ", ".join(f"{count} by {name}" for name, count in sorted(self.deliveries.items()))
            + f"; posts taken: {self.posts[0]}, copies among them: {self.posts[1]}",
            "besides: " + ", ".join(f"{count} {name}" for name, count in sorted(self.done.items())),
            f"quiet after the last fault: median {median(quiet):.0f} s, at most {max(quiet):.0f} s",
            self.describe_lateness(),
            f"{self.count_faults()} faults found",
        ]
        return "\n".join(lines)

    def describe_mail(self) -> str:
        mails, copies = sum(each.mails for each in self.rounds), sum(each.copies for each in self.rounds)
        share = 100 * copies / mails if mails else 0.0
        states = ", ".join(f"{count} {state}" for state, count in sorted(self.notifications.items()))
        return f"notices: {states}; mails: {mails}, copies among them: {copies} ({share:.2f} %)"

    def describe_lateness(self) -> str:
        if not self.lateness:
            return "the clock made no move"
        p99 = self.lateness[min(len(self.lateness) - 1, int(0.99 * len(self.lateness)))]
        return f"moves by the clock: {len(self.lateness)}; late by p99 {p99:.0f} s, at most {self.lateness[-1]:.0f} s"
