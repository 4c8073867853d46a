"""SSHSIG: stock OpenSSH accepts our signatures and refuses everything else."""

import os
import subprocess

import pytest

from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.sshsig import allowed_signers, sshsig

RED, BLUE = key_from_seed(bytes(32)), key_from_seed(b"\x01" * 32)
SEATS = {"red": RED.public, "blue": BLUE.public}


def is_verified(
    folder, data: bytes, signature: str, seat: str, namespace: str = "sealion-pbem"
) -> bool:
    """Ask `ssh-keygen -Y verify`; in continuous integration it must be there."""
    (folder / "signers").write_text(allowed_signers(SEATS))
    (folder / "signature").write_text(signature)
    words = ["-Y", "verify", "-f", folder / "signers", "-I", seat, "-n", namespace]
    try:
        done = subprocess.run(
            ["ssh-keygen", *words, "-s", folder / "signature"],
            input=data,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        if os.environ.get("CI"):
            raise
        pytest.skip("ssh-keygen is not installed")
    return done.returncode == 0


def test_ssh_keygen_accepts_our_signature(tmp_path):
    """Empty, short and long data; binary too."""
    for data in (b"", b"{}", bytes(range(256)) * 1000):
        assert is_verified(tmp_path, data, sshsig(data, RED), "red")


def test_ssh_keygen_refuses_what_was_not_signed(tmp_path):
    """Other data, another seat, another namespace."""
    signature = sshsig(b"data", RED)
    assert is_verified(tmp_path, b"data", signature, "red")
    assert not is_verified(tmp_path, b"datA", signature, "red")
    assert not is_verified(tmp_path, b"data", signature, "blue")
    assert not is_verified(tmp_path, b"data", signature, "red", "git")
    assert not is_verified(tmp_path, b"data", sshsig(b"data", RED, "git"), "red", "git")


def test_allowed_signers_has_a_line_for_each_seat():
    """Sorted by seat, each key for our namespace only."""
    blue, red = allowed_signers(SEATS).splitlines()
    assert blue.startswith('blue namespaces="sealion-pbem" ssh-ed25519 AAAA')
    assert red.startswith('red namespaces="sealion-pbem" ssh-ed25519 AAAA')


def test_the_armour_is_that_of_openssh():
    """Begin and end lines, base64 in lines of 70, one newline at the end."""
    lines = sshsig(b"data", RED).split("\n")
    assert lines[0] == "-----BEGIN SSH SIGNATURE-----"
    assert lines[-2:] == ["-----END SSH SIGNATURE-----", ""]
    assert {len(line) for line in lines[1:-3]} == {70}
