"""What is pressed on the page of a case."""

from collections.abc import Mapping
from typing import Any

from django.test import Client
from django.urls import reverse


def press(
    client: Client, what: str, number: int = 1, seat: int | None = None, fields: Mapping[str, Any] | None = None
) -> Any:
    """Press a button of the page as it is, and return the page that comes next."""
    page = client.get(reverse("games:case", args=[number]))
    run = page.context["run"]
    form = {"do": what, "seen": run.seen, "clue": run.clue_at, **(fields or {})}
    form |= {} if seat is None else {"seat": seat}
    return client.post(reverse("games:act_in_case", args=[number]), form, follow=True)
