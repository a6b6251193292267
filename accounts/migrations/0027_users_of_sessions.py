import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# The same column on SQLite and on PostgreSQL, where it takes no time. It has no constraint, so that an older release
# can still delete users.
ADD = "ALTER TABLE django_session ADD COLUMN user_id bigint NULL"
DROP = "ALTER TABLE django_session DROP COLUMN user_id"
ADD_INDEX = "CREATE INDEX sessions_by_user ON django_session (user_id)"
DROP_INDEX = "DROP INDEX sessions_by_user"


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0026_how_guests_are_told"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "user",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
                "db_table": "django_session",
                "managed": False,
            },
        ),
        migrations.RunSQL(ADD, DROP),
        migrations.RunSQL(ADD_INDEX, DROP_INDEX),
    ]
