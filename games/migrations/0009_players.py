from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """A seat is a number, a player is the row: nothing but names changes."""

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0008_kinds_are_rows"),
    ]

    operations = [
        # It names the column, which Django's state does not follow through a renaming.
        migrations.RemoveConstraint(model_name="seat", name="one_seat_per_place"),
        migrations.RenameModel(old_name="Seat", new_name="Player"),
        migrations.RenameField(model_name="player", old_name="index", new_name="seat"),
        migrations.AlterModelOptions(name="player", options={"ordering": ["seat"]}),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="one_player_per_seat"),
        ),
        migrations.RenameIndex(model_name="player", old_name="seats_that_owe", new_name="players_that_owe"),
        migrations.AlterField(
            model_name="player",
            name="game",
            field=models.ForeignKey(on_delete=models.deletion.CASCADE, related_name="players", to="games.game"),
        ),
        migrations.AlterField(
            model_name="player",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=models.deletion.PROTECT,
                related_name="players",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
