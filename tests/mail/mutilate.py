"""What mail programs do to text on its way, each as a function from text to text."""

import html
import quopri
import random
import re
import textwrap

__all__ = ["MUTILATIONS", "sample"]


def sample(seq: int = 12, size: int = 600) -> bytes:
    """An entry-like file with much that does not compress."""
    noise = random.Random(f"{seq} {size}").randbytes(size).hex()
    return (
        f'{{"by": "red", "campaign": "{"28e3637c" * 8}", "kind": "turn", "seq": {seq}, '
        f'"x": "{noise}"}}\n'
    ).encode()


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def quoted_deeply(text: str) -> str:
    return "On a day in May somebody wrote:\n" + quoted(quoted(quoted(text)))


def quoted_by_initials(text: str) -> str:
    return "".join(f" JD> {line}\n" for line in text.splitlines())


def wrapped_at(width: int):
    def wrap(text: str) -> str:
        return "\n\n".join(textwrap.fill(part, width) for part in text.split("\n\n"))

    wrap.__name__ = f"wrapped_at_{width}"
    return wrap


def cut_at_40(text: str) -> str:
    """Lines cut in the middle of words."""
    return "\n".join(
        line[start : start + 40]
        for line in text.splitlines()
        for start in range(0, max(len(line), 1), 40)
    )


def cut_and_quoted(text: str) -> str:
    return quoted(cut_at_40(text))


def joined(text: str) -> str:
    return " ".join(text.split())


def flowed(text: str) -> str:
    """A space at the end of every line, space-stuffing at the beginning."""
    return "".join(f" {line} \n" for line in text.splitlines())


def trailing(text: str) -> str:
    return "".join(f"{line} \t \r\n" for line in text.splitlines())


def no_break_spaces(text: str) -> str:
    return text.replace(" ", "\u00a0")


def smart(text: str) -> str:
    table = {"'": "’", '"': "”", "--": "\u2013", "...": "…"}
    for old, new in table.items():
        text = text.replace(old, new)
    return text


def lower(text: str) -> str:
    return text.lower()


def upper(text: str) -> str:
    return text.upper()


def soft_hyphens(text: str) -> str:
    return re.sub(r"(\w{10})", "\\1\u00ad", text)


def zero_width(text: str) -> str:
    return re.sub(r"(\w{20})", "\\1\u200b", text)


def with_signature(text: str) -> str:
    return f"Hello!\n\n{text}\n-- \nAlice\nBEGIN of a quotation\n"


def repeated(text: str) -> str:
    return f"{text}\n\n{quoted(text)}"


def starred(text: str) -> str:
    return "".join(f"*{line}*\n" for line in text.splitlines())


def twice_quoted_printable(text: str) -> str:
    return quopri.decodestring(quopri.encodestring(text.encode())).decode()


def without_the_end(text: str) -> str:
    return re.sub(r"END SEALION ENTRY.*", "", text)


def html_breaks(text: str) -> str:
    from sealion_pbem.mail.decoding import text_of_html

    body = "<br>".join(html.escape(line) for line in text.splitlines())
    return text_of_html(f"<html><body><div dir=ltr>{body}</div></body></html>")


def html_paragraphs(text: str) -> str:
    from sealion_pbem.mail.decoding import text_of_html

    lines = "".join(
        f'<p class="MsoNormal"><span lang=EN>&gt;&nbsp;{line}<o:p></o:p></span></p>\n'
        for line in text.splitlines()
    )
    return text_of_html(f"<blockquote>{lines}</blockquote>")


def html_inside_words(text: str) -> str:
    from sealion_pbem.mail.decoding import text_of_html

    cut = re.sub(r"(\w{16})", r"\1<wbr>", text)
    return text_of_html("<pre>" + re.sub(r"(\w{9})", r"<span>\1</span>", cut) + "</pre>")


MUTILATIONS = [
    quoted, quoted_deeply, quoted_by_initials, wrapped_at(60), wrapped_at(66), wrapped_at(72),
    wrapped_at(78), wrapped_at(200), cut_at_40, cut_and_quoted, joined, flowed, trailing,
    no_break_spaces, smart, lower, upper, soft_hyphens, zero_width, with_signature, repeated,
    starred, twice_quoted_printable, without_the_end, html_breaks, html_paragraphs,
    html_inside_words,
]  # fmt: skip
