"""Moves a visitor's runs to the account that they create or sign in to. The totals do not change."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.session_store import CASES_KEY
from games.cases.runs import Run, is_of_newcomer
from games.cases.services.stores import list_kept, read_row, write_fields
from games.models import Case, Investigation


def bring_cases(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    session = getattr(request, "session", None)
    kept = session.pop(CASES_KEY, None) if session is not None else None
    if kept:
        cases = {case.number: case for case in Case.objects.filter(number__in=kept.keys()).only("number", "day")}
        _adopt(user, [(cases[number], run) for number, _, run in list_kept(kept) if number in cases])


def bring_guest_cases(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    guest = getattr(request, "guest", None)
    if guest is not None:
        rows = Investigation.objects.filter(user=guest).select_related("case")
        _adopt(user, [(row.case, read_row(row)) for row in rows])


@transaction.atomic
def _adopt(user: User, runs: Iterable[tuple[Case, Run]]) -> None:
    """Give a visitor's runs to the account they sign in to.

    A finished run wins over an unfinished one; otherwise the account's own run stays. An older case counts in time only
    if the account has finished none.
    """
    is_newcomer = not Investigation.objects.filter(user=user, accused__isnull=False).exists()
    for case, run in runs:
        in_time = run.is_in_time and (is_newcomer or not is_of_newcomer(case.day, run))
        fields = write_fields(replace(run, is_in_time=in_time))
        Investigation.objects.bulk_create([Investigation(user=user, case=case, **fields)], ignore_conflicts=True)
        if run.is_over:
            Investigation.objects.filter(user=user, case=case, accused=None).update(**fields)
