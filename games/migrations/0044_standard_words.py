import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0043_channel_tests"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel(
                    old_name="Notice",
                    new_name="Notification",
                ),
                migrations.RenameField(
                    model_name="delivery",
                    old_name="notice",
                    new_name="notification",
                ),
                migrations.RenameField(
                    model_name="game",
                    old_name="holidays",
                    new_name="vacations",
                ),
                migrations.RenameField(
                    model_name="game",
                    old_name="operation",
                    new_name="table_name",
                ),
                migrations.RenameField(
                    model_name="player",
                    old_name="prepared",
                    new_name="premove",
                ),
                migrations.RenameField(
                    model_name="player",
                    old_name="plan_dropped",
                    new_name="premove_dropped",
                ),
                migrations.RenameField(
                    model_name="player",
                    old_name="figures",
                    new_name="statistics",
                ),
                migrations.RenameField(
                    model_name="contact",
                    old_name="rhythm",
                    new_name="schedule",
                ),
                migrations.RenameField(
                    model_name="act",
                    old_name="operator",
                    new_name="moderator",
                ),
                migrations.RemoveConstraint(
                    model_name="delivery",
                    name="one_delivery_per_telling",
                ),
                migrations.RemoveIndex(
                    model_name="player",
                    name="players_with_a_plan",
                ),
                migrations.RemoveIndex(
                    model_name="player",
                    name="players_to_count",
                ),
                migrations.AlterField(
                    model_name="act",
                    name="moderator",
                    field=models.ForeignKey(
                        db_column="operator_id",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="contact",
                    name="schedule",
                    field=models.CharField(
                        choices=[("now", "at once"), ("awake", "when I’m awake"), ("daily", "once a day at 18:00")],
                        db_column="rhythm",
                        default="now",
                        max_length=10,
                    ),
                ),
                migrations.AlterField(
                    model_name="delivery",
                    name="notification",
                    field=models.ForeignKey(
                        db_column="notice_id",
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="games.notification",
                    ),
                ),
                migrations.AlterField(
                    model_name="game",
                    name="table_name",
                    field=models.CharField(blank=True, db_column="operation", max_length=20),
                ),
                migrations.AlterField(
                    model_name="game",
                    name="vacations",
                    field=models.BooleanField(db_column="holidays", default=False),
                ),
                migrations.AlterField(
                    model_name="notification",
                    name="game",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notifications", to="games.game"
                    ),
                ),
                migrations.AlterField(
                    model_name="notification",
                    name="recipient",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="player",
                    name="premove",
                    field=models.JSONField(db_column="prepared", null=True),
                ),
                migrations.AlterField(
                    model_name="player",
                    name="premove_dropped",
                    field=models.BooleanField(db_column="plan_dropped", default=False),
                ),
                migrations.AlterField(
                    model_name="player",
                    name="statistics",
                    field=models.JSONField(db_column="figures", null=True),
                ),
                migrations.AddIndex(
                    model_name="player",
                    index=models.Index(
                        condition=models.Q(("premove__isnull", False), models.Q(("owes", ""), _negated=True)),
                        fields=["asked_at"],
                        name="players_with_a_plan",
                    ),
                ),
                migrations.AddIndex(
                    model_name="player",
                    index=models.Index(
                        condition=models.Q(("statistics__isnull", True), models.Q(("role", ""), _negated=True)),
                        fields=["game"],
                        name="players_to_count",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="delivery",
                    constraint=models.UniqueConstraint(
                        fields=("notification", "channel", "told_at"), name="one_delivery_per_telling"
                    ),
                ),
                migrations.AlterModelTable(
                    name="notification",
                    table="games_notice",
                ),
            ],
        ),
    ]
