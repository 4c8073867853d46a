"""`sealion mail` and mails given to `sealion receive`: two players exchange turns by mail alone."""

import json
import mailbox
import shutil
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from click.testing import Result

from sealion_pbem.campaign import files
from sealion_pbem.errors import StorageError
from sealion_pbem.mail.armour import armour
from tests.cli.test_two_players import draft, founded, write_orders
from tests.mail.doom import Doom, doomed
from tests.mail.hostile import REFUSED
from tests.mail.mutilate import quoted
from tests.mail.postbox import Postbox, running
from tests.patience import PATIENCE

__all__ = ["founded"]

Sealion = Callable[..., Result]


@pytest.fixture
def signed(sealion: Sealion, founded: Path) -> Path:
    """Red has signed the first turn, which blue does not have yet."""
    sealion("turn", "new", "-C", "a")
    path = draft(founded / "a")
    write_orders(path, "seal objective = 0202", "done")
    sealion("turn", "sign", str(path), "--yes", "-C", "a")
    return founded


def turn_of(home: Path) -> bytes:
    (path,) = (home / "a" / "entries").glob("0001-turn-*.json")
    return path.read_bytes()


def heads(sealion: Sealion) -> set[str]:
    return {
        json.loads(sealion("campaign", "status", "--json", "-C", folder).output)["head"]
        for folder in ("a", "b")
    }


def test_a_draft_brings_what_the_other_lacks(sealion: Sealion, signed: Path):
    """Charter and turn, attached and as text, in a mail that opens for sending and is received."""
    said = sealion("mail", "draft", "-C", "a", "-o", "out.eml")
    assert "[sealion hill T01] charter 0, turn 1 of red" in said.output
    assert "fill in the address of blue" in said.output
    mail = message_from_bytes((signed / "out.eml").read_bytes(), policy=policy.default)
    assert mail["X-Unsent"] == "1"
    names = [part.get_filename() or "" for part in mail.iter_attachments()]
    assert [name[:9] for name in names] == ["0000-char", "0001-turn"]
    body = mail.get_body(("plain",)).get_content()
    assert "sealion receive" in body
    assert body.count("BEGIN SEALION ENTRY") == 2
    taken = sealion("receive", "out.eml", "-C", "b")
    assert "known     out.eml: 0000-charter" in taken.output
    assert "accepted  out.eml: 0001-turn-red" in taken.output
    assert len(heads(sealion)) == 1
    assert "accepted" not in sealion("receive", "out.eml", "-C", "b").output


def test_the_answer_brings_only_what_is_new(sealion: Sealion, signed: Path):
    """Whoever wrote an entry knew all before it."""
    sealion("mail", "draft", "-C", "a", "-o", "out.eml")
    sealion("receive", "out.eml", "-C", "b")
    sealion("witness", "-C", "b")
    before = sorted((signed / "b").rglob("*"))
    wish = ("mail", "draft", "-C", "b", "--json", "--to", "red")
    (shown,) = json.loads(sealion(*wish).output)["drafts"]
    assert sorted((signed / "b").rglob("*")) == before, "nothing is written where no file is named"
    (facts,) = json.loads(sealion(*wish, "-o", "back.eml").output)["drafts"]
    assert Path(facts["file"]).read_bytes() == shown["mail"].encode()
    assert [name[:12] for name in facts["entries"]] == ["0002-receipt"]
    assert facts["to"] == ["red"]
    mail = message_from_bytes(Path(facts["file"]).read_bytes(), policy=policy.default)
    for form in ("plain", "html"):
        body = " ".join(mail.get_body((form,)).get_content().split())
        assert "This mail brings receipt 2 of blue." in body
        assert "sealion receive FILE.eml" in body
        assert "what happened" in body.lower()
    assert "turn-0003-blue" in " ".join(
        part.get_filename() or "" for part in mail.iter_attachments()
    )
    sealion("receive", facts["file"], "-C", "a")
    assert len(heads(sealion)) == 1
    sealion("mail", "draft", "-C", "a", "--to", "blue", code=2)
    again = json.loads(
        sealion("mail", "draft", "1", "2", "-C", "a", "--to", "blue", "--json").output
    )
    assert len(again["drafts"][0]["entries"]) == 2


