from django.urls import path

from tournaments.dashboard import views

urlpatterns = [
    path("manage/", views.dashboard, name="dashboard"),
    path("manage/put-away/", views.archived_tournaments, name="archived_tournaments"),
]
