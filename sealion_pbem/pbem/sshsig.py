"""SSHSIG: signatures that stock `ssh-keygen -Y verify` accepts, for those who trust no program of ours.

The format is OpenSSH's PROTOCOL.sshsig, with SHA-512 as its hash.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha512

from sealion_pbem.engine.canon import frame
from sealion_pbem.pbem.keys import PrivateKey, openssh_blob, openssh_line

__all__ = ["NAMESPACE", "allowed_signers", "sshsig"]

NAMESPACE = "sealion-pbem"
_MAGIC = b"SSHSIG"
_VERSION = (1).to_bytes(4, "big")
_HASH = "sha512"
_LINE = 70


def sshsig(data: bytes, key: PrivateKey, namespace: str = NAMESPACE) -> str:
    """Return an armoured signature of data, as `ssh-keygen -Y sign` would write it."""
    reserved = ""
    message = _MAGIC + frame(namespace, reserved, _HASH, sha512(data).digest())
    signature = frame("ssh-ed25519", key.sign(message))
    fields = frame(openssh_blob(key.public), namespace, reserved, _HASH, signature)
    text = b64encode(_MAGIC + _VERSION + fields).decode()
    lines = [text[start : start + _LINE] for start in range(0, len(text), _LINE)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""])


def allowed_signers(seats: Mapping[str, str], namespace: str = NAMESPACE) -> str:
    """Return the file that tells `ssh-keygen -Y verify` which key belongs to which seat."""
    return "".join(
        f'{seat} namespaces="{namespace}" {openssh_line(public)}\n'
        for seat, public in sorted(seats.items())
    )
