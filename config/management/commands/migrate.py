"""`manage.py migrate`, which touches no database that is damaged."""

from typing import Any

from django.core.management.commands import migrate

from config.errors.at_start import refuse_unusable_database, told_in_words


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        refuse_unusable_database()
        with told_in_words():
            return super().execute(*args, **options)
