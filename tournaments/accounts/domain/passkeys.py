"""Passkeys (WebAuthn): a device signs in for who unlocks it; neither password nor code is asked for."""

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
from tournaments.limits.guessing import Client
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Passkey, User
from tournaments.refusals import Refused

LONGEST_NAME = 60
LONGEST_ANSWER = 20_000
LONGEST_ID = 1400
MOST = 20


class PasskeyNotTaken(Refused):
    code = "passkey_not_taken"
    template = _("This device made no passkey that we can use. Try again.")


class PasskeyNotKnown(Refused):
    code = "passkey_not_known"
    template = _("This passkey opens no account here. Sign in with your password.")


class ChallengeUsed(Refused):
    code = "passkey_challenge_used"
    template = _("This sign-in was used already. Try again.")


class PasskeyGone(Refused):
    code = "passkey_gone"
    template = _("This passkey is removed already.")


class TooManyPasskeys(Refused):
    code = "too_many_passkeys"
    template = _("You have %(most)s passkeys. Remove one first.")


@dataclass(frozen=True)
class House:
    """Where passkeys are good: the name of a host, and the one address under which its pages are open."""

    host: str
    origin: str

    def server(self) -> Fido2Server:
        entity = PublicKeyCredentialRpEntity(id=self.host, name="Istaka")
        return Fido2Server(entity, verify_origin=lambda origin: origin == self.origin)


@dataclass(frozen=True)
class Asked:
    """What a browser is asked for, as JSON for its script, and what has to be known of it afterwards."""

    options: str
    state: dict[str, str]


def of(*, user: User) -> QuerySet[Passkey]:
    return Passkey.objects.filter(user=user).order_by("made_at", "pk")


def ask_to_make(*, user: User, house: House) -> Asked:
    """Ask a device for a passkey, unless it holds one of this account already."""
    present = [
        PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(key))
        for key in of(user=user).values_list("credential_id", flat=True)
    ]
    handle = sha256(f"istaka|{user.pk}|{user.created_at.isoformat()}".encode()).digest()
    options, state = house.server().register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=user.email, display_name=user.name),
        credentials=present,
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return _asked(options, state)


@transaction.atomic
def keep(*, user: User, name: str, answer: str, state: dict[str, str], house: House, at: datetime) -> Passkey:
    """Keep the passkey that a device made. Raises PasskeyNotTaken, TooManyPasskeys."""
    if of(user=user).count() >= MOST:
        raise TooManyPasskeys(most=MOST)
    try:
        made = house.server().register_complete(state, _read(answer)).credential_data
        assert made is not None, "a device that makes a passkey tells it"
        key = websafe_encode(made.credential_id)
    except Exception as nonsense:
        # What a browser sends is anybody's: whatever a reader of bytes stumbles over is no passkey.
        raise PasskeyNotTaken from nonsense
    if len(key) > LONGEST_ID:
        raise PasskeyNotTaken
    try:
        with transaction.atomic():
            passkey = Passkey.objects.create(
                user=user, credential_id=key, credential=bytes(made), name=name[:LONGEST_NAME], made_at=at
            )
    except IntegrityError as anothers:
        raise PasskeyNotTaken from anothers
    audit_log.write("passkey_added", by=Actor(user=user), at=at, subject=user.pk)
    return passkey


@transaction.atomic
def remove(*, user: User, public_id: UUID, at: datetime) -> None:
    """Let a passkey be good no more. Raises PasskeyGone."""
    if not Passkey.objects.filter(user=user, public_id=public_id).delete()[0]:
        raise PasskeyGone
    audit_log.write("passkey_removed", by=Actor(user=user), at=at, subject=user.pk)


def ask_to_sign_in(*, house: House) -> Asked:
    """Ask a device for whatever passkey of this house it holds."""
    options, state = house.server().authenticate_begin(user_verification=UserVerificationRequirement.REQUIRED)
    return _asked(options, state)


def sign_in(
    *, answer: str, state: dict[str, str], house: House, address: str, at: datetime, device: str = ""
) -> User:
    """Whose passkey a device has answered by. A challenge is used up by its first answer, right or wrong.

    Raises TooManyTries, ChallengeUsed, PasskeyNotKnown.
    """
    shared = Client(address, device).budgets("passkey")
    attempts.take_try(*shared, at=at)
    if not attempts.take_once(f"passkey|asked|{state['challenge']}", at=at):
        raise ChallengeUsed
    try:
        read = _read(answer)
        key = websafe_encode(websafe_decode(read["rawId"]))
    except Exception as nonsense:
        raise PasskeyNotKnown from nonsense
    passkey = Passkey.objects.select_related("user").filter(credential_id=key, user__is_active=True).first()
    if passkey is None:
        raise PasskeyNotKnown
    try:
        known = AttestedCredentialData(bytes(passkey.credential))
        house.server().authenticate_complete(state, [known], read)
    except Exception as nonsense:
        raise PasskeyNotKnown from nonsense
    attempts.give_back(*shared)
    Passkey.objects.filter(pk=passkey.pk).update(used_at=at)
    return passkey.user


def _asked(options: Any, state: Any) -> Asked:
    return Asked(
        json.dumps(dict(options)["publicKey"]),
        {name: str(getattr(one, "value", one)) for name, one in state.items()},
    )


def _read(answer: str) -> dict[str, Any]:
    if len(answer) > LONGEST_ANSWER or not answer.isprintable():
        raise ValueError
    read: dict[str, Any] = json.loads(answer)
    return read
