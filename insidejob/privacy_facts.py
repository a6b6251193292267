"""Personal data by purpose and retention: the source of the privacy page.

`tests/infra/test_privacy_facts.py` compares it with the models.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Fact:
    """What the site stores or sends about people, and why. Columns are written as `app.Model: names`."""

    what: Promise
    why: Promise
    kept: Promise
    columns: dict[str, str]


UNTIL_DELETED = _("until you change it or delete your account")
UNTIL_REMOVED = _("until you remove it or delete your account")

FACTS = (
    Fact(
        _("Name, face, language, time zone, playing hours, holidays, what you chose in the settings"),
        _("The other players see your name and face; the rest adapts the site to you."),
        UNTIL_DELETED,
        {
            "accounts.User": "id display_name name_key name_skeleton has_old_name code face language time_zone "
            "wakes_at sleeps_at vacations_taken vacations_dropped history_shown_to statistics_shown_to plays_by_mail "
            "mail_kinds_off mail_off reminders takes_invitations has_paused_channel is_guest told_by is_active "
            "suspended_at suspended_until suspension_reason joined_at leaves_at left_at",
        },
    ),
    Fact(
        _("Email addresses"),
        _("You can sign in with them, and we email you when your games need you. No other player sees them."),
        UNTIL_REMOVED,
        {
            "accounts.User": "email mail_refused_at",
            "account.EmailAddress": "id user email verified primary",
            "account.EmailConfirmation": "id email_address created sent key",
        },
    ),
    Fact(
        _("Password (as a one-way hash), passkeys, two-step verification, recovery codes"),
        _("To know it’s you."),
        UNTIL_REMOVED,
        {
            "accounts.User": "password last_login sessions_ended",
            "mfa.Authenticator": "id user type data created_at last_used_at",
        },
    ),
    Fact(
        _(
            "Cookies that keep you signed in, stop other sites from sending forms in your name, and remember your "
            "language, your time zone if you aren’t signed in, the announcements you closed, what the "
            "next page has to tell you and that you just changed something; and the list of your signed-in devices"
        ),
        _("To keep you signed in, and to show you where. There are no other cookies, and no one tracks you."),
        _(
            "the session until you sign out, or 180 days after it last changed, and a day if you aren’t signed in and "
            "played no case; the next three cookies a year; those for announcements and for the next page until "
            "you close the browser; the last one five seconds"
        ),
        {
            "sessions.Session": "session_key session_data expire_date",
            "accounts.Session": "session_key session_data expire_date user",
            "usersessions.UserSession": "id user created_at ip last_seen_at session_key user_agent data",
        },
    ),
    Fact(
        _("Emails about your account waiting to be sent, mostly codes"),
        _("To send them, even if the mail server is briefly unavailable."),
        _("until they are sent: 15 minutes for codes, a week if your account is suspended, a day for the others"),
        {
            "accounts.AccountEmail": "id email language subject text stop_link message_id written_at send_at attempts "
            "expires_at",
        },
    ),
    Fact(
        _("How often something was tried, such as a code: no name, just an unreadable fingerprint"),
        _("So that no one can guess codes, flood a mailbox or make up the totals of a case."),
        _("an hour; a day for name changes and accusations"),
        {"accounts.LimitedUse": "id key number free_at"},
    ),
    Fact(
        _("Games: who sat where, what was dealt, every move and when it was made, who won"),
        _("Without this there would be no game. Its players can watch the replay, and it counts in their statistics."),
        _("as long as any of its players has an account; if you delete yours, they see “a former agent”"),
        {
            "games.Game": "id code table_name title rules options seat_count host first_host pace vote_time "
            "in_time_only sleeps is_public guests_welcome allows_bots has_bot_account house_name is_house_name_hidden "
            "invitation vacations bank talk opened_at due_set_at "
            "watchers watch_key watching_closed started_at rematch_of series circle weekly_table settle_at "
            "planned_seats bots_fill watch_from kept status version stamp last_said due_at paused_at paused_due "
            "ready_by host_seen_at pauses granted_by clock_moves outage_counted ended_at answers_due result commitment",
            "games.Player": "id game seat user name face bot_by invited is_ready came_from bot stand_in since "
            "bank_spent in_grace missed agrees_to_end agrees_to_pause agrees_to_open owes asked_at role won statistics",
            "games.FormerPlayer": "id game seat user name removed declined left_at since until",
            "games.Deal": "id game content commitment_key",
            "games.Hand": "id deal seat content",
            "games.Move": "id game sequence seat content by made_at",
            "games.SealedChoice": "id game seat decision content by",
        },
    ),
    Fact(
        _(
            "At a table: your notes, prepared moves, muted players, wishes and agreements, and your playing hours and "
            "holidays at the time"
        ),
        _("For your own page and the table’s clock."),
        _("as long as the game, or until you delete your account"),
        {
            "games.Player": "wish link opened_by opens_at handed_over leaves_notes zone wakes_at sleeps_at "
            "shares_replay marks muted premove premove_step premove_dropped talk_read away waited waits_now",
            "games.FormerPlayer": "marks",
        },
    ),
    Fact(
        _("Your circles: their names, weekly tables and seasons, their members, and who’s invited"),
        _("So that the same people can meet again. Only members see a circle, its games and who won them."),
        _("until you leave the circle or delete your account; a circle, as long as someone belongs to it"),
        {
            "games.Circle": "id code name is_name_hidden owner invitation made_at seasons seasons_closed_until",
            "games.WeeklyTable": "id code circle title seat_count options terms bots_fill opens_more weekday at zone "
            "next_at paused empty_weeks",
            "games.Member": "id circle user invited since not_until",
        },
    ),
    Fact(
        _("What you did in a circle’s closed seasons: games and wins by role, your figures and your partners"),
        _("A closed season stays as it was, also when members leave. Members see what your statistics show them."),
        _("as long as the circle; if you delete your account, members see “a former agent”"),
        {
            "games.ClosedSeason": "id circle first end games pairs",
            "games.SeasonMember": "id season number user shown_to results",
        },
    ),
    Fact(
        _(
            "The notes you write for yourself during a game, who you suspect and when, and whether "
            "you share them afterwards"
        ),
        _("To remember. Once the game is over, players who share theirs can compare; no one else sees them."),
        _("as long as the game, until you delete them, or until you delete your account"),
        {
            "games.Note": "id game author number at text",
            "games.Suspicion": "id game author at about step",
            "games.Player": "opens_notes",
        },
    ),
    Fact(
        _("Cases of the day: what you saw, your marks and suspicions, your accusation and its time"),
        _("For your streak and your statistics; members of your circles see your result. Totals name nobody."),
        _("until you delete your account; without an account, in your session"),
        {
            "games.Investigation": (
                "id case user seen has_clue clue_at marks steps accused is_right is_in_time ended_at by_api"
            ),
        },
    ),
    Fact(
        _("That you’re watching a game: one of 128 numbers, which says neither who nor where you are"),
        _("So that its players see how many people watch, but not who."),
        _("for two minutes at most, in memory only"),
        {},
    ),
    Fact(
        _("What you say at a table"),
        _("So that the table can read it."),
        _("a year after the game; 30 days at a table that was closed before it began; until you delete your account"),
        {"games.Message": "id game seat author name text sent_at is_hidden"},
    ),
    Fact(
        _("Reported messages and names, the messages around them, who reported them and why"),
        _("So that moderators can act when someone is insulted or threatened."),
        _("90 days after the report is closed, or until the author of the message or name deletes their account"),
        {
            "games.Report": "id code about game circle message reporter reported reason words context made_at "
            "closed_at is_told"
        },
    ),
    Fact(
        _(
            "What moderators did about it: warned, hid a message or a name, suspended chat, "
            "suspended or closed an account; and who is a moderator"
        ),
        _("So that it can be checked, and lasts as long as announced."),
        _("a year, or until you delete your account"),
        {
            "games.Act": "id report moderator person kind words until made_at",
            "accounts.User": "is_staff talk_stopped_until",
        },
    ),
    Fact(
        _("Who you blocked, or muted at a table"),
        _("So that you don’t meet them or read their messages. They won’t know."),
        UNTIL_REMOVED,
        {"accounts.Block": "id by person made_at", "games.Muting": "id game by person"},
    ),
    Fact(
        _("What we notified you about, by which channel, and whether it arrived"),
        _("To notify you only once, and to show you what was sent."),
        _("90 days after the game"),
        {
            "games.Notification": "id recipient game kind key written_at send_at state told_at told_left",
            "games.Delivery": "id notification channel told_at message_id send_at state attempts done_at",
        },
    ),
    Fact(
        _("Other notification channels you set up: browsers, webhooks, ntfy, Discord, feeds"),
        _("To notify you there. These messages pass through that service."),
        UNTIL_REMOVED,
        {
            "games.Contact": "id user channel address secret off schedule paused_at",
            "games.Device": "id user endpoint public_key auth_secret name added_at refused_at session",
            "games.ChannelTest": "id user contact asked_at state",
        },
    ),
    Fact(
        _("Whether and when you want to be reminded of the case of the day"),
        _("To remind you."),
        UNTIL_REMOVED,
        {"games.CaseReminder": "id user channel hour due_at attempts failed_days"},
    ),
    Fact(
        _("Which public tables you want to be told of"),
        _("To tell you when one opens."),
        UNTIL_REMOVED,
        {"games.TableAlert": "id user title pace language"},
    ),
    Fact(
        _("How you answered your last 20 turns: in time or not, and how fast"),
        _("So that others know how reliably you play before they join you."),
        _("only the last 20, until you delete your account"),
        {"games.Answers": "id user last"},
    ),
    Fact(
        _(
            "API tokens: their names, what they may do, when they were last used and when they end; not the tokens "
            "themselves. Your bot accounts; others see that they are yours, and of those that take invitations, to "
            "which games, and when they were last seen."
        ),
        _("So that programs of your choice can read or play for you."),
        UNTIL_REMOVED,
        {
            "accounts.ApiToken": "id user name digest scopes made_at used_at expires_at",
            "accounts.User": "bot_owner",
            "games.BotOffer": "id user title seats",
        },
    ),
    Fact(
        _("Requests that your programs sent with a key: just unreadable fingerprints, and the table’s code"),
        _("So that a request sent twice takes effect once."),
        _("a day"),
        {"games.IdempotentRequest": "id user key asked made made_at"},
    ),
    Fact(
        _("The file with all your data, if you asked for it"),
        _("So that you can export it."),
        _("a day"),
        {"accounts.Export": "id user asked_at begun_at made_at content"},
    ),
    Fact(
        _("Guests: your name, your games against bots, and your part at friends’ tables"),
        _("So that you can play without an account."),
        _(
            "30 days after your last move and the end of your last game or suspension, or a day if you made at most "
            "one move; games with others stay in their history, where you appear as “a former agent”"
        ),
        {"accounts.User": "last_active"},
    ),
)
ABOUT_NOBODY = {
    "accounts.Announcement",
    "games.Case",
    "games.CaseTally",
    "games.Heartbeat",
    "games.Outage",
    "auth.Permission",
    "auth.Group",
    "contenttypes.ContentType",
}
"""Tables without personal data."""
