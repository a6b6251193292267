"""Every page there is to look at: axe and a ruler go through these, and `make screens` draws them."""

from typing import Any

from games.rules.registry import TITLES

LOCALES = {"en": "en-GB", "fr": "fr-FR"}
VISITORS_PAGES = (
    "/",
    "/rules/",
    "/tables/",
    "/case/",
    "/case/archive/",
    *(f"/rules/{title}/" for title in TITLES),
    "/api/1/",
    "/privacy/",
    "/terms/",
    "/imprint/",
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/login/code/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/g/nosuchtable/",
    "/dev/mail/",
)
MEMBERS_PAGES = (
    "/",
    "/games/",
    "/games/new/",
    "/tables/?title=target",
    "/tables/",
    *(f"/games/new/{title}/" for title in TITLES),
    "/accounts/settings/",
    "/accounts/settings/account/",
    "/accounts/settings/playing/",
    "/accounts/settings/safety/",
    "/accounts/settings/data/",
    "/accounts/settings/face/",
    "/circles/",
    "/holidays/",
    "/blocked/",
    "/case/",
    "/case/archive/",
    "/mail/",
    "/mail/case/",
    "/mail/channels/push/",
    "/mail/channels/webhook/",
    "/mail/channels/feed/",
    "/accounts/identity/",
    "/accounts/ways/",
    "/accounts/sessions/",
    "/accounts/export/",
    "/accounts/leave/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/logout/",
)
STRANGERS_TABLES = ("invitation", "private", "cancelled")
TABS = ("talk", "past", "notes", "about")


def list_visitors_pages(scenes: dict[str, Any], language: str) -> dict[str, str]:
    """Return by name the addresses of all pages that a visitor sees."""
    tables = {f"visitor-{name}": f"/g/{scenes['tables'][name]}/" for name in STRANGERS_TABLES}
    links = {"stop-mail": scenes["stop_mail"][language], "join-circle": f"/circles/join/{scenes['circle']['link']}/"}
    watched = {f"watch-{name}": f"/watch/{key}/" for name, key in scenes["watched"].items()}
    watched |= {f"{name}-past": f"{watched[name]}?tab=past" for name in watched if name[6:] in TITLES}
    return {name_page(path): path for path in VISITORS_PAGES} | tables | links | watched


def list_members_pages(scenes: dict[str, Any]) -> dict[str, str]:
    """Return by name the addresses of all pages that the first person sees, a table in each state among them."""
    tables = {name: f"/g/{code}/" for name, code in scenes["tables"].items()}
    tabs = {f"wait-{tab}": f"{tables['wait']}?tab={tab}" for tab in TABS}
    profiles = {f"profile-{who}": f"/people/{code}/" for who, code in scenes["people"].items()}
    return {
        **{f"member-{name_page(path)}": path for path in MEMBERS_PAGES},
        **tables,
        **tabs,
        "circle": (circle := f"/circles/{scenes['circle']['code']}/"),
        "season": f"{circle}seasons/{scenes['circle']['season']}/",
        "weekly-new": f"{circle}weekly/new/rendezvous/",
        "weekly-change": f"{circle}weekly/{scenes['circle']['weekly']}/",
        "weekly-open": f"/g/{scenes['circle']['open']}/",
        "case-solved": "/case/1/",
        "case-trick": "/case/1/?trick=3",
        "case-replay": "/case/1/replay/9/?eyes=1",
        "watch-report": f"/watch/{scenes['watched']['target']}/report/",
        "trouble": f"{tables['wait']}trouble/",
        "replay": f"{tables['result']}replay/?scene=3",
        **profiles,
        "statistics-me": f"{profiles['profile-me']}statistics/",
        "statistics-none": f"{profiles['profile-me']}statistics/?seats=7",
        "statistics-kept": f"{profiles['profile-stranger']}statistics/",
        "profile-page-2": f"{profiles['profile-me']}?page=2",
    }


def name_page(path: str) -> str:
    """Return a name for the file of a page: `rules-target` for `/rules/target/`."""
    return "-".join(part for part in path.replace("?", "/").split("/") if part) or "first"
