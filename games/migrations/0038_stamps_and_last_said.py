from typing import Any

from django.db import migrations, models


def note_last_said(apps: Any, schema_editor: Any) -> None:
    """Note the last message of each table's talk."""
    games, messages = apps.get_model("games", "Game"), apps.get_model("games", "Message")
    said = messages.objects.filter(game=models.OuterRef("pk")).order_by("-pk").values("pk")[:1]
    games.objects.filter(models.Exists(said)).update(last_said=models.Subquery(said))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0037_house_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="stamp",
            field=models.CharField(blank=True, max_length=10),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="game",
            name="last_said",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.RunPython(note_last_said, migrations.RunPython.noop),
    ]
