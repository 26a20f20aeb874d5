"""Read from the environment; docs/operators.md lists every variable."""

from pathlib import Path

import environ
from django.utils.translation import gettext_lazy as _

from config import addresses, logs, secret_key
from config.platform import broker, databases
from tournaments.formats.encounter_plan import MOST_ENTRANTS

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
# Databases, keys and backups; the `istaka` command sets the user's own.
VAR_DIR = Path(env.str("DATA_FOLDER", default=str(BASE_DIR / "var")))

# --- Security and HTTP ---

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = secret_key.secret_key(env)
# Signatures by these keys stay valid while a new key replaces one of them.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Scheme, host and port for links and QR codes. Empty: each page uses the address of the request.
PUBLIC_ADDRESS = env.str("PUBLIC_ADDRESS", default="").rstrip("/")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=addresses.host_names(PUBLIC_ADDRESS))
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[PUBLIC_ADDRESS] if PUBLIC_ADDRESS else [])

# On a club's Wi-Fi, plain http, a browser would drop secure cookies.
HTTPS = PUBLIC_ADDRESS.startswith("https://")
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=30 * 24 * 3600 if HTTPS else 0)
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
# Trust only a proxy that overwrites X-Forwarded-Proto and appends the client's address to X-Forwarded-For.
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Without a proxy that reports https, every request would redirect forever.
SECURE_SSL_REDIRECT = HTTPS and BEHIND_PROXY

SESSION_COOKIE_NAME = "istaka_session"
SESSION_COOKIE_AGE = 30 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True

# Ten times the longest list that a club pastes, and more than any file that pages accept.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
FILE_UPLOAD_HANDLERS = ["config.platform.request_bodies.InMemoryUploadHandler"]
# A pasted list may ask for both players of each pair, with a field each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2 * MOST_ENTRANTS + 1000

# --- Apps and middleware ---

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "tournaments",
    "scoring",
    "config",
]

MIDDLEWARE = [
    "config.middleware.RouteNameMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.SecurityHeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.CompressionMiddleware",
    "config.middleware.PrivateCacheMiddleware",
    "config.middleware.SessionHintMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.address_language.AddressLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.accounts.views.sessions.SessionMiddleware",
    "config.middleware.ErrorPagesMiddleware",
]

ROOT_URLCONF = "config.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "config.platform.template_loader.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database and backups ---

DATABASES = {"default": databases.from_environment(env, default_file=VAR_DIR / "club.sqlite3")}
# Each page being rendered uses one connection.
MAX_CONCURRENT_PAGES = env.int("DATABASE_POOL_SIZE", default=0) or 8
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Owners get a warning when the disk of the SQLite file has fewer bytes left.
LOW_DISK_BYTES = env.int("LOW_DISK_BYTES", default=500_000_000)
# `serve` makes a backup every hour, and copies it to BACKUPS_COPY.
BACKUPS = databases.backup_folder(env, DATABASES["default"], default_folder=VAR_DIR)
BACKUPS_COPY = Path(env.str("BACKUPS_COPY")) if env.str("BACKUPS_COPY", default="") else None
HOURLY_BACKUPS = env.bool("HOURLY_BACKUPS", default=True)
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# --- People ---

AUTH_USER_MODEL = "tournaments.User"
SILENCED_SYSTEM_CHECKS = [
    "auth.E003",  # a constraint that this check ignores makes e-mails unique regardless of case
    "security.W005",  # subdomains and preloading are the operator's decision
    "security.W021",  # as above
]
LOGIN_URL = "tournaments:sign_in"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# --- Mail ---

# smtp://, smtp+tls:// or smtp+ssl://USER:PASSWORD@HOST:PORT. Empty: no mail is sent, and people hand links
# over. Mail contains links, so PUBLIC_ADDRESS must be set.
EMAIL_URL = env.str("EMAIL_URL", default="")
EMAIL_CONFIGURED = EMAIL_URL != ""
if EMAIL_CONFIGURED:
    vars().update(env.email_url("EMAIL_URL"))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="") or "istaka@localhost"

# --- Language and time ---

LANGUAGE_CODE = "tr"
LANGUAGES = [("tr", _("Turkish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Istanbul"

# --- Static files ---

STATIC_URL = "/static/"
# A wheel contains them collected, a checkout their sources.
COLLECTED_STATIC = BASE_DIR / "collected-static"
ARE_STATIC_FILES_COLLECTED = COLLECTED_STATIC.exists()
STATIC_SOURCE = COLLECTED_STATIC if ARE_STATIC_FILES_COLLECTED else BASE_DIR / "static"
_static_root = COLLECTED_STATIC if ARE_STATIC_FILES_COLLECTED else VAR_DIR / "static"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(_static_root)))
STATICFILES_DIRS = (
    [] if ARE_STATIC_FILES_COLLECTED else [STATIC_SOURCE, ("pictures", BASE_DIR / "docs/screenshots")]
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.platform.static_files.HashedStaticFilesStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_USE_FINDERS = True  # serve files that are not collected from their source

# --- Celery ---

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default=broker.IN_MEMORY)
CELERY_BROKER_TRANSPORT_OPTIONS = broker.transport_options(CELERY_BROKER_URL)
CELERY_BROKER_CONNECTION_TIMEOUT = broker.PUBLISH_TIMEOUT_SECONDS
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # workers wait for their broker forever
CELERY_TASK_PUBLISH_RETRY = False  # a page never waits for a broker; the sweep repairs
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE

# --- Live updates ---

# Streams per process; further pages poll every few seconds instead.
LIVE_STREAMS = env.int("LIVE_STREAMS", default=2000)
# Redis for messages about changed tournaments; without it processes query the database.
LIVE_REDIS_URL = env("LIVE_REDIS_URL", default="")

# --- The laptop's control page ---

# Opens the control page from this computer; `istaka` makes one at each start. Empty: there is no such page.
CONTROL_KEY = env.str("CONTROL_KEY", default="")

# --- Logs and metrics: logs go to standard error, standard output is for results ---

# Grants access to metrics and readiness details from other machines.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# "json" is for log collectors and adds a line for each request.
LOG_FORMAT = logs.known_format(env.str("LOG_FORMAT", default=logs.LINE))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.RedactingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "config.monitoring.json_log.JsonFormatter"},
    },
    "filters": {"once a minute": {"()": "config.logs.RateLimitFilter"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["once a minute"],
        }
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        **({"istaka.requests": {"level": "INFO"}} if LOG_FORMAT == logs.JSON else {}),
    },
}
