"""Every setting of Crux: read from the environment, with a default for a laptop.

No other module reads the environment. A value that cannot be parsed ends the program
with a sentence.
`.env` beside `manage.py` is read where it exists; `.env.example` lists all names.
DEBUG=False is production. What is wrong there without being fatal, crux.checks says.
"""

import sys
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlsplit

from crux import logging
from crux.databases import (
    REDIS_ANSWER_SECONDS,
    REDIS_CONNECT_SECONDS,
    REDIS_KEEPALIVE,
    database,
)
from crux.environment import Environment, Misconfigured, misspelt
from crux.redaction import worth_hiding
from subscribers.addresses import is_local

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()
ENV_FILE = env.file("ENV_FILE", default=BASE_DIR / ".env")
if ENV_FILE.is_file():
    env.read_env(ENV_FILE)

DEBUG = env.bool("DEBUG", default=True)
INSECURE_SECRET_KEY = "insecure-for-a-laptop-only"  # noqa: S105  refused just below
SECRET_KEY = env.str("SECRET_KEY", default="") or INSECURE_SECRET_KEY
if SECRET_KEY == INSECURE_SECRET_KEY and not DEBUG:
    raise Misconfigured(
        "SECRET_KEY is not set, or the default one, which everybody knows, and DEBUG is "
        "off: set it to a long random value, as this prints one: "
        'python -c "import secrets; print(secrets.token_urlsafe(50))"'
    )
# Keys that were SECRET_KEY before, the newest first: what they signed goes on working.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Where the site listens and how many processes serve it; platforms set both.
LAST_PORT = 65535
PORT = env.whole("PORT", default=8000, least=1, most=LAST_PORT)
WEB_CONCURRENCY = env.whole("WEB_CONCURRENCY", default=1, least=1)
# How long a process trusts what the database told it of the pages that it keeps.
KEPT_PAGES_TRUSTED_SECONDS = env.seconds("KEPT_PAGES_TRUSTED_SECONDS", default=0.05)
BASE_URL = env.link("BASE_URL", default=f"http://localhost:{PORT}").rstrip("/")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
ALLOWED_HOSTS += [urlsplit(BASE_URL).hostname or "localhost"]
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[BASE_URL])

# Where run-time files go: the SQLite file, letters, run summaries, logs.
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "newsletter",
    "subscribers",
    "agents",
    "crux",
]

MIDDLEWARE = [
    "crux.probes.ProbeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "agents.doors.gate.ApiGate",
    "newsletter.pages.kept.KeptPages",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "newsletter.translations.begin_in_english",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "crux.second_factor.guard.SecondFactorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "crux.urls"
WSGI_APPLICATION = "crux.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "newsletter.issues.imprint.for_pages",
                "newsletter.pages.paths.for_frame",
            ],
        },
    },
]

