"""Sending to a real SMTP server on this machine, which takes, refuses, hangs up or is not there."""

import pytest

from sealion_pbem.errors import MailError, MailRefusedError, MailServerError
from sealion_pbem.mail.smtp import SmtpTransport
from tests.mail.certificate import client_context, make_certificate, server_context
from tests.mail.postbox import Postbox, free_port, running
from tests.patience import PATIENCE

MAIL = b"From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\n\r\n.\r\nhello\r\n"


@pytest.fixture
def postbox() -> Postbox:
    return Postbox()


def plain(port: int, **more) -> SmtpTransport:
    return SmtpTransport("127.0.0.1", port, security="none", timeout=PATIENCE, **more)


def test_a_mail_arrives_as_it_is(postbox):
    """Byte by byte, also a line that is only a full stop; two mails use one connection."""
    with running(postbox) as port, plain(port) as transport:
        transport.send("a@example.org", "Bob <b@example.org>", MAIL)
        transport.send("", "b@example.org", MAIL)
    assert postbox.mails == [
        ("a@example.org", ["b@example.org"], MAIL),
        ("<>", ["b@example.org"], MAIL),
    ]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("451 try later", MailError), ("552 too much", MailRefusedError), ("hang up", MailError)],
)
def test_refusals_for_now_and_for_good(postbox, answer, kind):
    """4xx and a broken line may work later, 5xx never; afterwards the transport still works."""
    postbox.answers = [answer]
    with running(postbox) as port, plain(port) as transport:
        with pytest.raises(MailError) as caught:
            transport.send("a@example.org", "b@example.org", MAIL)
        assert type(caught.value) is kind
        assert caught.value.exit_code == 8
        transport.send("a@example.org", "b@example.org", MAIL)
    assert len(postbox.mails) == 1


@pytest.mark.parametrize(
    ("answer", "kind"), [("450 busy\x1b[2J", MailError), ("550 unknown", MailRefusedError)]
)
def test_refused_recipients(postbox, answer, kind):
    """The words of the server are shown, without what a terminal would obey."""
    postbox.recipient_answers = [answer]
    with running(postbox) as port, plain(port) as transport:
        with pytest.raises(
            MailError, match=f"refuses mail to b@example.org: {answer[:3]}"
        ) as caught:
            transport.send("a@example.org", "b@example.org", MAIL)
        assert type(caught.value) is kind
        assert "\x1b" not in caught.value.message


def test_nobody_listens():
    """No server: nothing can be sent now."""
    with pytest.raises(MailServerError, match="no connection to the mail server"):
        plain(free_port()).send("a@example.org", "b@example.org", MAIL)


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_with_tls_and_a_password(postbox, tmp_path, security):
    """The server's certificate is verified, then the password sent."""
    files = make_certificate(tmp_path)
    context = server_context(*files)
    options = (
        {"ssl_context": context, "auth_require_tls": False}
        if security == "tls"
        else {"tls_context": context, "require_starttls": True, "auth_required": True}
    )
    with running(postbox, authenticator=postbox.authenticate, **options) as port:
        transport = SmtpTransport(
            "127.0.0.1", port, security=security, user="alice", password="right",
            context=client_context(files[0]), timeout=PATIENCE,
        )  # fmt: skip
        with transport:
            transport.send("a@example.org", "b@example.org", MAIL)
        wrong = SmtpTransport(
            "127.0.0.1", port, security=security, user="alice", password="wr0ng-secret",
            context=client_context(files[0]), timeout=PATIENCE,
        )  # fmt: skip
        with pytest.raises(MailServerError, match="does not accept user alice") as caught, wrong:
            wrong.send("a@example.org", "b@example.org", MAIL)
        assert "wr0ng-secret" not in str(caught.value)
    assert len(postbox.mails) == 1
    assert postbox.logins[0] == (b"alice", b"right")


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_an_unknown_certificate_is_refused(postbox, tmp_path, security):
    """No password for a server that cannot show who it is."""
    context = server_context(*make_certificate(tmp_path))
    options = {"ssl_context": context} if security == "tls" else {"tls_context": context}
    with running(postbox, authenticator=postbox.authenticate, **options) as port:
        transport = SmtpTransport(
            "127.0.0.1", port, security=security, user="alice", password="right", timeout=PATIENCE
        )
        with pytest.raises(MailServerError, match="is not safe"):
            transport.send("a@example.org", "b@example.org", MAIL)
    assert postbox.logins == []


def test_a_server_without_starttls_gets_no_password(postbox):
    """Somebody in between who takes STARTTLS away learns nothing."""
    with running(postbox, authenticator=postbox.authenticate, auth_require_tls=False) as port:
        transport = SmtpTransport(
            "127.0.0.1", port, user="alice", password="right", timeout=PATIENCE
        )
        with pytest.raises(MailServerError):
            transport.send("a@example.org", "b@example.org", MAIL)
    assert postbox.logins == []
