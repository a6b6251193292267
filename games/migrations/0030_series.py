from typing import Any, ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

from insidejob.codes import make_code


def mark_series(apps: Any, schema_editor: Any) -> None:
    """Give each game that has a rematch, and all that came of it, a series."""
    games = apps.get_model("games", "Game").objects
    rematches = dict(games.filter(rematch_of__isnull=False).values_list("rematch_of", "pk"))
    for first in rematches.keys() - set(rematches.values()):
        chain = [first]
        while chain[-1] in rematches:
            chain.append(rematches[chain[-1]])
        games.filter(pk__in=chain).update(series=make_code())


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0029_circles")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="game", name="series", field=models.CharField(blank=True, max_length=10)),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["series"], name="games_series", condition=~models.Q(series="")),
        ),
        migrations.AddField(model_name="player", name="came_from", field=models.PositiveSmallIntegerField(null=True)),
        migrations.RunPython(mark_series, migrations.RunPython.noop),
    ]
