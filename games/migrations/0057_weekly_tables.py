"""Recurring tables become weekly tables in the code. The database does not change, so older code runs beside newer code."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0056_live_starts")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("game", "one_open_table_per_recurring"),
                migrations.RemoveIndex("game", "games_recurring"),
                migrations.AlterModelTable("recurringtable", "games_recurringtable"),
                migrations.RenameModel("RecurringTable", "WeeklyTable"),
                migrations.AlterField(
                    "weeklytable",
                    "circle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="weekly_tables", to="games.circle"
                    ),
                ),
                migrations.RenameField("game", "recurring", "weekly_table"),
                migrations.AlterField(
                    "game",
                    "weekly_table",
                    models.ForeignKey(
                        db_column="recurring_id",
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="games",
                        to="games.weeklytable",
                    ),
                ),
                migrations.AddIndex(
                    "game",
                    models.Index(
                        condition=models.Q(("weekly_table__isnull", False)),
                        fields=["weekly_table", "opened_at"],
                        name="games_recurring",
                    ),
                ),
                migrations.AddConstraint(
                    "game",
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open"), ("weekly_table__isnull", False)),
                        fields=("weekly_table",),
                        name="one_open_table_per_recurring",
                    ),
                ),
            ]
        )
    ]
