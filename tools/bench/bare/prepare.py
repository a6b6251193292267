"""Fill the bare project, and print a session key per user."""

import json
import sys

import django
from django.core.management import call_command


def make_things(count: int) -> list[str]:
    from tools.bench.bare.models import Thing

    return [thing.code for thing in Thing.objects.bulk_create(Thing(code=f"thing{number}") for number in range(count))]


def sign_people_in(count: int) -> list[str]:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore

    keys = []
    for number in range(count):
        user = User.objects.create(username=f"person{number}")
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        keys.append(str(session.session_key))
    return keys


if __name__ == "__main__":
    people, things = map(int, sys.argv[1:])
    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    make_things(things)
    print(json.dumps(sign_people_in(people)))
