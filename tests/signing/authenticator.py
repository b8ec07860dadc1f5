"""A passkey in software: makes credentials and answers challenges as a browser does, or lies."""

from __future__ import annotations

import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

ORIGIN = "http://localhost:8000"
UP, UV, AT = (AuthenticatorData.FLAG(one) for one in (0x01, 0x04, 0x40))


class Passkey:
    """One credential of one authenticator."""

    def __init__(
        self, origin: str = ORIGIN, host: str = "localhost", flags: AuthenticatorData.FLAG = UP | UV
    ) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id, self.handle = b"passkey-" + sha256(repr(self.key).encode())[:8], b""
        self.origin, self.host, self.flags = origin, host, flags

    def made(self, options: dict[str, Any]) -> str:
        """Return what a browser answers when it is asked to make a passkey."""
        asked = options["publicKey"]
        self.handle = websafe_decode(asked["user"]["id"])
        data = AttestedCredentialData.create(
            b"\0" * 16,
            self.id,
            ES256.from_cryptography_key(self.key.public_key()),  # type: ignore[no-untyped-call]
        )
        flags = self.flags | AT
        seen = AuthenticatorData.create(sha256(self.host.encode()), flags, 0, bytes(data))
        said = self._client("webauthn.create", asked["challenge"])
        attested = AttestationObject.create("none", seen, {})
        return self._whole({"clientDataJSON": said, "attestationObject": bytes(attested)})

    def answered(self, options: dict[str, Any]) -> str:
        """Return what a browser answers when it is asked for a passkey."""
        said = self._client("webauthn.get", options["publicKey"]["challenge"])
        seen = AuthenticatorData.create(sha256(self.host.encode()), self.flags, 1)
        signature = self.key.sign(bytes(seen) + sha256(said), ec.ECDSA(SHA256()))
        more = {"signature": signature, "userHandle": self.handle, "authenticatorData": bytes(seen)}
        return self._whole({"clientDataJSON": said, **more})

    def _client(self, kind: str, challenge: str) -> bytes:
        return bytes(CollectedClientData.create(kind, challenge, self.origin))

    def _whole(self, response: dict[str, bytes]) -> str:
        name = websafe_encode(self.id)
        spelled = {key: websafe_encode(value) for key, value in response.items()}
        whole = {"id": name, "rawId": name, "type": "public-key", "response": spelled}
        return json.dumps({**whole, "clientExtensionResults": {"credProps": {"rk": True}}})
