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
    """A passkey device without a browser; `unlocks` is whether it verifies the user."""

    def __init__(self, origin: str, *, key_id: bytes = b"a key of this device", unlocks: bool = True) -> None:
        self.origin, self.key_id = origin, key_id
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.seen = FLAGS.UP | (FLAGS.UV if unlocks else FLAGS(0))

    @property
    def credential(self) -> AttestedCredentialData:
        public = ES256.from_cryptography_key(self.key.public_key())
        return AttestedCredentialData.create(Aaguid(bytes(16)), self.key_id, public)

    def make(self, options: str) -> str:
        request = json.loads(options)
        credential = self.credential
        data = AuthenticatorData.create(
            sha256(request["rp"]["id"].encode()).digest(), self.seen | FLAGS.AT, 0, bytes(credential)
        )
        client = self._client("webauthn.create", request["challenge"])
        return self._answer(client, attestationObject=bytes(AttestationObject.create("none", data, {})))

    def sign(self, options: str) -> str:
        request = json.loads(options)
        data = bytes(AuthenticatorData.create(sha256(request["rpId"].encode()).digest(), self.seen, 0))
        client = self._client("webauthn.get", request["challenge"])
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=data, signature=signature)

    def _client(self, kind: str, challenge: str) -> bytes:
        client_data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(client_data).encode()

    def _answer(self, client: bytes, **response: bytes) -> str:
        key_id = websafe_encode(self.key_id)
        answer: dict[str, Any] = {
            "id": key_id,
            "rawId": key_id,
            "type": "public-key",
            "clientExtensionResults": {},
        }
        answer["response"] = {
            name: websafe_encode(value) for name, value in {"clientDataJSON": client, **response}.items()
        }
        return json.dumps(answer)
