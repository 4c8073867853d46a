"""Entries: parsed, signed, verified, named; and every way in which signatures can be wrong."""

import contextlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.errors import (
    CorruptError,
    InvalidFileError,
    PbemError,
    RosterError,
    SchemaError,
    SignatureError,
)
from sealion_pbem.pbem.body import BODIES
from sealion_pbem.pbem.entry import (
    entry_from,
    parse_entry,
    parse_stored,
    sign_entry,
    verify_signatures,
)
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.pbem.signature import FORMAT, sign
from tests.small_order import SMALL_ORDER

EXAMPLES = Path(__file__).resolve().parents[1] / "schemas"
RED, BLUE = key_from_seed(b"r" * 32), key_from_seed(b"b" * 32)
BODY: dict[str, Any] = {
    "format": FORMAT,
    "kind": "turn",
    "campaign": "c" * 64,
    "seq": 7,
    "prev": "d" * 64,
    "by": "red",
    "decision": "march",
    "nonce": "e" * 64,
    "orders": [{"kind": "march", "unit": "red-1", "path": ["0105", "0104"]}, {"kind": "done"}],
    "message": "Gr\u00fc\u00dfe\nfrom the coast",
}
TURN = sign_entry(BODY, {"red": RED})


def document(**changes: object) -> dict[str, Any]:
    """The signed turn with some members changed; Ellipsis takes a member away."""
    changed = {**TURN.document, **changes}
    return {name: value for name, value in changed.items() if value is not ...}


# -- what an entry is ------------------------------------------------------------------------------


def test_an_entry_knows_its_facts():
    """Number, predecessor, author, campaign, digest and the name of its file."""
    assert (TURN.kind, TURN.seq, TURN.prev, TURN.by) == ("turn", 7, "d" * 64, "red")
    assert TURN.campaign == "c" * 64
    assert TURN.unsigned == BODY
    assert TURN.canonical == rfc8785.dumps(BODY)
    assert TURN.digest == sha256(TURN.canonical).hexdigest()
    assert TURN.file_name == f"0007-turn-red-{TURN.digest[:16]}.json"
    assert TURN.document == {**BODY, "signatures": TURN.signatures}
    assert TURN.data == normal_form(TURN.document)


def test_a_charter_has_no_author_and_no_predecessor():
    """All seats have made it; its file says so."""
    charter = parse_entry((EXAMPLES / "charter" / "good-peer.json").read_bytes())
    assert (charter.by, charter.prev, charter.seq) == ("", "", 0)
    assert charter.file_name == f"0000-charter-all-{charter.digest[:16]}.json"
    verify_signatures(
        charter, {seat: facts["key"] for seat, facts in charter.unsigned["seats"].items()}
    )


@pytest.mark.parametrize("kind", sorted(BODIES))
def test_every_kind_is_parsed(kind):
    """The good examples of all nine kinds, in normal form and out of it."""
    for path in sorted((EXAMPLES / kind).glob("good-*.json")):
        data = path.read_bytes()
        entry = parse_entry(data)
        assert (entry.kind, entry.data) == (kind, data)
        assert parse_entry(orjson.dumps(orjson.loads(data))) == parse_stored(data) == entry


def test_the_digest_does_not_depend_on_the_signature():
    """Ed25519 signatures are not unique, so nothing is ever derived from one."""
    other = entry_from(document(signatures={"red": "0" * 128}))
    assert other.digest == TURN.digest
    assert other.file_name == TURN.file_name
    assert other.data != TURN.data


