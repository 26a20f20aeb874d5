"""`python -m config.backups.copied_schema`: describe a copy as JSON, and take our triggers off it.

For the database of DATABASE_URL, a backup of any release that is to be restored, before anything is written
to it: `migrations` that were applied, and what is `foreign` and would run with the next ones. `migrate` puts
our triggers back as this release has them, so that those of an older release, or others under their names,
are gone.
"""

import json
import sys

import django

django.setup()

from django.db import connection  # noqa: E402

from config.backups import apart, looking  # noqa: E402
from scoring import triggers  # noqa: E402
from scoring.integrity.foreign_schema import foreign  # noqa: E402

if __name__ == "__main__":
    apart.step_back()
    # First: a foreign part may run with whatever else is asked of the database.
    found = [part.where for part in foreign(connection, of_any_release=True)]
    migrations = [] if found else looking.applied_migrations()
    if not found:
        triggers.remove(connection)
    json.dump({"foreign": found, "migrations": migrations}, sys.stdout)
