"""The large screen of a room, its round clock, and the organizer's page of both."""

from django.urls import path

from scoring.screen.views import organizer, tv

TOURNAMENT = "t/<uuid:tournament_id>"
ORGANIZER = f"manage/{TOURNAMENT}/screen"

urlpatterns = [
    path(f"{TOURNAMENT}/tv/", tv.tv, name="tv"),
    path(f"{TOURNAMENT}/clock/", tv.round_clock, name="round_clock"),
    path(f"{ORGANIZER}/", organizer.organizer_screen, name="organizer_screen"),
    path(f"{ORGANIZER}/show/", organizer.call_slide, name="call_slide"),
    path(f"{ORGANIZER}/notices/", organizer.put_up_notice, name="put_up_notice"),
    path(f"{ORGANIZER}/notices/<uuid:notice_id>/remove/", organizer.remove_notice, name="remove_notice"),
    path(f"{ORGANIZER}/clock/", organizer.start_clock, name="start_clock"),
    path(f"{ORGANIZER}/clock/change/", organizer.change_clock, name="change_clock"),
]
