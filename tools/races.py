"""`make races`: the tests of this folder on PostgreSQL, with 1,000 rounds each (INSIDEJOB_ROUNDS sets others).

Arguments go to pytest: `make races ARGS="-k vote"`.
"""

import os
import sys

from tests.rounds import ask_for
from tests.run import find_postgres, run_pytest

ROUNDS = 1000


def main(arguments: list[str]) -> int:
    with find_postgres() as found:
        if not found:
            print("No PostgreSQL is at hand: set DATABASE_URL.")
            return 1
        url, description = found
        print(description)
        environment = {**ask_for(races=ROUNDS), **os.environ, "DATABASE_URL": url}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        return int(run_pytest(["tests/races", "-q", "-s", *arguments], environment))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
