from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from celery import current_app
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from tournaments.accounts import emails
from tournaments.accounts.domain.club_members import lock_club, lock_users
from tournaments.clock_tolerance import is_recent
from tournaments.database.row_locks import lock_rows
from tournaments.enums import AccountLinkKind, Role
from tournaments.languages import DEFAULT_LANGUAGE
from tournaments.limits import attempts
from tournaments.limits.guess_limits import Client
from tournaments.log.actor import CONSOLE, Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.mail import outbox
from tournaments.models import AccountLink, Club, Membership, Passkey, PasswordRequest, User
from tournaments.naming.email_addresses import normalize_email
from tournaments.refusals import Refused

from . import link_codes, sessions, two_factor

LINK_LIFETIME = timedelta(hours=1)
FREE_PER_DEVICE = 5
FREE_PER_ADDRESS_UNNAMED = 10
FREE_PER_ADDRESS = 50
FREE_PER_ACCOUNT = 3

ANSWER_REQUEST_TASK = "tournaments.tasks.answer_password_request"


class LinkNotValid(Refused):
    code = "account_link_not_valid"
    template = _(
        "This link or code was already used, has expired, or ended when the account changed. Ask for a new "
        "one."
    )


class AccountInOtherClubs(Refused):
    code = "account_in_other_clubs"
    template = _(
        "%(name)s also belongs to a club you don't own, so you can't create this link. The person who runs "
        "the server can."
    )


class NoSuchAccount(Refused):
    code = "no_such_account"
    template = _("There is no account with this e-mail.")


@dataclass(frozen=True)
class IssuedLink:
    """The code isn't stored."""

    link: AccountLink
    code: str


@transaction.atomic
def issue_by_owner(*, membership: Membership, by: Actor, at: datetime) -> IssuedLink:
    """Create and log a password link that an owner hands over.

    Raises AccountInOtherClubs unless the owner owns all clubs of the member.
    """
    member, club = membership.user, membership.club
    lock_club(club.pk)
    lock_users(member.pk, *([by.user.pk] if by.user else []))
    if not _may_make_link(by.user, member, club):
        raise AccountInOtherClubs(name=member.name)
    issued = issue_link(member, AccountLinkKind.PASSWORD, by_hand=True, club=club, by=by, at=at)
    log_and_publish("password_link_created", by=by, at=at, club=club, subject=member.pk)
    return issued


@transaction.atomic
def issue_at_console(*, email: str, at: datetime) -> IssuedLink:
    """Raises NoSuchAccount."""
    user = _lock_account_of(email)
    if user is None:
        raise NoSuchAccount
    issued = issue_link(user, AccountLinkKind.PASSWORD, by_hand=True, at=at)
    log_and_publish("password_link_created", by=CONSOLE, at=at, subject=user.pk)
    return issued


@transaction.atomic
def request_by_mail(*, email: str, address: str, at: datetime, device: str = "") -> None:
    """Store a request that a task answers in the active language: the response discloses no account.

    Raises TooManyAttempts.
    """
    attempts.count_attempt(
        *Client(address, device).budgets(
            "forgotten",
            per_device=FREE_PER_DEVICE,
            per_address_unnamed=FREE_PER_ADDRESS_UNNAMED,
            per_address=FREE_PER_ADDRESS,
        ),
        attempts.Budget(f"forgotten|account|{normalize_email(email)}", FREE_PER_ACCOUNT),
        at=at,
    )
    language = get_language() or DEFAULT_LANGUAGE
    request = PasswordRequest.objects.create(email=normalize_email(email), language=language, asked_at=at)
    transaction.on_commit(lambda: _send_answer_task(request.pk), robust=True)


