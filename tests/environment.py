"""The environment of tests, imported before Django's settings. Only DATABASE_URL is taken from the shell."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

FROM_THE_SHELL = (
    "ALLOWED_HOSTS",
    "BACKUPS_COPY",
    "BEHIND_PGBOUNCER",
    "BEHIND_PROXY",
    "CELERY_BROKER_URL",
    "CONTROL_KEY",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_POOL_SIZE",
    "DATA_FOLDER",
    "DEBUG",
    "EMAIL_URL",
    "HOST",
    "HSTS_SECONDS",
    "ISTAKA_INDEX",
    "LIVE_REDIS_URL",
    "LIVE_STREAMS",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "LOW_DISK_BYTES",
    "MAIL_FROM",
    "METRICS_TOKEN",
    "PORT",
    "PUBLIC_ADDRESS",
    "PYTHONDONTWRITEBYTECODE",
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "SECRET_KEY_FILE",
)

for name in FROM_THE_SHELL:
    os.environ.pop(name, None)
# Off by default, or every server a test starts would make backups; tests of backups turn them on.
NO_BACKUPS = tempfile.mkdtemp(prefix="istaka-no-backups-")
atexit.register(shutil.rmtree, NO_BACKUPS, ignore_errors=True)
os.environ |= {"BACKUPS": NO_BACKUPS, "HOURLY_BACKUPS": "0"}
# Write bytecode, or every process that tests start would compile the project again.
sys.dont_write_bytecode = False
if not os.environ.get("DATABASE_URL"):
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
# Static files are never collected here: pages use the plain file names.
NO_STATIC = Path(__file__).resolve().parent.parent / "var" / "no-static"
NO_STATIC.mkdir(parents=True, exist_ok=True)
os.environ["STATIC_ROOT"] = str(NO_STATIC)

# Deadlines are left to benchmarks, because test machines are busy. The merge check runs the same examples for
# every change; set HYPOTHESIS_EXAMPLES=500 to search for new ones by hand.
settings.register_profile(
    "untimed",
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "50")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("untimed")
