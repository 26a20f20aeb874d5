"""Codes of an app (TOTP, RFC 6238) and recovery codes."""

from __future__ import annotations

import hmac
from datetime import datetime, timedelta

import pyotp
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.clock_tolerance import CLOCK_TOLERANCE
from tournaments.limits import attempts
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import RecoveryCode, SecondStep, User
from tournaments.refusals import Refused

from . import link_codes

ISSUER = "Istaka"
CODE_SECONDS = 30
"""How long a code is shown. The one before and after it are accepted too, as clocks differ."""
CODE_DIGITS = 6
RECOVERY_CODE_COUNT = 10
RECOVERY_CODE_LENGTH = 8
FREE_ATTEMPTS = 5
LONGEST_WAIT = timedelta(minutes=5)
"""The longest wait of the owner after guesses."""


class WrongCode(Refused):
    code = "wrong_two_factor_code"
    template = _(
        "This code is wrong or was already used. Wait for the next one, and check the clock of your phone."
    )


class SecondStepIsOn(Refused):
    code = "two_factor_is_on"
    template = _("Two-step sign-in is already on.")


class SecondStepIsOff(Refused):
    code = "two_factor_is_off"
    template = _("Two-step sign-in is off.")


def new_secret() -> str:
    return pyotp.random_base32()


def provisioning_uri(*, user: User, secret: str) -> str:
    return pyotp.TOTP(secret).provisioning_uri(name=user.email, issuer_name=ISSUER)


def for_user(*, user: User) -> SecondStep | None:
    return SecondStep.objects.filter(user=user).first()


def count_unused_codes(*, user: User) -> int:
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


@transaction.atomic
def turn_on(*, user: User, secret: str, code: str, at: datetime) -> list[str]:
    """Store `secret`; return new recovery codes, of which only digests are stored.

    Raises WrongCode unless `code` fits the secret, SecondStepIsOn.
    """
    if SecondStep.objects.filter(user=user).exists():
        raise SecondStepIsOn
    counter = _find_counter(secret, link_codes.normalize_code(code), at=at)
    if counter is None:
        raise WrongCode
    SecondStep.objects.create(user=user, secret=secret, last_counter=counter, since=at)
    recovery_codes = _make_codes(user)
    log_and_publish("two_factor_enabled", by=Actor(user=user), at=at, subject=user.pk)
    return recovery_codes


@transaction.atomic
def turn_off(*, user: User, by: Actor, at: datetime) -> None:
    if not SecondStep.objects.filter(user=user).exists():
        return
    SecondStep.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
    log_and_publish("two_factor_disabled", by=by, at=at, subject=user.pk)


@transaction.atomic
def renew_codes(*, user: User, at: datetime) -> list[str]:
    """Raises SecondStepIsOff."""
    if not SecondStep.objects.filter(user=user).exists():
        raise SecondStepIsOff
    recovery_codes = _make_codes(user)
    log_and_publish("recovery_codes_renewed", by=Actor(user=user), at=at, subject=user.pk)
    return recovery_codes


def confirm_code(*, user: User, code: str, at: datetime) -> None:
    """Use up an app code or a recovery code; call it outside a transaction, so that each attempt counts.

    Raises TooManyAttempts before the code is looked at, WrongCode. A right code clears the attempts.
    """
    budget = attempts.Budget(f"second step|{user.pk}", FREE_ATTEMPTS, LONGEST_WAIT)
    attempts.count_attempt(budget, at=at)
    plain_code = link_codes.normalize_code(code)
    if not (
        _use_app_code(user, plain_code, at=at)
        if len(plain_code) == CODE_DIGITS
        else _use_recovery_code(user, plain_code, at=at)
    ):
        raise WrongCode
    attempts.reset(budget)


def _use_app_code(user: User, typed: str, *, at: datetime) -> bool:
    """Return whether the code is valid, and use it up: then only newer ones are."""
    step = for_user(user=user)
    counter = _find_counter(step.secret, typed, at=at) if step else None
    if counter is None:
        return False
    # A last counter that no clock can have reached was stored while this clock was ahead.
    latest_counter = int((at + CLOCK_TOLERANCE).timestamp()) // CODE_SECONDS + 1
    accepting_steps = SecondStep.objects.filter(
        Q(last_counter__lt=counter) | Q(last_counter__gt=latest_counter), user=user
    )
    return bool(accepting_steps.update(last_counter=counter))


@transaction.atomic
def _use_recovery_code(user: User, typed: str, *, at: datetime) -> bool:
    unused = RecoveryCode.objects.filter(user=user, digest=link_codes.typed_code_digest(typed), used_at=None)
    if not unused.update(used_at=at):
        return False
    log_and_publish("recovery_code_used", by=Actor(user=user), at=at, subject=user.pk)
    return True


def _find_counter(secret: str, typed: str, *, at: datetime) -> int | None:
    now = int(at.timestamp()) // CODE_SECONDS
    app = pyotp.TOTP(secret)
    matching = (
        counter
        for counter in (now, now - 1, now + 1)
        if hmac.compare_digest(app.generate_otp(counter).encode(), typed.encode())
    )
    return next(matching, None)


def _make_codes(user: User) -> list[str]:
    """Replace the recovery codes, stored as digests; return the new ones."""
    RecoveryCode.objects.filter(user=user).delete()
    codes = [link_codes.new_code(RECOVERY_CODE_LENGTH) for _number in range(RECOVERY_CODE_COUNT)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=link_codes.typed_code_digest(code)) for code in codes
    )
    return codes
