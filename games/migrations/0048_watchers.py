from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0047_cases"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="watch_key",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
        migrations.AddField(
            model_name="game",
            name="watchers",
            field=models.CharField(
                choices=[("none", "No one"), ("circle", "Members of the circle"), ("link", "Anyone with the link")],
                db_default="none",
                default="none",
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("is_public", True), ("status", "running"), ("watchers", "link")),
                fields=["started_at"],
                name="games_to_watch",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("watch_key", ""), _negated=True),
                fields=("watch_key",),
                name="one_game_per_watch_key",
            ),
        ),
    ]
