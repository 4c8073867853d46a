"""Who may ask: a one-time token buys a key, and every request shows where it comes from.

The board listens on the loopback only, but every page that the browser shows could send requests
there, and so could every program of another user. Hence: the exact Host (a name that a stranger has made
to point here is another), the exact Origin, JSON only, and a key that stands in no cookie, since cookies
reach every port of a machine.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping

from sealion_pbem.engine.frozen import frozen

__all__ = ["HEADERS", "KEY_HEADER", "Gate", "Refusal"]

KEY_HEADER = "x-sealion-key"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}
"""What every response says."""

_LOCAL_SITES = ("same-origin", "none")


@frozen
class Refusal:
    """Why a request is not answered: the status of HTTP, and a sentence."""

    status: int
    text: str


class Gate:
    """The door of one server at one port."""

    def __init__(self, port: int, page: str = "/") -> None:
        self._page = page
        self.host = f"127.0.0.1:{port}"
        self.origin = f"http://{self.host}"
        self.token = secrets.token_urlsafe(32)
        self._is_used = False
        self._keys: set[str] = set()

    @property
    def link(self) -> str:
        """What is opened in the browser; what stands behind the # is never sent."""
        return f"{self.origin}{self._page}#{self.token}"

    def refuses(self, method: str, headers: Mapping[str, str]) -> Refusal | None:
        """Return why nothing is answered to a request with these headers, whatever it asks."""
        if headers.get("host") != self.host:
            return Refusal(421, f"this is {self.host} and no other host")
        is_foreign = headers.get("sec-fetch-site", "none") not in _LOCAL_SITES
        if is_foreign or (method == "POST" and headers.get("origin") != self.origin):
            return Refusal(403, "requests from other pages are not answered")
        if method not in ("GET", "POST"):
            return Refusal(405, "only GET and POST")
        if method == "POST" and headers.get("content-type") != "application/json":
            return Refusal(415, "requests are JSON")
        return None

    def sell(self, token: str) -> str | None:
        """Return a key for the token, once; None: it is wrong, or was used."""
        is_right = hmac.compare_digest(token.encode(), self.token.encode())
        if not is_right or self._is_used:
            return None
        self._is_used = True
        key = secrets.token_urlsafe(32)
        self._keys.add(key)
        return key

    def knows(self, key: str) -> bool:
        """Tell whether a key was sold here."""
        return any(hmac.compare_digest(key.encode(), known.encode()) for known in self._keys)
