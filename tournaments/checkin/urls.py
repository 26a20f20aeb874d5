from django.urls import URLPattern, URLResolver, include, path

from tournaments.checkin.views import door, organizer, self_check_in
from tournaments.languages import localized_route
from tournaments.web.url_prefixes import TOURNAMENT

_room: list[URLPattern | URLResolver] = [
    path("", self_check_in.here, name="here"),
    path("code/", self_check_in.type_room_code, name="type_room_code"),
    path("c/<str:link_code>/", self_check_in.open_room, name="open_room"),
    path("<uuid:entrant_id>/", self_check_in.confirm_check_in, name="say_here"),
]
_sign_up = [path(localized_route(tr="yoklama/", en="check-in/"), include(_room))]

urlpatterns = [
    path(
        "t/<uuid:tournament_id>/",
        include([path(localized_route(tr="basvuru/", en="sign-up/"), include(_sign_up))]),
    ),
    path(f"{TOURNAMENT}/check-in/", door.check_in, name="check_in"),
    path(f"{TOURNAMENT}/check-in/phone/", organizer.check_in_by_phone, name="check_in_by_phone"),
    path(f"{TOURNAMENT}/check-in/phone/renew/", organizer.renew_room_code, name="renew_room_code"),
    path(f"{TOURNAMENT}/check-in/screen/", organizer.room_screen, name="room_screen"),
    path(f"{TOURNAMENT}/check-in/poster/", organizer.room_poster, name="room_poster"),
    path(f"{TOURNAMENT}/check-in/missing/", door.take_off_missing, name="take_off_missing"),
    path(f"{TOURNAMENT}/check-in/<uuid:entrant_id>/", door.mark_here, name="mark_here"),
]
