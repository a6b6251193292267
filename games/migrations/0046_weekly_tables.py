import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import insidejob.codes


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0045_plain_labels"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="circle",
            name="seasons",
            field=models.JSONField(db_default=[], default=list),
        ),
        migrations.AddField(
            model_name="game",
            name="bots_fill",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="settle_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="RecurringTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(default=insidejob.codes.make_code, editable=False, max_length=10, unique=True),
                ),
                ("title", models.CharField(max_length=20)),
                ("seat_count", models.PositiveSmallIntegerField()),
                ("options", models.JSONField()),
                ("terms", models.JSONField()),
                ("bots_fill", models.BooleanField(default=False)),
                ("weekday", models.PositiveSmallIntegerField()),
                ("at", models.TimeField()),
                ("zone", models.CharField(max_length=64)),
                ("next_at", models.DateTimeField()),
                ("paused", models.BooleanField(default=False)),
                ("empty_weeks", models.PositiveSmallIntegerField(default=0)),
                (
                    "circle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="recurring_tables", to="games.circle"
                    ),
                ),
            ],
            options={
                "ordering": ["weekday", "at", "pk"],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="recurring",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="games",
                to="games.recurringtable",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("recurring__isnull", False)),
                fields=["recurring", "opened_at"],
                name="games_recurring",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("settle_at__isnull", False), ("status", "open")),
                fields=["settle_at"],
                name="games_to_settle",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("recurring__isnull", False), ("status", "open")),
                fields=("recurring",),
                name="one_open_table_per_recurring",
            ),
        ),
        migrations.AddIndex(
            model_name="recurringtable",
            index=models.Index(condition=models.Q(("paused", False)), fields=["next_at"], name="recurring_by_time"),
        ),
    ]