def test_a_document_is_not_changed_by_making_an_entry_of_it():
    """`entry_from` and `sign_entry` leave what they are given as it was."""
    given_document, given_body = document(), dict(BODY)
    entry_from(given_document)
    sign_entry(given_body, {"red": RED})
    assert given_document == TURN.document
    assert given_body == BODY


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"kind": "trun"}, "/kind"),
        ({"kind": ...}, ""),
        ({"kind": ["turn"]}, "/kind"),
        ({"kind": "charter_draft"}, "/kind"),
        ({"kind": "equivocation"}, "/kind"),
        ({"kind": "entry"}, "/kind"),
        ({"format": "sealion-pbem/2"}, "/format"),
        ({"alg": "none"}, "/alg"),
        ({"dice": [6, 6]}, "/dice"),
        ({"signatures": ...}, ""),
        ({"signatures": {}}, "/signatures"),
        ({"signatures": {"red": "00"}}, "/signatures/red"),
        ({"signatures": ["0" * 128]}, "/signatures"),
        ({"seq": -1}, "/seq"),
        ({"orders": []}, "/orders"),
        ({"campaign": "C" * 64}, "/campaign"),
    ],
)
def test_what_does_not_have_the_shape_of_an_entry_is_refused(changes, pointer):
    """Wrong kind, unknown format or algorithm, dice from a player, no or damaged signatures."""
    with pytest.raises(SchemaError) as caught:
        parse_entry(normal_form(document(**changes)))
    assert pointer in [fault.pointer for fault in caught.value.faults]


def test_a_float_that_a_schema_takes_for_an_integer_is_refused():
    """7.0 is an integer to JSON Schema; its canonical bytes would be those of 7."""
    data = TURN.data.replace(b'"seq": 7', b'"seq": 7.0')
    with pytest.raises(InvalidFileError, match=r"/seq: 7\.0 is not a whole number"):
        parse_entry(data)


def test_a_duplicate_member_does_not_smuggle_in_a_second_meaning():
    """The signed one first, another one last: parsers keep the last, we refuse both."""
    data = TURN.data.replace(b'"seq": 7', b'"seq": 7,\n  "seq": 8')
    with pytest.raises(InvalidFileError, match="'seq' stands there twice"):
        parse_entry(data)


def test_a_stored_entry_must_be_as_we_write_it():
    """Read from elsewhere it is fine; in our own folder another spelling means it was touched."""
    for data in (
        TURN.data + b"\n",
        TURN.data[:-1],
        orjson.dumps(TURN.document),
        TURN.data.replace(b"\n", b"\r\n"),
    ):
        assert parse_entry(data) == TURN
        with pytest.raises(CorruptError, match="normal form"):
            parse_stored(data)
    for data in (b"", TURN.data[:-9], b"\x00" * 50, normal_form({"kind": "turn"}), TURN.data * 2):
        with pytest.raises(CorruptError):
            parse_stored(data)