DATABASES = {
    "default": database(
        env.database("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'crux.sqlite3'}")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What operators see is English; what readers see, their newsletter's language, where it has
# a catalogue in `locale/` (`newsletter.translations`).
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("da", "Danish"),
    ("de", "German"),
    ("es", "Spanish"),
    ("fr", "French"),
    ("it", "Italian"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("nb", "Norwegian"),
    ("nl", "Dutch"),
    ("pl", "Polish"),
    ("pt", "Portuguese"),
    ("sv", "Swedish"),
    ("zh-hans", "Simplified Chinese"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["crux.formats"]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "templates" / "static"]
# In production every static file bears its hash in its name and may be kept for ever;
# on a laptop files are served as they lie, with no `collectstatic` before.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Whoever logs in without saying where to comes to the desk.
LOGIN_REDIRECT_URL = "admin:index"

# Who guesses passwords waits: by IP address, so that no stranger can lock a person out.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = ["ip_address"]
AXES_CLIENT_IP_CALLABLE = "subscribers.consent.networks.client_ip"
AXES_LOCKOUT_TEMPLATE = "admin/locked.html"
AXES_RESET_ON_SUCCESS = AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "code"]
# Whose log-in has to ask for a code from a telephone too: groups by name, or all.
SECOND_FACTOR_FOR = env.list("SECOND_FACTOR_FOR", default=[])
OTP_TOTP_ISSUER = f"Crux ({urlsplit(BASE_URL).hostname})"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator")
]

# Pages carry no script and load nothing from elsewhere; the admin needs its own script.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "script-src": ["'self'"],
        "connect-src": ["'self'"],
        "font-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BASE_URL.startswith("https://")
SESSION_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=False)
# Browsers that were here go on asking for https alone; a month can still be waited out.
_MONTH_SECONDS = 30 * 86400
SECURE_HSTS_SECONDS = env.whole(
    "SECURE_HSTS_SECONDS",
    default=_MONTH_SECONDS if BASE_URL.startswith("https://") else 0,
)
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https")
    if env.bool("BEHIND_TLS_PROXY", default=False)
    else None
)
# Promises for all subdomains, which only whoever has the whole domain can make.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# --- Celery -------------------------------------------------------------------
# A message is a hint and the database the truth, so messages are acknowledged early,
# never retried by Celery and never carry an ETA: see docs/decisions/. Nor does anybody
# keep those under way, ask for results, or listen to workers' events (the options of
# `worker` in the Procfile): where Redis is slow each of these would hold a step up.
REDIS_URL = env.redis("REDIS_URL")
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_RESULT_BACKEND = (
    f"crux.celery_results:ChordsOnly+{REDIS_URL}" if REDIS_URL else "cache+memory://"
)
CELERY_RESULT_EXPIRES = 86400
CELERY_TASK_IGNORE_RESULT = bool(REDIS_URL)
# Twice so long a worker may take to go on after a chord, by a Redis that dawdles.
CELERY_RESULT_CHORD_JOIN_TIMEOUT = 4.0 * REDIS_ANSWER_SECONDS
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_DISABLE_PREFETCH = bool(REDIS_URL)
# A child that has grown is replaced (kB). Not after so many tasks: each time a step
# would wait some five seconds for the new one.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 500_000
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "ack_emulation": False,
        "socket_timeout": REDIS_ANSWER_SECONDS,
        "socket_connect_timeout": REDIS_CONNECT_SECONDS,
        "socket_keepalive": True,
        "socket_keepalive_options": REDIS_KEEPALIVE,
        "global_keyprefix": "crux:",
    }
    if REDIS_URL
    else {"polling_interval": 0.1}
)
CELERY_REDIS_SOCKET_TIMEOUT = REDIS_ANSWER_SECONDS
CELERY_REDIS_SOCKET_CONNECT_TIMEOUT = REDIS_CONNECT_SECONDS
CELERY_REDIS_SOCKET_KEEPALIVE = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0.1,
    "interval_step": 0.1,
    "interval_max": 0.2,
}
CELERY_TIMEZONE = "UTC"
CELERY_DB_REUSE_MAX = sys.maxsize  # `crux.celery` closes what is too old
# How often the clock looks around for sessions that are due or stand still. It is no
# message of Celery's, which would wait behind steps and expire by the workers' clocks.
SWEEP_SECONDS = env.seconds("SWEEP_SECONDS", default=15, least=1)

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Pages that were read, so that the next round of a session need not ask for them.
    "pages": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "pages",
        "TIMEOUT": 7 * 86400,
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}

