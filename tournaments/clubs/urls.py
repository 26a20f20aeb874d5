from django.urls import path

from tournaments.clubs.views import invitations, logo, members, profile
from tournaments.languages import INVITATIONS_PATH
from tournaments.web.url_prefixes import CLUB

urlpatterns = [
    path(f"{INVITATIONS_PATH}<str:token>/", invitations.invitation, name="invitation"),
    path(f"{CLUB}/", profile.club, name="club"),
    path(f"{CLUB}/logo/", logo.change_logo, name="change_logo"),
    path(f"{CLUB}/members/", members.members, name="members"),
    path(f"{CLUB}/members/invite/", members.invite, name="create_invitation"),
    path(f"{CLUB}/members/invite/end/", members.revoke, name="revoke_invitation"),
    path(f"{CLUB}/members/role/", members.change_role, name="change_role"),
    path(f"{CLUB}/members/password/", members.password_link, name="password_link"),
    path(f"{CLUB}/members/remove/", members.remove, name="remove_member"),
]
