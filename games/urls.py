"""The addresses of games. A table is found by its short random code."""

from django.urls import path

from games.views import absence, health, home, lists, lobby, mail, profile, records, replay, rules, table, tips

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", home.play_now, name="play"),
    path("health/", health.health, name="health"),
    path("games/", lists.my_games, name="my_games"),
    path("games/next/", lists.next_game, name="next_game"),
    path("games/records.jsonl", records.my_records, name="my_records"),
    path("games/new/", lists.choose_title, name="choose_title"),
    path("games/new/<slug:name>/", lists.open_table, name="open_table"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:name>/", rules.rules_of, name="rules_of"),
    path("people/<slug:code>/", profile.profile, name="profile"),
    path("g/<slug:code>/", table.table, name="table"),
    path("g/<slug:code>/record.json", records.record, name="record"),
    path("g/<slug:code>/move/", table.move, name="move"),
    path("g/<slug:code>/replay/", replay.replay, name="replay"),
    path("g/<slug:code>/replay/<int:step>/", replay.replay, name="replay_step"),
    path("g/<slug:code>/replay/share/", replay.share, name="share_replay"),
    path("g/<slug:code>/panel/<slug:name>/", table.panel, name="panel"),
    path("g/<slug:code>/news/", table.news, name="news"),
    path("g/<slug:code>/marks/", table.mark, name="mark"),
    path("g/<slug:code>/tips/", tips.put_away, name="tip"),
    path("g/<slug:code>/talk/", table.talk, name="talk"),
    path("g/<slug:code>/join/", lobby.join, name="join"),
    path("g/<slug:code>/wish/", lobby.wish, name="wish"),
    path("g/<slug:code>/name/", lobby.rename, name="rename"),
    path("g/<slug:code>/leave/", lobby.leave, name="leave"),
    path("g/<slug:code>/fill/", lobby.fill, name="fill"),
    path("g/<slug:code>/remove/", lobby.remove, name="remove"),
    path("g/<slug:code>/cancel/", lobby.cancel, name="cancel"),
    path("g/<slug:code>/hand-over/", absence.hand_over, name="hand_over"),
    path("g/<slug:code>/take-back/", absence.take_back, name="take_back"),
    path("g/<slug:code>/end/", absence.end, name="end"),
    path("g/<slug:code>/open/", absence.open_cards, name="open_cards"),
    path("g/<slug:code>/rematch/", lobby.rematch, name="rematch"),
    path("mail/", mail.mail, name="mail"),
    path("mail/retry/", mail.retry_mail, name="retry_mail"),
    path("mail/stop/<str:token>/", mail.stop_mail, name="stop_mail"),
]
