"""Papers to be forwarded: an invitation, the verdict of an audit, a dispute in one file."""

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
    sealion("audit", str(one), "--html", str(page))

    assert "proved" in page.read_text("utf-8")
    assert faults(page.read_text("utf-8")) == []
    assert "name one" in sealion("audit", str(one), str(two), "--html", str(page), code=2).output


def test_a_dispute_is_one_file_that_anybody_can_check(sealion, tmp_path: Path):
    """The log with a cover; the command on the cover proves it."""
    table = make_campaign(tmp_path)
    bundle = tmp_path / "dispute.zip"
    sealion(
        "archive", "dispute", "4", str(bundle), "--reason", "the die <b>fell</b>",
        "-C", str(table.path),
    )  # fmt: skip

    with zipfile.ZipFile(bundle) as file:
        cover = file.read("extra/dispute.html").decode()
    assert "the die &lt;b&gt;fell" in cover
    assert "sealion audit dispute.zip" in cover
    assert table.entries[4].stem.split("-")[-1] in cover
    assert "proved" in sealion("audit", str(bundle)).stdout
    sealion("archive", "check", str(bundle))
    sealion("archive", "dispute", "99", str(bundle), "--reason", "x", "-C", str(table.path), code=3)
