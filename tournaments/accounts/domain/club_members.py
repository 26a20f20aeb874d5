from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.database.row_locks import lock_rows
from tournaments.enums import Role
from tournaments.limits import attempts
from tournaments.limits.guess_limits import Client
from tournaments.log.actor import CONSOLE, Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import AccountLink, Club, Invitation, Membership, User
from tournaments.naming.email_addresses import normalize_email
from tournaments.refusals import Refused, refuse_concurrent_change

INVITATION_LIFETIME = timedelta(days=7)
FREE_REGISTRATIONS = 20
_RANKS = [role.value for role in Role]  # each role includes the rights of those after it


class InvitationNotValid(Refused):
    code = "invitation_not_valid"
    template = _("This link was already used or has expired. Ask for a new one.")


class EmailTaken(Refused):
    code = "email_taken"
    template = _("There is already an account with this e-mail. Sign in first, then open the link again.")


class LastOwner(Refused):
    code = "last_owner"
    template = _("A club needs an owner. Make someone else owner first.")


class NotAMember(Refused):
    code = "not_a_member"
    template = _("This person is no longer a member.")


class AccountChanged(Refused):
    code = "account_changed"
    template = _("Your account was just closed or its password changed. Sign in again.")


@dataclass(frozen=True)
class IssuedInvitation:
    """The token isn't stored."""

    invitation: Invitation
    token: str


def lock_club(key: int) -> Club:
    """Lock names and roles, before encounters, stages and tournaments."""
    return lock_rows(Club.objects).get(pk=key)


def lock_users(*keys: int) -> dict[int, User]:
    """Lock after clubs, before one-time links; omit closed accounts."""
    active = User.objects.filter(pk__in=keys, is_active=True)
    return {user.pk: user for user in lock_rows(active).order_by("pk")}


def lock_account(user: User) -> User:
    """Raise AccountChanged if the acting user's session ended."""
    locked = lock_users(user.pk).get(user.pk)
    if locked is None or locked.password != user.password:
        raise AccountChanged
    return locked


@transaction.atomic
def invite_owner(*, at: datetime) -> IssuedInvitation:
    """The previous link ends."""
    Invitation.objects.filter(club=None).end()
    return _issue_invitation(club=None, role=Role.OWNER, by=CONSOLE, at=at)


def invite_member(*, club: Club, role: Role, by: Actor, at: datetime) -> IssuedInvitation:
    return _issue_invitation(club=club, role=role, by=by, at=at)


@transaction.atomic
def _issue_invitation(*, club: Club | None, role: Role, by: Actor, at: datetime) -> IssuedInvitation:
    """Create and log an invitation for INVITATION_LIFETIME, storing no token.

    Without `club`, accepting it founds a club.
    """
    token = secrets.token_urlsafe(24)
    invitation = Invitation.objects.create(
        token_digest=_digest(token),
        club=club,
        role=role,
        invited_by=by.user,
        created_at=at,
        expires_at=at + INVITATION_LIFETIME,
    )
    log_and_publish("invitation_issued", by=by, at=at, club=club, after={"role": role})
    return IssuedInvitation(invitation, token)


def find_invitation(*, token: str, at: datetime) -> Invitation:
    """Raises InvitationNotValid."""
    valid = Invitation.objects.valid(at).select_related("club", "invited_by")
    invitation = valid.filter(token_digest=_digest(token)).first()
    if invitation is None:
        raise InvitationNotValid
    return invitation


def open_invitations(*, club: Club, at: datetime) -> QuerySet[Invitation]:
    """Newest first."""
    valid = Invitation.objects.valid(at).filter(club=club)
    return valid.select_related("invited_by").order_by("-created_at", "-pk")


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, by: Actor, at: datetime) -> None:
    """End an open invitation. Raises InvitationNotValid if it was used or revoked."""
    if invitation.club_id is not None:
        lock_club(
            invitation.club_id
        )  # the log's row needs it at the end, and accept_invitation locks it first, too
    if not Invitation.objects.filter(pk=invitation.pk).end():
        raise InvitationNotValid
    log_and_publish(
        "invitation_revoked", by=by, at=at, club=invitation.club, before={"role": invitation.role}
    )


