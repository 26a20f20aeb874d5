from django.urls import path

from scoring.screen.views import clock, notices, projector, screen_editor

TOURNAMENT = "t/<uuid:tournament_id>"
ORGANIZER = f"manage/{TOURNAMENT}/screen"

urlpatterns = [
    path(f"{TOURNAMENT}/tv/", projector.tv, name="tv"),
    path(f"{TOURNAMENT}/clock/", clock.current_clock, name="round_clock"),
    path(f"{ORGANIZER}/", screen_editor.organizer_screen, name="organizer_screen"),
    path(f"{ORGANIZER}/show/", screen_editor.call_slide, name="call_slide"),
    path(f"{ORGANIZER}/notices/", notices.post_notice, name="post_notice"),
    path(f"{ORGANIZER}/notices/<uuid:notice_id>/remove/", notices.remove_notice, name="remove_notice"),
    path(f"{ORGANIZER}/clock/", clock.start_clock, name="start_clock"),
    path(f"{ORGANIZER}/clock/change/", clock.change_clock, name="change_clock"),
]
