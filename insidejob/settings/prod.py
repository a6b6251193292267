"""Production settings, from environment variables."""

from typing import Any

from insidejob.logs import logging_settings
from insidejob.redis_address import read_redis_address
from insidejob.settings.addresses import reading_address, require_scheme
from insidejob.settings.base import *  # noqa: F403
from insidejob.settings.base import INSTALLED_APPS, MIDDLEWARE, env
from insidejob.settings.connections import TIME_LIMITS, keep_connections, keep_statements, share_connections
from insidejob.settings.environment import read_hosts, read_number, read_origins, read_sender, read_site, read_switch

REQUIRED = ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "DEFAULT_FROM_EMAIL")
missing = [name for name in REQUIRED if not env.str(name, default="")]
if missing:
    # `SystemExit` prints no traceback, unlike `ImproperlyConfigured`.
    raise SystemExit(f"Inside Job's production settings need these environment variables: {', '.join(missing)}.")

SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = read_hosts("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = read_origins("CSRF_TRUSTED_ORIGINS")
# Start of links in emails.
SITE_ADDRESS = read_site("SITE_ADDRESS", default=f"https://{ALLOWED_HOSTS[0]}")

# A pooler such as PgBouncer may change connections between transactions.
DATABASE_POOLER = read_switch("DATABASE_POOLER", default=False)
# Never wait for ever, for a lost server or a locked row.
# Poolers do not pass on time limits: set them for the role.
DATABASE_OPTIONS = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    **keep_statements(is_pooled=DATABASE_POOLER),
    **({} if DATABASE_POOLER else {"options": " ".join(f"-c {name}={limit}" for name, limit in TIME_LIMITS.items())}),
}
# PostgreSQL allows 100; backups and operators need some. The units start five processes, seven during a reload.
DATABASE_CONNECTIONS = read_number("DATABASE_CONNECTIONS", default=80)
CONNECTIONS_EACH = share_connections(DATABASE_CONNECTIONS, read_number("SITE_PROCESSES", default=10))
CONNECTION_AGE, POOL = keep_connections(CONNECTIONS_EACH)
# Without a password, libpq uses PGPASSWORD.
with reading_address("DATABASE_URL"):
    DATABASE = env.db_url("DATABASE_URL")
CONNECTIONS: dict[str, Any] = {
    "CONN_MAX_AGE": CONNECTION_AGE,
    "CONN_HEALTH_CHECKS": True,
    # The next query might use another connection.
    "DISABLE_SERVER_SIDE_CURSORS": DATABASE_POOLER,
}
DATABASES: dict[str, Any] = {
    "default": {
        **DATABASE,
        **CONNECTIONS,
        "OPTIONS": {**DATABASE_OPTIONS, **POOL, **DATABASE.get("OPTIONS", {})},
    },
}
# For reads that may be late. Without it all reads are from the primary.
if env.str("REPLICA_URL", default=""):
    with reading_address("REPLICA_URL"):
        REPLICA = env.db_url("REPLICA_URL")
    # The primary is at hand, so no one waits long for a lost replica. The last is in milliseconds.
    HASTE = {**keep_connections(CONNECTIONS_EACH, wait=2.0)[1], "connect_timeout": 2, "tcp_user_timeout": 5000}
    DATABASES["replica"] = {
        **REPLICA,
        **CONNECTIONS,
        "OPTIONS": {**DATABASE_OPTIONS, **HASTE, **REPLICA.get("OPTIONS", {})},
    }
    DATABASE_ROUTERS = ["insidejob.replica.Router"]
    MIDDLEWARE = ["insidejob.replica.remembering_writes", *MIDDLEWARE]
REDIS_URL = env.str("REDIS_URL")
with reading_address("REDIS_URL"):
    REDIS = read_redis_address(REDIS_URL)
CACHES = {
    "default": {
        "BACKEND": "insidejob.redis_cache.ForgivingCache",
        "LOCATION": REDIS.url,
        "KEY_PREFIX": "insidejob",
        "OPTIONS": {
            "REDIS_CLIENT_CLASS": "insidejob.redis_cache.PausingRedis",
            "IGNORE_EXCEPTIONS": True,
            "SOCKET_CONNECT_TIMEOUT": 1,
            "SOCKET_TIMEOUT": 1,
            **REDIS.cache,
        },
    },
}
POLLS_FROM_CACHE = True
STREAMS_NEWS = REDIS_URL

with reading_address("EMAIL_URL"):
    vars().update(env.email_url("EMAIL_URL"))
if vars()["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
    # Does not wait for the server beyond the end of a round of email.
    EMAIL_BACKEND = "insidejob.smtp.Backend"
DEFAULT_FROM_EMAIL = read_sender("DEFAULT_FROM_EMAIL")
if BOUNCE_MAILBOX := env.str("BOUNCE_MAILBOX", default=""):
    with reading_address("BOUNCE_MAILBOX"):
        require_scheme(BOUNCE_MAILBOX, "imap", "imaps")
BOUNCE_SERVICE = env.str("BOUNCE_SERVICE", default="")
if BOUNCE_SERVICE:
    # Without a secret anyone could stop a user's email.
    INSTALLED_APPS += ["anymail"]
    if not env.str("BOUNCE_SECRET", default=""):
        raise SystemExit("Inside Job's production settings need BOUNCE_SECRET with BOUNCE_SERVICE.")
    ANYMAIL = {
        "WEBHOOK_SECRET": env.str("BOUNCE_SECRET"),
        f"{BOUNCE_SERVICE.upper()}_WEBHOOK_SIGNING_KEY": env.str("BOUNCE_SIGNING_KEY", default=""),
    }
BREACHES_FILE = env.str("BREACHES_FILE", default="")
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:
    MIDDLEWARE = ["insidejob.metrics.counting", *MIDDLEWARE]
# Tracebacks by email would show hands and roles.
ADMINS: list[tuple[str, str]] = []

SECURE_SSL_REDIRECT = read_switch("SECURE_SSL_REDIRECT", default=True)
# Only behind a proxy that sets the header and strips the visitor's.
if proxy_header := env.str("SECURE_PROXY_SSL_HEADER", default=""):
    SECURE_PROXY_SSL_HEADER = (f"HTTP_{proxy_header.upper().replace('-', '_')}", "https")
# The outermost proxy's entry in X-Forwarded-For identifies visitors. With 0 it is ignored; behind a proxy all visitors
# then share an address.
ALLAUTH_TRUSTED_PROXY_COUNT = read_number("TRUSTED_PROXY_COUNT", default=0)
# For monitors on the same machine, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^metrics/$"]
SECURE_HSTS_SECONDS = read_number("SECURE_HSTS_SECONDS", default=365 * 24 * 3600)
# Both affect other hosts, and leaving a preload list takes months: the domain's owner decides.
SECURE_HSTS_INCLUDE_SUBDOMAINS = read_switch("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = read_switch("SECURE_HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
# The prefix keeps other hosts of the domain from setting these cookies.
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_NAME = "__Host-csrf"
LANGUAGE_COOKIE_NAME = "__Host-language"
ANNOUNCEMENT_COOKIE_NAME = "__Host-announcement"
TIME_ZONE_COOKIE_NAME = "__Host-time-zone"
WRITTEN_COOKIE_NAME = "__Host-written"
MESSAGE_COOKIE_NAME = "__Host-messages"

CELERY_BROKER_URL = REDIS.broker
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_throttle": 1,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
    **REDIS.broker_options,
}

SENTRY_DSN = env.str("SENTRY_DSN", default="")
LOGGING = logging_settings(json=True, reports=bool(SENTRY_DSN))
