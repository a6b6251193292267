"""Moves a visitor's runs to the account that they create or sign in to. The totals do not change."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.session_store import CASES_KEY
from games.cases.runs import Run
from games.cases.services.stores import list_kept, read_row, write_fields
from games.models import Case, Investigation


def bring_cases(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    session = getattr(request, "session", None)
    kept = session.pop(CASES_KEY, None) if session is not None else None
    if kept:
        keys = dict(Case.objects.filter(number__in=kept.keys()).values_list("number", "pk"))
        _adopt(user, [(keys[number], run) for number, _, run in list_kept(kept) if number in keys])


def bring_guest_cases(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    guest = getattr(request, "guest", None)
    if guest is not None:
        rows = Investigation.objects.filter(user=guest).select_related("case")
        _adopt(user, [(row.case_id, read_row(row)) for row in rows])


@transaction.atomic
def _adopt(user: User, runs: Iterable[tuple[int, Run]]) -> None:
    """Give a visitor's runs to the account they sign in to.

    A finished run wins over an unfinished one; otherwise the account's own run stays.
    """
    for case, run in runs:
        Investigation.objects.bulk_create(
            [Investigation(user=user, case_id=case, **write_fields(run))], ignore_conflicts=True
        )
        if run.is_over:
            Investigation.objects.filter(user=user, case=case, accused=None).update(**write_fields(run))
