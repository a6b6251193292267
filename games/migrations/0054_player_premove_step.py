from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0053_seat_offers")]

    operations = [
        migrations.AddField("player", "premove_step", models.PositiveIntegerField(null=True)),
    ]
