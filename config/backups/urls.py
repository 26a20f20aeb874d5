from django.urls import path

from config.backups import views
from tournaments.languages import INVITATIONS_PATH

app_name = "backups"

urlpatterns = [
    path("manage/backups/", views.site, name="backup_list"),
    path("manage/backups/make/", views.start_backup, name="start_backup"),
    path("manage/backups/<str:backup>/", views.download, name="download"),
    path("manage/backups/<str:backup>/restore/", views.restore_stored, name="restore_stored"),
    path(f"{INVITATIONS_PATH}<str:token>/backup/", views.restore, name="restore"),
]
