"""Records and replays of finished games."""

from django.urls import path

from games.archive.views import records, replay

urlpatterns = [
    path("games/records.jsonl", records.my_records, name="my_records"),
    path("games/commitments.jsonl", records.my_commitments, name="my_commitments"),
    path("g/<slug:code>/record.json", records.record, name="record"),
    path("g/<slug:code>/commitment.json", records.commitment, name="commitment"),
    path("g/<slug:code>/replay/", replay.replay, name="replay"),
    path("g/<slug:code>/replay/<int:step>/", replay.replay, name="replay_step"),
    path("g/<slug:code>/replay/share/", replay.share, name="share_replay"),
]
