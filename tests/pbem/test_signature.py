"""Signatures: what is signed, and everything that must not pass for it."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sealion_pbem.errors import RosterError, SignatureError
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.signature import media_type, pae, sign, verify
from tests.small_order import SMALL_ORDER

KEY = key_from_seed(bytes(32))
OTHER = key_from_seed(b"\x01" * 32)
BODY = b'{"kind":"turn"}'
# The order of Ed25519's base point.
ORDER = 2**252 + 27742317777372353535851937790883648493


def test_pae_is_that_of_dsse():
    """The example of the DSSE specification, and lengths counted in bytes."""
    assert pae("http://example.com/HelloWorld", b"hello world") == (
        b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )
    assert pae("\u00e9", b"") == b"DSSEv1 2 \xc3\xa9 0 "


def test_each_kind_has_a_media_type():
    """The kind of entry and the version of the format stand in the signed bytes."""
    assert media_type("turn") == "application/vnd.sealion-pbem.turn+json; v=1"


def test_a_signature_fits_its_kind_body_and_key():
    """128 small hexadecimal digits, the same every time."""
    signature = sign("turn", BODY, KEY)
    assert len(signature) == 128
    assert signature == signature.lower() == sign("turn", BODY, KEY)
    verify("turn", BODY, signature, KEY.public, "red")


def test_every_changed_bit_is_found():
    """Flip any bit of the body or of the signature and it no longer fits."""
    signature = sign("turn", BODY, KEY)
    for number in range(8 * len(BODY)):
        changed = bytearray(BODY)
        changed[number // 8] ^= 1 << number % 8
        with pytest.raises(SignatureError):
            verify("turn", bytes(changed), signature, KEY.public, "red")
    for number in range(512):
        spoilt = bytearray(bytes.fromhex(signature))
        spoilt[number // 8] ^= 1 << number % 8
        with pytest.raises(SignatureError):
            verify("turn", BODY, spoilt.hex(), KEY.public, "red")


@pytest.mark.parametrize("kind", ["receipt", "Turn", "turn+json", "turns", ""])
def test_a_signature_cannot_be_moved_to_another_kind(kind):
    """A signed turn is no signed receipt, even if its bytes could be read as one."""
    with pytest.raises(SignatureError):
        verify(kind, BODY, sign("turn", BODY, KEY), KEY.public, "red")


def test_a_bare_signature_of_the_body_is_not_enough():
    """What ssh, git or another program has signed never passes for an entry."""
    with pytest.raises(SignatureError):
        verify("turn", BODY, KEY.sign(BODY).hex(), KEY.public, "red")


def test_another_key_is_named_in_the_refusal():
    """Signed by somebody else: whose signature was expected, with which key."""
    with pytest.raises(SignatureError, match="signature of red does not fit") as caught:
        verify("turn", BODY, sign("turn", BODY, OTHER), KEY.public, "red")
    assert KEY.public[:16] in caught.value.message
    assert caught.value.hint


SIGNATURE = sign("turn", BODY, KEY)
SPOILT = (
    SIGNATURE[:-2],
    SIGNATURE[:64],
    "",
    f"{SIGNATURE}00",
    f"{SIGNATURE}\n",
    f" {SIGNATURE[1:]}",
)


@pytest.mark.parametrize("signature", [*SPOILT, SIGNATURE.upper(), f"0x{SIGNATURE[2:]}"])
def test_what_is_not_128_digits_is_no_signature(signature):
    """Cut, lengthened, empty, in capitals: refused before any arithmetic."""
    with pytest.raises(SignatureError, match="in the place of red's signature"):
        verify("turn", BODY, signature, KEY.public, "red")


def test_the_second_form_of_a_signature_is_refused():
    """S + L is the same number on the curve; accepting it would give an entry two signatures."""
    raw = bytes.fromhex(sign("turn", BODY, KEY))
    s = int.from_bytes(raw[32:], "little")
    for factor in range(1, 15):
        if s + factor * ORDER < 2**256:
            other = raw[:32] + (s + factor * ORDER).to_bytes(32, "little")
            with pytest.raises(SignatureError):
                verify("turn", BODY, other.hex(), KEY.public, "red")


# R is the neutral point and S is 0: with a key of small order it fits every message, or one in eight.
CONSTANT = "01" + "00" * 63


@pytest.mark.parametrize("public", SMALL_ORDER, ids=bytes.hex)
def test_a_small_order_key_verifies_nothing(public):
    """Checked at verification too, whatever the roster says."""
    with pytest.raises(RosterError, match="of prime order"):
        verify("turn", BODY, CONSTANT, public.hex(), "red")


def test_the_library_alone_would_accept_them():
    """Why the list is needed: under the neutral point one signature fits all messages."""
    neutral = Ed25519PublicKey.from_public_bytes((1).to_bytes(32, "little"))
    for number in range(20):
        neutral.verify(bytes.fromhex(CONSTANT), b"%d" % number)
