from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0063_deadline_set_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="device",
            name="refused_at",
            field=models.DateTimeField(null=True),
        ),
    ]
