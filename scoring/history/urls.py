from django.urls import path

from scoring.history import views

urlpatterns = [path("manage/t/<uuid:tournament_id>/log/", views.log, name="log")]
