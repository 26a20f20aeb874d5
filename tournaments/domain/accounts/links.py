"""One-time links by which somebody gets into an account whose password is forgotten.

By mail to its own address, or handed over by somebody who knows whom he hands it to: an owner who owns every
club of that account, or whoever runs the server.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.domain import log, mail, tries
from tournaments.domain.actor import CONSOLE, Actor
from tournaments.domain.guessing import Client
from tournaments.domain.refusals import Refused
from tournaments.enums import AccountLinkKind, Role
from tournaments.models import AccountLink, Club, Membership, Passkey, User
from tournaments.models.people import as_stored

from . import codes, letters, second_step, sessions

VALID_FOR = timedelta(hours=1)
FREE_ASKED_BY_A_DEVICE = 5
FREE_ASKED_WITHOUT_A_NAME = 10
FREE_ASKED_FROM_AN_ADDRESS = 50
FREE_ASKED_FOR_AN_ACCOUNT = 3

Leads = Callable[[str], str]
"""The whole address of the page that a code opens."""


class LinkNotValid(Refused):
    code = "account_link_not_valid"
    template = _("This link or code was used already or has expired. Ask for a new one.")


class NotOnlyOfThisClub(Refused):
    code = "account_not_only_of_this_club"
    template = _(
        "%(name)s belongs to a club that you don't own, too, so you can't make this link. "
        "Whoever runs the server can."
    )


class NoSuchAccount(Refused):
    code = "no_such_account"
    template = _("There is no account with this e-mail.")


@dataclass(frozen=True)
class IssuedLink:
    """A link with its code, which is known at this moment only."""

    link: AccountLink
    code: str


@transaction.atomic
def make_by_owner(*, membership: Membership, by: Actor, at: datetime) -> IssuedLink:
    """A link that an owner hands to a member; the one before it ends.

    Raises NotOnlyOfThisClub: an owner must not get into other clubs by it.
    """
    member, club = membership.user, membership.club
    owned = Membership.objects.filter(user=by.user, role=Role.OWNER, tournament=None).values("club")
    if Membership.objects.filter(user=member).exclude(club__in=owned).exists():
        raise NotOnlyOfThisClub(name=member.name)
    issued = issue(member, AccountLinkKind.PASSWORD, by_hand=True, club=club, by=by, at=at)
    log.write("password_link_made", by=by, at=at, club=club, subject=member.pk)
    return issued


@transaction.atomic
def make_at_console(*, email: str, at: datetime) -> IssuedLink:
    """A link for whoever runs the server, to hand on. Raises NoSuchAccount."""
    user = User.objects.filter(email__iexact=email.strip(), is_active=True).first()
    if user is None:
        raise NoSuchAccount
    issued = issue(user, AccountLinkKind.PASSWORD, by_hand=True, at=at)
    log.write("password_link_made", by=CONSOLE, at=at, subject=user.pk)
    return issued


@transaction.atomic
def ask_by_mail(*, email: str, leads: Leads, address: str, at: datetime, device: str = "") -> None:
    """Send a link to an account's own address. Whether there is one, nobody learns. Raises TooManyTries."""
    tries.take_try(
        *Client(address, device).budgets(
            "forgotten",
            of_a_device=FREE_ASKED_BY_A_DEVICE,
            without_a_name=FREE_ASKED_WITHOUT_A_NAME,
            of_an_address=FREE_ASKED_FROM_AN_ADDRESS,
        ),
        tries.Budget(f"forgotten|account|{as_stored(email)}", FREE_ASKED_FOR_AN_ACCOUNT),
        at=at,
    )
    user = User.objects.filter(email__iexact=email.strip(), is_active=True).first()
    if user is None:
        return
    issued = issue(user, AccountLinkKind.PASSWORD, at=at)
    subject, text = letters.new_password(name=user.name, link=leads(issued.code))
    mail.put(
        key=f"password link {issued.link.pk}",
        to=user.email,
        subject=subject,
        text=text,
        at=at,
        until=issued.link.expires_at,
    )
    log.write("password_link_mailed", by=Actor(), at=at, subject=user.pk)


def issue(
    user: User,
    kind: AccountLinkKind,
    *,
    at: datetime,
    email: str = "",
    by_hand: bool = False,
    club: Club | None = None,
    by: Actor = CONSOLE,
) -> IssuedLink:
    """A new link of its kind; those of this kind before it end. The log is told by who asks."""
    end(user, kind, at=at)
    code = codes.new_code()
    link = AccountLink.objects.create(
        kind=kind,
        code_digest=codes.digest_of(code),
        user=user,
        email=email,
        by_hand=by_hand,
        club=club,
        made_by=by.user if by_hand else None,
        created_at=at,
        expires_at=at + VALID_FOR,
    )
    return IssuedLink(link, code)


def end(user: User, *kinds: AccountLinkKind, at: datetime) -> None:
    """End the links of an account that nobody has used."""
    unused = AccountLink.objects.filter(user=user, kind__in=kinds, used_at=None, expires_at__gt=at)
    unused.update(expires_at=at)


def find(*, code: str, kind: AccountLinkKind, at: datetime) -> AccountLink:
    """The valid link of a code, as it was typed or led to. Raises LinkNotValid.

    Codes are too long to be guessed within their hour, so wrong ones keep nobody from using the right one.
    """
    valid = AccountLink.objects.filter(kind=kind, used_at=None, expires_at__gt=at, user__is_active=True)
    link = valid.select_related("user").filter(code_digest=codes.digest_of(code)).first()
    if link is None:
        raise LinkNotValid
    return link


@transaction.atomic
def use(*, link: AccountLink, at: datetime) -> None:
    """Use a link up. Raises LinkNotValid where somebody was faster, or it ended meanwhile."""
    valid = AccountLink.objects.filter(pk=link.pk, used_at=None, expires_at__gt=at)
    if not valid.update(used_at=at):
        raise LinkNotValid


@transaction.atomic
def set_password(*, link: AccountLink, password: str, at: datetime) -> None:
    """Give an account a new password by a link, and sign it out everywhere.

    A link that was handed over turns the second step off and removes passkeys, too. Raises LinkNotValid.
    """
    use(link=link, at=at)
    user = link.user
    user.set_password(password)
    user.save(update_fields=["password"])
    end(user, AccountLinkKind.PASSWORD, AccountLinkKind.EMAIL, at=at)
    sessions.end_all(user=user)
    if (
        link.by_hand
    ):  # who handed it over knows whom he let in; a mail may be read by whoever found the password
        second_step.turn_off(user=user, by=Actor(user=user), at=at)
        Passkey.objects.filter(user=user).delete()
    log.write("password_set_by_link", by=Actor(user=user), at=at, club=link.club, subject=user.pk)
