"""`python -m config.backups.inspect_copy …`: inspect the database of DATABASE_URL and print JSON.

`SECONDS` prints contents and differences; `SECONDS SINCE START` prints the result of `inspection.inspect`.
"""

import json
import sys
from datetime import datetime

import django

django.setup()

from django.utils import translation  # noqa: E402

from config.backups import inspection, subprocesses  # noqa: E402  models can be imported from here on

if __name__ == "__main__":
    subprocesses.lower_priority()
    seconds, *more = sys.argv[1:]
    with translation.override("en"):
        if more:
            since, start = datetime.fromisoformat(more[0]) if more[0] else None, int(more[1])
            payload = inspection.as_payload(
                inspection.inspect(seconds=float(seconds), since=since, start=start)
            )
        else:
            payload = inspection.inspect_all(seconds=float(seconds))
    json.dump(payload, sys.stdout)
