from django.urls import path

from benchmarks.baseline.views import take_score

urlpatterns = [path("encounters/<int:encounter_id>/scores/", take_score)]
