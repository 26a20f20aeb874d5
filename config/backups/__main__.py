"""`python -m config.backups contents | schema | backup REASON`, at low priority; prints JSON."""

import json
import sys

import django

django.setup()

from django.utils import timezone, translation  # noqa: E402  models can be imported from here on

from config.backups import inspection, make_backup, subprocesses  # noqa: E402
from config.backups.manifest import Reason  # noqa: E402

if __name__ == "__main__":
    subprocesses.lower_priority()
    with translation.override("en"):
        match sys.argv[1:]:
            case ["contents"]:
                json.dump(inspection.inspect_contents(), sys.stdout)
            case ["schema"]:
                json.dump(inspection.inspect_schema(), sys.stdout)
            case ["backup", reason]:
                make_backup.make_backup(at=timezone.now(), reason=Reason(reason))
