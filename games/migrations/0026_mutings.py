from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.models import OuterRef, Subquery


def name_authors(apps: Any, schema_editor: Any) -> None:
    """Note who said what, where it is not known: the person in the seat, as a substitute's seat has named its lines."""
    message, player = apps.get_model("games", "Message"), apps.get_model("games", "Player")
    sitting = player.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), invited=False)
    message.objects.filter(author=None).update(author=Subquery(sitting.values("user")[:1]))


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0025_renewed_invitations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Operation]] = [
        migrations.CreateModel(
            name="Muting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="muting",
            constraint=models.UniqueConstraint(fields=["game", "by", "person"], name="one_muting_per_pair"),
        ),
        migrations.RunPython(name_authors, migrations.RunPython.noop, elidable=True),
    ]
