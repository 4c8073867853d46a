"""The test vectors of docs/protocol.md: docs/vectors.json is recomputed, and no value may change.

`python tests/pbem/test_vectors.py` writes the file anew; a difference is a change of the format.
"""

import importlib.util
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sealion_pbem.engine.canon import canonical, digest, frame, hash_of
from sealion_pbem.engine.compiled import pack_digests
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, digest_of, pack_game
from sealion_pbem.engine.seal import commitment
from sealion_pbem.pbem.claim import sign_claim
from sealion_pbem.pbem.entry import Entry, claim_in, sign_entry, verify_signatures
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.links import Anchor, Links, Opened, campaign_id, check_link, root_of, seed_of
from sealion_pbem.pbem.signature import media_type, pae
from sealion_pbem.rulesets import find

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "docs" / "vectors.json"
PAGE = ROOT / "docs" / "protocol.md"

NONCES = {"blue": "bb" * 32, "red": "aa" * 32}
CHAIN_ROOT, CHAIN_LENGTH = bytes(range(32)), 3
SECRET_KEY = bytes(range(1, 33))
SALT = bytes(range(64, 96))
# The second and third meet bytes that are skipped; see `test_a_roll_skips_unfair_bytes`.
ROLLS = (
    ("T02/red/3.3/red-1 attacks blue-1", 2, 6),
    ("T01/red/3.3/red-1 attacks blue-2", 2, 6),
    ("T04/red/3.3/red-2 attacks blue-3", 2, 6),
    ("T01/red/5.1/weather", 3, 10),
    ("T01/red/5.1/weather#2", 3, 10),
    ("T01/red/5.2/storm", 3, 100),
    ("T01/red/5.3/tide", 3, 256),
)

CAMPAIGN = "28e3637c376e6887e58ab8ffc2e3908eee128c2e1aa2ece11d8384c38f45d540"
TIP = "9e157f3aa84487fcdddbb2ceddf34bb2ecde034abd5ba7da3f578064f465fb29"
TURN = "3d6a83af958f7c970364830b01688c4c421bb9e49064ff5194e9b00afccac0cc"
SEED = "c2bc8b6c2b4398b8e175c863fe5042491517f55f84cc33bf320a906bec1cdf00"
SEED_BOTH = "81780aa6654d123f2355e2b94b634410a2282250db49ddab9af9f52fb0b4c294"
SEAL = "d7ee572233dac9459c8bc09d9941ba915d672f5f5c8755d7a0217540e8b74e07"
FACES = [[1, 5], [6, 3], [1, 4], [6, 5, 6], [8, 6, 10], [75, 11, 15], [88, 135, 43]]


def make_vectors() -> dict[str, Any]:
    """Return every vector, with the inputs it follows from."""
    campaign = campaign_id(NONCES)
    turn = turn_of(campaign)
    links = Links(CHAIN_ROOT, campaign, "blue", CHAIN_LENGTH)
    other = Links(CHAIN_ROOT, campaign, "referee", CHAIN_LENGTH)
    one = [Opened("blue", 1, links.link(1))]
    both = [*one, Opened("referee", 2, other.link(2))]
    seed = seed_of(campaign, turn.seq, turn.digest, one)
    return {
        "format": "sealion-pbem/1",
        "frame": {"parts": ["a", "", 12], "hex": frame("a", "", 12).hex()},
        "hash": {
            "tag": "sealion-pbem/example/1",
            "parts": ["red", 7],
            "hex": hash_of("sealion-pbem/example/1", "red", 7).hex(),
        },
        "canonical": canonical_vector(),
        "campaign": {"nonces": NONCES, "id": campaign},
        "chain": {
            "seat": "blue",
            "root": CHAIN_ROOT.hex(),
            "length": CHAIN_LENGTH,
            "links": {str(k): links.link(k) for k in range(CHAIN_LENGTH + 1)},
        },
        "entry": {
            "secret_key": SECRET_KEY.hex(),
            "public_key": key_from_seed(SECRET_KEY).public,
            "document": turn.document,
            "canonical": turn.canonical.decode(),
            "digest": turn.digest,
            "media_type": media_type("turn"),
            "message_sha256": sha256(pae(media_type("turn"), turn.canonical)).hexdigest(),
            "file_name": turn.file_name,
        },
        "seed": {"turn": turn.digest, "seq": turn.seq, "openers": opened(one), "hex": seed.hex()},
        "seed_both": {
            "turn": turn.digest,
            "seq": turn.seq,
            "openers": opened(both),
            "hex": seed_of(campaign, turn.seq, turn.digest, both).hex(),
        },
        "dice": {
            "seed": seed.hex(),
            "rolls": [
                {"label": label, "sides": sides, "values": list(throw(seed, label, count, sides))}
                for label, count, sides in ROLLS
            ],
        },
        "seal": {
            "seat": "red",
            "name": "objective",
            "salt": SALT.hex(),
            "value": "0605",
            "digest": commitment(campaign, "red", "objective", SALT, "0605"),
        },
        "root": {"secret": SALT.hex(), "roots": [root_of(SALT.hex(), i).hex() for i in (0, 1)]},
        "claim": claim_vector(campaign),
        "game": game_vector(campaign),
    }


