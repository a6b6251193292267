import django.db.models.deletion
from django.db import migrations, models

import accounts.models

# What was sent, or may have been by a process that died, has gone by mail.
COPY = """
    INSERT INTO games_delivery (notice_id, channel, told_at, message_id, send_at, state, attempts, done_at)
    SELECT id, 'mail', COALESCE(done_at, send_at), message_id, send_at, state, attempts, done_at FROM games_notice
    WHERE state IN ('sent', 'refused', 'given_up') OR (state = 'waiting' AND attempts > 0)
"""
MARK = """
    UPDATE games_notice SET state = 'told', done_at = COALESCE(done_at, send_at)
    WHERE state IN ('sent', 'refused', 'given_up') OR (state = 'waiting' AND attempts > 0)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_pauses"),
    ]

    operations = [
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="games.notice"
                    ),
                ),
                ("channel", models.CharField(max_length=10)),
                ("told_at", models.DateTimeField()),
                (
                    "message_id",
                    models.CharField(db_index=True, default=accounts.models.make_message_id, max_length=100),
                ),
                ("send_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sent", "Sent"),
                            ("dropped", "Dropped"),
                            ("refused", "Refused"),
                            ("given_up", "Given Up"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("done_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(condition=models.Q(("state", "waiting")), fields=["send_at"], name="deliveries_by_time"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                fields=("notice", "channel", "told_at"), name="one_delivery_per_telling"
            ),
        ),
        migrations.RunSQL(COPY, migrations.RunSQL.noop),
        migrations.RunSQL(MARK, migrations.RunSQL.noop),
    ]
