import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0016_deliveries"),
    ]

    operations = [
        migrations.RenameField(model_name="notice", old_name="done_at", new_name="told_at"),
        migrations.RemoveField(model_name="notice", name="attempts"),
        migrations.RemoveField(model_name="notice", name="message_id"),
        migrations.AlterField(
            model_name="notice",
            name="state",
            field=models.CharField(
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
        migrations.AddField(
            model_name="player",
            name="muted",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Contact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contacts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("channel", models.CharField(max_length=10)),
                ("address", models.CharField(blank=True, max_length=500)),
                ("secret", models.CharField(blank=True, max_length=64)),
                ("off", models.JSONField(default=list)),
                (
                    "rhythm",
                    models.CharField(
                        choices=[
                            ("now", "at once"),
                            ("awake", "when I’m awake"),
                            ("daily", "once a day at 18:00"),
                        ],
                        default="now",
                        max_length=10,
                    ),
                ),
                ("paused_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "channel"), name="one_contact_per_channel")],
            },
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("public_key", models.CharField(max_length=100)),
                ("auth_secret", models.CharField(max_length=40)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
    ]
