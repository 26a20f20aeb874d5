"""Run Python code on the configured database: `python -m tests.snippet CODE`."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    exec(sys.argv[1], {})
