"""Keep what each name looks like, so that no two new ones can be mistaken for one another."""

from typing import Any

from django.db import migrations, models

from accounts.names.look_alikes import skeletonize


def fill_skeletons(apps: Any, schema_editor: Any) -> None:
    """Fill the column; of people whose names look alike already all keep theirs, and the first alone holds the look."""
    User = apps.get_model("accounts", "User")
    seen: set[str] = set()
    for user in User.objects.only("display_name").order_by("is_guest", "pk").iterator():
        skeleton = skeletonize(user.display_name)
        User.objects.filter(pk=user.pk).update(name_skeleton=skeleton, has_old_name=skeleton in seen)
        seen.add(skeleton)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_people")]

    operations = [
        migrations.AddField("user", "name_skeleton", models.CharField(default="", editable=False, max_length=500)),
        migrations.AddField("user", "has_old_name", models.BooleanField(default=False, editable=False)),
        migrations.RunPython(fill_skeletons, migrations.RunPython.noop),
        migrations.AlterField("user", "name_skeleton", models.CharField(editable=False, max_length=500)),
        migrations.AddIndex("user", models.Index(fields=["name_skeleton"], name="people_by_skeleton")),
        migrations.AddConstraint(
            "user",
            models.UniqueConstraint(
                condition=models.Q(has_old_name=False), fields=["name_skeleton"], name="one_person_per_look"
            ),
        ),
    ]
