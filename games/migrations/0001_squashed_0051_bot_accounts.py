import datetime as dt

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.models
import insidejob.codes


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0024_bot_accounts"),
        ("accounts", "__first__"),
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
            name="Heartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("beat_at", models.DateTimeField()),
                ("boots", models.JSONField(default=dict)),
                ("doubted_since", models.DateTimeField(null=True)),
                ("accepted_at", models.DateTimeField(null=True)),
                ("sure_at", models.DateTimeField(null=True)),
                ("refused_since", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
                ("lost", models.DurationField()),
            ],
        ),
        migrations.CreateModel(
            name="Answers",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("last", models.JSONField(default=list)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="answers", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Circle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(default=insidejob.codes.make_code, editable=False, max_length=10, unique=True),
                ),
                ("name", models.CharField(max_length=40)),
                ("is_name_hidden", models.BooleanField(default=False)),
                ("invitation", models.CharField(default=insidejob.codes.make_code, max_length=10, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seasons", models.JSONField(db_default=[], default=list)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="owned_circles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Contact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=10)),
                ("address", models.CharField(blank=True, max_length=500)),
                ("secret", models.CharField(blank=True, max_length=64)),
                ("off", models.JSONField(default=list)),
                (
                    "schedule",
                    models.CharField(
                        choices=[("now", "right away"), ("awake", "when I’m awake"), ("daily", "once a day at 18:00")],
                        db_column="rhythm",
                        default="now",
                        max_length=10,
                    ),
                ),
                ("paused_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contacts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("channel", "feed")), fields=["secret"], name="feeds_by_token")
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "channel"), name="one_contact_per_channel")],
            },
        ),
        migrations.CreateModel(
            name="ChannelTest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sending", "Sending"),
                            ("taken", "Taken"),
                            ("later", "Later"),
                            ("never", "Never"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "contact",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.contact"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")), fields=["asked_at"], name="channel_tests_by_time"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("public_key", models.CharField(max_length=100)),
                ("auth_secret", models.CharField(max_length=40)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="devices", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
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
                "indexes": [
                    models.Index(condition=models.Q(("paused", False)), fields=["next_at"], name="recurring_by_time")
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(default=insidejob.codes.make_code, editable=False, max_length=10, unique=True),
                ),
                ("invitation", models.CharField(blank=True, max_length=10)),
                ("table_name", models.CharField(blank=True, db_column="operation", max_length=20)),
                ("title", models.CharField(max_length=20)),
                ("rules", models.PositiveSmallIntegerField()),
                ("options", models.JSONField()),
                ("seat_count", models.PositiveSmallIntegerField()),
                ("pace", models.PositiveIntegerField(default=86400)),
                ("vote_time", models.PositiveIntegerField(default=172800)),
                ("in_time_only", models.BooleanField(default=False)),
                ("is_public", models.BooleanField(default=False)),
                ("guests_welcome", models.BooleanField(default=False)),
                ("allows_bots", models.BooleanField(db_default=False, default=False)),
                ("has_bot_account", models.BooleanField(db_default=False, default=False)),
                (
                    "watchers",
                    models.CharField(
                        choices=[
                            ("none", "No one"),
                            ("circle", "Members of the circle"),
                            ("link", "Anyone with the link"),
                        ],
                        db_default="none",
                        default="none",
                        max_length=10,
                    ),
                ),
                ("watch_key", models.CharField(blank=True, db_default="", default="", max_length=10)),
                ("watching_closed", models.BooleanField(db_default=False, default=False)),
                ("house_name", models.CharField(blank=True, default="", max_length=24)),
                ("is_house_name_hidden", models.BooleanField(default=False)),
                ("sleeps", models.BooleanField(default=False)),
                ("bank", models.PositiveIntegerField(default=0)),
                ("vacations", models.BooleanField(db_column="holidays", default=False)),
                (
                    "talk",
                    models.CharField(
                        choices=[
                            ("open", "At any time"),
                            ("between", "Between tricks or rounds, and before a vote"),
                            ("off", "Not until the game is over"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("started_at", models.DateTimeField(null=True)),
                ("series", models.CharField(blank=True, max_length=10)),
                ("commitment", models.CharField(blank=True, max_length=64)),
                ("settle_at", models.DateTimeField(null=True)),
                ("bots_fill", models.BooleanField(db_default=False, default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("over", "Over"),
                            ("agreed", "Agreed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("stamp", models.CharField(blank=True, max_length=10)),
                ("last_said", models.PositiveBigIntegerField(default=0)),
                ("due_at", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                ("paused_due", models.DateTimeField(null=True)),
                ("granted_by", models.PositiveSmallIntegerField(null=True)),
                ("pauses", models.JSONField(default=list)),
                ("clock_moves", models.JSONField(default=list)),
                ("outage_counted", models.PositiveBigIntegerField(default=0)),
                ("ended_at", models.DateTimeField(null=True)),
                ("answers_due", models.BooleanField(default=False)),
                ("result", models.JSONField(null=True)),
                (
                    "kept",
                    models.PositiveSmallIntegerField(choices=[(0, "Nothing"), (1, "Talk"), (2, "All")], default=2),
                ),
                (
                    "circle",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="games", to="games.circle"
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="rematch", to="games.game"
                    ),
                ),
                (
                    "recurring",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="games",
                        to="games.recurringtable",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="games_by_due"),
                    models.Index(
                        condition=models.Q(("answers_due", True)), fields=["ended_at"], name="games_answers_due"
                    ),
                    models.Index(condition=models.Q(("status", "open")), fields=["opened_at"], name="games_open"),
                    models.Index(
                        condition=models.Q(("is_public", True), ("status", "open")),
                        fields=["opened_at"],
                        name="games_public",
                    ),
                    models.Index(
                        condition=models.Q(("is_public", True), ("status", "running"), ("watchers", "link")),
                        fields=["started_at"],
                        name="games_to_watch",
                    ),
                    models.Index(
                        condition=models.Q(("ended_at__isnull", False), ("kept__gt", 0)),
                        fields=["kept", "ended_at"],
                        name="games_to_tidy",
                    ),
                    models.Index(
                        condition=models.Q(("kept__gt", 0), ("status", "cancelled")),
                        fields=["opened_at"],
                        name="games_dead",
                    ),
                    models.Index(
                        condition=models.Q(
                            ("due_at__isnull", False),
                            models.Q(
                                ("paused_at__isnull", False), models.Q(("pauses", []), _negated=True), _connector="OR"
                            ),
                        ),
                        fields=["paused_at"],
                        name="games_paused",
                    ),
                    models.Index(
                        condition=models.Q(("series", ""), _negated=True), fields=["series"], name="games_series"
                    ),
                    models.Index(
                        condition=models.Q(("recurring__isnull", False)),
                        fields=["recurring", "opened_at"],
                        name="games_recurring",
                    ),
                    models.Index(
                        condition=models.Q(("settle_at__isnull", False), ("status", "open")),
                        fields=["settle_at"],
                        name="games_to_settle",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("recurring__isnull", False), ("status", "open")),
                        fields=("recurring",),
                        name="one_open_table_per_recurring",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("watch_key", ""), _negated=True),
                        fields=("watch_key",),
                        name="one_game_per_watch_key",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FormerPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, default="", max_length=24)),
                ("removed", models.BooleanField(default=False)),
                ("left_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("since", models.PositiveIntegerField(default=0)),
                ("until", models.PositiveIntegerField(null=True)),
                ("marks", models.JSONField(default=list)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_players",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="former_players", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("content", models.JSONField()),
                ("commitment_key", models.CharField(blank=True, max_length=64)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deal", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("content", models.JSONField()),
                (
                    "deal",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hands",
                        to="games.deal",
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "constraints": [models.UniqueConstraint(fields=("deal", "seat"), name="one_hand_per_seat")],
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
                ("by_api", models.BooleanField(db_default=False, default=False)),
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
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("invited", models.BooleanField(default=False)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "circle",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="games.circle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("circle", "user"), name="one_membership_per_person")],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, default="", max_length=24)),
                ("text", models.CharField(max_length=500)),
                ("sent_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("is_hidden", models.BooleanField(default=False)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("content", models.JSONField()),
                ("by", models.CharField(max_length=6)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["sequence"],
                "constraints": [models.UniqueConstraint(fields=("game", "sequence"), name="one_move_per_sequence")],
            },
        ),
        migrations.CreateModel(
            name="Muting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "by",
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
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "by", "person"), name="one_muting_per_pair")],
            },
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
            name="Notification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("key", models.CharField(max_length=60)),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("send_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("told", "Told"),
                            ("dropped", "Dropped"),
                            ("unwanted", "Unwanted"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("told_at", models.DateTimeField(null=True)),
                ("told_left", models.DurationField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notifications", to="games.game"
                    ),
                ),
                (
                    "recipient",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "games_notice",
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(condition=models.Q(("state", "waiting")), fields=["send_at"], name="notices_by_time")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("recipient", "kind", "key"), name="one_notice_per_event")
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=10)),
                ("told_at", models.DateTimeField()),
                ("message_id", models.CharField(default=accounts.models.make_message_id, max_length=100)),
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
                (
                    "notification",
                    models.ForeignKey(
                        db_column="notice_id",
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="games.notification",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")), fields=["send_at"], name="deliveries_by_time"
                    ),
                    models.Index(fields=["message_id"], name="deliveries_by_message"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("notification", "channel", "told_at"), name="one_delivery_per_telling"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, default="", max_length=24)),
                ("face", models.CharField(blank=True, default="", max_length=6)),
                ("bot_by", models.CharField(blank=True, db_default="", default="", max_length=24)),
                ("invited", models.BooleanField(default=False)),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("came_from", models.PositiveSmallIntegerField(null=True)),
                ("wish", models.CharField(blank=True, max_length=20)),
                ("stand_in", models.BooleanField(default=False)),
                ("link", models.CharField(blank=True, max_length=32)),
                ("opened_by", models.PositiveSmallIntegerField(null=True)),
                ("leaves_notes", models.BooleanField(default=False)),
                ("since", models.PositiveIntegerField(null=True)),
                ("zone", models.CharField(blank=True, max_length=64)),
                ("wakes_at", models.PositiveSmallIntegerField(default=0)),
                ("sleeps_at", models.PositiveSmallIntegerField(default=0)),
                ("bank_spent", models.DurationField(default=dt.timedelta)),
                ("in_grace", models.BooleanField(default=False)),
                ("away", models.JSONField(default=list)),
                ("waited", models.JSONField(default=dict)),
                ("waits_now", models.DurationField(default=dt.timedelta)),
                ("missed", models.PositiveSmallIntegerField(default=0)),
                ("agrees_to_end", models.BooleanField(default=False)),
                ("agrees_to_pause", models.BooleanField(default=False)),
                ("agrees_to_open", models.BooleanField(default=False)),
                ("shares_replay", models.BooleanField(default=False)),
                ("marks", models.JSONField(default=list)),
                ("opens_notes", models.BooleanField(default=False)),
                ("muted", models.BooleanField(default=False)),
                ("premove", models.JSONField(db_column="prepared", null=True)),
                ("premove_dropped", models.BooleanField(db_column="plan_dropped", default=False)),
                ("talk_read", models.PositiveBigIntegerField(default=0)),
                ("owes", models.CharField(blank=True, max_length=30)),
                ("asked_at", models.DateTimeField(null=True)),
                ("role", models.CharField(blank=True, max_length=20)),
                ("won", models.BooleanField(null=True)),
                ("statistics", models.JSONField(db_column="figures", null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("owes", ""), _negated=True),
                        fields=["user", "asked_at"],
                        name="players_that_owe",
                    ),
                    models.Index(
                        condition=models.Q(("premove__isnull", False), models.Q(("owes", ""), _negated=True)),
                        fields=["asked_at"],
                        name="players_with_a_plan",
                    ),
                    models.Index(
                        condition=models.Q(("statistics__isnull", True), models.Q(("role", ""), _negated=True)),
                        fields=["game"],
                        name="players_to_count",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="one_player_per_seat"),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)), fields=("game", "user"), name="one_seat_per_person"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(default=insidejob.codes.make_code, editable=False, max_length=10, unique=True),
                ),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("line", "A chat message"),
                            ("role", "The name of a house role"),
                            ("circle", "The name of a circle"),
                            ("name", "The name of a player"),
                        ],
                        default="line",
                        max_length=10,
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insult", "An insult or a threat"),
                            ("hate", "Hate speech"),
                            ("private", "Someone’s private information"),
                            ("spam", "Spam, or the same thing over and over"),
                            ("other", "Something else"),
                        ],
                        max_length=10,
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=500)),
                ("context", models.JSONField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "circle",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.circle"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.message",
                    ),
                ),
                (
                    "reported",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(condition=models.Q(("closed_at", None)), fields=["made_at"], name="reports_open")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("message", "reporter"), name="one_report_per_line"),
                    models.UniqueConstraint(
                        condition=models.Q(("about", "role"), ("closed_at", None)),
                        fields=("game", "reporter"),
                        name="one_open_report_per_role",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("about", "circle"), ("closed_at", None)),
                        fields=("circle", "reporter"),
                        name="one_open_report_per_circle",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("about", "name"), ("closed_at", None)),
                        fields=("reported", "reporter"),
                        name="one_open_report_per_name",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Act",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warn", "Warned"),
                            ("hide", "Hidden from everyone"),
                            ("mute", "Chat suspended"),
                            ("suspend", "Account suspended"),
                            ("close", "Account closed"),
                            ("back", "Account reopened"),
                            ("done", "Report closed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=500)),
                ("until", models.DateTimeField(null=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "moderator",
                    models.ForeignKey(
                        db_column="operator_id",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="acts", to="games.report"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="SealedChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("decision", models.CharField(max_length=30)),
                ("content", models.JSONField()),
                ("by", models.CharField(max_length=6)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sealed_choices",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat", "decision"), name="one_choice_per_decision")
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
    ]
