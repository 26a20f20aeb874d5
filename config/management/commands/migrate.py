"""`manage.py migrate`, on a file that is its owner's alone."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from config import databases


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        databases.keep_private(connections[options["database"]].settings_dict)
        super().handle(*args, **options)