# --- The agents ---------------------------------------------------------------
ANTHROPIC_API_KEY = env.str("ANTHROPIC_API_KEY", default="")
ANTHROPIC_BASE_URL = env.link("ANTHROPIC_BASE_URL")
# Brains in the order they are asked; where one fails for a role, the next takes it.
# With a key the models think first; the local brain stands in where they cannot.
CRUX_BRAINS = env.some_of(
    "CRUX_BRAINS",
    ["managed", "messages", "local", "scripted"],
    default=["managed", "messages", "local"] if ANTHROPIC_API_KEY else ["local"],
)
# How long a session waits in all for models that are busy or away, before rules take
# their roles. 0: not at all.
MODEL_PATIENCE_MINUTES = env.whole(
    "MODEL_PATIENCE_MINUTES", default=60, least=0, most=1440
)
# What a compatible server calls the models: claude-opus-5-5=qwen3,claude-haiku-5-5=...
CRUX_MODELS = env.dict("CRUX_MODELS", default={})
# Dollars at most, list price: for one session (a newsletter may set its own), and for a
# calendar month over all newsletters. 0 lifts a ceiling.
SESSION_DOLLARS = env.dollars("SESSION_DOLLARS", default=Decimal(6))
MONTH_DOLLARS = env.dollars("MONTH_DOLLARS", default=Decimal(40))
# Where spans go (OTLP over HTTP, e.g. http://localhost:4318); empty sends none.
OTEL_EXPORTER_OTLP_ENDPOINT = env.link("OTEL_EXPORTER_OTLP_ENDPOINT")
# auto: the live web; a slot waits while it is silent, and only the demo takes the
# bundled sample then. live: without asking first. sample: always.
CRUX_SOURCES = env.one_of("CRUX_SOURCES", ["auto", "live", "sample"], default="auto")
# Whether outlets are asked all week, and not only when research asks.
INTAKE = env.bool("INTAKE", default=True)
# How many scouts a session sends out at most, and how often once more; empty leaves it
# to the workflow (5 and 1). Interests and the command line come before.
CRUX_MAX_TASKS = env.whole_or_none("CRUX_MAX_TASKS", least=1, most=20)
CRUX_FOLLOW_UPS = env.whole_or_none("CRUX_FOLLOW_UPS", least=0, most=3)
# Where scouts search the web whose models cannot do it themselves: `own` asks the
# newsletter's stories, Hacker News and arXiv; searxng one's own engine at WEB_SEARCH_URL;
# brave and tavily want WEB_SEARCH_KEY.
WEB_SEARCH = env.one_of(
    "WEB_SEARCH", ["own", "searxng", "brave", "tavily"], default="own"
)
WEB_SEARCH_URL = env.link("WEB_SEARCH_URL")
WEB_SEARCH_KEY = env.key("WEB_SEARCH_KEY")
if WEB_SEARCH == "searxng" and not WEB_SEARCH_URL:
    raise Misconfigured(
        "WEB_SEARCH is searxng and WEB_SEARCH_URL is not set: give the address of your "
        "SearXNG, such as http://localhost:8888."
    )
if WEB_SEARCH in ("brave", "tavily") and not WEB_SEARCH_KEY:
    raise Misconfigured(
        f"WEB_SEARCH is {WEB_SEARCH} and WEB_SEARCH_KEY is not set: give the key that "
        "it knows you by."
    )
# Reddit by its feeds, or with an application's id and secret by its interface; or not.
REDDIT_SEARCH = env.one_of("REDDIT_SEARCH", ["on", "off"], default="on")
REDDIT_CLIENT_ID = env.key("REDDIT_CLIENT_ID")
REDDIT_CLIENT_SECRET = env.key("REDDIT_CLIENT_SECRET")
if bool(REDDIT_CLIENT_ID) != bool(REDDIT_CLIENT_SECRET):
    raise Misconfigured(
        "REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET belong together, and one of them is "
        "not set: give both, or neither to read Reddit's feeds."
    )
# A claim on a step: how long it lasts without a heartbeat, and how often that beats.
LEASE_SECONDS = env.seconds("LEASE_SECONDS", default=60, least=1)
HEARTBEAT_SECONDS = env.seconds("HEARTBEAT_SECONDS", default=15, least=0.1)
HINT_GRACE_SECONDS = env.seconds("HINT_GRACE_SECONDS", default=45)
BEATS_PER_LEASE = 3
if LEASE_SECONDS < BEATS_PER_LEASE * HEARTBEAT_SECONDS:
    raise Misconfigured(
        f"LEASE_SECONDS is {LEASE_SECONDS:g} and HEARTBEAT_SECONDS {HEARTBEAT_SECONDS:g}; "
        "a claim must last three heartbeats at least, or one late beat loses it."
    )
# How many sessions are worked on at once; each newsletter has its fair share of them.
SESSIONS_AT_ONCE = env.whole("SESSIONS_AT_ONCE", default=8, least=1)

