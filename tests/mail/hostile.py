"""Mails that somebody made to hurt."""

import io
import zipfile

HEAD = b"From: eve@example.org\r\nSubject: x\r\nMessage-ID: <e@example.org>\r\n"
BLOCK = b"BEGIN SEALION ENTRY aaaaaaaa LINES 9999\n%d turn red aaaaaaaaaaaaaaaa\n"


def parameters(count: int, between: bytes = b"; ") -> bytes:
    return b"".join(between + b"a%d=b" % number for number in range(count))


def part(data: bytes, name: bytes, coding: bytes = b"base64") -> bytes:
    return (
        HEAD + b"Content-Type: application/octet-stream; name=" + name
        + b"\r\nContent-Transfer-Encoding: " + coding + b"\r\n\r\n" + data
    )  # fmt: skip


def zipped(*members: tuple[str, bytes], comment: bytes = b"") -> bytes:
    import base64
    import warnings

    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(name, data)
        archive.comment = comment
    return part(base64.encodebytes(stream.getvalue()), b"a.zip")


REFUSED = {
    "encoded words": b"Subject: " + b"=?utf-8?q?a?= " * 50_000 + b"\r\n\r\nhi",
    "encoded words in one header": b"Subject: " + b"=?utf-8?q?a?= " * 1000 + b"\r\n\r\nhi",
    "parameters": b"Content-Type: text/plain" + parameters(20_000) + b"\r\n\r\nhi",
    "parameters, folded": HEAD + b"Content-Type: a/b" + parameters(9000, b";\r\n ") + b"\r\n\r\nx",
    "parameters of a part": HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n"
    + b"Content-Type: multipart/mixed" + parameters(9000) + b"\r\n\r\nx",
    "parts": HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\nhi\r\n" * 9000,
    "parts, just below the boundaries": HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
    + b"--x\r\n\r\nhi\r\n" * 45,
    "nested": HEAD + b"".join(
        b"Content-Type: multipart/mixed; boundary=x%d\r\n\r\n--x%d\r\n" % (n, n) for n in range(2000)
    ),
    "nested a little too deep": HEAD + b"".join(
        b"Content-Type: multipart/mixed; boundary=x%d\r\n\r\n--x%d\r\n" % (n, n) for n in range(12)
    ),
    "forwarded": HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 2000,
    "status reports": HEAD + b"Content-Type: message/delivery-status\r\n\r\n" * 2000,
    "partial": HEAD + b"Content-Type: message/partial\r\n\r\n" * 3000,
    "headers": b"".join(b"A%d: a\r\n" % number for number in range(4000)) + b"\r\n",
    "one header": b"X: " + b"a" * 1_000_000 + b"\r\n\r\n",
    "lines": HEAD + b"\r\n" + b"\n" * 1_900_000,
    "returns": HEAD + b"\r\n" + b"\r" * 1_900_000,
    "size": HEAD + b"\r\n" + b"a" * 3_000_000,
    "hidden boundary": HEAD + b"Content-Type: multipart/mixed; boundary*0=x\r\n\r\n--x\r\n",
    "comments in From": b"From: " + b"(" * 8000 + b"\r\n\r\nhi",
}  # fmt: skip

HARMLESS = {
    "nothing": b"",
    "NULs": b"\0" * 1_000_000,
    "NULs in headers": HEAD + b"\0\0:\0\r\nA\0: \0\r\n\r\nhi\0",
    "spaces": HEAD + b"\r\nsealion\r\n" + b" " * 1_900_000,
    "quotation marks": HEAD + b"\r\nsealion\n" + b">" * 1_900_000,
    "quotation marks and spaces": HEAD + b"\r\nsealion\n" + b"> " * 900_000,
    "begin": HEAD + b"\r\n" + b"BEGIN SEALION ENTRY " * 90_000,
    "blocks": HEAD + b"\r\n" + b"".join(BLOCK % number for number in range(20_000)),
    "copies of a block": HEAD + b"\r\n" + (BLOCK % 1 + b"A" * 100 + b"\n") * 10_000,
    "a long block": HEAD + b"\r\n" + BLOCK % 1 + b"A" * 1_800_000,
    "a block of words": HEAD + b"\r\n" + BLOCK % 1 + (b"A" * 48 + b" ") * 36_000,
    "HTML of <": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<" * 1_900_000,
    "HTML of <a": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<a " * 600_000,
    "HTML of < and spaces": HEAD + b"Content-Type: text/html\r\n\r\n" + (b"<" + b" " * 999) * 1900,
    "HTML of &": HEAD + b"Content-Type: text/html\r\n\r\n" + b"&" * 1_900_000,
    "HTML of entities": HEAD + b"Content-Type: text/html\r\n\r\n" + b"&#99999999999999;" * 100_000,
    "a slow codec": HEAD + b"Content-Type: text/plain; charset=punycode\r\n\r\n" + b"a-" * 900_000,
    "no charset": HEAD + b"Content-Type: text/plain; charset=\xff\xfe\r\n\r\n\xff\xfe",
    "UTF-7": HEAD + b"Content-Type: text/plain; charset=utf-7\r\n\r\n+AAA",
    "a codec that unpacks": b"From: a@b\r\nSubject: =?zip?b?eJwDAAAAAAE=?= =?hex?q?zz?=\r\n\r\n",
    "quoted-printable of =": HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    + b"=" * 1_900_000,
    "angle brackets": HEAD + b"References: " + b"<" * 8000 + b"\r\n\r\nhi",
    "quotes in From": b"From: " + b'"' * 8000 + b"\r\n\r\nhi",
    "a word of boundaries": HEAD + b"\r\n" + b"boundary=" * 100_000,
    "content types in the text": HEAD + b"\r\n" + b"content-type:\n x\n" * 29_000,
    "empty boundary": HEAD + b'Content-Type: multipart/mixed; boundary=""\r\n\r\n' + b"--\r\n" * 40,
    "broken base64 in the subject": b"From: a@b\r\nSubject: =?utf-8?b?" + b"A" * 7001 + b"?=\r\n\r\n",
    "Latin-1": HEAD + b"Subject: \xff\xfe\xe4\r\n\r\n\xff",
    "uuencode": part(b"begin 644 x\n" + b"M" * 900_000, b"a.json", b"x-uuencode"),
    "long name": HEAD + b"Content-Disposition: attachment; filename*=utf-8''" + b"%41" * 2500
    + b"\r\n\r\n{}",
}  # fmt: skip

ZIPS = {
    "not a zip": part(b"UEsDBAo=", b"a.zip"),
    "no base64": part(b"%$#!", b"a.zip"),
    "a bomb": zipped(("a.json", b"\0" * 50_000_000)),
    "many": zipped(*((f"{number}.json", b"{}") for number in range(5000))),
    "a path": zipped(("../../a.json", b"{}")),
    "an absolute path": zipped(("/etc/a.json", b"{}")),
    "a program": zipped(("a.json", b"{}"), ("a.exe", b"MZ")),
    "twice": zipped(("a.json", b"{}"), ("A.json", b"{}")),
    "a zip in a zip": zipped(("a.zip", b"PK\x03\x04")),
    "a comment": zipped(("a.json", b"{}"), comment=b"PK"),
}
