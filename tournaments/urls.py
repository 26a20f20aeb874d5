"""The organizer's addresses, and signing in. Things are named by their public ids."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.languages import INVITATIONS, spelled
from tournaments.views import (
    club,
    codes,
    desk,
    draw,
    entries,
    invitations,
    members,
    public_names,
    sessions,
    setup,
    stages,
)
from tournaments.views.account import forgotten, page, passkeys, second_step, secrets
from tournaments.views.clubs import logo, series, template_parts, templates
from tournaments.views.imports import entrants, people
from tournaments.views.sign_up import check_in, here, mailed, organizer, own, public, room

app_name = "tournaments"

CLUB = "manage/clubs/<uuid:club_id>"
TEMPLATE = f"{CLUB}/templates/<uuid:template_id>"
SERIES = f"{CLUB}/nights/<uuid:series_id>"
TOURNAMENT = "manage/t/<uuid:tournament_id>"

_sign_up: list[URLPattern | URLResolver] = [
    path("", public.sign_up, name="sign_up"),
    path("code/", public.type_sign_up_code, name="type_sign_up_code"),
    path("c/<str:sign_up_code>/", public.open_sign_up, name="open_sign_up"),
    path("c/<str:sign_up_code>/<str:address_code>/", mailed.confirm_sign_up, name="confirm_sign_up"),
    path("mine/", own.signed_up, name="signed_up"),
    path("mine/mail/", mailed.mail_sign_up_again, name="mail_sign_up_again"),
    path("mine/partner/", own.find_partner, name="find_partner"),
    path("mine/cancel/", own.cancel_sign_up, name="cancel_sign_up"),
    path(
        spelled(tr="yoklama/", en="check-in/"),
        include(
            [
                path("", here.here, name="here"),
                path("code/", here.type_room_code, name="type_room_code"),
                path("c/<str:link_code>/", here.open_room, name="open_room"),
                path("<uuid:entrant_id>/", here.say_here, name="say_here"),
            ]
        ),
    ),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path(
        "t/<uuid:tournament_id>/", include([path(spelled(tr="basvuru/", en="sign-up/"), include(_sign_up))])
    ),
    path("sign-in/", sessions.sign_in, name="sign_in"),
    path("sign-in/code/", second_step.sign_in_code, name="sign_in_code"),
    path("sign-in/passkey/", passkeys.sign_in_passkey, name="sign_in_passkey"),
    path("sign-out/", sessions.sign_out, name="sign_out"),
    path("account/", page.account, name="account"),
    path("account/name/", page.own_name, name="own_name"),
    path("account/password/", secrets.password, name="password"),
    path("account/email/", secrets.own_email, name="own_email"),
    path("account/browsers/end/", page.end_session, name="end_session"),
    path("account/browsers/end-others/", page.end_other_sessions, name="end_other_sessions"),
    path("account/second-step/", second_step.own_second_step, name="own_second_step"),
    path("account/second-step/off/", second_step.second_step_off, name="second_step_off"),
    path("account/second-step/codes/", second_step.recovery_codes, name="recovery_codes"),
    path("account/passkeys/", passkeys.own_passkeys, name="own_passkeys"),
    path("account/passkeys/keep/", passkeys.keep_passkey, name="keep_passkey"),
    path("account/passkeys/remove/", passkeys.remove_passkey, name="remove_passkey"),
    path("account/leave/", page.leave_club, name="leave_club"),
    path("account/close/", secrets.close_account, name="close_account"),
    path("account/forgotten/", forgotten.forgotten, name="forgotten"),
    path("account/code/", forgotten.type_account_code, name="type_account_code"),
    path("account/c/<str:account_code>/", forgotten.new_password, name="new_password"),
    path("account/email/c/<str:account_code>/", forgotten.confirm_email, name="confirm_email"),
    path(f"{INVITATIONS}<str:token>/", invitations.invitation, name="invitation"),
    path("manage/", desk.desk, name="desk"),
    path("manage/put-away/", desk.put_away, name="put_away"),
    path(f"{CLUB}/", club.club, name="club"),
    path(f"{CLUB}/logo/", logo.change_logo, name="change_logo"),
    path(f"{CLUB}/members/", members.members, name="members"),
    path(f"{CLUB}/members/invite/", members.invite, name="invite"),
    path(f"{CLUB}/members/invite/end/", members.revoke, name="revoke_invitation"),
    path(f"{CLUB}/members/role/", members.change_role, name="change_role"),
    path(f"{CLUB}/members/password/", members.password_link, name="password_link"),
    path(f"{CLUB}/members/remove/", members.remove, name="remove_member"),
    path(f"{CLUB}/people/file/", people.people_from_file, name="people_from_file"),
    path(f"{CLUB}/new/", setup.new_tournament, name="new_tournament"),
    path(f"{CLUB}/templates/", templates.templates, name="templates"),
    path(f"{CLUB}/templates/default/", templates.begin_with, name="default_template"),
    path(f"{TEMPLATE}/", templates.template, name="template"),
    path(f"{TEMPLATE}/stages/", template_parts.template_stages, name="template_stages"),
    path(f"{TEMPLATE}/sign-up/", template_parts.template_terms, name="template_terms"),
    path(f"{TEMPLATE}/delete/", templates.delete_template, name="delete_template"),
    path(f"{CLUB}/nights/", series.nights, name="nights"),
    path(f"{CLUB}/nights/new/", series.new_series, name="new_series"),
    path(f"{SERIES}/", series.series, name="series"),
    path(f"{SERIES}/change/", series.change_series, name="change_series"),
    path(f"{SERIES}/skip/", series.skip_night, name="skip_night"),
    path(f"{SERIES}/end/", series.end_series, name="end_series"),
    path(f"{TOURNAMENT}/keep/", templates.keep_template, name="keep_template"),
    path(f"{TOURNAMENT}/setup/", setup.setup, name="setup"),
    path(f"{TOURNAMENT}/stages/", stages.stages, name="stages"),
    path(f"{TOURNAMENT}/entries/", entries.entries, name="entries"),
    path(f"{TOURNAMENT}/entries/add/", entries.add_entrant, name="add_entrant"),
    path(f"{TOURNAMENT}/entries/paste/", entries.paste_entrants, name="paste_entrants"),
    path(f"{TOURNAMENT}/entries/file/", entrants.entrants_from_file, name="entrants_from_file"),
    path(f"{TOURNAMENT}/entries/names/", public_names.public_names, name="public_names"),
    path(f"{TOURNAMENT}/entries/names/all/", public_names.all_public_names, name="all_public_names"),
    path(f"{TOURNAMENT}/entries/names/new/", public_names.public_names_for_new, name="public_names_for_new"),
    path(f"{TOURNAMENT}/check-in/", check_in.check_in, name="check_in"),
    path(f"{TOURNAMENT}/check-in/phone/", room.check_in_by_phone, name="check_in_by_phone"),
    path(f"{TOURNAMENT}/check-in/phone/renew/", room.renew_room_code, name="renew_room_code"),
    path(f"{TOURNAMENT}/check-in/screen/", room.room_screen, name="room_screen"),
    path(f"{TOURNAMENT}/check-in/poster/", room.room_poster, name="room_poster"),
    path(f"{TOURNAMENT}/check-in/missing/", check_in.take_off_missing, name="take_off_missing"),
    path(f"{TOURNAMENT}/check-in/<uuid:entrant_id>/", check_in.mark_here, name="mark_here"),
    path(f"{TOURNAMENT}/entries/<uuid:entrant_id>/", entries.entrant, name="entrant"),
    path(f"{TOURNAMENT}/entries/<uuid:entrant_id>/remove/", entries.remove_entrant, name="remove_entrant"),
    path(f"{TOURNAMENT}/sign-up/", organizer.sign_ups, name="sign_ups"),
    path(f"{TOURNAMENT}/sign-up/terms/", organizer.sign_up_terms, name="sign_up_terms"),
    path(f"{TOURNAMENT}/sign-up/poster/", organizer.sign_up_poster, name="sign_up_poster"),
    path(f"{TOURNAMENT}/sign-up/let-in/", organizer.let_in_sign_ups, name="let_in_sign_ups"),
    path(f"{TOURNAMENT}/sign-up/join/", organizer.join_sign_ups, name="join_sign_ups"),
    path(f"{TOURNAMENT}/sign-up/<uuid:application_id>/", organizer.decide_sign_up, name="decide_sign_up"),
    path(f"{TOURNAMENT}/draw/", draw.draw, name="draw"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/undo/", draw.undo_draw, name="undo_draw"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/undo-round/", draw.undo_round, name="undo_round"),
    path(f"{TOURNAMENT}/codes/", codes.codes, name="codes"),
    path(f"{TOURNAMENT}/codes/print/", codes.print_codes, name="print_codes"),
    path(f"{TOURNAMENT}/codes/keep/", codes.keep_codes, name="keep_codes"),
    path(f"{TOURNAMENT}/codes/<uuid:table_id>/renew/", codes.renew_code, name="renew_code"),
    path(
        f"{TOURNAMENT}/codes/<uuid:table_id>/renew-players/", codes.renew_sides_code, name="renew_sides_code"
    ),
]
