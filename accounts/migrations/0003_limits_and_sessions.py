from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_name_skeletons")]

    operations = [
        migrations.AddField("user", "sessions_ended", models.PositiveIntegerField(default=0, editable=False)),
        migrations.CreateModel(
            name="LimitedUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("number", models.PositiveSmallIntegerField()),
                ("free_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("key", "number"), name="one_use_per_slot")],
            },
        ),
    ]
