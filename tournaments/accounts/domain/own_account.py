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
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.mail import budgets, outbox
from tournaments.models import AccountLink, User
from tournaments.models.people import as_stored
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
    """Raises NameMissing, AccountChanged."""
    name = one_line(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise NameMissing(longest=LONGEST_NAME)
    if name == user.name:
        return
    lock_account(user)
    user.name = name
    user.save(update_fields=["name"])
    audit_log.write("account_name_changed", by=Actor(user=user), at=at, subject=user.pk)


@transaction.atomic
def change_password(*, user: User, password: str, current_key: str, at: datetime) -> None:
    """End all other sessions, too. Raises AccountChanged."""
    hashed = make_password(password)  # slow, so before the lock
    lock_account(user)
    user.password = hashed
    user.save(update_fields=["password"])
    AccountLink.objects.filter(user=user).end()
    sessions.end_all(user=user, current_key=current_key)
    audit_log.write("password_changed", by=Actor(user=user), at=at, subject=user.pk)


@transaction.atomic
def change_email(
    *, user: User, email: str, confirmation_link: Callable[[str], str], current_key: str, at: datetime
) -> bool:
    """Change the email, or mail a link that confirms it; return whether it changed.

    With mail, nobody learns whether another account has the address. A change ends all sessions but
    `current_key`. Raises EmailInUse, TooManyAttempts, AccountChanged.
    """
    by_member = attempts.Budget(f"new e-mail|{user.pk}", FREE_NEW_EMAILS)
    attempts.count_attempt(by_member, budgets.new_address_budget(email), at=at)
    lock_account(user)
    email = as_stored(email)
    if not outbox.is_set_up():
        _set_email(user, email, current_key=current_key, at=at)
        return True
    issued = recovery_links.issue(user, AccountLinkKind.EMAIL, email=email, at=at)
    if _is_taken(user, email):
        subject, text = emails.email_has_account()
    else:
        subject, text = emails.prove_email(name=user.name, link=confirmation_link(issued.code))
    outbox.queue(
        key=f"new e-mail {issued.link.pk}",
        to=email,
        subject=subject,
        text=text,
        at=at,
        until=issued.link.expires_at,
    )
    audit_log.write("email_change_asked", by=Actor(user=user), at=at, subject=user.pk)
    return False


@transaction.atomic
def confirm_email(*, link: AccountLink, current_key: str, at: datetime) -> None:
    """Change the email and end all sessions but `current_key`. Raises LinkNotValid, EmailInUse."""
    user = recovery_links.use(link=link, at=at)
    old_email = user.email
    _set_email(user, link.email, current_key=current_key, at=at)
    subject, text = emails.email_changed(name=user.name)
    until = at + NOTICE_VALID_FOR
    outbox.queue(
        key=f"e-mail changed {link.pk}", to=old_email, subject=subject, text=text, at=at, until=until
    )


def _set_email(user: User, email: str, *, current_key: str, at: datetime) -> None:
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
    audit_log.write("email_changed", by=Actor(user=user), at=at, subject=user.pk)


def _is_taken(user: User, email: str) -> bool:
    return User.objects.filter(email=as_stored(email)).exclude(pk=user.pk).exists()
