"""The pages, as an ASGI application: the federation's service `web`, and most of what the laptop serves."""

import gc
import os
from importlib import import_module

import django
from django.conf import settings

from config.descriptors import DESCRIPTORS_OF_PAGES, ask_for_descriptors
from config.keys import demand_lasting_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

demand_lasting_key()
django.setup(set_prefix=False)

from config.intake.bodies import MOST_SENDERS, Bodies  # noqa: E402  models can be imported from here on
from config.intake.threads import Pages  # noqa: E402
from config.intake.turns import Turns  # noqa: E402
from config.watching.app import watched  # noqa: E402
from scoring.live.release import release  # noqa: E402

GARBAGE = 25_000
"""So many more things that can hold others begin a look for garbage; a large page makes ten thousand."""
DESCRIPTORS_OF_SENDERS = 2 * MOST_SENDERS
"""Slow senders who are waited for, and as many whose connections end."""

ask_for_descriptors(DESCRIPTORS_OF_PAGES + DESCRIPTORS_OF_SENDERS)
pages = Pages()
# Else the first page after a start waits until those of all others are loaded, seconds on a small machine.
import_module(settings.ROOT_URLCONF)
release()
# What is loaded stays, and garbage is not looked for there; what pages leave is gone after one or two more.
gc.collect()
gc.freeze()
gc.set_threshold(GARBAGE)
taken_in = Bodies(Turns(pages, most=settings.PAGES_AT_ONCE))
application = watched(taken_in)
