from django.urls import path

from tournaments.people.views import import_people
from tournaments.web.url_prefixes import CLUB

urlpatterns = [
    path(f"{CLUB}/people/file/", import_people.people_from_file, name="people_from_file"),
]
