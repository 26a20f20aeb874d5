from django.urls import URLPattern, URLResolver, include, path

from tournaments.languages import localized_route
from tournaments.signup.views import (
    confirmation,
    organizer,
    own_application,
    payment_reminders,
    payments,
    public,
)
from tournaments.web.url_prefixes import TOURNAMENT

_public_urls: list[URLPattern | URLResolver] = [
    path("", public.sign_up, name="sign_up"),
    path("code/", public.type_sign_up_code, name="type_sign_up_code"),
    path("c/<str:sign_up_code>/", public.open_sign_up, name="open_sign_up"),
    path("c/<str:sign_up_code>/<str:address_code>/", confirmation.confirm_sign_up, name="confirm_sign_up"),
    path("mine/", own_application.signed_up, name="own_sign_up"),
    path("mine/mail/", confirmation.mail_sign_up_again, name="resend_sign_up_email"),
    path("mine/partner/", own_application.find_partner, name="find_partner"),
    path("mine/cancel/", own_application.cancel_sign_up, name="cancel_sign_up"),
]

urlpatterns = [
    path(
        "t/<uuid:tournament_id>/",
        include([path(localized_route(tr="basvuru/", en="sign-up/"), include(_public_urls))]),
    ),
    path(f"{TOURNAMENT}/sign-up/", organizer.sign_ups, name="sign_ups"),
    path(f"{TOURNAMENT}/sign-up/terms/", organizer.sign_up_terms, name="sign_up_terms"),
    path(f"{TOURNAMENT}/sign-up/open/", organizer.switch_sign_up, name="switch_sign_up"),
    path(f"{TOURNAMENT}/sign-up/poster/", organizer.sign_up_poster, name="sign_up_poster"),
    path(f"{TOURNAMENT}/sign-up/let-in/", organizer.accept_sign_ups, name="accept_sign_ups"),
    path(f"{TOURNAMENT}/sign-up/join/", organizer.join_sign_ups, name="pair_sign_ups"),
    path(f"{TOURNAMENT}/sign-up/remind/", payment_reminders.remind_unpaid, name="remind_unpaid"),
    path(f"{TOURNAMENT}/sign-up/paid/", payments.mark_sign_ups_paid, name="mark_sign_ups_paid"),
    path(f"{TOURNAMENT}/sign-up/paid/undo/", payments.undo_sign_up_payments, name="undo_sign_up_payments"),
    path(f"{TOURNAMENT}/sign-up/<uuid:application_id>/", organizer.decide_sign_up, name="decide_sign_up"),
]
