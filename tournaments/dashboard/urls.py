from django.urls import path

from tournaments.dashboard import views

urlpatterns = [
    path("manage/", views.desk, name="desk"),
    path("manage/put-away/", views.put_away, name="put_away"),
]
