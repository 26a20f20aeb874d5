"""Passkeys (WebAuthn)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tournaments.limits import attempts
from tournaments.limits.guess_limits import Client
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Passkey, User
from tournaments.refusals import Refused

LONGEST_NAME = 60
LONGEST_ANSWER = 20_000
LONGEST_ID = 1400
MAX_PASSKEYS = 20


class PasskeyNotCreated(Refused):
    code = "passkey_not_created"
    template = _("This device created no passkey that we can use. Try again.")


class UnknownPasskey(Refused):
    code = "unknown_passkey"
    template = _("This passkey opens no account here. Sign in with your password.")


class ChallengeUsed(Refused):
    code = "passkey_challenge_used"
    template = _("This sign-in was already used. Try again.")


class PasskeyAlreadyRemoved(Refused):
    code = "passkey_already_removed"
    template = _("This passkey is already removed.")


class TooManyPasskeys(Refused):
    code = "too_many_passkeys"
    template = _("You have %(most)s passkeys. Remove one first.")


@dataclass(frozen=True)
class RelyingParty:
    host: str
    origin: str

    def server(self) -> Fido2Server:
        entity = PublicKeyCredentialRpEntity(id=self.host, name="Istaka")
        return Fido2Server(entity, verify_origin=lambda origin: origin == self.origin)


@dataclass(frozen=True)
class Challenge:
    """`state` verifies the browser's answer."""

    options: str
    state: dict[str, str]


def for_user(*, user: User) -> QuerySet[Passkey]:
    return Passkey.objects.filter(user=user).order_by("made_at", "pk")


def begin_registration(*, user: User, relying_party: RelyingParty) -> Challenge:
    """Return a challenge, not stored: the caller keeps its `state` for `finish_registration`.

    Devices with a passkey of this account are excluded.
    """
    existing = [
        PublicKeyCredentialDescriptor(
            type=PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(credential_id)
        )
        for credential_id in for_user(user=user).values_list("credential_id", flat=True)
    ]
    handle = sha256(f"istaka|{user.pk}|{user.created_at.isoformat()}".encode()).digest()
    options, state = relying_party.server().register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=user.email, display_name=user.name),
        credentials=existing,
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return _build_challenge(options, state)


@transaction.atomic
def finish_registration(
    *, user: User, name: str, answer: str, state: dict[str, str], relying_party: RelyingParty, at: datetime
) -> Passkey:
    """Store a passkey, its name shortened.

    Raises TooManyPasskeys, PasskeyNotCreated for a bad answer or a known passkey.
    """
    if for_user(user=user).count() >= MAX_PASSKEYS:
        raise TooManyPasskeys(most=MAX_PASSKEYS)
    try:
        credential = relying_party.server().register_complete(state, _parse_answer(answer)).credential_data
        assert credential is not None, "a device that makes a passkey tells it"
        credential_id = websafe_encode(credential.credential_id)
    except Exception as error:
        # The parser may raise anything on a browser's input.
        raise PasskeyNotCreated from error
    if len(credential_id) > LONGEST_ID:
        raise PasskeyNotCreated
    try:
        with transaction.atomic():
            passkey = Passkey.objects.create(
                user=user,
                credential_id=credential_id,
                credential=bytes(credential),
                name=name[:LONGEST_NAME],
                made_at=at,
            )
    except IntegrityError as conflict:
        raise PasskeyNotCreated from conflict
    log_and_publish("passkey_added", by=Actor(user=user), at=at, subject=user.pk)
    return passkey


@transaction.atomic
def remove(*, user: User, public_id: UUID, at: datetime) -> None:
    """Raises PasskeyAlreadyRemoved."""
    if not Passkey.objects.filter(user=user, public_id=public_id).delete()[0]:
        raise PasskeyAlreadyRemoved
    log_and_publish("passkey_removed", by=Actor(user=user), at=at, subject=user.pk)


def begin_sign_in(*, relying_party: RelyingParty) -> Challenge:
    options, state = relying_party.server().authenticate_begin(
        user_verification=UserVerificationRequirement.REQUIRED
    )
    return _build_challenge(options, state)


def sign_in(
    *,
    answer: str,
    state: dict[str, str],
    relying_party: RelyingParty,
    address: str,
    at: datetime,
    device: str = "",
) -> User:
    """Return the passkey's user.

    Raises TooManyAttempts, ChallengeUsed (one answer each), UnknownPasskey.
    """
    shared_budgets = Client(address, device).budgets("passkey")
    attempts.count_attempt(*shared_budgets, at=at)
    if not attempts.claim_once(f"passkey|asked|{state['challenge']}", at=at):
        raise ChallengeUsed
    try:
        parsed = _parse_answer(answer)
        credential_id = websafe_encode(websafe_decode(parsed["rawId"]))
    except Exception as error:
        raise UnknownPasskey from error
    passkey = (
        Passkey.objects.select_related("user")
        .filter(credential_id=credential_id, user__is_active=True)
        .first()
    )
    if passkey is None:
        raise UnknownPasskey
    try:
        credential = AttestedCredentialData(bytes(passkey.credential))
        relying_party.server().authenticate_complete(state, [credential], parsed)
    except Exception as error:
        raise UnknownPasskey from error
    attempts.refund_attempt(*shared_budgets)
    Passkey.objects.filter(pk=passkey.pk).update(used_at=at)
    return passkey.user


def _build_challenge(options: Any, state: Any) -> Challenge:
    return Challenge(
        json.dumps(dict(options)["publicKey"]),
        {name: str(getattr(value, "value", value)) for name, value in state.items()},
    )


def _parse_answer(answer: str) -> dict[str, Any]:
    if len(answer) > LONGEST_ANSWER or not answer.isprintable():
        raise ValueError
    parsed: dict[str, Any] = json.loads(answer)
    return parsed
