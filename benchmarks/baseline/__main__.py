"""Fill the database and print the encounters: `python -m benchmarks.baseline GROUPS`."""

import json
import os
import sys

import django
from django.core.management import call_command

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.baseline.settings"
django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)

from benchmarks.baseline.views import fill  # noqa: E402  models can be imported from here on

print(json.dumps(fill(int(sys.argv[1]))))
