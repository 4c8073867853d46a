"""Searching everything a side receives for what it must not know.

`leaks` takes files by name and looks into them: zips, mails, armour, base64, compressed parts of
pictures, lines that were wrapped. What is searched for is a text; hex is also looked for as the bytes
it stands for.
"""

import base64
import email
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from html import unescape
from pathlib import Path

from sealion_pbem.engine.canon import canonical
from sealion_pbem.mail.armour import find

__all__ = ["files_below", "leaks", "secrets_of"]

_PNG = b"\x89PNG\r\n\x1a\n"
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{24,}={0,2}")
_LINES = re.compile(rb"(?:[A-Za-z0-9+/]{60,76}\r?\n)+[A-Za-z0-9+/]+={0,2}(?=\s|$)")
_MAIL = re.compile(rb"(?im)^(message-id|mime-version):")
_SMALL = 100
_HEX = re.compile(r"[0-9a-f]{16,}")


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its path."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def secrets_of(sealed: Mapping[str, tuple[str, object]]) -> list[str]:
    """What of some sealed values may not be seen: the salts, and every way to write down the values."""
    found = []
    for name, (salt, value) in sealed.items():
        found += [salt, f'"value": "{value}"', f'"value":"{value}"', f"{value} is real"]
        found += [canonical({"salt": salt, "value": value}).decode(), f"{name}: {value}"]
        found.append(json.dumps({"kind": "seal", "name": name, "value": value}))
    return found


def leaks(files: Mapping[str, bytes] | Iterable[bytes], secrets: Iterable[str]) -> list[str]:
    """Say where a secret stands, in plain words; an empty list if nowhere.

    What was found in several places is searched once.
    """
    named = files if isinstance(files, Mapping) else {str(n): data for n, data in enumerate(files)}
    needles = {secret: _forms(secret) for secret in secrets}
    seen: set[bytes] = set()
    return [
        f"{secret!r} in {place}"
        for name, data in named.items()
        for place, content in _views(name, data, seen)
        for secret, forms in needles.items()
        if any(form in content for form in forms)
    ]


def _forms(secret: str) -> list[bytes]:
    forms = [secret.encode(), secret.upper().encode(), secret.encode("utf-16-le")]
    if _HEX.fullmatch(secret):
        raw = bytes.fromhex(secret)
        forms += [raw, raw[:16], raw[::-1]]
    return forms


def _views(name: str, data: bytes, seen: set[bytes], depth: int = 0) -> Iterator[tuple[str, bytes]]:
    """The bytes as they are, and everything that can be unpacked from them."""
    if data in seen and depth:
        return
    seen.add(data)
    yield name, data
    if depth > 3:
        return
    for part, content in _parts(data):
        yield from _views(f"{name}: {part}", content, seen, depth + 1)


def _parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    if zipfile.is_zipfile(io.BytesIO(data)):
        with suppress(zipfile.BadZipFile), zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield from ((member, archive.read(member)) for member in archive.namelist())
    elif data.startswith(_PNG):
        yield "inflated", _inflated(data)
    elif _MAIL.search(data[:4000]):
        for number, part in enumerate(email.message_from_bytes(data).walk()):
            content = part.get_payload(decode=True)
            if isinstance(content, bytes) and content != data:
                yield f"part {number}", content
    yield from _texts(data)
    decoded = [_from_base64(found) for found in dict.fromkeys(_BASE64.findall(data))]
    # Most are digests; what is too small to hold anything but words is searched together.
    small = [content for content in decoded if len(content) < _SMALL]
    if small:
        yield "base64", b"\0".join(small)
    for number, content in enumerate(decoded):
        if len(content) >= _SMALL:
            yield f"base64 {number}", content


def _from_base64(found: bytes) -> bytes:
    text = found.rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
    text = text[: len(text) - (len(text) % 4 == 1)]
    return base64.b64decode(text + b"=" * (-len(text) % 4))


def _texts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What armour holds, a text whose lines were wrapped or escaped, and base64 of several lines."""
    if b"\0" in data:
        return
    for number, block in enumerate(find(data.decode("utf-8", "replace"))):
        yield f"armour {number}", block.data
    plain = " ".join(unescape(data.decode("utf-8", "replace")).split()).encode()
    if plain != data:
        yield "unwrapped", plain
    for number, found in enumerate(_LINES.findall(data)):
        yield f"base64 of lines {number}", base64.b64decode(b"".join(found.split()))


def _inflated(data: bytes) -> bytes:
    """The pixels and the compressed texts of a picture."""
    at, pixels, texts = len(_PNG), b"", b""
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if kind == b"IDAT":
            pixels += body
        elif kind in (b"zTXt", b"iTXt"):
            texts += _text_of(body)
        at += size + 12
    # Part of a picture is looked into as far as it goes.
    with suppress(zlib.error):
        texts += zlib.decompressobj().decompress(pixels)
    return texts


def _text_of(body: bytes) -> bytes:
    """What is compressed in a text chunk, wherever its heading ends."""
    for at in (number for number, byte in enumerate(body) if not byte):
        with suppress(zlib.error):
            return zlib.decompressobj().decompress(body[at + 1 :])
    return body
