"""What each kind of entry says: a typed body for each, read from checked JSON and written as it was.

Nobody else reads an entry by the names of its members. A member that may be left out is None where it
is: to say nothing and not to say it are different bytes.
"""

from __future__ import annotations

from typing import TypeAlias

from sealion_pbem.pbem.body.agreement import (
    AnchorBody,
    CharterBody,
    GivenUp,
    KeyChangeBody,
    ResignationBody,
    RulingBody,
    Seated,
)
from sealion_pbem.pbem.body.exchange import (
    GivenBack,
    OpeningBody,
    ReceiptBody,
    RejectionBody,
    TurnBody,
    WithdrawalBody,
)

__all__ = [
    "BODIES",
    "AnchorBody",
    "Body",
    "CharterBody",
    "GivenBack",
    "GivenUp",
    "KeyChangeBody",
    "OpeningBody",
    "ReceiptBody",
    "RejectionBody",
    "ResignationBody",
    "RulingBody",
    "Seated",
    "TurnBody",
    "WithdrawalBody",
]

Body: TypeAlias = (
    CharterBody
    | TurnBody
    | OpeningBody
    | ReceiptBody
    | RejectionBody
    | WithdrawalBody
    | RulingBody
    | KeyChangeBody
    | AnchorBody
    | ResignationBody
)
BODIES: dict[str, type[Body]] = {
    body.kind: body
    for body in (
        *(CharterBody, TurnBody, OpeningBody, ReceiptBody, RejectionBody, WithdrawalBody),
        *(RulingBody, KeyChangeBody, AnchorBody, ResignationBody),
    )
}