@transaction.atomic
def accept_invitation(*, invitation: Invitation, user: User, club_name: str, at: datetime) -> Membership:
    """Join the club, or found one called `club_name`; a member keeps a higher role.

    Ends all links to the account: their issuers can't enter the new club by them. Raises InvitationNotValid,
    AccountChanged.
    """
    if invitation.club_id is not None:
        lock_club(invitation.club_id)
    lock_account(user)
    invitations = Invitation.objects.filter(pk=invitation.pk)
    if not invitations.valid(at).exists() or not invitations.unused(at).update(used_at=at, used_by=user):
        raise InvitationNotValid
    club = invitation.club or Club.objects.create(name=club_name, created_at=at)
    membership, created = Membership.objects.get_or_create(
        user=user, club=club, tournament=None, defaults={"role": invitation.role}
    )
    before = None if created else {"role": membership.role}
    if _RANKS.index(invitation.role) < _RANKS.index(membership.role):
        membership.role = invitation.role
        membership.save(update_fields=["role"])
    log_and_publish(
        "member_joined",
        by=Actor(user=user),
        at=at,
        club=club,
        subject=user.pk,
        before=before,
        after={"role": membership.role},
    )
    AccountLink.objects.filter(user=user).end()
    return membership


def budgets_of_invitation(*, invitation: Invitation, client: Client) -> list[attempts.Budget]:
    return [
        attempts.Budget(f"invitation|{invitation.pk}", FREE_REGISTRATIONS),
        *client.budgets("invitation", per_device=FREE_REGISTRATIONS),
    ]


def register_user(*, email: str, name: str, password: str) -> User:
    """Raises EmailTaken."""
    if User.objects.filter(email=normalize_email(email)).exists():
        raise EmailTaken
    return User.objects.create_user(email=email, name=name, password=password)


@transaction.atomic
def change_role(
    *, membership: Membership, role: Role, seen: str | None = None, by: Actor, at: datetime
) -> None:
    """Set and log the role, even the same; end the account's links, if lower also what the member issued.

    `seen` is the role that the page showed. Raises LastOwner, NotAMember, ChangedMeanwhile.
    """
    _require_another_owner(membership, role)
    previous_role = membership.role
    if previous_role != role:
        refuse_concurrent_change(seen, previous_role)
    membership.role = role
    membership.save(update_fields=["role"])
    _end_links(membership, include_issued=_RANKS.index(role) > _RANKS.index(previous_role))
    log_and_publish(
        "member_role_changed",
        by=by,
        at=at,
        club=membership.club,
        subject=membership.user_id,
        before={"role": previous_role},
        after={"role": role},
    )


@transaction.atomic
def remove_member(*, membership: Membership, by: Actor, at: datetime) -> None:
    """Delete the membership; end links to the account and what the member issued.

    Raises LastOwner, NotAMember.
    """
    _require_another_owner(membership, None)
    log_and_publish(
        "member_removed",
        by=by,
        at=at,
        club=membership.club,
        subject=membership.user_id,
        before={"role": membership.role},
    )
    membership.delete()
    _end_links(membership, include_issued=True)


def _require_another_owner(membership: Membership, new_role: Role | None) -> None:
    """Lock club and member, and reload the role.

    Raises NotAMember; LastOwner if the club would have no active owner with `new_role` (None: removed).
    """
    lock_club(membership.club_id)
    lock_users(membership.user_id)
    role = Membership.objects.filter(pk=membership.pk).values_list("role", flat=True).first()
    if role is None:
        raise NotAMember
    membership.role = role
    if membership.role != Role.OWNER or new_role == Role.OWNER:
        return
    owners = Membership.objects.filter(
        club=membership.club, role=Role.OWNER, tournament=None, user__is_active=True
    )
    if not owners.exclude(pk=membership.pk).exists():
        raise LastOwner


def _end_links(membership: Membership, *, include_issued: bool) -> None:
    links = Q(user=membership.user)
    if include_issued:
        Invitation.objects.filter(club=membership.club, invited_by=membership.user).end()
        links |= Q(club=membership.club, made_by=membership.user)
    AccountLink.objects.filter(links).end()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