def test_odd_wishes_are_answered(sealion: Sealion, signed: Path):
    """A seat or an entry that there is not."""
    assert "Did you mean blue" in sealion("mail", "draft", "--to", "bleu", "-C", "a", code=2).output
    assert "no entry 99" in sealion("mail", "draft", "99", "-C", "a", code=3).output


def mail_with(text: str, *, subject: str = "x", html: bool = False) -> bytes:
    kind = "text/html" if html else "text/plain"
    head = f"From: red@example.org\nSubject: {subject}\nContent-Type: {kind}\n\n"
    return head.encode() + text.encode()


def forms(home: Path, block: str) -> dict[str, str]:
    """Every form in which a turn may arrive, as a path."""
    lines = block.splitlines()
    as_html = "<p>" + "<br>".join(f"&gt;&nbsp;{line}" for line in lines) + "</p>"
    (home / "quoted.eml").write_bytes(mail_with(quoted(block)))
    (home / "html.eml").write_bytes(mail_with(as_html, html=True))
    (home / "block.txt").write_text(block)
    (home / "no-ending").write_bytes(mail_with(block))
    box = mailbox.mbox(home / "box.mbox")
    for text in ("hello", quoted(block), "bye"):
        box.add(mail_with(text))
    box.close()
    maildir = mailbox.Maildir(home / "maildir")
    maildir.add(mail_with("hello"))
    maildir.add(mail_with(block))
    (home / "folder").mkdir()
    shutil.copy(home / "quoted.eml", home / "folder" / "q.eml")
    (home / "folder" / "picture.png").write_bytes(b"no mail")
    return {
        name: str(home / name)
        for name in (
            "quoted.eml",
            "html.eml",
            "block.txt",
            "no-ending",
            "box.mbox",
            "maildir",
            "folder",
        )
    }


@pytest.mark.parametrize(
    "form",
    ["quoted.eml", "html.eml", "block.txt", "no-ending", "box.mbox", "maildir", "folder", "-"],
)
def test_every_form_is_received(sealion: Sealion, signed: Path, form: str):
    """Quoted, in HTML, as bare text, among other mails, in a folder, through a pipe; twice."""
    paths = forms(signed, armour(turn_of(signed)))
    given = mail_with(armour(turn_of(signed))).decode() if form == "-" else None
    said = sealion("receive", paths.get(form, "-"), "-C", "b", given=given)
    assert "accepted" in said.output
    assert len(heads(sealion)) == 1
    again = sealion("receive", paths.get(form, "-"), "-C", "b", given=given)
    assert "was here already" in again.output
    assert "accepted" not in again.output


def test_a_cut_block_is_explained(sealion: Sealion, signed: Path):
    """What is missing, and what to ask for; the code is that of mail."""
    cut = "\n".join(armour(turn_of(signed)).splitlines()[:6])
    (signed / "cut.eml").write_bytes(mail_with(cut))
    said = sealion("receive", "cut.eml", "-C", "b", code=8)
    assert "the text block of turn 1 of red" in said.output
    assert "lines 5-" in said.output
    assert "ask for the attachment" in said.output


def test_another_campaign_is_told(sealion: Sealion, signed: Path):
    """An entry that belongs elsewhere is refused, the others of the mail are taken."""
    sealion("campaign", "new", "other", "--ruleset", "skirmish", "--mode", "solo", "--out", "c")
    sealion("turn", "new", "-C", "c", "--seat", "red")
    path = draft(signed / "c")
    write_orders(path, "seal objective = 0202", "done")
    sealion("turn", "sign", str(path), "--yes", "-C", "c")
    (foreign,) = (signed / "c" / "entries").glob("0001-*.json")
    text = armour(foreign.read_bytes()) + armour(turn_of(signed))
    (signed / "both.eml").write_bytes(mail_with(text))
    said = sealion("receive", "both.eml", "-C", "b", code=3)
    assert "the turn belongs to campaign" in said.output
    assert "accepted  both.eml: 0001-turn-red" in said.output


def test_two_candidates_for_one_place(sealion: Sealion, signed: Path):
    """A forged turn beside the true one: the signature decides, and both are named."""
    forged = json.loads(turn_of(signed))
    forged["message"] = "forged"
    text = armour(json.dumps(forged).encode()) + armour(turn_of(signed))
    (signed / "two.eml").write_bytes(mail_with(text))
    said = sealion("receive", "two.eml", "-C", "b", code=4)
    assert "two different entries claim to be turn 1" in said.output
    assert said.output.count("accepted") == 2
    assert len(heads(sealion)) == 1


