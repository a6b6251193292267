"""Keep what names look like without the characters in them that draw nothing."""

from typing import Any

from django.db import migrations

from accounts.names.invisible import is_invisible
from accounts.names.look_alikes import skeletonize


def renew_skeletons(apps: Any, schema_editor: Any) -> None:
    """Look again at names with such characters; one that looks like another's is marked as older than the rule."""
    User = apps.get_model("accounts", "User")
    for user in User.objects.only("display_name", "name_skeleton").order_by("is_guest", "pk").iterator():
        skeleton = skeletonize(user.display_name) if any(map(is_invisible, user.display_name)) else user.name_skeleton
        if skeleton != user.name_skeleton:
            is_taken = User.objects.filter(name_skeleton=skeleton).exists()
            User.objects.filter(pk=user.pk).update(name_skeleton=skeleton, has_old_name=is_taken)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0019_leaner_indexes")]

    operations = [migrations.RunPython(renew_skeletons, migrations.RunPython.noop)]
