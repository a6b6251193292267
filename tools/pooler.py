"""Let guests play behind PgBouncer and count the answers: `python -m tools.pooler [GUESTS [TURNS]]`."""

import os
import sys
import tempfile
from pathlib import Path

import django

from tests.pooler.bouncer import POOL_SIZE, read_server
from tests.pooler.site import run_site
from tests.run import find_postgres


def main(guests: int = 12, turns: int = 25) -> int:
    """Print what guests were answered, and return 1 if an answer failed."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "insidejob.settings.test"
    django.setup()
    # It reads forms as tests do, which needs the site.
    from tests.pooler.guests import play

    with find_postgres() as found, tempfile.TemporaryDirectory() as folder:
        if not found:
            print("No PostgreSQL is at hand.")
            return 2
        with run_site(Path(folder), read_server(found[0])) as site:
            answers, moves = play(site.port, guests, turns)
        failed = sum(count for status, count in answers.items() if status >= 500)
        print(f"{found[1]}, {POOL_SIZE} connections, {guests} guests: {answers.total()} answers, {failed} of them 5xx;")
        print(f"{moves} moves taken. By status: {dict(sorted(answers.items()))}")
        return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
