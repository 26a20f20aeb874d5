"""The environment in which tests run; loaded before Django reads its settings.

Whatever the developer's shell says, only DATABASE_URL is taken from it. The
tests make a database of their own beside the one that it names.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

FROM_THE_SHELL = (
    "ALLOWED_HOSTS",
    "BACKUPS_TOO",
    "BEHIND_PGBOUNCER",
    "BEHIND_PROXY",
    "CELERY_BROKER_URL",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_POOL_SIZE",
    "DEBUG",
    "EMAIL_URL",
    "HOST",
    "HSTS_SECONDS",
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
# A test that is about them asks for backups: beside every server that is started they would be made, too.
NO_BACKUPS = tempfile.mkdtemp(prefix="istaka-no-backups-")
atexit.register(shutil.rmtree, NO_BACKUPS, ignore_errors=True)
os.environ |= {"BACKUPS": NO_BACKUPS, "BACKUPS_EVERY_HOURS": "0"}
# Here and in each of the many processes that tests start, the project would be compiled again.
sys.dont_write_bytecode = False
if not os.environ.get("DATABASE_URL"):
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
# Nothing is ever collected here: pages name the files by their plain names.
NO_STATIC = Path(__file__).resolve().parent.parent / "var" / "no-static"
NO_STATIC.mkdir(parents=True, exist_ok=True)
os.environ["STATIC_ROOT"] = str(NO_STATIC)

# Times are measured in benchmarks, never by a test on a busy machine. The check before a merge asks the same
# of every change; whoever runs the tests by hand looks for what nobody has asked, EXAMPLES=500 of them.
settings.register_profile(
    "untimed",
    max_examples=int(os.environ.get("EXAMPLES", "50")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("untimed")
