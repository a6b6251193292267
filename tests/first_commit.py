"""Makes a database as the first commit made it: `python -m tests.first_commit`, with its place in DATABASE_URL.

`games/migrations/0001_initial.py` was edited once after that, when it got the column `marks`; never since.
"""

from importlib import import_module

import django


def leave_out_marks() -> None:
    """Let `0001` say what it said in the first commit."""
    operations = import_module("games.migrations.0001_initial").Migration.operations
    (seat,) = (operation for operation in operations if getattr(operation, "name", "") == "Seat")
    before = len(seat.fields)
    seat.fields[:] = [(name, field) for name, field in seat.fields if name != "marks"]
    assert len(seat.fields) == before - 1


def make() -> None:
    """Bring an empty database to where the first commit left it, with one person at one open table."""
    from tests.old_migrations import migrate_to

    leave_out_marks()
    models = migrate_to(("games", "0001_initial"))
    person = models.get_model("accounts", "User").objects.create(email="ada@example.org", display_name="Ada")
    game = models.get_model("games", "Game").objects.create(
        title="insidejob", rules=1, options={}, seat_count=3, host=person
    )
    models.get_model("games", "Seat").objects.create(game=game, index=0, user=person)


if __name__ == "__main__":
    django.setup()
    make()
