from django.urls import path

from tournaments.setup.views import settings
from tournaments.web.url_prefixes import TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}/setup/", settings.setup, name="setup"),
]
