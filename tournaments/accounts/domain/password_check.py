"""Attempts count before they run (`docs/decisions/rate-limits.md`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta

from django.contrib.auth import authenticate
from django.utils.translation import gettext_lazy as _

from tournaments.database.semaphore import SiteSemaphore
from tournaments.limits import attempts
from tournaments.limits.attempts import Budget, TooBusy
from tournaments.limits.guess_limits import Client
from tournaments.models import User
from tournaments.naming.email_addresses import normalize_email
from tournaments.refusals import Refused

FREE_PER_BROWSER = 5
"""Attempts of a browser or address at one account."""

FREE_PER_DEVICE = 10
FREE_PER_ADDRESS_UNNAMED = 30
FREE_PER_ADDRESS = 100
"""For all accounts; a whole club may sign in from one address."""
FREE_PER_ACCOUNT = 20
LONGEST_ACCOUNT_WAIT = timedelta(minutes=5)
"""Guesses from many addresses delay the owner at a new browser no longer."""


hashing_slots = SiteSemaphore(1, 2)
known_browser_hashing_slots = SiteSemaphore(3)
"""Reserved for known browsers, which a flood of attempts can't lock out."""


class WrongPassword(Refused):
    code = "wrong_password"
    template = _("E-mail and password don't match. Check both and try again.")


class WrongOldPassword(Refused):
    code = "wrong_old_password"
    template = _("This is not your current password. Type it again.")


def sign_in(
    *, email: str, password: str, address: str, at: datetime, browser: str = "", device: str = ""
) -> User:
    """Check the password; attempts elsewhere don't delay a `browser` that signed in before.

    Starts no session, checks no second step. Raises TooManyAttempts, TooBusy, WrongPassword.
    """
    own_budget, *shared_budgets = _sign_in_budgets(normalize_email(email), Client(address, device), browser)
    with _hashing_slot(known=bool(browser)):
        attempts.count_attempt(own_budget, *shared_budgets, at=at)
        user = authenticate(username=email.strip(), password=password)
    if not isinstance(user, User):
        raise WrongPassword
    attempts.reset(own_budget)
    attempts.refund_attempt(*shared_budgets)
    return user


def confirm_password(*, user: User, password: str, at: datetime) -> None:
    """Raises TooManyAttempts, TooBusy, WrongOldPassword."""
    budget = Budget(f"signed in|{user.pk}", FREE_PER_BROWSER)
    with _hashing_slot(known=True):
        attempts.count_attempt(budget, at=at)
        correct = user.check_password(password)
    if not correct:
        raise WrongOldPassword
    attempts.reset(budget)


def _sign_in_budgets(account: str, client: Client, browser: str) -> list[Budget]:
    """Return the budgets of an attempt; success resets the first, the only one for a known `browser`."""
    if browser:
        return [Budget(f"browser|{browser}|{account}", FREE_PER_BROWSER)]
    return [
        Budget(f"from|{client.device or client.address}|{account}", FREE_PER_BROWSER),
        *client.budgets(
            "sign in",
            per_device=FREE_PER_DEVICE,
            per_address_unnamed=FREE_PER_ADDRESS_UNNAMED,
            per_address=FREE_PER_ADDRESS,
        ),
        Budget(f"account|{account}", FREE_PER_ACCOUNT, LONGEST_ACCOUNT_WAIT),
    ]


@contextmanager
def _hashing_slot(*, known: bool) -> Iterator[None]:
    """Raise TooBusy at once: waiting would block a thread."""
    semaphores = (hashing_slots, known_browser_hashing_slots) if known else (hashing_slots,)
    with ExitStack() as stack:
        if not any(stack.enter_context(semaphore.try_acquire()) for semaphore in semaphores):
            raise TooBusy
        yield
