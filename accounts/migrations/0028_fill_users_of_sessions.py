from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone


def name_users(apps: Any, schema_editor: Any) -> None:
    """Write who is signed in into the sessions of today. A session that is left out is read in two queries."""
    sessions = apps.get_model("accounts", "Session").objects.filter(user=None, expire_date__gt=timezone.now())
    for session in sessions.iterator():
        if user := SessionStore().decode(session.session_data).get(SESSION_KEY):
            sessions.filter(pk=session.pk).update(user=user)


class Migration(migrations.Migration):
    # Each row is a transaction, so that nobody waits who signs in.
    atomic = False

    dependencies = [
        ("accounts", "0027_users_of_sessions"),
    ]

    operations = [
        migrations.RunPython(name_users, migrations.RunPython.noop),
    ]
