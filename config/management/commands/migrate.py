from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from config.errors.startup_errors import as_command_errors, check_database
from config.platform import databases


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        check_database()
        with as_command_errors():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        databases.restrict_to_owner(connections[options["database"]].settings_dict)
        super().handle(*args, **options)