def claim_vector(campaign: str) -> dict[str, Any]:
    anchor = Anchor(TIP, 0, CHAIN_LENGTH)
    claim = sign_claim(campaign, "blue", key_from_seed(SECRET_KEY), "a new machine", anchor)
    said = canonical(claim_in(claim.document)).decode()
    return {"canonical": said, "document": claim.document}


def canonical_vector() -> dict[str, Any]:
    text = 'é "\\" \n €'
    value = {"z": [1, -2, 2**53 - 1], "text": text, "a": {"yes": True, "no": None}, "e": [{}, []]}
    return {"value": value, "text": canonical(value).decode(), "sha256": digest(value)}


def turn_of(campaign: str) -> Entry:
    body = {
        "format": "sealion-pbem/1",
        "kind": "turn",
        "campaign": campaign,
        "seq": 1,
        "prev": "cc" * 32,
        "by": "red",
        "decision": "march",
        "nonce": "dd" * 32,
        "orders": [{"kind": "march", "unit": "red-1", "path": ["0205"]}, {"kind": "done"}],
        "message": "Grüße",
    }
    return sign_entry(body, {"red": key_from_seed(SECRET_KEY)}, find("skirmish"))


def game_vector(campaign: str) -> dict[str, Any]:
    skirmish = find("skirmish")
    game = begin(skirmish, campaign, skirmish.setup("two-hills", {"turns": 6}))
    packed = pack_game(skirmish, game)
    return {
        "ruleset": {"id": skirmish.id, "revision": skirmish.revision},
        "packs": pack_digests(skirmish.packs()),
        "start": packed,
        "digest": digest_of(skirmish, game),
    }


def opened(openers: list[Opened]) -> list[dict[str, Any]]:
    return [{"seat": o.seat, "number": o.number, "value": o.value} for o in openers]


def throw(seed: bytes, label: str, count: int, sides: int) -> tuple[int, ...]:
    return SeededDice(seed).throw(label, count, sides)


def frozen() -> dict[str, Any]:
    vectors: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))
    return vectors


def recompute_dice():
    spec = importlib.util.spec_from_file_location("recompute", ROOT / "examples/recompute_dice.py")
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_program_gives_the_frozen_values():
    """Every vector is computed anew from its inputs and is what docs/vectors.json says."""
    assert make_vectors() == frozen()


def test_some_values_are_written_here_too():
    """Whoever changes the format changes these by hand, not by writing the file anew."""
    known = frozen()
    assert known["campaign"]["id"] == CAMPAIGN
    assert known["chain"]["links"]["0"] == TIP
    assert known["entry"]["digest"] == TURN
    assert known["seed"]["hex"] == SEED
    assert known["seed_both"]["hex"] == SEED_BOTH
    assert [roll["values"] for roll in known["dice"]["rolls"]] == FACES
    assert known["seal"]["digest"] == SEAL