@given(st.data())
def test_every_flipped_bit_of_a_stored_entry_is_found(data):
    """One bit anywhere: corrupt, another digest, or a signature that does not fit."""
    number = data.draw(st.integers(0, 8 * len(TURN.data) - 1))
    flipped = bytearray(TURN.data)
    flipped[number // 8] ^= 1 << number % 8
    with pytest.raises((CorruptError, SignatureError)):
        verify_signatures(parse_stored(bytes(flipped)), {"red": RED.public})


@given(st.integers(0, len(TURN.data)), st.integers(0, 12), st.binary(max_size=8))
def test_no_damage_makes_anything_but_a_refusal(start, length, new):
    """Bytes cut out and put in: an entry that says the same, or a sentence."""
    data = TURN.data[:start] + new + TURN.data[start + length :]
    with contextlib.suppress(PbemError):
        entry = parse_entry(data)
        verify_signatures(entry, {"red": RED.public})
        assert entry.digest == TURN.digest


# -- signing ---------------------------------------------------------------------------------------


def test_what_is_signed_verifies():
    """One signature under the seat's name, over the canonical body."""
    assert TURN.signatures == {"red": sign("turn", TURN.canonical, RED)}
    verify_signatures(TURN, {"red": RED.public})


def test_several_keys_sign_one_body():
    """A key change is signed by the old and the new key, a charter by every seat."""
    body = {name: BODY[name] for name in ("format", "campaign", "seq", "prev", "by")}
    body |= {"kind": "key_change", "seat": "red", "key": BLUE.public, "reason": ""}
    change = sign_entry(body, {"red": RED, "new": BLUE})
    verify_signatures(change, {"red": RED.public, "new": BLUE.public})
    with pytest.raises(SignatureError):
        verify_signatures(change, {"red": BLUE.public, "new": RED.public})


@pytest.mark.parametrize(
    "changes",
    [
        {"message": "e\u0301"},
        {"message": "a\u202eb"},
        {"message": "\ud800"},
        {"message": "x" * 2001},
        {"seq": 1.5},
        {"seq": 2**53},
        {"orders": [{"kind": "march", "path": ("0101",)}]},
        {"orders": [{"kind": "march", "\u00e9": 1}]},
        {"orders": [{"kind": "a", "b": "x" * 5000}] * 60},
        {"kind": "turn "},
        {"extra": 1},
    ],
)
def test_nothing_is_signed_that_others_would_refuse(changes):
    """A draft with an accent of its own, a float, a tuple, too many bytes: said before it is sent."""
    with pytest.raises(InvalidFileError):
        sign_entry({**BODY, **changes}, {"red": RED})


# -- signatures that are not what they must be -----------------------------------------------------


def refused(entry, publics: dict[str, str]) -> str:
    with pytest.raises(SignatureError) as caught:
        verify_signatures(entry, publics)
    assert caught.value.hint or isinstance(caught.value, RosterError)
    return caught.value.message


def test_a_missing_signature_is_named():
    """The charter lacks one seat's signature."""
    assert "lacks the signature of blue" in refused(TURN, {"red": RED.public, "blue": BLUE.public})


def test_a_second_signature_is_refused():
    """One too many, even a good one: an entry has exactly the signatures its kind asks for."""
    twice = entry_from(
        document(signatures={**TURN.signatures, "blue": sign("turn", TURN.canonical, BLUE)})
    )
    assert "signature of blue, who does not sign it" in refused(twice, {"red": RED.public})


def test_a_signature_under_another_name_is_refused():
    """The right signature with the wrong name on it."""
    renamed = entry_from(document(signatures={"blue": TURN.signatures["red"]}))
    assert "lacks the signature of red" in refused(renamed, {"red": RED.public})


def test_a_signature_of_the_other_seat_is_refused():
    """Blue signs in red's name."""
    forged = sign_entry(BODY, {"red": BLUE})
    assert "signature of red does not fit" in refused(forged, {"red": RED.public})


def test_nobody_on_the_roster_means_no_entry():
    """An entry whose author is not on the roster proves nothing."""
    assert "signature of red, who does not sign it" in refused(TURN, {})


def test_a_signature_of_another_entry_is_refused():
    """Copied from an older turn, or from the same body as another kind."""
    other = sign_entry({**BODY, "seq": 8}, {"red": RED})
    moved = entry_from(document(signatures=other.signatures))
    assert "does not fit" in refused(moved, {"red": RED.public})
    ruling = {name: BODY[name] for name in ("format", "campaign", "seq", "prev", "by")} | {
        "text": "x"
    }
    resigned = sign_entry({**ruling, "kind": "resignation"}, {"red": RED})
    as_ruling = entry_from({**ruling, "kind": "ruling", "signatures": resigned.signatures})
    assert "does not fit" in refused(as_ruling, {"red": RED.public})


@pytest.mark.parametrize("member", ["campaign", "seq", "prev", "by", "nonce", "decision"])
def test_every_member_is_signed(member):
    """Another campaign, number, predecessor or author: the signature no longer fits."""
    value = BODY[member]
    changed = (
        value + 1 if isinstance(value, int) else value[:-1] + ("a" if value[-1] != "a" else "b")
    )
    assert "does not fit" in refused(entry_from(document(**{member: changed})), {"red": RED.public})


@pytest.mark.parametrize("public", [key.hex() for key in SMALL_ORDER])
def test_a_small_order_key_on_the_roster_verifies_nothing(public):
    """Whatever was enrolled, verification refuses the 14 keys under which anything fits."""
    constant = entry_from(document(signatures={"red": "01" + "00" * 63}))
    assert "of prime order" in refused(constant, {"red": public})
