"""The exception tree: everything a file, a key or a folder can be wrong in.

    PbemError                     message · hint · exit_code
    ├── UsageError            2   the command was asked for something it cannot do
    │   └── UnknownRulesetError   lists close matches
    ├── InvalidFileError      3   cannot be read
    │   ├── SchemaError           every fault with its JSON pointer
    │   └── WireError             an order, event or state of the wrong shape
    ├── ChainError            3   does not fit the log: gap, fork, repetition
    ├── WrongCampaignError    3   belongs to another campaign
    ├── CampaignError         3   the campaign folder is not what the command needs
    │   └── StaleError            somebody else has changed it since it was looked at
    ├── StorageError          3   the disk refused: full, read-only, locked
    ├── SignatureError        4   not signed by whom it must be
    │   └── RosterError           the key is not on the roster
    ├── RulesError            5   illegal orders, with every violation
    ├── AuditError            6   the replay disagrees with the log
    ├── CorruptError          7   stored bytes are not what was signed
    ├── MailError             8   a mail cannot be read, sent or fetched; it may work later
    │   ├── MailRefusedError      a server refused a mail for good
    │   ├── MailServerError       no mail can be sent now
    │   └── UnreadMailError       a mail ended whatever tried to read it
    └── UncomparedError       9   neither proved nor refuted: another version of the program wrote it

A player who broke a rule is answered with values (`engine.words.Violation`); only the door that prints
them turns them into a `RulesError`.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

__all__ = [
    "AuditError",
    "CampaignError",
    "ChainError",
    "CorruptError",
    "Fault",
    "InvalidFileError",
    "MailError",
    "MailRefusedError",
    "MailServerError",
    "PbemError",
    "RosterError",
    "RulesError",
    "SchemaError",
    "SignatureError",
    "StaleError",
    "StorageError",
    "UncomparedError",
    "UnknownRulesetError",
    "UnreadMailError",
    "UsageError",
    "WireError",
    "WrongCampaignError",
]


class Fault(NamedTuple):
    """One thing that is wrong with a document, and where (a JSON pointer)."""

    pointer: str
    text: str

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.text}"


class PbemError(Exception):
    """Something outside the program is not what it must be."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(PbemError):
    """The command was asked for something it cannot do."""

    exit_code = 2


class UnknownRulesetError(UsageError):
    """No ruleset has this id."""


class InvalidFileError(PbemError):
    """A file cannot be read."""

    exit_code = 3


class SchemaError(InvalidFileError):
    """A document has the wrong shape; `faults` names every place."""

    def __init__(self, message: str, faults: tuple[Fault, ...], *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.faults = faults


class WireError(InvalidFileError):
    """An order, event or state has the wrong shape."""


class ChainError(PbemError):
    """An entry does not fit the log: a gap, a fork or a repetition."""

    exit_code = 3


class WrongCampaignError(PbemError):
    """An entry belongs to another campaign."""

    exit_code = 3


class CampaignError(PbemError):
    """The campaign folder is not what the command needs."""

    exit_code = 3


class StaleError(CampaignError):
    """Something was changed by somebody else since it was looked at."""


class StorageError(PbemError):
    """The disk refused to keep something; nothing was changed."""

    exit_code = 3


class SignatureError(PbemError):
    """An entry is not signed by whom it must be."""

    exit_code = 4


class RosterError(SignatureError):
    """A key is not on the roster, or may not be."""


class RulesError(PbemError):
    """Orders are illegal; `violations` holds every reason, ready to print."""

    exit_code = 5

    def __init__(self, message: str, violations: tuple[str, ...] = (), *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.violations = violations


class AuditError(PbemError):
    """The replay disagrees with the log; `entry` is the first that fails."""

    exit_code = 6

    def __init__(self, message: str, *, entry: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.entry = entry


class CorruptError(PbemError):
    """Stored bytes are not what was signed; `entry` is the first that fails."""

    exit_code = 7

    def __init__(self, message: str, *, entry: str = "", hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.entry = entry


class MailError(PbemError):
    """A mail cannot be read, sent or fetched; another attempt may succeed."""

    exit_code = 8


class MailRefusedError(MailError):
    """A mail server refused a mail for good: another attempt would end in the same way."""


class MailServerError(MailError):
    """A mail server cannot be reached or does not let us in: no mail can be sent now."""


class UnreadMailError(MailError):
    """A mail ended the process that reads it, or that process did not answer in time.

    `sender` and `automatic` are what its envelope says, as far as that was read before.
    """

    def __init__(self, message: str, *, sender: str = "", automatic: str = "") -> None:
        super().__init__(
            message, hint="it is kept as it is; ask for the entry as a plain attachment"
        )
        self.sender = sender
        self.automatic = automatic


class UncomparedError(PbemError):
    """Another version of the program wrote it, so it is neither proved nor refuted."""

    exit_code = 9
