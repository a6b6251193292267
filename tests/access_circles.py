"""The circle of the table in `tests/access.py`, and what its pages answer to each kind of visitor."""

from collections.abc import Iterator

from django.urls import reverse

from accounts.models import User
from games.circles import services as circles
from games.circles import weekly_tables
from games.circles.views import ACTS
from games.models import Circle
from tests.access_people import MEMBERS, Answers
from tests.circles.weeks import plan

# Host and player belong to it, and the third was asked to join.
MEMBERS_OF_IT = "→login →signup 404 404 {0} {0}"
OWNER_ONLY = "→login →signup 404 404 →circle {0}"
CIRCLES: dict[str, tuple[Answers, Answers]] = {
    "games:my_circles": (MEMBERS.format("200"), MEMBERS.format("422")),
    "games:circle": (MEMBERS_OF_IT.format("200"), "405"),
    "games:join_circle": ("200 200 200 200 →circle →circle", "→signup →signup →circle →circle →circle →circle"),
    "games:open_for_circle": ("→circle", MEMBERS_OF_IT.format("404")),
    "games:leave_circle": ("→circle", "→login →signup 404 404 →my_circles →circle"),
    "games:report_circle_name": ("→my_circles", "→login →signup 404 →my_circles →my_circles →my_circles"),
    "games:answer_circle": ("→my_circles", "→login →signup 404 →my_circles 404 404"),
    "games:new_weekly": (OWNER_ONLY.format("200"), OWNER_ONLY.format("422")),
    "games:change_weekly": (OWNER_ONLY.format("200"), OWNER_ONLY.format("422")),
    "games:open_another": ("→circle", MEMBERS_OF_IT.format("→circle")),
    "games:stay_out": ("→circle", MEMBERS_OF_IT.format("→circle")),
    "games:season": (MEMBERS_OF_IT.format("200"), "405"),
    "games:act_in_circle": (
        "→circle",
        {**dict.fromkeys(ACTS, MEMBERS_OF_IT.format("→circle")), "nonsense": MEMBERS.format("404")},
    ),
}


def make_circle(host: User, player: User, invited: User) -> Circle:
    """Return a circle of host and player, which a person is asked to join."""
    circle = circles.make_circle(owner=host, name="The Thursday table")
    circles.join_circle(key=circle.invitation, user=player)
    weekly_tables.add_weekly_table(code=circle.code, owner=host, title="insidejob", plan=plan())
    circle.members.create(user=invited, invited=True)
    return circle


def find_addresses(circle: Circle, name: str) -> Iterator[tuple[str, str]]:
    """Yield an address's path for a circle, or one for each thing that its owner does."""
    if name == "games:my_circles":
        yield "", reverse(name)
        return
    more = {
        "games:new_weekly": "insidejob",
        "games:open_another": circle.weekly_tables.get().code,
        "games:stay_out": circle.weekly_tables.get().code,
        "games:change_weekly": circle.weekly_tables.get().code,
        "games:season": f"{circle.made_at:%Y-%m}",
    }
    if name in more:
        yield "", reverse(name, args=[circle.code, more[name]])
        return
    acts = (*ACTS, "nonsense") if name == "games:act_in_circle" else ("",)
    code = circle.invitation if name == "games:join_circle" else circle.code
    yield from ((act, reverse(name, args=[code, act] if act else [code])) for act in acts)
