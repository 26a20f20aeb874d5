"""A device that makes passkeys and signs by them, as a browser's script tells of it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

FLAGS = AuthenticatorData.FLAG


class Device:
    """It signs for whoever holds it; `unlocks` says whether that was seen to."""

    def __init__(self, origin: str, *, key_id: bytes = b"a key of this device", unlocks: bool = True) -> None:
        self.origin, self.key_id = origin, key_id
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.seen = FLAGS.UP | (FLAGS.UV if unlocks else FLAGS(0))

    @property
    def credential(self) -> AttestedCredentialData:
        public = ES256.from_cryptography_key(self.key.public_key())
        return AttestedCredentialData.create(Aaguid(bytes(16)), self.key_id, public)

    def make(self, options: str) -> str:
        asked = json.loads(options)
        made = self.credential
        told = AuthenticatorData.create(
            sha256(asked["rp"]["id"].encode()).digest(), self.seen | FLAGS.AT, 0, bytes(made)
        )
        client = self._client("webauthn.create", asked["challenge"])
        return self._answer(client, attestationObject=bytes(AttestationObject.create("none", told, {})))

    def sign(self, options: str) -> str:
        asked = json.loads(options)
        told = bytes(AuthenticatorData.create(sha256(asked["rpId"].encode()).digest(), self.seen, 0))
        client = self._client("webauthn.get", asked["challenge"])
        signature = self.key.sign(told + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=told, signature=signature)

    def _client(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _answer(self, client: bytes, **response: bytes) -> str:
        key = websafe_encode(self.key_id)
        told: dict[str, Any] = {"id": key, "rawId": key, "type": "public-key", "clientExtensionResults": {}}
        told["response"] = {
            name: websafe_encode(one) for name, one in {"clientDataJSON": client, **response}.items()
        }
        return json.dumps(told)
