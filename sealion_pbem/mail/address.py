"""Mail addresses, taken only in the plain form that can do no harm in a header."""

from __future__ import annotations

import re

from sealion_pbem.engine.alphabet import has_control
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import MailError

__all__ = ["Address", "is_one_line", "parse_address"]

_LONGEST = 254
_LONGEST_NAME = 100
_PLAIN = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
)
_NAMED = re.compile(r'\s*"?([^"<>]*?)"?\s*<([^<>]*)>\s*')


@frozen
class Address:
    """The address of a mail, and the name of its reader."""

    mailbox: str
    name: str = ""

    @property
    def domain(self) -> str:
        """The part behind the @."""
        return self.mailbox.rpartition("@")[2]

    @property
    def owner(self) -> str:
        """The mailbox in small letters, without what stands behind a plus: whose address it is."""
        local, _, domain = self.mailbox.lower().rpartition("@")
        return f"{local.partition('+')[0] or local}@{domain}"


def parse_address(text: str) -> Address:
    """Return the address in a text such as `bob@example.org` or `Bob <bob@example.org>`.

    Raises:
        MailError: it is none, or one that cannot be written into a header safely.
    """
    shown = ascii(text[:_LONGEST])
    if not is_one_line(text):
        raise MailError(
            f"the address {shown} holds a line break or a control character",
            hint="an address is one line; write it anew",
        )
    found = _NAMED.fullmatch(text) if len(text) <= _LONGEST + _LONGEST_NAME else None
    name, mailbox = (found[1], found[2]) if found else ("", text.strip())
    if len(mailbox) > _LONGEST or len(name) > _LONGEST_NAME or not _PLAIN.fullmatch(mailbox):
        raise MailError(
            f"{shown} is not a mail address that can be used here",
            hint="write it as bob@example.org or Bob <bob@example.org>, in plain ASCII letters",
        )
    return Address(mailbox, name)


def is_one_line(text: str) -> bool:
    """Tell whether a text can stand in a header: no line break, no control character."""
    return not has_control(text)
