"""Mails from the board: a draft with the entries attached, and the configured server or a refusal."""

import asyncio
import base64
import json
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.board import request
from sealion_pbem.errors import CampaignError, MailError, UsageError
from tests.board.browser import BoardPage, chromium
from tests.board.served import Served
from tests.board.tables import campaign, session
from tests.mail.postbox import Postbox, running
from tests.patience import PATIENCE

answer: Any = request.answer
SEAL = [{"kind": "seal", "name": "objective", "value": "0202"}]


class SlowPostbox(Postbox):
    """A server that takes a mail only when it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.go_on = threading.Event(), threading.Event()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> Any:  # noqa: N802 - aiosmtpd's name
        self.asked.set()
        await asyncio.to_thread(self.go_on.wait, PATIENCE)
        return await super().handle_DATA(server, session, envelope)


def signed(root: Path) -> Any:
    """Red has signed a turn at his board; blue does not have it."""
    red = session(root / "red")
    led = answer(red, "write", {"version": "", "orders": SEAL})
    assert led["refused"] == []
    answer(red, "sign", {"version": led["version"]})
    return red


def given(name: str, data: bytes) -> dict[str, str]:
    """A file as the page sends it."""
    return {"name": name, "data": base64.b64encode(data).decode()}


def test_a_draft_is_a_mail_with_the_turn_attached(tmp_path):
    """It opens for sending, lies in the campaign folder, and the other board takes it as it is."""
    root = campaign(tmp_path, "skirmish")
    red, blue = signed(root), session(root / "blue")
    (made,) = answer(red, "mail_draft", {})["drafts"]
    assert Path(made["path"]).read_bytes() == made["mail"].encode()
    mail = message_from_bytes(made["mail"].encode(), policy=policy.default)
    assert mail["X-Unsent"] == "1"
    assert mail["Subject"] == made["subject"]
    assert any("turn" in (part.get_filename() or "") for part in mail.iter_attachments())
    results = answer(blue, "receive", given(made["name"], made["mail"].encode()))["results"]
    assert [one["status"] for one in results] == ["known", "accepted"]
    answer(blue, "witness", {})
    (back,) = answer(blue, "mail_draft", {})["drafts"]
    answer(red, "receive", given(back["name"], back["mail"].encode()))
    assert answer(red, "table", {})["head"] == answer(blue, "table", {})["head"]
    with pytest.raises(UsageError):
        answer(red, "mail_draft", {})


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("", "address of blue"),
        ('[addresses]\nblue = "b@example.org"\n', "your own address"),
        ('from = "a@example.org"\n[addresses]\nblue = "b@example.org"\n', "no mail server"),
    ],
)
def test_what_is_not_configured_is_said_and_nothing_is_written(tmp_path, settings, said):
    """No addresses, no sender, no server: a sentence and a hint each, and no outbox."""
    root = campaign(tmp_path, "skirmish")
    red = signed(root)
    (root / "red" / "mail.toml").write_text(settings)
    before = sorted(root.rglob("*"))
    with pytest.raises(MailError, match=said) as refused:
        answer(red, "mail_send", {})
    assert refused.value.hint
    assert sorted(root.rglob("*")) == before


def test_the_server_gets_it_once(tmp_path):
    """A server that says later keeps it waiting; then it is sent, and never again."""
    root = campaign(tmp_path, "skirmish")
    red = signed(root)
    postbox = Postbox()
    with running(postbox) as port:
        (root / "red" / "mail.toml").write_text(
            'from = "a@example.org"\n[addresses]\nblue = "b@example.org"\n'
            f'[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
        )
        assert answer(red, "mail_send", {}).finish() == {
            "sent": [{"to": "b@example.org", "reason": ""}], "waiting": [], "refused": [],
        }  # fmt: skip
        assert not any(answer(red, "mail_send", {}).finish().values())
    ((_, to, data),) = postbox.mails
    assert to == ["b@example.org"]
    results = answer(session(root / "blue"), "receive", given("mail.eml", data))["results"]
    assert [one["status"] for one in results] == ["known", "accepted"]


def test_a_slow_mail_server_holds_up_no_other_page(tmp_path):
    """While one page waits for the server another is answered, and sends what is new; both are told."""
    root = campaign(tmp_path, "skirmish")
    signed(root)
    postbox = SlowPostbox()
    with running(postbox) as port:
        (root / "red" / "mail.toml").write_text(
            'from = "a@example.org"\n[addresses]\nblue = "b@example.org"\n'
            f'[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
        )
        board = Served(root / "red")
        try:
            board.key = json.loads(board.send("/key", {"token": board.token})[2])["key"]
            with ThreadPoolExecutor(1) as pool:
                sending = pool.submit(board.send, "/ask/mail_send", {})
                assert postbox.asked.wait(PATIENCE)
                assert board.send("/ask/table", {})[0] == 200
                assert not sending.done()
                postbox.go_on.set()
                status, _, body = sending.result(PATIENCE)
        finally:
            postbox.go_on.set()
            board.end()
    assert status == 200
    assert json.loads(body)["sent"] == [{"to": "b@example.org", "reason": ""}]


def test_who_looks_on_mails_nothing(tmp_path):
    """With --observe neither a draft nor a mail is made."""
    root = campaign(tmp_path, "skirmish")
    signed(root)
    watching = session(root / "red", observes=True)
    for name in ("mail_draft", "mail_send"):
        with pytest.raises(CampaignError):
            answer(watching, name, {})


def test_a_draft_goes_from_page_to_page(tmp_path):
    """Signed, drafted, saved and dropped on the other page; the server that nobody named is refused."""
    root = campaign(tmp_path, "skirmish")
    red = session(root / "red")
    answer(red, "write", {"version": "", "orders": SEAL})
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        here, there = (BoardPage(browser, root / seat) for seat in ("red", "blue"))
        here.page.click("#review")
        here.page.click("#sign")
        here.page.click("#send")
        here.page.wait_for_selector("#mails .fault")
        assert "address of blue is not known" in here.page.locator("#mails").inner_text()
        here.page.click("#draft")
        with here.page.expect_download() as saved:
            here.page.click("#mails [data-mail]")
        path = Path(folder) / saved.value.suggested_filename
        assert path.suffix == ".eml"
        saved.value.save_as(path)
        assert here.serious() == []
        there.page.set_input_files("#file", path)
        there.page.wait_for_selector("#arrived")
        assert "accepted: turn 1" in there.page.locator("#arrived").inner_text()
        here.close()
        there.close()
