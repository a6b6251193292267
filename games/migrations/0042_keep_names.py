from typing import Any, ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.faces import find_face


def keep_names(apps: Any, schema_editor: Any) -> None:
    """Keep the current names of everybody at the tables that were dealt, and the faces of running games."""
    people = apps.get_model("accounts", "User").objects.filter(left_at=None)
    name_of_user = Subquery(people.filter(pk=OuterRef("user")).values("display_name")[:1])
    name_of_author = Subquery(people.filter(pk=OuterRef("author")).values("display_name")[:1])
    players, former, said = (apps.get_model("games", name).objects for name in ("Player", "FormerPlayer", "Message"))
    present = players.filter(user__isnull=False, user__left_at=None)
    present.filter(game__started_at__isnull=False).update(name=name_of_user)
    former.filter(user__left_at=None, until__isnull=False).update(name=name_of_user)
    said.filter(author__isnull=False, author__left_at=None).update(name=name_of_author)
    seated = present.filter(game=OuterRef("game"), seat=OuterRef("seat")).values("user__display_name")
    said.filter(author=None).update(name=Coalesce(Subquery(seated[:1]), Value("")))
    for player in present.filter(game__status="running").select_related("user").iterator():
        players.filter(pk=player.pk).update(face=str(find_face(player.user.code, player.user.face)))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0041_names_of_the_deal"), ("accounts", "0019_leaner_indexes")]

    operations: ClassVar[list[Operation]] = [migrations.RunPython(keep_names, migrations.RunPython.noop)]
