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
from tournaments.views.imports import entrants, people
from tournaments.views.sign_up import check_in, organizer, own, public

app_name = "tournaments"

CLUB = "manage/clubs/<uuid:club_id>"
TOURNAMENT = "manage/t/<uuid:tournament_id>"

_sign_up: list[URLPattern] = [
    path("", public.sign_up, name="sign_up"),
    path("code/", public.type_sign_up_code, name="type_sign_up_code"),
    path("c/<str:sign_up_code>/", public.open_sign_up, name="open_sign_up"),
    path("mine/", own.signed_up, name="signed_up"),
    path("mine/cancel/", own.cancel_sign_up, name="cancel_sign_up"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path(
        "t/<uuid:tournament_id>/", include([path(spelled(tr="basvuru/", en="sign-up/"), include(_sign_up))])
    ),
    path("sign-in/", sessions.sign_in, name="sign_in"),
    path("sign-out/", sessions.sign_out, name="sign_out"),
    path("account/password/", sessions.password, name="password"),
    path(f"{INVITATIONS}<str:token>/", invitations.invitation, name="invitation"),
    path("manage/", desk.desk, name="desk"),
    path("manage/put-away/", desk.put_away, name="put_away"),
    path(f"{CLUB}/", club.club, name="club"),
    path(f"{CLUB}/members/", members.members, name="members"),
    path(f"{CLUB}/members/invite/", members.invite, name="invite"),
    path(f"{CLUB}/members/invite/end/", members.revoke, name="revoke_invitation"),
    path(f"{CLUB}/members/role/", members.change_role, name="change_role"),
    path(f"{CLUB}/members/remove/", members.remove, name="remove_member"),
    path(f"{CLUB}/people/file/", people.people_from_file, name="people_from_file"),
    path(f"{CLUB}/new/", setup.new_tournament, name="new_tournament"),
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
    path(f"{TOURNAMENT}/check-in/missing/", check_in.take_off_missing, name="take_off_missing"),
    path(f"{TOURNAMENT}/check-in/<uuid:entrant_id>/", check_in.mark_here, name="mark_here"),
    path(f"{TOURNAMENT}/entries/<uuid:entrant_id>/", entries.entrant, name="entrant"),
    path(f"{TOURNAMENT}/entries/<uuid:entrant_id>/remove/", entries.remove_entrant, name="remove_entrant"),
    path(f"{TOURNAMENT}/sign-up/", organizer.sign_ups, name="sign_ups"),
    path(f"{TOURNAMENT}/sign-up/terms/", organizer.sign_up_terms, name="sign_up_terms"),
    path(f"{TOURNAMENT}/sign-up/poster/", organizer.sign_up_poster, name="sign_up_poster"),
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
