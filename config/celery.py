import os
import time
from datetime import UTC, datetime, timedelta

from celery import Celery
from celery.schedules import schedule

from config.platform import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("istaka")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.amqp.Connection = broker.Connection
app.autodiscover_tasks()

SECONDS_BETWEEN_SWEEPS = 10
A_MINUTE = 60
TEN_MINUTES = 600

_STARTED = datetime.now(UTC) - timedelta(seconds=time.monotonic())


def monotonic_now() -> datetime:
    """Ignore changes of the clock: beat would pause until a wrong, later time."""
    return _STARTED + timedelta(seconds=time.monotonic())


def every_seconds(seconds: int) -> schedule:
    return schedule(seconds, nowfun=monotonic_now)


# The next sweep replaces one that waits longer than a period.
app.conf.beat_schedule = {
    "sweep": {
        "task": "scoring.tasks.sweep",
        "schedule": every_seconds(SECONDS_BETWEEN_SWEEPS),
        "options": {"expires": SECONDS_BETWEEN_SWEEPS},
    },
    "sweep tries": {
        "task": "tournaments.tasks.sweep_tries",
        "schedule": every_seconds(TEN_MINUTES),
        "options": {"expires": TEN_MINUTES},
    },
    "sweep sessions": {
        "task": "tournaments.tasks.sweep_sessions",
        "schedule": every_seconds(TEN_MINUTES),
        "options": {"expires": TEN_MINUTES},
    },
    "send mail that waits": {
        "task": "tournaments.tasks.send_mail_that_waits",
        "schedule": every_seconds(A_MINUTE),
        "options": {"expires": A_MINUTE},
    },
    "answer password requests": {
        "task": "tournaments.tasks.answer_password_requests",
        "schedule": every_seconds(A_MINUTE),
        "options": {"expires": A_MINUTE},
    },
    "give kept places": {
        "task": "tournaments.tasks.give_kept_places",
        "schedule": every_seconds(TEN_MINUTES),
        "options": {"expires": TEN_MINUTES},
    },
    "forget contacts": {
        "task": "tournaments.tasks.forget_contacts",
        "schedule": every_seconds(TEN_MINUTES),
        "options": {"expires": TEN_MINUTES},
    },
}
