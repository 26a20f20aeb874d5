from django.urls import path

from tournaments.dashboard import views

urlpatterns = [
    path("manage/", views.dashboard, name="desk"),
    path("manage/put-away/", views.archived_tournaments, name="put_away"),
]
