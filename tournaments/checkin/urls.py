from django.urls import URLPattern, URLResolver, include, path

from tournaments.checkin.views import door, organizer, screen, self_check_in
from tournaments.languages import localized_route
from tournaments.web.url_prefixes import TOURNAMENT

_self_check_in_urls: list[URLPattern | URLResolver] = [
    path("", self_check_in.show_check_in, name="self_check_in"),
    path("code/", self_check_in.type_room_code, name="type_room_code"),
    path("c/<str:link_code>/", self_check_in.open_room, name="self_check_in_link"),
    path("screen/<str:screen_code>/", screen.room_screen, name="check_in_screen"),
    path("screen/<str:screen_code>/<uuid:entrant_id>/", screen.confirm_at_screen, name="confirm_at_screen"),
    path("<uuid:entrant_id>/", self_check_in.confirm_check_in, name="confirm_check_in"),
]
_sign_up_urls = [path(localized_route(tr="yoklama/", en="check-in/"), include(_self_check_in_urls))]

urlpatterns = [
    path(
        "t/<uuid:tournament_id>/",
        include([path(localized_route(tr="basvuru/", en="sign-up/"), include(_sign_up_urls))]),
    ),
    path(f"{TOURNAMENT}/check-in/", door.check_in, name="check_in"),
    path(f"{TOURNAMENT}/check-in/phone/", organizer.check_in_by_phone, name="check_in_by_phone"),
    path(f"{TOURNAMENT}/check-in/phone/renew/", organizer.renew_room_code, name="renew_room_code"),
    path(f"{TOURNAMENT}/check-in/phone/renew-screen/", organizer.renew_screen_link, name="renew_screen_link"),
    path(f"{TOURNAMENT}/check-in/poster/", organizer.room_poster, name="check_in_poster"),
    path(f"{TOURNAMENT}/check-in/missing/", door.remove_missing_entrants, name="remove_missing_entrants"),
    path(f"{TOURNAMENT}/check-in/<uuid:entrant_id>/", door.mark_present, name="mark_present"),
    path(f"{TOURNAMENT}/check-in/<uuid:entrant_id>/paid/", door.mark_entrant_paid, name="mark_entrant_paid"),
]
