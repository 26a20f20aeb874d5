"""The pages, for a WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

from config.errors.requests import PagesRequest
from config.keys import demand_lasting_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

demand_lasting_key()
application = get_wsgi_application()
application.request_class = PagesRequest
