"""Settings shared by every environment; each value that may differ is read from the environment."""

from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from insidejob.settings.accounts import *  # noqa: F403

BASE_DIR = Path(__file__).resolve().parent.parent.parent

env = environ.Env()

# What the embedded set-up writes: database, broker, mail, keys. Never inside the code.
VAR_DIR = Path(env.str("INSIDEJOB_VAR", default=str(BASE_DIR / "var"))).resolve()

# Off unless asked for, in development too: Django's error pages print local variables, hands and roles among them.
DEBUG = False

INSTALLED_APPS = [
    "accounts",
    "games",
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
    "insidejob.headers.guarded",
    "insidejob.middleware.ReadableForms",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "insidejob.compression.Compression",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.site.views.health.monitoring",
    "games.tables.views.polls.answering",
    "accounts.middleware.Sessions",
    "insidejob.languages.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "insidejob.pasted_links.PastedLinks",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
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
    "games.site.context.site",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "insidejob.templates.Backend",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "insidejob.templates.environment", "context_processors": CONTEXT_PROCESSORS},
    },
    # What applications bring of their own.
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    },
]

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
# No other site has a use for them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "insidejob.static_storage.MinifiedStorage"},
}

# For how many seconds a process remembers what is announced; and the cookie that says what was closed.
ANNOUNCEMENTS_KEPT = 20
ANNOUNCEMENT_COOKIE_NAME = "announcement"

# How many open and running tables one may sit at, and open in an hour, quick games and rematches included.
TABLES_A_GUEST = env.int("TABLES_A_GUEST", default=30)
TABLES_A_PERSON = env.int("TABLES_A_PERSON", default=300)
OPENINGS_AN_HOUR = env.int("OPENINGS_AN_HOUR", default=20)

# What mails put before a path.
SITE_ADDRESS = env.str("SITE_ADDRESS", default="http://localhost:8000")
# Whether `manage.py check_suspicion` has found the observer of finished games good in enough games of people here.
SUSPICION_TESTED = env.bool("SUSPICION_TESTED", default=False)
# Where to report a hole, by mail or on a page; without it there is no security.txt.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")
# Who runs the site, and how to reach them: a mail address or a page. The pages on privacy, terms and imprint say it.
OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_CONTACT = env.str("OPERATOR_CONTACT", default="")
# The operator's postal address, and who hosts the site, where the law wants the imprint to say it.
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", default="").replace("\\n", "\n")
HOSTED_BY = env.str("HOSTED_BY", default="").replace("\\n", "\n")
# Whether /dev/mail/ shows the mail sent: development settings alone say yes.
MAILBOX = False
MAIL_FOLDER = VAR_DIR / "mail"
# Django waits for ever by default.
EMAIL_TIMEOUT = 10
# The private key, as text, by which browsers know pushes of this site; without one none are offered.
PUSH_KEY = env.str("PUSH_KEY", default="")
# The file in which new passwords are looked up among stolen ones; without it none are. Production may set it.
BREACHES_FILE = ""
# Hosts, each with its port, that may be posted to in the clear although they are private: for tests alone.
CHANNELS_MAY_REACH: list[str] = []
# What those must know who ask for figures; without it there are none. Production may set it.
METRICS_TOKEN = ""
# The address of a project at Sentry, to which errors are told without values. Production may set it.
SENTRY_DSN = ""
# Where mail that comes back is told of: a mailbox, or a mail service that calls. Production may name either.
BOUNCE_MAILBOX, BOUNCE_SERVICE = "", ""

# Whether a pooler such as PgBouncer may give each transaction another connection. Production may say so.
DATABASE_POOLER = False

# Sessions live in the database, not in the cache: moves are accepted while Redis is down.
SESSION_ENGINE = "accounts.sign_in.session_store"
# Whether a page that asks for news may be answered from the cache: only where all processes share one.
POLLS_FROM_CACHE = False
# Forms and pages carry the token; no script of ours reads the cookie.
CSRF_COOKIE_HTTPONLY = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "object-src": [NONE],
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

# The queue is a doorbell: what is to be done stands in the database, and a sweep finds it when a message got lost.
CELERY_TIMEZONE = TIME_ZONE
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_REDIRECT_STDOUTS = False
# A worker for each: a slow mail server does not stop the clock, and servers that people name stop neither the clock nor
# sign-in codes. A worker started without `--queues` attends to all.
CELERY_TASK_QUEUES = [Queue("clock"), Queue("mail"), Queue("outbound")]
CELERY_TASK_DEFAULT_QUEUE = "mail"
CELERY_TASK_ROUTES = {
    "games.tasks.sweep": {"queue": "clock"},
    "games.tasks.send_messages": {"queue": "outbound"},
    "games.tasks.send_tests": {"queue": "outbound"},
    "games.tasks.read_bounces": {"queue": "outbound"},
}
# In memory: nothing in the schedule needs to be remembered between starts.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    # A message that waited longer than this is of no use: the next one does all that is due.
    "sweep": {"task": "games.tasks.sweep", "schedule": 10.0, "options": {"expires": 30}},
    "send-mail": {"task": "games.tasks.send_mail", "schedule": 10.0, "options": {"expires": 30}},
    "note-answers": {"task": "games.tasks.note_answers", "schedule": 30.0, "options": {"expires": 60}},
    "count-statistics": {"task": "games.tasks.count_statistics", "schedule": 60.0, "options": {"expires": 60}},
    "ask-hosts": {"task": "games.tasks.ask_hosts", "schedule": 600.0, "options": {"expires": 600}},
    "send-messages": {"task": "games.tasks.send_messages", "schedule": 10.0, "options": {"expires": 30}},
    "send-tests": {"task": "games.tasks.send_tests", "schedule": 10.0, "options": {"expires": 30}},
    "read-bounces": {"task": "games.tasks.read_bounces", "schedule": 300.0, "options": {"expires": 300}},
    "make-exports": {"task": "games.tasks.make_exports", "schedule": 20.0, "options": {"expires": 30}},
    # Once an hour and not once a night, as a site on a laptop sleeps at night.
    "clear-expired": {"task": "games.tasks.clear_expired", "schedule": crontab(minute="17")},
}
