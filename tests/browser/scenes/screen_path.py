"""Create a state of `screen_states` and print its path: `python -m tests.browser.scenes.screen_path NAME`."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.browser.scenes.screen_states import STATES

    sys.stdout.write(f"/t/{STATES[sys.argv[1]]().public_id}/tv/")
