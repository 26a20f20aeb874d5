from django.urls import path

from scoring.screen.views import projector, screen_editor

TOURNAMENT = "t/<uuid:tournament_id>"
ORGANIZER = f"manage/{TOURNAMENT}/screen"

urlpatterns = [
    path(f"{TOURNAMENT}/tv/", projector.tv, name="tv"),
    path(f"{TOURNAMENT}/clock/", projector.round_clock, name="round_clock"),
    path(f"{ORGANIZER}/", screen_editor.organizer_screen, name="organizer_screen"),
    path(f"{ORGANIZER}/show/", screen_editor.call_slide, name="call_slide"),
    path(f"{ORGANIZER}/notices/", screen_editor.post_notice, name="post_notice"),
    path(f"{ORGANIZER}/notices/<uuid:notice_id>/remove/", screen_editor.remove_notice, name="remove_notice"),
    path(f"{ORGANIZER}/clock/", screen_editor.start_clock, name="start_clock"),
    path(f"{ORGANIZER}/clock/change/", screen_editor.change_clock, name="change_clock"),
]
