import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0046_weekly_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(unique=True)),
                ("day", models.DateField(unique=True)),
                ("level", models.PositiveSmallIntegerField()),
                ("record", models.TextField()),
                ("bots", models.JSONField()),
                ("guilty", models.PositiveSmallIntegerField()),
                ("facts", models.JSONField()),
                ("commitment", models.CharField(max_length=64)),
                ("commitment_key", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="CaseReminder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=10)),
                ("hour", models.PositiveSmallIntegerField()),
                ("due_at", models.DateTimeField(null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="case_reminders",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="case_reminders_by_time"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "channel"), name="one_case_reminder_per_channel")
                ],
            },
        ),
        migrations.CreateModel(
            name="CaseTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scenes", models.PositiveSmallIntegerField()),
                ("accused", models.PositiveSmallIntegerField()),
                ("count", models.PositiveIntegerField(default=0)),
                (
                    "case",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="games.case",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("case", "scenes", "accused"), name="one_tally_per_accusation")
                ],
            },
        ),
        migrations.CreateModel(
            name="Investigation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen", models.PositiveSmallIntegerField(default=1)),
                ("has_clue", models.BooleanField(default=False)),
                ("marks", models.JSONField(default=list)),
                ("steps", models.JSONField(default=dict)),
                ("accused", models.PositiveSmallIntegerField(null=True)),
                ("is_right", models.BooleanField(default=False)),
                ("is_in_time", models.BooleanField(default=False)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="investigations", to="games.case"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="investigations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "case"), name="one_investigation_per_person")],
            },
        ),
    ]
