"""A database as the release before left it."""

from tests.scripts import Scripts

STATE = ("tournaments", "0021")
NO_NOTES = "from scoring.models.agreement import WindowsTold; WindowsTold.objects.all().delete()"
"""What a sweep noted, which the release before noted otherwise; it is noted anew."""


def a_migration_back(scripts: Scripts) -> None:
    scripts.run("tests.snippet", NO_NOTES)
    scripts.run("manage", "migrate", "--verbosity=0", *STATE)