def test_the_page_shows_the_same_values():
    """Each long number in the last section of docs/protocol.md stands in docs/vectors.json."""
    section = PAGE.read_text("utf-8").partition("## 17. Test vectors")[2]
    known = VECTORS.read_text("utf-8")
    words = [word.strip('`",.') for word in section.split()]
    shown = [word for word in words if len(word) >= 16 and set(word) <= set("0123456789abcdef")]
    assert len(shown) > 10
    assert [word for word in shown if word not in known] == []
    for roll in frozen()["dice"]["rolls"]:
        assert f"{roll['label']}`" in section
        assert f"| {' '.join(map(str, roll['values']))} |" in section


def test_the_standard_library_gives_the_same_dice():
    """examples/recompute_dice.py shares no code with the package and finds the same values."""
    known, script = frozen(), recompute_dice()
    turn, chain = known["entry"]["document"], known["chain"]
    assert script.digest(turn).hex() == known["entry"]["digest"]
    assert script.frame(*known["frame"]["parts"]).hex() == known["frame"]["hex"]
    shown = {"blue": (0, chain["links"]["0"])}
    for number in (1, 2, 3):
        link = {"number": number, "value": chain["links"][str(number)]}
        script.open_link({"by": "blue", "campaign": turn["campaign"], "link": link}, shown)
    for name in ("seed", "seed_both"):
        links = [
            (o["seat"], o["number"], bytes.fromhex(o["value"])) for o in known[name]["openers"]
        ]
        assert script.seed_of(turn, links).hex() == known[name]["hex"]
    seed = bytes.fromhex(known["dice"]["seed"])
    for roll in known["dice"]["rolls"]:
        numbers = range(len(roll["values"]))
        faces = [script.face(seed, roll["label"], number, roll["sides"]) for number in numbers]
        assert faces == roll["values"]


def test_json_alone_gives_the_same_bytes():
    """On the values that entries may hold, the json module writes the same canonical bytes."""
    known = frozen()
    body = {n: v for n, v in known["entry"]["document"].items() if n != "signatures"}
    for value, text in (
        (known["canonical"]["value"], known["canonical"]["text"]),
        (body, known["entry"]["canonical"]),
    ):
        plain = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert plain == text


def test_the_signature_of_the_vector_verifies():
    """The turn is signed by the key of the vector over DSSE's encoding, built here by hand."""
    known = frozen()["entry"]
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(known["secret_key"]))
    media, body = known["media_type"].encode(), known["canonical"].encode()
    message = b" ".join([b"DSSEv1", b"%d" % len(media), media, b"%d" % len(body), body])
    assert sha256(message).hexdigest() == known["message_sha256"]
    assert key.sign(message).hex() == known["document"]["signatures"]["red"]
    verify_signatures(turn_of(CAMPAIGN), {"red": known["public_key"]})


def test_a_roll_skips_unfair_bytes():
    """Among the vectors are dice of six whose first byte is 252 and whose first two are above it."""
    known, script = frozen()["dice"], recompute_dice()
    seed = bytes.fromhex(known["seed"])
    blocks = [
        script.hmac(seed, script.frame(roll["label"], 0, 0), sha256) for roll in known["rolls"]
    ]
    assert blocks[1][0] == 252
    assert list(blocks[2][:2]) == [255, 252]


def test_the_chain_of_the_vector_holds():
    """Each link of the vector is accepted after the one before it."""
    known = frozen()["chain"]
    anchor = Anchor(known["links"]["0"], 0, known["length"])
    for number in range(1, known["length"] + 1):
        opened_link = Opened(known["seat"], number, known["links"][str(number)])
        anchor = check_link(CAMPAIGN, anchor, opened_link)
    assert anchor.value == known["root"]


if __name__ == "__main__":
    document = json.dumps(make_vectors(), indent=2, ensure_ascii=False)
    VECTORS.write_text(f"{document}\n", "utf-8")
