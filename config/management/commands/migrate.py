"""`manage.py migrate`, which touches no database that is damaged, on a file that is its owner's alone."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from config import databases
from config.errors.at_start import refuse_unusable_database, told_in_words


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        refuse_unusable_database()
        with told_in_words():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        databases.prepare(connections[options["database"]].settings_dict)
        super().handle(*args, **options)
