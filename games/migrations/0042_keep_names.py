from typing import Any, ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation
from django.db.models import F, OuterRef, Subquery

from accounts.faces import find_face


def keep_names(apps: Any, schema_editor: Any) -> None:
    """Keep the current names of everybody at the tables that were dealt, and the faces of running games."""
    User, Player, FormerPlayer, Message = (
        apps.get_model(*model)
        for model in (("accounts", "User"), ("games", "Player"), ("games", "FormerPlayer"), ("games", "Message"))
    )
    person = User.objects.filter(pk=OuterRef("user"), left_at=None)
    players = Player.objects.filter(user__left_at=None, user__isnull=False, game__started_at__isnull=False)
    players.update(name=Subquery(person.values("display_name")[:1]))
    former = FormerPlayer.objects.filter(user__left_at=None, until__isnull=False)
    former.update(name=Subquery(person.values("display_name")[:1]))
    author = User.objects.filter(pk=OuterRef("author"), left_at=None).values("display_name")
    Message.objects.filter(author__isnull=False, author__left_at=None).update(name=Subquery(author[:1]))
    seated = Player.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), user__left_at=None)
    unsigned = Message.objects.filter(author=None).annotate(seated=Subquery(seated.values("user__display_name")[:1]))
    unsigned.filter(seated__isnull=False).update(name=F("seated"))
    keep_faces(Player)


def keep_faces(Player: Any) -> None:
    running = Player.objects.filter(game__status="running", user__isnull=False, user__left_at=None)
    for player in running.select_related("user").iterator():
        face = str(find_face(player.user.code, player.user.face))
        Player.objects.filter(pk=player.pk).update(face=face)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0041_names_of_the_deal"), ("accounts", "0019_leaner_indexes")]

    operations: ClassVar[list[Operation]] = [migrations.RunPython(keep_names, migrations.RunPython.noop)]
