"""The pages, for an ASGI server."""

import os

from django.core.asgi import get_asgi_application

from config.keys import demand_lasting_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

demand_lasting_key()
application = get_asgi_application()
