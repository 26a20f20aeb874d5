"""The addresses of backups."""

from django.urls import path

from config.backups.views import first, house
from tournaments.languages import INVITATIONS

app_name = "backups"

urlpatterns = [
    path("manage/house/", house.house, name="house"),
    path("manage/house/backup/", house.make_backup, name="make"),
    path("manage/house/backups/<str:backup>/", house.download, name="download"),
    path(f"{INVITATIONS}<str:token>/backup/", first.restore, name="restore"),
]
