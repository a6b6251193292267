from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

import insidejob.codes


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0010_leaving_and_export")]

    operations: ClassVar[list[Operation]] = [
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=5, unique=True)),
                ("text", models.CharField(max_length=300)),
                ("until", models.DateTimeField()),
                ("code", models.CharField(default=insidejob.codes.make_code, max_length=10)),
            ],
        ),
    ]
