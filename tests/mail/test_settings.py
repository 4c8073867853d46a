"""mail.toml: read from two places, checked in words, without a password in it."""

from pathlib import Path

import pytest

from sealion_pbem.errors import InvalidFileError, MailError, SchemaError
from sealion_pbem.mail.fetch import FolderSource, MaildirSource
from sealion_pbem.mail.imap import ImapSource
from sealion_pbem.mail.settings import read_settings

WHOLE = """
from = "Alice <alice@example.org>"
[addresses]
blue = "bob@example.org"
[smtp]
host = "mail.example.org"
user = "alice"
[inbox]
kind = "imap"
host = "mail.example.org"
user = "alice"
password_file = "imap"
subject = "[sealion"
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SEALION_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SEALION_MAIL_PASSWORD", raising=False)
    (tmp_path / "home").mkdir()
    (tmp_path / "game").mkdir()
    return tmp_path


def write(home: Path, text: str, folder: str = "game") -> Path:
    (home / folder / "mail.toml").write_text(text)
    return home / "game"


def test_nothing_is_needed(home):
    """Without any file, everything is unknown, and what is missing is said when it is needed."""
    settings = read_settings(home / "game")
    with pytest.raises(MailError, match="address of blue is not known"):
        settings.address_of("blue")
    with pytest.raises(MailError, match="no mail server"):
        settings.transport()
    with pytest.raises(MailError, match="no inbox"):
        settings.source(home)


def test_the_campaign_goes_before_the_user(home):
    """Servers from SEALION_HOME, addresses from the campaign; what both have is the campaign's."""
    write(home, WHOLE, "home")
    settings = read_settings(
        write(home, 'from = "red@example.org"\naddresses.blue = "b@example.org"')
    )
    assert settings.sender == "red@example.org"
    assert settings.address_of("blue") == "b@example.org"
    assert settings.smtp["host"] == "mail.example.org"


def test_a_password_from_a_variable(home, monkeypatch):
    """The usual variable, or the one that is named."""
    settings = read_settings(write(home, WHOLE))
    with pytest.raises(MailError, match="password of alice") as caught:
        settings.transport()
    assert "SEALION_MAIL_PASSWORD" in caught.value.hint
    monkeypatch.setenv("SEALION_MAIL_PASSWORD", "secret")
    transport = settings.transport()
    assert transport.name == "mail.example.org:587"
    assert transport._password == "secret"


def test_a_password_from_a_file(home):
    """Below SEALION_HOME/passwords, for its owner only."""
    settings = read_settings(write(home, WHOLE))
    with pytest.raises(MailError, match="there is no password file"):
        settings.source(home)
    path = home / "home" / "passwords" / "imap"
    path.parent.mkdir()
    path.write_text("secret\n")
    path.chmod(0o644)
    with pytest.raises(MailError, match="others can read the password"):
        settings.source(home)
    path.chmod(0o600)
    source = settings.source(home)
    assert isinstance(source, ImapSource)
    assert source._password == "secret"
    assert (source._port, source._security, source._subject) == (993, "tls", "[sealion")


@pytest.mark.parametrize(
    ("lines", "security", "port"),
    [("", "starttls", 587), ("port = 465", "tls", 465), ('security = "tls"', "tls", 465),
     ('security = "none"', "none", 25), ('security = "none"\nport = 2525', "none", 2525)],
)  # fmt: skip
def test_port_and_security_follow_from_each_other(home, lines, security, port):
    """One of them is enough."""
    transport = read_settings(write(home, f'[smtp]\nhost = "localhost"\n{lines}')).transport()
    assert (transport._security, transport._port) == (security, port)


def test_strangers_are_not_answered_unless_told(home):
    """Nobody by default; a number of them a day, if the office says so."""
    assert read_settings(home / "game").strangers == 0
    assert read_settings(write(home, "strangers = 10")).strangers == 10


def test_folders_are_sources_too(home):
    """Relative to the campaign folder."""
    folder = write(home, '[inbox]\nkind = "folder"\npath = "incoming"')
    source = read_settings(folder).source(folder)
    assert isinstance(source, FolderSource)
    assert source.path == folder / "incoming"
    for name in ("new", "cur"):
        (folder / "box" / name).mkdir(parents=True)
    folder = write(home, '[inbox]\nkind = "maildir"\npath = "box"')
    assert isinstance(read_settings(folder).source(folder), MaildirSource)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("smtp = ", "is not TOML"),
        ("x = 1.5", "1.5"),
        ("[smtp]\nhost = 1", "/smtp/host"),
        ('[smtp]\nhost = "a"\npassword = "secret"', "password"),
        ('[smtp]\nhost = "a"\nport = 0', "/smtp/port"),
        ('[smtp]\nhost = "a b"', "/smtp/host"),
        ('[smtp]\nhost = "a"\nsecurity = "ssl"', "/smtp/security"),
        ('[smtp]\nhost = "a"\nuser = "x"\nsecurity = "none"', "unprotected"),
        (
            '[smtp]\nhost = "a"\nuser = "x"\npassword_file = "a"\npassword_variable = "A"',
            "not both",
        ),
        ('[inbox]\nkind = "imap"', "needs host"),
        ('[inbox]\nkind = "folder"', "needs path"),
        ('from = "nobody"', "/from"),
        ("strangers = -1", "/strangers"),
        ("strangers = 1000", "/strangers"),
        ("strangers = true", "/strangers"),
        ('from = "a@example.org\\nBcc: b@example.org"', "/from"),
        ('[addresses]\nblue = "b@x, c@x"', "/addresses/blue"),
        ('[addresses]\nBLUE = "b@example.org"', "BLUE"),
        ("a = 2024-01-01", "a"),
    ],
)
def test_what_is_wrong_is_said(home, text, said):
    """The place and the reason; a password is asked to go elsewhere."""
    with pytest.raises(InvalidFileError) as caught:
        read_settings(write(home, text))
    faults = caught.value.faults if isinstance(caught.value, SchemaError) else ()
    assert said in f"{caught.value.message} {faults}"
    assert "secret" not in f"{caught.value.message} {faults}"
    if said == "password":
        assert "never here" in caught.value.hint
