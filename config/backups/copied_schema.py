"""`python -m config.backups.copied_schema`: take our triggers off a copy, and name what else runs in it.

For the database of DATABASE_URL, a backup that is to be restored, before anything is written to it: what is
named in the JSON list would run with the migrations. `migrate` puts our triggers back as this release has
them, so that those of an older release, or others under their names, are gone.
"""

import json
import sys

import django

django.setup()

from django.db import connection  # noqa: E402

from config.backups import apart  # noqa: E402
from scoring import triggers  # noqa: E402
from scoring.trust.foreign_schema import foreign  # noqa: E402

if __name__ == "__main__":
    apart.step_back()
    triggers.remove(connection)
    json.dump([one.where for one in foreign(connection, of_any_release=True)], sys.stdout)
