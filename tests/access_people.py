"""What pages of people answer to each kind of visitor: a part of the table in `tests/access.py`."""

from games.rules.registry import TITLES

Answers = str | dict[str, str]
MEMBERS = "→login →signup {0} {0} {0} {0}"
SIGNED_IN = "→login {0} {0} {0} {0} {0}"
NEWCOMERS = "{0} {0} →my_games →my_games →my_games →my_games"
# Asked first who sits there; and for guests, who cannot be, at once.
ASKED = MEMBERS.format("→accounts:confirm_identity")
ASKED_FIRST = (
    "accounts:tokens", "mfa_add_webauthn", "mfa_remove_webauthn", "mfa_activate_totp", "mfa_deactivate_totp",
    "mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_download_recovery_codes", "account_email",
    "account_set_password",
)  # fmt: skip
MINE_SURELY = "→login {0}" + " →accounts:confirm_identity" * 4

NOT_FOR_THEM = "404"
STAFF: dict[str, tuple[Answers, Answers]] = {
    "games:moderation_queue": ("200", "405"),
    "games:moderation_report": ("200", "→moderation_report"),
}
"""What alone operators get that strangers do not."""
PEOPLE: dict[str, tuple[Answers, Answers]] = {
    # To operators alone: `STAFF` in `tests/access.py`.
    "games:moderation_queue": (NOT_FOR_THEM, NOT_FOR_THEM),
    "games:moderation_report": (NOT_FOR_THEM, NOT_FOR_THEM),
    "accounts:language": ("405", "→home"),
    "accounts:close_announcement": ("405", "→home"),
    "accounts:settings": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "accounts:account": (SIGNED_IN.format("200"), SIGNED_IN.format("200")),
    "accounts:playing": (SIGNED_IN.format("200"), SIGNED_IN.format("200")),
    "accounts:safety": (SIGNED_IN.format("200"), SIGNED_IN.format("200")),
    "accounts:data": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "accounts:face": (SIGNED_IN.format("200"), SIGNED_IN.format("→accounts:face")),
    "accounts:confirm_identity": (MEMBERS.format("200"), MEMBERS.format("200")),
    "accounts:confirm_sign_up": (NEWCOMERS.format("→signup"), NEWCOMERS.format("→signup")),
    "account_signup": (NEWCOMERS.format("200"), NEWCOMERS.format("200")),
    "account_login": (NEWCOMERS.format("200"), NEWCOMERS.format("200")),
    "account_request_login_code": (NEWCOMERS.format("200"), NEWCOMERS.format("200")),
    "account_confirm_login_code": (NEWCOMERS.format("→request_login_code"), NEWCOMERS.format("→request_login_code")),
    "accounts:export": (SIGNED_IN.format("200"), SIGNED_IN.format("→accounts:export")),
    "accounts:export_file": (MINE_SURELY.format("→accounts:export"), SIGNED_IN.format("405")),
    "accounts:leave": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "accounts:leave_surely": (MINE_SURELY.format("200"), MINE_SURELY.format("→accounts:leave")),
    "accounts:stay": ("→accounts:settings", SIGNED_IN.format("→accounts:settings")),
    "accounts:sessions": (MEMBERS.format("200"), MEMBERS.format("→accounts:sessions")),
    "mfa_login_webauthn": (NEWCOMERS.format("→login"), NEWCOMERS.format("→login")),
    "mfa_authenticate": (NEWCOMERS.format("→login"), NEWCOMERS.format("→login")),
    "mfa_index": (MEMBERS.format("200"), MEMBERS.format("405")),
    **dict.fromkeys(ASKED_FIRST, (ASKED, ASKED)),
    "account_logout": ("→home 200 200 200 200 200", "→home"),
    "account_inactive": ("200", "405"),
    "account_email_verification_sent": (MEMBERS.format("→email"), MEMBERS.format("→email")),
    "account_change_password": (MEMBERS.format("200"), MEMBERS.format("200")),
    "account_reset_password": ("200", "200"),
    "account_reset_password_done": ("200", "405"),
    "account_reset_password_from_key": ("200", "200"),
    "account_reset_password_from_key_done": ("200", "405"),
}
REPORTS = dict.fromkeys(("open", "running", "over", "cancelled"), "→login →signup →watch →table →table →table")
REPORTS["running"] = "→login →signup 200 →table →table →table"
WATCHERS = {
    **dict.fromkeys(("open", "over", "cancelled"), "403"),
    "running": "→stream →stream →stream 403 403 403",
}
"""Players listen at their seats, and nobody where nothing can be watched."""
WATCHING: dict[str, tuple[Answers, Answers]] = {
    "games:watch": (dict.fromkeys(("open", "running", "over", "cancelled"), "200 200 200 →table →table →table"), "405"),
    "games:watch_news": ("200", "405"),
    "games:watch_listen": (WATCHERS, "405"),
    "games:report_watched": (REPORTS, {**REPORTS, "running": "→login →signup →report_watched →table →table →table"}),
}
"""Of a game that anyone with the link may watch; more in `tests/watching/pages/test_who_may_watch.py`."""
EACH = {
    "games:channel": ("webhook", "push"),
    "games:channel_test": ("webhook", "push"),
    "games:rules_of": tuple(TITLES),
    "games:open_table": tuple(TITLES),
}
"""Of what there is an address each."""
MORE: dict[str, list[object]] = {"mfa_remove_webauthn": [1], "games:panel": ["log"], "games:replay_step": [1]}
"""What addresses of a table hold beside its code."""
