"""Papers to be forwarded: an invitation, the verdict of an audit, a dispute with its cover."""

import hashlib
import zipfile
from pathlib import Path

from sealion_pbem.mail.inbound import inspect
from tests.campaigns import make_campaign
from tests.report.mail_html import faults


def test_an_invitation_brings_the_draft(sealion, home: Path):
    """The mail opens as a draft, says the terms in words, and the draft in it can be joined."""
    sealion("keys", "new", "alice", "--no-passphrase")
    sealion("keys", "new", "bob", "--no-passphrase")
    sealion("campaign", "new", "kent", "--seat", "british", "--key", "alice")
    told = sealion("mail", "invite", "german", "-C", "kent", "--to", "bob@example.org").stdout

    data = (home / "kent" / "invitation-german.eml").read_bytes()
    assert "invitation-german.eml" in told
    assert b"X-Unsent: 1" in data
    mail = inspect(data)
    assert mail.subject.endswith("will you play German?")
    ((name, draft),) = mail.entries
    (home / name).write_bytes(draft)
    joined = sealion("campaign", "join", name, "--seat", "german", "--key", "bob", "-C", "b")
    assert "dice anchor" in joined.stdout
    refused = sealion("mail", "invite", "british", "-C", "kent", code=2)
    assert "taken" in refused.output


def test_an_audit_can_be_forwarded(sealion, tmp_path: Path):
    """The page says what was proved and would pass as a mail; of two campaigns it tells nothing."""
    one, two = (make_campaign(tmp_path / name).path for name in ("one", "two"))
    page = tmp_path / "audit.html"
    sealion("audit", str(one), "--out", str(page))

    assert "proved" in page.read_text("utf-8")
    assert faults(page.read_text("utf-8")) == []
    assert "name one" in sealion("audit", str(one), str(two), "--out", str(page), code=2).output


def test_a_dispute_is_a_file_that_anybody_can_check(sealion, tmp_path: Path):
    """The log, and beside it a cover that has no place in an archive; the command on it proves it."""
    table = make_campaign(tmp_path)
    bundle = tmp_path / "dispute.zip"
    sealion(
        "archive", "dispute", "4", str(bundle), "--reason", "the die <b>fell</b>",
        "-C", str(table.path),
    )  # fmt: skip

    with zipfile.ZipFile(bundle) as file:
        assert not [name for name in file.namelist() if name.startswith("extra/")]
        digest = hashlib.sha256(file.read("MANIFEST.json")).hexdigest()
    cover = (tmp_path / "dispute.html").read_text("utf-8")
    assert "the die &lt;b&gt;fell" in cover
    assert "sealion audit dispute.zip" in cover
    assert table.entries[4].stem.split("-")[-1] in cover
    assert f"{digest[:32]} {digest[32:]}" in cover
    assert digest in (tmp_path / "dispute.txt").read_text("utf-8")
    assert "proved" in sealion("audit", str(bundle)).stdout
    sealion("archive", "check", str(bundle))


def test_a_dispute_about_a_second_version(sealion, tmp_path: Path):
    """The head is that of the chain, not of what stands beside it: the archive is proved."""
    table = make_campaign(tmp_path, turns=3)
    elsewhere = make_campaign(tmp_path / "elsewhere", turns=3)
    table.sign()
    second = elsewhere.sign([{"kind": "done"}], message="another")
    table.desk.receive([("x", second.data)])
    words = (str(tmp_path / "case.zip"), "--reason", "which one?", "-C", str(table.path))
    sealion("archive", "dispute", second.file_name, *words)
    assert "signed two versions" in sealion("audit", str(tmp_path / "case.zip")).stdout


def test_a_dispute_replaces_no_page_of_yours(sealion, tmp_path: Path):
    """An entry that is not there, or a page of the cover's name that is: nothing is written."""
    table = make_campaign(tmp_path)
    words = (str(tmp_path / "case.zip"), "--reason", "x", "-C", str(table.path))
    sealion("archive", "dispute", "99", *words, code=3)
    (tmp_path / "case.txt").write_text("mine")
    refused = sealion("archive", "dispute", "4", *words, code=2)
    assert "case.txt is there already" in refused.output
    assert (tmp_path / "case.txt").read_text() == "mine"
    assert not (tmp_path / "case.zip").exists()
