"""Encrypts the secrets of the second step that lie in the database as they are."""

from collections.abc import Callable
from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation

from accounts.sign_in.mfa_encryption import FIELDS, decrypt, encrypt


def change(apps: Apps, by: Callable[[str], str]) -> None:
    """Change every secret of every app and of all recovery codes."""
    rows = apps.get_model("mfa", "Authenticator")._default_manager
    for row in rows.filter(type__in=("totp", "recovery_codes")):
        for name in FIELDS:
            value = row.data.get(name)
            if value:
                row.data[name] = [by(each) for each in value] if isinstance(value, list) else by(value)
        row.save(update_fields=["data"])


def seal(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    change(apps, encrypt)


def unseal(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    change(apps, decrypt)


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("accounts", "0001_squashed_0017_suspended_until"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations: ClassVar[list[Operation]] = [migrations.RunPython(seal, unseal)]
