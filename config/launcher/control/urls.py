from django.urls import path

from config.launcher.control import update_views, views

app_name = "control"

CONTROL = "control/<str:control_key>"

urlpatterns = [
    path(f"{CONTROL}/", views.control_page, name="page"),
    path(f"{CONTROL}/ping/", views.ping, name="ping"),
    path(f"{CONTROL}/code/", views.full_screen_code, name="code"),
    path(f"{CONTROL}/found/", views.found_club, name="found"),
    path(f"{CONTROL}/backup/", views.back_up, name="back_up"),
    path(f"{CONTROL}/address/", views.choose_address, name="choose_address"),
    path(f"{CONTROL}/stop/", views.stop, name="stop"),
    path(f"{CONTROL}/log/", views.log, name="log"),
    path(f"{CONTROL}/update/", update_views.update_state, name="update"),
    path(f"{CONTROL}/update/check/", update_views.check_for_update, name="check_for_update"),
    path(f"{CONTROL}/update/prepare/", update_views.prepare_update, name="prepare_update"),
    path(f"{CONTROL}/update/switch/", update_views.switch_version, name="switch_version"),
]