# --- Letters ------------------------------------------------------------------
# file, console, smtp, or anymail (with EMAIL_BACKEND set to a provider's backend).
DELIVERY_TRANSPORT = env.one_of(
    "DELIVERY_TRANSPORT", ["file", "console", "smtp", "anymail"], default="file"
)
EMAIL_BACKEND = env.str(
    "EMAIL_BACKEND", default="django.core.mail.backends.console.EmailBackend"
)
SMTPS_PORT = 465
EMAIL_HOST = env.str("EMAIL_HOST", default="localhost")
EMAIL_PORT = env.whole("EMAIL_PORT", default=25, least=1, most=LAST_PORT)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
# TLS from the first byte (SMTPS), or by STARTTLS; one of them unless said otherwise,
# but on the way to this machine itself.
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", default=EMAIL_PORT == SMTPS_PORT)
EMAIL_USE_TLS = env.bool(
    "EMAIL_USE_TLS", default=not EMAIL_USE_SSL and not is_local(EMAIL_HOST)
)
if EMAIL_USE_SSL and EMAIL_USE_TLS:
    raise Misconfigured(
        "EMAIL_USE_SSL and EMAIL_USE_TLS are both True; port 465 takes the first, "
        "others the second."
    )
EMAIL_CONNECTIONS = env.whole("EMAIL_CONNECTIONS", default=4, least=1)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Crux <crux@localhost>")
ANYMAIL = env.dict("ANYMAIL", default={})
if ANYMAIL:
    INSTALLED_APPS.append("anymail")  # for its checks of these settings
SUBSCRIBER_CAP = env.whole("SUBSCRIBER_CAP", default=50)
RECIPIENT_EMAILS = env.list("RECIPIENT_EMAILS", default=[])
# Erased and bounced addresses are remembered only as hashes under this key; after a
# change of it nobody is recognised any more. By default the first SECRET_KEY there was.
ADDRESS_HASH_KEY = (
    env.str("ADDRESS_HASH_KEY", default="") or [SECRET_KEY, *SECRET_KEY_FALLBACKS][-1]
)
# Letters that share one commit before they leave (1 to 32), hence the most that a
# crash leaves to reconcile; how long a claim on letters lasts; and how many are claimed
# at a time.
DELIVERY_GROUP = env.whole("DELIVERY_GROUP", default=32, least=1, most=32)
DELIVERY_LEASE_SECONDS = env.seconds("DELIVERY_LEASE_SECONDS", default=300, least=1)
DELIVERY_BATCH = env.whole("DELIVERY_BATCH", default=500, least=1, most=500)
# Bounces come back to this mailbox, one sub-address a delivery (b+<delivery>@…);
# empty: they come back to the sender.
BOUNCE_ADDRESS = env.str("BOUNCE_ADDRESS", default="")
# Our own DKIM signature: a private key in PEM (\\n for a line break), the selector its
# public half stands under, and the domain where that is not the sender's.
DKIM_PRIVATE_KEY = env.str("DKIM_PRIVATE_KEY", default="", multiline=True)
DKIM_SELECTOR = env.str("DKIM_SELECTOR", default="crux")
DKIM_DOMAIN = env.str("DKIM_DOMAIN", default="")
# Sign-ups: how many an hour from one IP address, its network (and ten times as many from
# its carrier's), to one mail domain, to one of the great mail providers; how many
# confirmation letters an hour in all; and how many proxies of ours stand in front.
SIGNUPS_PER_IP = env.whole("SIGNUPS_PER_IP", default=10)
SIGNUPS_PER_NETWORK = env.whole("SIGNUPS_PER_NETWORK", default=30)
SIGNUPS_PER_DOMAIN = env.whole("SIGNUPS_PER_DOMAIN", default=60)
SIGNUPS_PER_PROVIDER = env.whole("SIGNUPS_PER_PROVIDER", default=200)
CONFIRMATIONS_PER_HOUR = env.whole("CONFIRMATIONS_PER_HOUR", default=200)
TRUSTED_PROXIES = env.whole("TRUSTED_PROXIES", default=0)
# Who publishes, in the foot of every letter and page: a postal address (\\n for a line
# break), which many countries' laws ask of a letter, and the address of an imprint.
POSTAL_ADDRESS = env.str("POSTAL_ADDRESS", default="", multiline=True)
IMPRINT_URL = env.link("IMPRINT_URL")
# Who is told by letter when something needs a person.
OPERATOR_EMAILS = env.list("OPERATOR_EMAILS", default=[])
# An address that takes {"text": …}, as chat services do. It may hold a secret.
OPERATOR_WEBHOOK = env.link("OPERATOR_WEBHOOK")
# An address that is told the same, signed as Standard Webhooks are, and its secrets
# (whsec_…), the newest first. It must be public, or its host one of the operator's own.
ALERT_WEBHOOK = env.link("ALERT_WEBHOOK")
ALERT_WEBHOOK_SECRET = env.list("ALERT_WEBHOOK_SECRET", default=[])
WEBHOOK_OWN_HOSTS = env.list("WEBHOOK_OWN_HOSTS", default=[])
# Hosts (rsshub.internal:1200) whose feeds may be outlets though they are not public.
OUTLET_OWN_HOSTS = env.list("OUTLET_OWN_HOSTS", default=[])
# Hosts besides hooks.slack.com that the answer to a slash command may be posted to.
CHAT_RESPONSE_HOSTS = env.list("CHAT_RESPONSE_HOSTS", default=[])
# The mailbox that requests come to, and the name under which the server that receives its
# mail says whom it knows (the first word of its Authentication-Results, RFC 8601).
INBOUND_ADDRESS = env.str("INBOUND_ADDRESS", default="")
INBOUND_AUTHSERV_ID = env.str("INBOUND_AUTHSERV_ID", default="")
# How many days what was told stays on record.
ALERTS_KEPT_DAYS = env.whole("ALERTS_KEPT_DAYS", default=180, least=30, most=36_500)