@transaction.atomic
def answer_request(*, request_id: int, at: datetime) -> None:
    """Delete the request and mail a link; mail nothing if it is gone, old or has no account."""
    request = PasswordRequest.objects.filter(pk=request_id).first()
    if request is None:
        return
    user = _lock_account_of(request.email)  # before the request, in the lock order of closing an account
    if not PasswordRequest.objects.filter(pk=request_id).delete()[0]:
        return
    if user is None or not is_recent(request.asked_at, at=at, within=LINK_LIFETIME):
        return
    issued = issue_link(user, AccountLinkKind.PASSWORD, at=at)
    with override(request.language):
        link = f"{settings.PUBLIC_ADDRESS}{reverse('tournaments:new_password', args=[issued.code])}"
        subject, text = emails.new_password_email(name=user.name, link=link)
    outbox.queue(
        key=f"password link {issued.link.pk}",
        to=user.email,
        subject=subject,
        text=text,
        at=at,
        until=issued.link.expires_at,
    )
    log_and_publish("password_link_mailed", by=Actor(), at=at, subject=user.pk)


def pending_requests() -> list[int]:
    return list(PasswordRequest.objects.order_by("pk").values_list("pk", flat=True)[:100])


@transaction.atomic
def issue_link(
    user: User,
    kind: AccountLinkKind,
    *,
    at: datetime,
    email: str = "",
    by_hand: bool = False,
    club: Club | None = None,
    by: Actor = CONSOLE,
) -> IssuedLink:
    """Create a link and end earlier ones of its kind; the caller locks the user and writes the log.

    A mailed link, which strangers can request, ends no handed-over one; only the latter keeps `by`.
    """
    AccountLink.objects.filter(user=user, kind=kind, by_hand=by_hand).end()
    code = link_codes.new_code()
    link = AccountLink.objects.create(
        kind=kind,
        code_digest=link_codes.typed_code_digest(code),
        user=user,
        email=email,
        by_hand=by_hand,
        club=club,
        made_by=by.user if by_hand else None,
        created_at=at,
        expires_at=at + LINK_LIFETIME,
    )
    return IssuedLink(link, code)


def find_link(*, code: str, kind: AccountLinkKind, at: datetime) -> AccountLink:
    """Raises LinkNotValid. Codes are too long to guess."""
    valid = AccountLink.objects.valid(at).filter(kind=kind).select_related("user", "made_by", "club")
    link = valid.filter(code_digest=link_codes.typed_code_digest(code)).first()
    if link is None or not _is_still_permitted(link):
        raise LinkNotValid
    return link


@transaction.atomic
def use_link(*, link: AccountLink, at: datetime) -> User:
    """Lock the user. Raises LinkNotValid."""
    if link.club_id is not None:
        lock_club(link.club_id)
    users = lock_users(link.user_id, *([link.made_by_id] if link.made_by_id else []))
    used = AccountLink.objects.unused(at).filter(pk=link.pk).update(used_at=at)
    if not used or link.user_id not in users or not _is_still_permitted(link):
        raise LinkNotValid
    return users[link.user_id]


@transaction.atomic
def set_password(*, link: AccountLink, password: str, at: datetime) -> None:
    """Set the password, end all sessions and links; a handed-over link removes second step and passkeys.

    Mails nobody. Raises LinkNotValid.
    """
    hashed = make_password(password)  # slow, so before the locks
    user = use_link(link=link, at=at)
    user.password = hashed
    user.save(update_fields=["password"])
    AccountLink.objects.filter(user=user).end()
    sessions.end_all(user=user)
    if link.by_hand:  # a person was identified; a mail may be read by an attacker who knows the password
        two_factor.turn_off(user=user, by=Actor(user=user), at=at)
        Passkey.objects.filter(user=user).delete()
    log_and_publish("password_set_by_link", by=Actor(user=user), at=at, club=link.club, subject=user.pk)


def _lock_account_of(email: str) -> User | None:
    return lock_rows(User.objects.filter(email=normalize_email(email), is_active=True)).first()


def _is_still_permitted(link: AccountLink) -> bool:
    """Memberships may have changed meanwhile."""
    return link.club is None or _may_make_link(link.made_by, link.user, link.club)


def _may_make_link(owner: User | None, member: User, club: Club) -> bool:
    owned = Membership.objects.filter(user=owner, role=Role.OWNER, tournament=None).values("club")
    memberships = Membership.objects.filter(user=member)
    return memberships.filter(club=club).exists() and not memberships.exclude(club__in=owned).exists()


def _send_answer_task(request_id: int) -> None:
    current_app.send_task(ANSWER_REQUEST_TASK, args=[request_id], retry=False)
