"""A board that runs as players run it."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from tests.board.tables import campaign
from tests.patience import PATIENCE


class Served:
    """A board that runs as players run it, and a way to send it any request."""

    def __init__(self, folder, *program, command=("board",)):
        program = program or ("-m", "sealion_pbem")
        words = [*command, str(folder), "--no-browser"]
        # A game that another package brings is found as in these tests.
        path = os.pathsep.join(str(Path(part).absolute()) for part in (".", "tests/installed"))
        self.process = subprocess.Popen(
            [sys.executable, *program, *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://(127\.0\.0\.1:(\d+))/\S*#(\S+)", line)
        assert found is not None, line
        self.link, self.host, self.port, self.token = found[0], found[1], int(found[2]), found[3]
        self.key = ""

    def send(self, path, document=None, method="POST", **headers):
        """Send one request; headers with the value None are left out."""
        body = json.dumps(document).encode() if not isinstance(document, bytes) else document
        given = {"host": self.host} if method == "GET" else {
            "host": self.host, "origin": f"http://{self.host}", "content-type": "application/json",
            "x-sealion-key": self.key,
        }  # fmt: skip
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        link.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in given.items():
            if value is not None:
                link.putheader(name, value)
        data = b"" if method == "GET" else body
        link.putheader("content-length", str(len(data)))
        link.endheaders(data)
        try:
            found = link.getresponse()
            return found.status, dict(found.getheaders()), found.read()
        finally:
            link.close()

    def stay(self):
        """Hold the stream of a page open; whoever closes what is returned closes the page."""
        link = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        headers = f"host: {self.host}\r\norigin: http://{self.host}\r\n"
        headers += f"content-type: application/json\r\nx-sealion-key: {self.key}\r\n"
        link.sendall(f"POST /alive HTTP/1.1\r\n{headers}content-length: 2\r\n\r\n{{}}".encode())
        assert link.recv(9) == b"HTTP/1.1 "
        return link

    def end(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


@contextmanager
def served_for_a_while(tmp_path, *program):
    """A server of its own, with a key."""
    board = Served(campaign(tmp_path, "skirmish") / "red", *program)
    try:
        board.key = json.loads(board.send("/key", {"token": board.token})[2])["key"]
        yield board
    finally:
        board.end()
