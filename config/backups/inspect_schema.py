"""`python -m config.backups.inspect_schema`: describe a copy as JSON, and remove our triggers.

`foreign` parts would run at a write. `migrate` recreates triggers.
"""

import json
import sys

import django

django.setup()

from django.db import connection  # noqa: E402

from config.backups import inspection, subprocesses  # noqa: E402
from scoring import triggers  # noqa: E402
from scoring.integrity.foreign_schema import foreign_objects  # noqa: E402

if __name__ == "__main__":
    subprocesses.lower_priority()
    # Check first: foreign parts may run with any other statement.
    found = [part.location for part in foreign_objects(connection, of_any_release=True)]
    migrations = [] if found else inspection.applied_migrations()
    if not found:
        triggers.remove(connection)
    json.dump({"foreign": found, "migrations": migrations}, sys.stdout)
