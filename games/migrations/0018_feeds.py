from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_contacts"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(condition=models.Q(("channel", "feed")), fields=["secret"], name="feeds_by_token"),
        ),
    ]