@pytest.mark.parametrize("name", ["nested", "encoded words", "size"])
def test_a_hostile_mail_is_refused_and_the_rest_taken(sealion: Sealion, signed: Path, name: str):
    """With a reason, and code 8."""
    (signed / "evil.eml").write_bytes(REFUSED[name])
    (signed / "good.eml").write_bytes(mail_with(armour(turn_of(signed))))
    said = sealion("receive", "evil.eml", "good.eml", "-C", "b", "--json", code=8)
    rows = {row["file"].split(":")[0]: row for row in json.loads(said.output)["files"]}
    assert rows["evil.eml"]["reason"]
    assert rows["good.eml"]["status"] == "accepted"


@pytest.fixture
def doom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doom:
    """Mails with a header X-Doom end the child that reads them."""
    return doomed(tmp_path / "doom", monkeypatch)


@pytest.mark.parametrize("word", ["kill", "hang", "early"])
def test_a_mail_that_ends_its_reader_is_not_called_settled(
    sealion: Sealion, signed: Path, doom: Doom, word: str
):
    """Neither by 'mail fetch' nor by 'receive': it stays, the rest is taken, and the code says so."""
    inbox = signed / "inbox"
    inbox.mkdir()
    settings(signed, "blue", "red", 25, str(inbox))
    data = f"X-Doom: {word}\n".encode() + mail_with(armour(turn_of(signed)))
    (inbox / "1.eml").write_bytes(data)
    (charter,) = (signed / "a" / "entries").glob("0000-*.json")
    (inbox / "2.eml").write_bytes(mail_with(armour(charter.read_bytes())))
    said = sealion("mail", "fetch", "-C", "b", code=8).output
    assert "to be read" in said
    assert "known     mail 2" in said
    assert [path.name for path in inbox.glob("*.eml")] == ["1.eml"]
    assert "to be read" in sealion("receive", str(inbox / "1.eml"), "-C", "b", code=8).output
    sealion("receive", "-", "-C", "b", code=8, given=data.decode())
    assert len(heads(sealion)) == 2
    doom.lift()
    assert "accepted  mail 1" in sealion("mail", "fetch", "-C", "b").output
    assert not list(inbox.glob("*.eml"))
    assert len(heads(sealion)) == 1


def test_a_mail_of_which_a_part_cannot_be_opened_stays(sealion: Sealion, signed: Path):
    """There may be another entry in it; what could be read is taken."""
    inbox = signed / "inbox"
    inbox.mkdir()
    settings(signed, "blue", "red", 25, str(inbox))
    block = armour(turn_of(signed)).replace("\n", "\r\n")
    (inbox / "1.eml").write_text(
        "From: red@example.org\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
        f"--x\r\n\r\n{block}\r\n--x\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\n\r\n"
        "?\r\n--x--\r\n"
    )
    said = sealion("mail", "fetch", "-C", "b").output
    assert "accepted" in said
    assert "winmail.dat cannot be opened here" in said
    assert [path.name for path in inbox.glob("*.eml")] == ["1.eml"]


def test_a_mail_that_the_disk_does_not_give_stops_no_other(sealion: Sealion, signed: Path):
    """The first is read, the second is not: the first is taken and settled, the code says the rest."""
    inbox = signed / "inbox"
    inbox.mkdir()
    settings(signed, "blue", "red", 25, str(inbox))
    (inbox / "1.eml").write_bytes(mail_with(armour(turn_of(signed))))
    (inbox / "2.eml").write_bytes(mail_with("hello"))
    real = files.read_beginning

    def read(path: Path, size: int) -> bytes:
        if path.name == "2.eml":
            raise StorageError("the disk reports a fault")
        return real(path, size)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "read_beginning", read)
        said = sealion("mail", "fetch", "-C", "b", code=8).output
    assert "accepted  mail 1" in said
    assert "1 of 2 mails" in said
    assert [path.name for path in inbox.glob("*.eml")] == ["2.eml"]


def test_a_mail_without_an_entry_is_noted(sealion: Sealion, signed: Path):
    """Not an error: players also write to each other."""
    (signed / "hello.eml").write_bytes(mail_with("hello"))
    assert "there is no entry in this mail" in sealion("receive", "hello.eml", "-C", "b").output


