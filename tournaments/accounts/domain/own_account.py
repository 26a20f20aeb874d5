from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts import emails
from tournaments.accounts.domain.club_members import EmailTaken, lock_account
from tournaments.enums import AccountLinkKind
from tournaments.limits import attempts
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.mail import email_budgets, outbox
from tournaments.models import AccountLink, User
from tournaments.naming.email_addresses import normalize_email
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused

from . import recovery_links, sessions

FREE_NEW_EMAILS = 5
NOTICE_VALID_FOR = timedelta(days=2)
LONGEST_NAME = 120


class EmailInUse(EmailTaken):
    code = "email_in_use"
    template = _("There is already an account with this e-mail.")


class NameMissing(Refused):
    code = "own_name_missing"
    template = _("A name has 1 to %(longest)s characters.")


@transaction.atomic
def change_name(*, user: User, name: str, at: datetime) -> None:
    """Store a changed name on one line. Raises NameMissing (or too long), AccountChanged."""
    name = one_line(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise NameMissing(longest=LONGEST_NAME)
    if name == user.name:
        return
    lock_account(user)
    user.name = name
    user.save(update_fields=["name"])
    log_and_publish("account_name_changed", by=Actor(user=user), at=at, subject=user.pk)


@transaction.atomic
def change_password(*, user: User, password: str, current_key: str, at: datetime) -> None:
    """End sessions but `current_key`, and links to the account; the old password isn't asked for.

    Raises AccountChanged.
    """
    hashed = make_password(password)  # slow, so before the lock
    lock_account(user)
    user.password = hashed
    user.save(update_fields=["password"])
    AccountLink.objects.filter(user=user).end()
    sessions.end_all(user=user, current_key=current_key)
    log_and_publish("password_changed", by=Actor(user=user), at=at, subject=user.pk)


@transaction.atomic
def change_email(
    *, user: User, email: str, confirmation_link: Callable[[str], str], current_key: str, at: datetime
) -> bool:
    """Change the email; with mail set up, only mail the new address a link. Return whether it changed.

    `confirmation_link` makes a link from its code. A taken address is mailed that it is in use. The session
    `current_key` stays signed in. Raises EmailInUse only without mail, TooManyAttempts, AccountChanged.
    """
    by_member = attempts.Budget(f"new e-mail|{user.pk}", FREE_NEW_EMAILS)
    attempts.count_attempt(by_member, email_budgets.new_address_budget(email), at=at)
    lock_account(user)
    email = normalize_email(email)
    if not outbox.is_set_up():
        _set_email(user, email, current_key=current_key, at=at)
        return True
    issued = recovery_links.issue_link(user, AccountLinkKind.EMAIL, email=email, at=at)
    if _is_taken(user, email):
        subject, text = emails.address_in_use_email()
    else:
        subject, text = emails.confirm_address_email(name=user.name, link=confirmation_link(issued.code))
    outbox.queue(
        key=f"new e-mail {issued.link.pk}",
        to=email,
        subject=subject,
        text=text,
        at=at,
        until=issued.link.expires_at,
    )
    log_and_publish("email_change_requested", by=Actor(user=user), at=at, subject=user.pk)
    return False


@transaction.atomic
def confirm_email(*, link: AccountLink, current_key: str, at: datetime) -> None:
    """Set the link's address, end other sessions, notify the old address. Raises LinkNotValid, EmailInUse."""
    user = recovery_links.use_link(link=link, at=at)
    old_email = user.email
    _set_email(user, link.email, current_key=current_key, at=at)
    subject, text = emails.address_changed_email(name=user.name)
    until = at + NOTICE_VALID_FOR
    outbox.queue(
        key=f"e-mail changed {link.pk}", to=old_email, subject=subject, text=text, at=at, until=until
    )


def _set_email(user: User, email: str, *, current_key: str, at: datetime) -> None:
    """Store the address; end other sessions and all links to the account. Raises EmailInUse."""
    if _is_taken(user, email):
        raise EmailInUse
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(email=email)
    except IntegrityError as error:
        raise EmailInUse from error
    user.email = email
    AccountLink.objects.filter(user=user).end()
    sessions.end_all(user=user, current_key=current_key)
    log_and_publish("email_changed", by=Actor(user=user), at=at, subject=user.pk)


def _is_taken(user: User, email: str) -> bool:
    return User.objects.filter(email=normalize_email(email)).exclude(pk=user.pk).exists()
