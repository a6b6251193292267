from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0024_public_tables")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="game", name="invitation", field=models.CharField(blank=True, max_length=10)),
        migrations.AddField(model_name="formerplayer", name="removed", field=models.BooleanField(default=False)),
    ]
