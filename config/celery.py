"""The Celery application; its settings are Django's that begin with CELERY_."""

import os

from celery import Celery

from config import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("istaka")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.amqp.Connection = broker.Connection
app.autodiscover_tasks()

SECONDS_BETWEEN_SWEEPS = 10
A_MINUTE = 60
TEN_MINUTES = 600

# A sweep that waited longer than until the next is one that the next replaces.
app.conf.beat_schedule = {
    "sweep": {
        "task": "scoring.tasks.sweep",
        "schedule": SECONDS_BETWEEN_SWEEPS,
        "options": {"expires": SECONDS_BETWEEN_SWEEPS},
    },
    "sweep tries": {
        "task": "tournaments.tasks.sweep_tries",
        "schedule": TEN_MINUTES,
        "options": {"expires": TEN_MINUTES},
    },
    "send mail that waits": {
        "task": "tournaments.tasks.send_mail_that_waits",
        "schedule": A_MINUTE,
        "options": {"expires": A_MINUTE},
    },
    "give kept places": {
        "task": "tournaments.tasks.give_kept_places",
        "schedule": TEN_MINUTES,
        "options": {"expires": TEN_MINUTES},
    },
    "forget contacts": {
        "task": "tournaments.tasks.forget_contacts",
        "schedule": TEN_MINUTES,
        "options": {"expires": TEN_MINUTES},
    },
}
