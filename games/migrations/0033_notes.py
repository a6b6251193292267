from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0032_acts_on_accounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="player",
            name="opens_notes",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("at", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=500)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["at", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "author", "number"), name="one_note_per_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Suspicion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.PositiveIntegerField()),
                ("about", models.PositiveSmallIntegerField()),
                ("step", models.PositiveSmallIntegerField()),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["at", "about"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "author", "about", "at"), name="one_suspicion_per_moment")
                ],
            },
        ),
    ]
