from django.urls import path

from config.backups.views import restore_first, site
from tournaments.languages import INVITATIONS_PATH

app_name = "backups"

urlpatterns = [
    path("manage/backups/", site.site, name="site"),
    path("manage/backups/make/", site.start_backup, name="make"),
    path("manage/backups/<str:backup>/", site.download, name="download"),
    path(f"{INVITATIONS_PATH}<str:token>/backup/", restore_first.restore, name="restore"),
]
