from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.operations.base import Operation


def ask_for_old_games(apps: Any, schema_editor: Any) -> None:
    """Mark the games that have ended, so that how their players answered is kept, too."""
    games = apps.get_model("games", "Game").objects.using(schema_editor.connection.alias)
    games.filter(status__in=("over", "agreed")).update(answers_due=True)


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0018_feeds"),
    ]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="game", name="in_time_only", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="game", name="answers_due", field=models.BooleanField(default=False)),
        migrations.CreateModel(
            name="Answers",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("last", models.JSONField(default=list)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(ask_for_old_games, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("answers_due", True)), fields=["ended_at"], name="games_answers_due"
            ),
        ),
    ]
