"""Whether a password is the one of an account: counted before it is looked at, a few at a time.

No way to sign in looks at a password but through here (`docs/decisions/signing-in.md`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta

from django.contrib.auth import authenticate
from django.utils.translation import gettext_lazy as _

from tournaments.database.semaphore import HouseSemaphore
from tournaments.limits import attempts
from tournaments.limits.attempts import Budget, TooBusy
from tournaments.limits.guessing import Client
from tournaments.models import User
from tournaments.refusals import Refused

FREE = 5
"""Tries of one browser or address at one account."""

FREE_OF_A_DEVICE = 10
FREE_WITHOUT_A_NAME = 30
FREE_OF_AN_ADDRESS = 100
"""At all accounts; a whole club may sign in from one address."""
FREE_AT_AN_ACCOUNT = 20
LONGEST_FOR_AN_ACCOUNT = timedelta(minutes=5)
"""Strangers who guess from many addresses keep its owner waiting no longer, at a browser that is new."""


hashings = HouseSemaphore(1, 2)
hashings_of_known = HouseSemaphore(3)
"""Beside these, for who was signed in before: strangers who try without end keep nobody of them out."""


class WrongPassword(Refused):
    code = "wrong_password"
    template = _("E-mail and password don't go together. Check both and try again.")


class WrongOldPassword(Refused):
    code = "wrong_old_password"
    template = _("This is not your present password. Type it again.")


def sign_in(
    *, email: str, password: str, address: str, at: datetime, browser: str = "", device: str = ""
) -> User:
    """The user to whom this e-mail, whatever its case, and this password belong.

    `device` is the name that the browser bears, blank if it bears none. `browser` names one in which this
    account was signed in before, blank where none is known: what others do elsewhere then makes nobody wait.
    Raises TooManyTries, TooBusy, WrongPassword.
    """
    own, *shared = _budgets(_as_databases_compare(email), Client(address, device), browser)
    with _one_of_few(known=bool(browser)):
        attempts.take_try(own, *shared, at=at)
        user = authenticate(username=email.strip(), password=password)
    if not isinstance(user, User):
        raise WrongPassword
    attempts.forget(own)
    attempts.give_back(*shared)
    return user


def confirm_password(*, user: User, password: str, at: datetime) -> None:
    """See that somebody who is signed in knows his password too.

    Raises TooManyTries, TooBusy, WrongOldPassword.
    """
    own = Budget(f"signed in|{user.pk}", FREE)
    with _one_of_few(known=True):
        attempts.take_try(own, at=at)
        right = user.check_password(password)
    if not right:
        raise WrongOldPassword
    attempts.forget(own)


def _budgets(account: str, client: Client, browser: str) -> list[Budget]:
    """Whose tries count, the narrowest first: that one is forgotten once the password is right."""
    if browser:
        return [Budget(f"browser|{browser}|{account}", FREE)]
    return [
        Budget(f"from|{client.device or client.address}|{account}", FREE),
        *client.budgets(
            "sign in",
            of_a_device=FREE_OF_A_DEVICE,
            without_a_name=FREE_WITHOUT_A_NAME,
            of_an_address=FREE_OF_AN_ADDRESS,
        ),
        Budget(f"account|{account}", FREE_AT_AN_ACCOUNT, LONGEST_FOR_AN_ACCOUNT),
    ]


def _as_databases_compare(email: str) -> str:
    """One spelling for all that find the same account: a database may take ı and i for one letter."""
    return email.strip().upper().lower()


@contextmanager
def _one_of_few(*, known: bool) -> Iterator[None]:
    """Raises TooBusy, at once: whoever waited would keep a thread from the pages of others."""
    semaphores = (hashings, hashings_of_known) if known else (hashings,)
    with ExitStack() as stack:
        if not any(stack.enter_context(semaphore.take()) for semaphore in semaphores):
            raise TooBusy
        yield
