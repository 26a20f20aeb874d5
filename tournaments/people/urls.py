from django.urls import path

from tournaments.people import views
from tournaments.web.url_prefixes import CLUB

urlpatterns = [
    path(f"{CLUB}/people/file/", views.people_from_file, name="people_from_file"),
]
