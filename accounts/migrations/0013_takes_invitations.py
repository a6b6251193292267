from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0012_suspended_at")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="user", name="takes_invitations", field=models.BooleanField(default=True)),
    ]
