"""`python -m tests.snippet CODE`: a few lines of Python on the configured database."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    exec(sys.argv[1], {})
