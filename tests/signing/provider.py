"""An OpenID Connect provider on this machine: real HTTP, real keys; a test makes it lie as it needs."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT: Final = "memory-admin-here"
SECRET: Final = "only-the-two-of-us"
Claims = dict[str, Any]


class Provider:
    """Who says who people are; `claims`, `lie` and `sign` decide what its tokens say and by which hand."""

    def __init__(self) -> None:
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.claims: Claims = {"sub": "248289761001"}
        self.lie: Callable[[Claims], Claims] = lambda claims: claims
        self.sign: Callable[[Claims], str] = self.signed
        self.config: dict[str, Any] = {}
        self.asked: dict[str, dict[str, str]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Provider:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def signed(self, claims: Claims, key: Any = None, kid: str = "one") -> str:
        return jwt.encode(claims, key or self.key, algorithm="RS256", headers={"kid": kid})

    def authorize(self, address: str) -> str:
        """Do what the browser and the person do at the provider; returns where that leads."""
        given = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert (given["client_id"], given["response_type"]) == (CLIENT, "code")
        assert given["code_challenge_method"] == "S256" and "openid" in given["scope"].split()
        code = secrets.token_urlsafe(8)
        self.asked[code] = given
        return f"{given['redirect_uri']}?{urlencode({'code': code, 'state': given['state']})}"

    def token(self, form: dict[str, str]) -> dict[str, str] | None:
        given = self.asked.pop(form.get("code", ""), None)
        if given is None or (form.get("client_id"), form.get("client_secret")) != (CLIENT, SECRET):
            return None
        proof = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        if base64.urlsafe_b64encode(proof).rstrip(b"=").decode() != given["code_challenge"]:
            return None
        now = int(time.time())
        fixed = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": given["nonce"]}
        said = self.sign(self.lie({**fixed, **self.claims}))
        return {"access_token": "unused", "token_type": "Bearer", "id_token": said}

    def said(self, path: str) -> dict[str, Any] | None:
        if path == "/.well-known/openid-configuration":
            ends = {"authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/keys"}
            found = {name: self.issuer + end for name, end in ends.items()}
            return {
                "issuer": self.issuer,
                "token_endpoint_auth_methods_supported": ["client_secret_post"],
                **found,
                **self.config,
            }
        if path == "/keys":
            public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
            return {"keys": [{**public, "kid": "one", "alg": "RS256", "use": "sig"}]}
        return None

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.tell(provider.said(urlsplit(self.path).path), 404)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                form = {name: values[0] for name, values in parse_qs(body).items()}
                self.tell(provider.token(form) if self.path == "/token" else None, 400)

            def tell(self, found: dict[str, Any] | None, otherwise: int) -> None:
                content = json.dumps(found or {"error": "invalid_request"}).encode()
                self.send_response(200 if found else otherwise)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        return Handler
