import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.availability.time_zones
import accounts.models
import accounts.names.display_names
import insidejob.codes


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=5, unique=True)),
                ("text", models.CharField(max_length=300)),
                ("until", models.DateTimeField()),
                ("code", models.CharField(default=insidejob.codes.make_code, max_length=10)),
            ],
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("email", models.EmailField(max_length=254)),
                ("language", models.CharField(max_length=5)),
                ("subject", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("message_id", models.CharField(default=accounts.models.make_message_id, max_length=100)),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("send_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "email",
                    models.EmailField(
                        blank=True, max_length=254, null=True, unique=True, verbose_name="e-mail address"
                    ),
                ),
                (
                    "display_name",
                    models.CharField(
                        max_length=24,
                        validators=[accounts.names.display_names.validate_display_name],
                        verbose_name="display name",
                    ),
                ),
                ("name_key", models.CharField(editable=False, max_length=500, unique=True)),
                (
                    "language",
                    models.CharField(
                        choices=[("fr", "French"), ("en", "English")],
                        default="fr",
                        max_length=5,
                        verbose_name="language",
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        default="Europe/Paris",
                        max_length=64,
                        validators=[accounts.availability.time_zones.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "code",
                    models.CharField(default=insidejob.codes.make_code, editable=False, max_length=10, unique=True),
                ),
                (
                    "history_shown_to",
                    models.CharField(
                        choices=[
                            ("everybody", "everybody who is signed in"),
                            ("tablemates", "those I have played with"),
                            ("nobody", "only me"),
                        ],
                        default="tablemates",
                        max_length=10,
                    ),
                ),
                ("mail_kinds_off", models.JSONField(blank=True, default=list)),
                ("mail_off", models.BooleanField(default=False)),
                ("mail_refused_at", models.DateTimeField(editable=False, null=True)),
                ("is_guest", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("last_active", models.DateField(default=django.utils.timezone.localdate, editable=False)),
                ("name_skeleton", models.CharField(editable=False, max_length=500)),
                ("has_old_name", models.BooleanField(default=False, editable=False)),
                ("sessions_ended", models.PositiveIntegerField(default=0, editable=False)),
                ("face", models.CharField(blank=True, editable=False, max_length=6)),
                ("sleeps_at", models.PositiveSmallIntegerField(default=23)),
                ("wakes_at", models.PositiveSmallIntegerField(default=7)),
                ("reminders", models.JSONField(blank=True, default=list)),
                ("has_paused_channel", models.BooleanField(default=False, editable=False)),
                ("plays_by_mail", models.BooleanField(default=True)),
                ("holidays_taken", models.JSONField(blank=True, default=list, editable=False)),
                ("leaves_at", models.DateTimeField(editable=False, null=True)),
                ("left_at", models.DateTimeField(editable=False, null=True)),
                ("suspended_at", models.DateTimeField(editable=False, null=True)),
                ("takes_invitations", models.BooleanField(default=True)),
                ("is_staff", models.BooleanField(default=False, editable=False)),
                ("talk_stopped_until", models.DateTimeField(editable=False, null=True)),
                (
                    "statistics_shown_to",
                    models.CharField(
                        choices=[
                            ("everybody", "everybody who is signed in"),
                            ("tablemates", "those I have played with"),
                            ("nobody", "only me"),
                        ],
                        default="tablemates",
                        max_length=10,
                    ),
                ),
                ("suspended_until", models.DateTimeField(editable=False, null=True)),
            ],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_guest", True)), fields=["last_active"], name="guests_by_last_active"
                    ),
                    models.Index(fields=["name_skeleton"], name="people_by_skeleton"),
                    models.Index(
                        condition=models.Q(("leaves_at__isnull", False)), fields=["leaves_at"], name="people_who_leave"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("has_old_name", False)),
                        fields=("name_skeleton",),
                        name="one_person_per_look",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField(db_index=True)),
                ("made_at", models.DateTimeField(null=True)),
                ("content", models.BinaryField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="export", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LimitedUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("number", models.PositiveSmallIntegerField()),
                ("free_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("key", "number"), name="one_use_per_slot")],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL
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
                "ordering": ["-pk"],
                "constraints": [models.UniqueConstraint(fields=("by", "person"), name="one_block_per_pair")],
            },
        ),
    ]
