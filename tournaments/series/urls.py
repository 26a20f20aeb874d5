from django.urls import path

from tournaments.series import views
from tournaments.web.url_prefixes import CLUB, SERIES

urlpatterns = [
    path(f"{CLUB}/nights/", views.nights, name="series_list"),
    path(f"{CLUB}/nights/new/", views.new_series, name="new_series"),
    path(f"{SERIES}/", views.series, name="series"),
    path(f"{SERIES}/change/", views.change_series, name="change_series"),
    path(f"{SERIES}/skip/", views.skip_event, name="skip_event"),
    path(f"{SERIES}/end/", views.end_series, name="end_series"),
]
