"""The shell: the board as a small web server on the loopback, and nothing but that.

It reads no file that a request names: what it serves was read when it started. It ends some seconds
after the last page is closed; each page holds one stream open by which that is known.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from gzip import compress
from importlib.resources import files
from typing import Any, TypeAlias

import uvicorn
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from sealion_pbem.board.gate import HEADERS, KEY_HEADER, Gate, Refusal
from sealion_pbem.board.hall import Venue
from sealion_pbem.board.post import Later
from sealion_pbem.board.request import Drawing
from sealion_pbem.engine.alphabet import replaced
from sealion_pbem.errors import (
    CampaignError,
    InvalidFileError,
    MailError,
    PbemError,
    RulesError,
    SchemaError,
    SignatureError,
    StaleError,
    StorageError,
    UsageError,
)

__all__ = ["Shell", "listening", "serve"]

LARGEST = 256 * 1024
"""No request is larger, but for files that have arrived."""
LARGEST_FILE = 8 * 1024 * 1024
GRACE = 15.0
"""So long after the last page was closed the server ends; a page that is loaded anew is back by then."""
_FIRST = 600.0
_BEAT = 5.0
_MEDIA = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}
_SQUEEZED = 1400

_Scope: TypeAlias = MutableMapping[str, Any]
_Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_STATUS: tuple[tuple[type[PbemError], int], ...] = (
    (StaleError, 409),
    (UsageError, 400),
    (SignatureError, 401),
    (RulesError, 422),
    (InvalidFileError, 400),
    (StorageError, 503),
    (MailError, 409),
    (CampaignError, 409),
)


class Shell:
    """The application; one request after another is answered, so that a table needs no lock."""

    def __init__(self, venue: Venue, gate: Gate) -> None:
        self._venue, self.gate = venue, gate
        self._static = _static_files()
        self._turn = asyncio.Lock()
        self._pages = 0
        self._changed = asyncio.Event()
        self.ended = asyncio.Event()

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        """Answer one request of HTTP; everything else is refused."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        response = await self._answered(request)
        for name, value in HEADERS.items():
            response.headers[name] = value
        await response(scope, receive, send)

    async def _answered(self, request: Request) -> Response:
        refused = self.gate.refuses(request.method, request.headers)
        if refused is not None:
            return _refusal(refused)
        # The path as it was sent: nothing of it is decoded or joined.
        path = request.scope.get("raw_path", b"").partition(b"?")[0].decode("latin-1")
        if request.method == "GET":
            return self._file(request, path)
        if path == "/key":
            return await self._sold(request)
        if not self.gate.knows(request.headers.get(KEY_HEADER, "")):
            return _refusal(Refusal(403, "this page has no key; open the link that was printed"))
        return await self._known(request, path)

    async def _known(self, request: Request, path: str) -> Response:
        """Answer a page that has a key."""
        if path == "/alive":
            return StreamingResponse(self._beat(), media_type="text/plain")
        if not path.startswith("/ask/"):
            return _refusal(Refusal(404, "there is nothing here"))
        table, _, name = path.removeprefix("/ask/").rpartition("/")
        return await self._asked(request, table, name)

    def _file(self, request: Request, path: str) -> Response:
        found = self._static.get(path)
        if found is None:
            return _refusal(Refusal(404, "there is nothing here"))
        return _squeezed(request, Response(found[1], media_type=found[0]))

    async def _sold(self, request: Request) -> Response:
        document = await _document(request, LARGEST)
        token = document.get("token") if isinstance(document, dict) else None
        key = self.gate.sell(token) if isinstance(token, str) else None
        if key is None:
            return _refusal(Refusal(403, "this link was used already; start the board again"))
        return JSONResponse({"key": key})

    async def _asked(self, request: Request, table: str, name: str) -> Response:
        document = await _document(request, LARGEST_FILE if name == "receive" else LARGEST)
        if isinstance(document, Refusal):
            return _refusal(document)
        async with self._turn:
            try:
                found = await run_in_threadpool(self._venue.answer, table, name, document)
            except PbemError as error:
                return _explained(error)
        if isinstance(found, Later):
            # A mail server that is slow holds up no other page.
            try:
                found = await run_in_threadpool(found.finish)
            except PbemError as error:
                return _explained(error)
        if isinstance(found, Drawing):
            return _squeezed(request, Response(found.data, media_type=found.media))
        return _squeezed(request, JSONResponse(found))

    async def _beat(self) -> AsyncIterator[str]:
        """Tell a page that the server lives, as long as it listens."""
        self._pages += 1
        self._changed.set()
        try:
            while not self.ended.is_set():
                yield "."
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.ended.wait(), _BEAT)
        finally:
            self._pages -= 1
            self._changed.set()

    async def wait_for_the_last_page(self) -> None:
        """Return when no page has been open for a while."""
        patience = _FIRST
        while True:
            self._changed.clear()
            if self._pages:
                await self._changed.wait()
                patience = GRACE
                continue
            try:
                await asyncio.wait_for(self._changed.wait(), patience)
            except TimeoutError:
                return