def settings(home: Path, seat: str, other: str, port: int, inbox: str) -> None:
    folder = home / ("a" if seat == "red" else "b")
    (folder / "mail.toml").write_text(
        f'from = "{seat}@example.org"\n[addresses]\n{other} = "{other}@example.org"\n'
        f'[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
        f'[inbox]\nkind = "folder"\npath = "{inbox}"\n'
    )


def test_with_a_server(sealion: Sealion, signed: Path):
    """Sent once, fetched once, the answer threaded back by the same way."""
    postbox = Postbox()
    inbox = signed / "inbox"
    inbox.mkdir()
    with running(postbox) as port:
        settings(signed, "red", "blue", port, str(inbox))
        settings(signed, "blue", "red", port, str(inbox))
        postbox.answers = ["451 later"]
        assert "451 later" in sealion("mail", "send", "-C", "a", code=8).output
        waiting = json.loads(sealion("mail", "status", "-C", "a", "--json").output)["waiting"]
        assert [mail["to"] for mail in waiting] == ["blue@example.org"]
        assert "sent      to blue@example.org" in sealion("mail", "send", "--now", "-C", "a").output
        assert "nothing to send" in sealion("mail", "send", "-C", "a").output
        ((sender, to, data),) = postbox.mails
        assert (sender, to) == ("red@example.org", ["blue@example.org"])
        (inbox / "1.eml").write_bytes(data)
        (inbox / "2.eml").write_bytes(mail_with("hello"))
        fetched = sealion("mail", "fetch", "-C", "b")
        assert "accepted" in fetched.output
        assert [path.name for path in inbox.glob("*.eml")] == ["2.eml"]
        postbox.recipient_answers = ["550 nobody here"]
        sealion("witness", "-C", "b")
        refused = sealion("mail", "send", "--to", "red", "-C", "b", code=8)
        assert "REFUSED   to red@example.org" in refused.output
    status = sealion("mail", "status", "-C", "b").output
    assert "1 refused" in status
    assert "550 nobody here" in status
    assert len(heads(sealion)) == 2


def test_a_mail_that_came_too_early_stays(sealion: Sealion, signed: Path):
    """The receipt before the turn: refused now, taken with the next fetch."""
    inbox = signed / "inbox"
    inbox.mkdir()
    settings(signed, "red", "blue", 25, str(inbox))
    sealion("receive", str(signed / "a" / "entries"), "-C", "b")
    sealion("witness", "-C", "b")
    sealion("mail", "draft", "-C", "b", "--to", "red", "-o", "back.eml")
    (turn,) = (signed / "a" / "entries").glob("0001-*.json")
    kept = turn.read_bytes()
    turn.unlink()
    shutil.copy("back.eml", inbox / "receipt.eml")
    sealion("mail", "fetch", "-C", "a", code=3)
    assert (inbox / "receipt.eml").exists()
    (inbox / "turn.json").write_bytes(kept)
    sealion("mail", "fetch", "-C", "a")
    assert not (inbox / "receipt.eml").exists()
    assert len(heads(sealion)) == 1


def test_sending_without_settings_says_what_to_do(sealion: Sealion, signed: Path):
    """A hint to mail.toml, and to the way without a server."""
    assert "address of blue is not known" in sealion("mail", "send", "-C", "a", code=8).output
    status = sealion("mail", "status", "-C", "a").output
    assert "0 waiting" in status
    assert "mail draft" in status
    assert "no inbox is known" in sealion("mail", "fetch", "-C", "a", code=8).output


def test_plain_files_are_taken_without_the_mail_room(signed: Path):
    """What is not needed is not loaded: neither for --help nor for an entry file."""
    import os
    import subprocess
    import sys

    import sealion_pbem

    (turn,) = (signed / "a" / "entries").glob("0001-*.json")
    program = (
        "import sys\nfrom sealion_pbem.cli.root import cli\n"
        "try: cli(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "heavy = {'email.parser', 'smtplib', 'imap_tools', 'sealion_pbem.mail.inbound'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    where = str(Path(sealion_pbem.__file__).parents[1])
    for words in (["--help"], ["receive", str(turn), "-C", "b"], ["mail", "--help"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True,
            timeout=PATIENCE, env={**os.environ, "PYTHONPATH": where},
        )  # fmt: skip
        assert done.stderr.strip() == "[]", words
