"""Settings for every environment."""

from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from games.titles import PACKAGES, find_folder
from insidejob.settings.accounts import *  # noqa: F403
from insidejob.settings.environment import read_contact, read_number, read_site, read_switch

BASE_DIR = Path(__file__).resolve().parent.parent.parent

env = environ.Env()

# All that an embedded site writes. Never inside the code.
VAR_DIR = Path(env.str("INSIDEJOB_VAR", default=str(BASE_DIR / "var"))).resolve()

# Also in development: error pages show local variables, such as hands and roles.
DEBUG = False

# `make dev` says yes: templates, style sheets and scripts are read again when they change.
RELOAD = False

INSTALLED_APPS = [
    "accounts",
    "games",
    *PACKAGES,
    "insidejob",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "insidejob.middleware.without_body",
    "insidejob.headers.guarded",
    "insidejob.middleware.ReadableRequests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "insidejob.compression.Compression",
    "insidejob.headers.ContentPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.site.views.health.monitoring",
    "games.tables.views.polls.answering",
    "games.watching.polls.answering",
    "games.api.polls.answering",
    "accounts.middleware.Sessions",
    "insidejob.languages.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "insidejob.pasted_links.PastedLinks",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.Authentication",
    "accounts.middleware.preferences",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.private_pages",
    "allauth.account.middleware.AccountMiddleware",
    "games.tables.views.newer_rules.NewerRules",
]

ROOT_URLCONF = "insidejob.urls"
WSGI_APPLICATION = "insidejob.wsgi.application"

CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "accounts.announcements.views.announcement",
    "games.site.context.mail",
    "games.site.context.desk",
    "games.site.context.site",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "insidejob.templates.Backend",
        "DIRS": [BASE_DIR / "templates", *(find_folder(title) / "templates" for title in PACKAGES)],
        "OPTIONS": {
            "environment": "insidejob.templates.environment",
            "functions": "games.state.template_functions",
            "context_processors": CONTEXT_PROCESSORS,
        },
    },
    # Of third-party apps.
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    },
]
FORM_RENDERER = "insidejob.forms.Renderer"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Paris"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "insidejob.static_finders.JoiningFinder",
    "insidejob.static_finders.JoiningAppFinder",
]
# No other site needs them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "insidejob.static_storage.MinifiedStorage"},
}

# Seconds that a process caches announcements.
ANNOUNCEMENTS_KEPT = 20
ANNOUNCEMENT_COOKIE_NAME = "announcement"
# Of browsers that have just sent a form, on a site with a replica.
WRITTEN_COOKIE_NAME = "written"
MESSAGE_COOKIE_NAME = "messages"
MESSAGE_STORAGE = "insidejob.message_storage.Storage"
# Of visitors, for the case of the day.
TIME_ZONE_COOKIE_NAME = "time_zone"

# At a time, and created per hour, including quick games and rematches.
TABLES_A_GUEST = read_number("TABLES_A_GUEST", default=30)
TABLES_A_PERSON = read_number("TABLES_A_PERSON", default=300)
OPENINGS_AN_HOUR = read_number("OPENINGS_AN_HOUR", default=20)
API_REQUESTS_A_MINUTE = read_number("API_REQUESTS_A_MINUTE", default=300)

# Start of links in emails.
SITE_ADDRESS = read_site("SITE_ADDRESS", default="http://localhost:8000")
# Whether `manage.py check_suspicion` found the suspicion model good enough for this site's games.
SUSPICION_TESTED = read_switch("SUSPICION_TESTED", default=False)
# Email or URL for security reports. Without it there is no security.txt.
SECURITY_CONTACT = read_contact("SECURITY_CONTACT")
# For privacy, terms and imprint. The contact is an email address or a URL.
OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_CONTACT = read_contact("OPERATOR_CONTACT")
# For the imprint, where the law requires it.
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", default="").replace("\\n", "\n")
HOSTED_BY = env.str("HOSTED_BY", default="").replace("\\n", "\n")
# /dev/mail/, only in development.
MAILBOX = False
MAIL_FOLDER = VAR_DIR / "mail"
# Django would wait for ever.
EMAIL_TIMEOUT = 10
# Empty: no web push.
PUSH_KEY = env.str("PUSH_KEY", default="")
# Sorted list of stolen passwords. Empty: no check.
BREACHES_FILE = ""
# Private hosts that may be reached without TLS, with ports: only for tests.
CHANNELS_MAY_REACH: list[str] = []
# Required to read metrics. Empty: no metrics.
METRICS_TOKEN = ""
# Empty: no error reports.
SENTRY_DSN = ""
# An IMAP mailbox, or a mail service that calls a webhook.
BOUNCE_MAILBOX, BOUNCE_SERVICE = "", ""