def listening(port: int) -> socket.socket:
    """Return a socket on the loopback; port 0: any that is free.

    Raises:
        UsageError: another program listens there.
    """
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(("127.0.0.1", port))
        # Whoever opens the link at once waits until somebody answers.
        found.listen(64)
    except OSError as error:
        found.close()
        raise UsageError(
            f"port {port} cannot be used: {error.strerror}", hint="--port names another"
        ) from None
    return found


def serve(venue: Venue, gate: Gate, bound: socket.socket) -> bool:
    """Serve a table until its last page is closed; return whether it was interrupted before."""
    return asyncio.run(_serve(venue, gate, bound))


class _Server(uvicorn.Server):
    """A server that leaves signals to whoever started it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take no signal: uvicorn would raise it again at a moment when nobody listens."""
        yield


async def _serve(venue: Venue, gate: Gate, bound: socket.socket) -> bool:
    shell = Shell(venue, gate)
    config = uvicorn.Config(
        shell, log_config=None, access_log=False, server_header=False, date_header=False,
        proxy_headers=False, ws="none", lifespan="off", http="h11", loop="asyncio",
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    server, interrupted = _Server(config), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, interrupted.set)
    serving = asyncio.create_task(server.serve([bound]))
    closed = asyncio.create_task(shell.wait_for_the_last_page())
    stopped = asyncio.create_task(interrupted.wait())
    await asyncio.wait({serving, closed, stopped}, return_when=asyncio.FIRST_COMPLETED)
    shell.ended.set()
    server.should_exit = True
    closed.cancel()
    stopped.cancel()
    await serving
    return interrupted.is_set()


async def _document(request: Request, limit: int) -> Any:
    """Return what a request says; a Refusal if it is too long or no JSON."""
    parts, size = list[bytes](), 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > limit:
                return Refusal(413, f"a request has at most {limit} bytes")
            parts.append(part)
    except ClientDisconnect:
        return Refusal(400, "the page went away")
    try:
        return json.loads(b"".join(parts))
    except (ValueError, RecursionError):
        return Refusal(400, "this is no JSON")


def _refusal(refused: Refusal) -> Response:
    return JSONResponse({"error": refused.text, "hint": ""}, refused.status)


def _explained(error: PbemError) -> Response:
    status = next((number for kind, number in _STATUS if isinstance(error, kind)), 400)
    details: list[str] = []
    if isinstance(error, SchemaError):
        details = [str(fault) for fault in error.faults]
    elif isinstance(error, RulesError):
        details = list(error.violations)
    document = {
        "error": replaced(error.message),
        "hint": replaced(error.hint),
        "details": [replaced(detail) for detail in details],
        "kind": type(error).__name__.removesuffix("Error").lower(),
    }
    return JSONResponse(document, status)


def _squeezed(request: Request, response: Response) -> Response:
    """Return a response smaller, if the browser can read that and it is worth it."""
    body = bytes(response.body)
    is_text = not str(response.media_type).startswith("image/png")
    if is_text and len(body) > _SQUEEZED and "gzip" in request.headers.get("accept-encoding", ""):
        response.body = compress(body, 5)
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-encoding"] = "gzip"
    return response


def _static_files() -> dict[str, tuple[str, bytes]]:
    """Return all that is served to anybody: path, media type and bytes, read once."""
    found = {}
    for file in files("sealion_pbem.board").joinpath("static").iterdir():
        ending = file.name.rpartition(".")[2]
        if ending in _MEDIA:
            path = "/" if file.name == "index.html" else f"/{file.name}"
            found[path] = (_MEDIA[ending], file.read_bytes())
    return found
