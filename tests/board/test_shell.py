"""The server: who is answered, what every response says, and when it ends."""

import json
import os
import signal
import time

import pytest

from sealion_pbem.board import shell
from tests.board.served import Served, served_for_a_while
from tests.board.tables import campaign
from tests.patience import PATIENCE

STATIC = ("/", "/main.js", "/board.css", "/icon.svg")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """One server for all tests that do not end it."""
    board = Served(campaign(tmp_path_factory.mktemp("board"), "skirmish") / "red")
    status, _, data = board.send("/key", {"token": board.token})
    assert status == 200
    board.key = json.loads(data)["key"]
    yield board
    board.end()


def test_the_token_is_taken_once(served):
    """Whoever comes second with the link gets no key, nor does a guess."""
    for token in (served.token, "", "guess", 7, None):
        assert served.send("/key", {"token": token})[0] == 403
    assert served.send("/key", ["x"])[0] == 403


def test_without_the_key_nothing_is_answered(served):
    """Every request needs it, and so does the stream."""
    for path in ("/ask/table", "/ask/map", "/ask/sign", "/ask/nonsense", "/alive", "/other"):
        for key in (None, "", "x", served.token):
            assert served.send(path, {}, x_sealion_key=key)[0] == 403, path
    assert served.send("/ask/table", {})[0] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "localhost:{port}"}, 421),
        ({"host": "127.0.0.1:1"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"host": "0.0.0.0:{port}"}, 421),
        ({"host": None}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:{port}.evil.example"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": None}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"content_type": "text/plain"}, 415),
        ({"content_type": "application/x-www-form-urlencoded"}, 415),
        ({"content_type": None}, 415),
    ],
)
def test_strangers_are_refused(served, headers, status):
    """DNS rebinding, forms and scripts of other pages: refused whatever they ask, even with the key."""
    sent = {
        name.replace("_", "-"): value and value.replace("{port}", str(served.port))
        for name, value in headers.items()
    }
    found = served.send("/ask/table", {}, **sent)[0]
    # h11 itself refuses a request without a host.
    assert found == status or (headers == {"host": None} and found == 400)


def test_every_response_forbids_what_a_page_does_not_need(served):
    """Files, answers and refusals alike: nothing from elsewhere, no inline script, no frame, no cookie."""
    for found in (
        *(served.send(path, method="GET") for path in STATIC),
        served.send("/ask/table", {}),
        served.send("/nothing", method="GET"),
        served.send("/ask/table", {}, origin="null"),
    ):
        policy = found[1]["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "require-trusted-types-for 'script'" in policy
        assert "frame-ancestors 'none'" in policy
        assert found[1]["cross-origin-resource-policy"] == "same-origin"
        assert found[1]["referrer-policy"] == "no-referrer"
        assert found[1]["cache-control"] == "no-store"
        assert not {"set-cookie", "server"} & found[1].keys()


@pytest.mark.parametrize(
    "path",
    ["/../gate.py", "/..%2fgate.py", "//main.js", "/static/main.js", "/main.js%00", "/%2e%2e/x",
     "/index.html/", "/.", "/board.css/../main.js"],
)  # fmt: skip
def test_no_path_leads_anywhere_else(served, path):
    """Only the files read at the start are there, each under its one name."""
    assert served.send(path, method="GET")[0] == 404


def test_what_is_too_large_or_no_json_is_refused(served):
    """300 kB, half a document, a deep one: a status and a sentence."""
    large = b'{"version": "' + b"x" * 300_000 + b'"}'
    assert served.send("/ask/table", large)[0] == 413
    for text in (b"{", b"", b"\xff", b"[" * 100_000):
        assert served.send("/ask/table", text)[0] == 400
    for method in ("PUT", "DELETE", "OPTIONS", "HEAD"):
        assert served.send("/ask/table", {}, method=method)[0] in (403, 405)
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec_websocket_version": "13"}
    assert served.send("/ask/table", method="GET", **upgrade)[0] == 404


def test_it_ends_with_ctrl_c_and_says_so(tmp_path):
    """An interrupt ends it at once, also while a page holds its stream."""
    with served_for_a_while(tmp_path) as board, board.stay():
        os.kill(board.process.pid, signal.SIGINT)
        assert board.process.wait(PATIENCE) == 0
        assert "orders that are not signed are kept" in board.process.stdout.read()


def test_it_ends_after_the_last_page_is_closed(tmp_path):
    """The stream of the only page breaks off: some time later the server is gone, not before."""
    script = (
        "import sys; from sealion_pbem.board import shell; shell.GRACE = 1.0; "
        "from sealion_pbem.cli.root import cli; cli(sys.argv[1:])"
    )
    with served_for_a_while(tmp_path, "-c", script) as board:
        link = board.stay()
        time.sleep(1.5)
        assert board.process.poll() is None
        link.close()
        assert board.process.wait(PATIENCE) == 0
    assert shell.GRACE > 5
