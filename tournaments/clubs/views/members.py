from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import owned_club_or_404
from tournaments.accounts.domain import club_members, recovery_links
from tournaments.accounts.domain.link_codes import format_code
from tournaments.enums import Role
from tournaments.languages import default_path
from tournaments.models import Club, Invitation, Membership
from tournaments.naming.collation import turkish_order
from tournaments.naming.email_addresses import normalize_email
from tournaments.refusals import Refused
from tournaments.sentences import fill_names, with_names
from tournaments.web.guarded_form import SEEN
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other
from tournaments.web.public_address import public_address
from tournaments.web.qr import qr_svg

_ISSUED = "issued_invitation"
_ISSUED_PASSWORD_LINK = "issued_password_link"  # noqa: S105 - the name of a session key


@never_cache
@require_safe
def members(request: PageRequest, club_id: UUID) -> HttpResponse:
    """List members; show a new link once."""
    club = owned_club_or_404(request.user, club_id)
    links = {
        "issued_invitation": _pop_issued_invitation(request, club),
        "password_link": _pop_password_link(request, club),
    }
    return render(request, "tournaments/clubs/members.html", _members_page_context(request, club, **links))


@require_POST
def invite(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Issue an invitation for the posted role; the next page shows its link once."""
    club = owned_club_or_404(request.user, club_id)
    issued = club_members.invite_member(
        club=club, role=_role(request), by=actor_of(request), at=timezone.now()
    )
    link = public_address(request) + default_path("tournaments:invitation", issued.token)
    request.session[_ISSUED] = {"club": str(club.public_id), "link": link, "role": issued.invitation.role}
    return see_other("tournaments:members", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Cancel the posted `invitation`, by its digest; 422 if refused. GET redirects.

    Owners only.
    """
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:members", club.public_id)
    key = request.POST.get("invitation", "")
    invitations = Invitation.objects.select_related("club").filter(club=club)
    invitation = get_object_or_404(invitations, token_digest=key if key.isalnum() else "")
    try:
        club_members.revoke_invitation(invitation=invitation, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(
            request, "tournaments/clubs/members.html", _members_page_context(request, club, refusal=refusal)
        )
    messages.success(request, _("The link is cancelled and no longer works."))
    return see_other("tournaments:members", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def change_role(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Give the posted `member` (email) the posted `role`; 422 if refused. GET redirects.

    Ends links to the account. Owners only; 404 for an unknown role.
    """
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:members", club.public_id)
    membership, role = _member(request, club), _role(request)
    try:
        club_members.change_role(
            membership=membership,
            role=role,
            seen=request.POST.get(SEEN),
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        context = _members_page_context(
            request, club, refusal=refusal, typed_member=membership.pk, typed_role=role
        )
        return render_refusal(request, "tournaments/clubs/members.html", context)
    messages.success(
        request,
        fill_names(_("%(name)s is now %(role)s."), {"name": membership.user.name}, role=role.label).html,
    )
    return _redirect_back(request, club)


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Remove the posted `member` (email) from the club; 422 if refused.

    Ends links to the account and its issued ones. GET redirects. Owners only.
    """
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:members", club.public_id)
    membership = _member(request, club)
    try:
        club_members.remove_member(membership=membership, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(
            request, "tournaments/clubs/members.html", _members_page_context(request, club, refusal=refusal)
        )
    messages.success(
        request,
        with_names(_("%(name)s is no longer a member. The account stays."), name=membership.user.name),
    )
    return _redirect_back(request, club)


@require_http_methods(["GET", "HEAD", "POST"])
def password_link(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Issue a password link for the posted `member` (email); 422 if refused.

    The list of members, where GET redirects, shows it once. Owners only.
    """
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:members", club.public_id)
    membership = _member(request, club)
    try:
        link = recovery_links.issue_by_owner(membership=membership, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(
            request, "tournaments/clubs/members.html", _members_page_context(request, club, refusal=refusal)
        )
    request.session[_ISSUED_PASSWORD_LINK] = {
        "club": str(club.public_id),
        "link": public_address(request) + default_path("tournaments:new_password", link.code),
        "code": format_code(link.code),
        "name": membership.user.name,
    }
    return see_other("tournaments:members", club.public_id)


def _redirect_back(request: PageRequest, club: Club) -> HttpResponse:
    """The user may no longer be an owner."""
    owners = Membership.objects.filter(club=club, tournament=None, role=Role.OWNER)
    if not owners.filter(user__in=[request.user]).exists():
        return see_other("tournaments:dashboard")
    return see_other("tournaments:members", club.public_id)


def _members_page_context(request: PageRequest, club: Club, **more: object) -> dict[str, object]:
    """Return roles, open invitations, and members by name, without those of a single tournament."""
    unsorted = Membership.objects.filter(club=club, tournament=None).select_related("user").order_by("pk")
    memberships = sorted(unsorted, key=lambda membership: turkish_order(membership.user.name))
    open_invitations = club_members.open_invitations(club=club, at=timezone.now())
    return {
        "club": club,
        "memberships": memberships,
        "open_invitations": open_invitations,
        "roles": Role.choices,
        **more,
    }


def _pop_issued_invitation(request: PageRequest, club: Club) -> dict[str, str] | None:
    """Return the link just issued for this club, with role and QR code; only once, then None."""
    issued: dict[str, str] | None = request.session.get(_ISSUED)
    if issued is None or issued["club"] != str(club.public_id):
        return None
    del request.session[_ISSUED]
    return {
        "link": issued["link"],
        "role": str(Role(issued["role"]).label),
        "qr": qr_svg(issued["link"]),
    }


def _pop_password_link(request: PageRequest, club: Club) -> dict[str, str] | None:
    link: dict[str, str] | None = request.session.get(_ISSUED_PASSWORD_LINK)
    if link is None or link["club"] != str(club.public_id):
        return None
    del request.session[_ISSUED_PASSWORD_LINK]
    return {**link, "qr": qr_svg(link["link"])}


def _member(request: PageRequest, club: Club) -> Membership:
    """PostgreSQL refuses a NUL."""
    email = request.POST.get("member", "")
    if not email.isprintable():
        raise Http404
    memberships = Membership.objects.filter(club=club, tournament=None).select_related("user", "club")
    return get_object_or_404(memberships, user__email=normalize_email(email))


def _role(request: PageRequest) -> Role:
    try:
        return Role(request.POST.get("role", ""))
    except ValueError as unknown:
        raise Http404 from unknown
