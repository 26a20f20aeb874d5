"""`python -m tests.browser.on_screen`: stores the states of `screen_states`; prints addresses as JSON."""

import json
import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.browser.screen_states import STATES

    made = {name: make() for name, make in STATES.items()}
    sys.stdout.write(json.dumps({name: f"/t/{one.public_id}/tv/" for name, one in made.items()}))