# --- The doors: API and MCP ---------------------------------------------------
# Requests an hour: of one owner with all keys of theirs, and of one machine without any.
API_REQUESTS_PER_HOUR = env.whole("API_REQUESTS_PER_HOUR", default=100)
API_REQUESTS_PER_HOUR_WITHOUT_KEY = env.whole(
    "API_REQUESTS_PER_HOUR_WITHOUT_KEY", default=100
)
# The key that `manage.py mcp` keeps to; without one it may what a command may.
CRUX_KEY = env.str("CRUX_KEY", default="")
# Sites whose pages may read the API from a browser; no cookie is ever read there.
API_CORS_ORIGINS = env.list("API_CORS_ORIGINS", default=[])
# Where `manage.py live` sends events and speaks MCP, and where others find it: behind
# one proxy that is BASE_URL.
LIVE_PORT = env.whole(
    "LIVE_PORT", default=min(PORT + 1, LAST_PORT), least=1, most=LAST_PORT
)
LIVE_URL = (
    env.link("LIVE_URL")
    or f"{urlsplit(BASE_URL).scheme}://{urlsplit(BASE_URL).hostname}:{LIVE_PORT}"
).rstrip("/")

# How many days what agents were called with, and answered, stays on record; what that
# took stays for good.
EXECUTIONS_KEPT_DAYS = env.whole(
    "EXECUTIONS_KEPT_DAYS", default=90, least=1, most=36_500
)

# What a Prometheus must bear to be told `/metrics`; empty tells everybody.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

# --- Log ----------------------------------------------------------------------
# json, console or none: on standard output, or beside what a command answers on standard
# error; a session's lines also go to its file.
LOG_OUTPUT = env.one_of("LOG_OUTPUT", list(logging.Output), default="json")
LOG_LEVEL = env.one_of("LOG_LEVEL", logging.LEVELS, default="INFO")
LOGGING_CONFIG = "crux.logging.configure"
LOGGING = logging.configuration(
    logging.Output(LOG_OUTPUT),
    LOG_LEVEL,
    VAR_DIR / "logs",
    worth_hiding(
        SECRET_KEY,
        *SECRET_KEY_FALLBACKS,
        ADDRESS_HASH_KEY,
        ANTHROPIC_API_KEY,
        EMAIL_HOST_PASSWORD,
        DKIM_PRIVATE_KEY,
        OPERATOR_WEBHOOK,
        ALERT_WEBHOOK,
        *ALERT_WEBHOOK_SECRET,
        METRICS_TOKEN,
        WEB_SEARCH_KEY,
        urlsplit(WEB_SEARCH_URL).password,
        REDDIT_CLIENT_SECRET,
        CRUX_KEY,
        urlsplit(REDIS_URL).password,
        DATABASES["default"].get("PASSWORD"),
        *ANYMAIL.values(),
    ),
    is_error=logging.is_beside_an_answer(sys.argv),
)
MISSPELT_SETTINGS = misspelt(ENV_FILE, env.asked) if ENV_FILE.is_file() else {}
