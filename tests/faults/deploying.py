"""A database as the release before left it."""

from tests.scripts import Scripts

STATE = ("tournaments", "0021")
BEFORE = """
from unittest.mock import patch
from django.core.management import call_command
from django.db import connection
from scoring import triggers
from scoring.models.agreement import WindowsTold
WindowsTold.objects.all().delete()
triggers.remove(connection)
with patch.object(triggers, "install"):
    call_command("migrate", *{state}, verbosity=0)
"""
"""What a sweep noted is noted anew, as the release before noted it otherwise. Triggers of this release name
columns that are new; migrating puts them back."""


def a_migration_back(scripts: Scripts) -> None:
    scripts.run("tests.snippet", BEFORE.format(state=STATE))