# A pooler such as PgBouncer may change connections between transactions.
DATABASE_POOLER = False

# Sessions are in the database: moves are accepted while Redis is down.
SESSION_ENGINE = "games.people.session_store"
# Only if all processes share a cache.
POLLS_FROM_CACHE = False
# Where browsers reach the process that serves streams, and how news reach it: a Redis, or the path of a Unix socket.
# Empty: no streams, pages poll.
STREAMS_AT = "/stream/"
STREAMS_NEWS = ""
# No script reads it: pages carry the token.
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "accounts.sign_in.stale_forms.refuse_form"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# Messages only wake workers: work is in the database, and sweeps find it.
# In UTC: at a clock change beat would leave out an hourly task.
CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_REDIRECT_STDOUTS = False
# One worker each: slow mail servers and servers chosen by users must delay neither the clock nor codes.
CELERY_TASK_QUEUES = [Queue("clock"), Queue("mail"), Queue("outbound")]
CELERY_TASK_DEFAULT_QUEUE = "mail"
CELERY_TASK_ROUTES = {
    "games.tasks.sweep": {"queue": "clock"},
    "games.tasks.send_messages": {"queue": "outbound"},
    "games.tasks.post_case_reminders": {"queue": "outbound"},
    # It takes seconds, and email should not wait for it.
    "games.tasks.make_cases": {"queue": "outbound"},
    "games.tasks.send_tests": {"queue": "outbound"},
    "games.tasks.read_bounces": {"queue": "outbound"},
}
# In memory: the schedule needs no state.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    # The next message does all that is due.
    "sweep": {"task": "games.tasks.sweep", "schedule": 10.0, "options": {"expires": 30}},
    "send-mail": {"task": "games.tasks.send_mail", "schedule": 10.0, "options": {"expires": 30}},
    "note-answers": {"task": "games.tasks.note_answers", "schedule": 30.0, "options": {"expires": 60}},
    "count-statistics": {"task": "games.tasks.count_statistics", "schedule": 60.0, "options": {"expires": 60}},
    "ask-hosts": {"task": "games.tasks.ask_hosts", "schedule": 600.0, "options": {"expires": 600}},
    "tell-moderators": {"task": "games.tasks.tell_moderators", "schedule": 60.0, "options": {"expires": 60}},
    "close-seasons": {"task": "games.tasks.close_seasons", "schedule": 600.0, "options": {"expires": 600}},
    "send-messages": {"task": "games.tasks.send_messages", "schedule": 10.0, "options": {"expires": 30}},
    "send-tests": {"task": "games.tasks.send_tests", "schedule": 10.0, "options": {"expires": 30}},
    "send-case-mail": {"task": "games.tasks.send_case_mail", "schedule": 30.0, "options": {"expires": 60}},
    "post-case-reminders": {"task": "games.tasks.post_case_reminders", "schedule": 30.0, "options": {"expires": 60}},
    "read-bounces": {"task": "games.tasks.read_bounces", "schedule": 300.0, "options": {"expires": 300}},
    # Soon after the first start, when there is no case for today yet.
    "make-cases": {"task": "games.tasks.make_cases", "schedule": 10.0, "options": {"expires": 10}},
    "make-exports": {"task": "games.tasks.make_exports", "schedule": 20.0, "options": {"expires": 30}},
    # Hourly, since a laptop sleeps at night.
    "clear-expired": {"task": "games.tasks.clear_expired", "schedule": crontab(minute="17")},
}
