"""A sample of the facts of every letter."""

from typing import Any

from sealion_pbem.report.facts import PendingDecision
from sealion_pbem.report.letters import (
    AuditReport,
    Dispute,
    Greeting,
    HistoryIndex,
    HistoryRow,
    Invitation,
    Objection,
    Rejection,
    Reminder,
)

HEAD = "0123456789abcdef" * 4
SEATS = ("german", "british")
ASKED = PendingDecision(
    "british",
    "air_reaction",
    "React with air units, then done",
    "10.1",
    ("done", "fly"),
    "2024-03-07 12:00 UTC",
    "turn-0009-british.txt",
    ('{"kind": "done"}',),
)
SAMPLES: dict[str, Any] = {
    "rejection": Rejection(
        "channel-40", "Sealion Deluxe (2023)", SEATS, 9, "british", "german",
        "2024-02-29T12:00:00Z",
        (
            Objection(
                "10.1", "/orders/0/units/1",
                "11 Group a has flown already in this game turn; these may fly: 12 Group a",
                '{"kind": "fly", "units": ["uk_ftr_10_group", "uk_ftr_11_group_a"], "place": "C"}',
            ),
            Objection("6.2", "/orders/1", "12 air units may be in a sea space; there would be 13"),
        ),
        ASKED,
    ),
    "reminder": Reminder(
        "channel-40", "Sealion Deluxe (2023)", SEATS, "british", ASKED,
        "2024-02-29T12:00:00Z", "24 hours left",
        "The grace agreed in the charter ends at 2024-03-09 12:00 UTC.",
    ),
    "greeting": Greeting(
        "channel-40", "Sealion Deluxe (2023)", "british", SEATS, ASKED,
        (("Scenario", "invasion: the whole campaign, from the set-up on"), ("Deadline", "168 hours")),
    ),
    "invitation": Invitation(
        "channel-40", "Sealion Deluxe (2023)", "invasion", "british", ("british",), ("german",),
        "You and your opponent witness each other's dice; there is no referee.",
        (("Scenario", "invasion: the whole campaign, from the set-up on"), ("Deadline", "168 hours")),
        ("key and nonce of british", "signature of german"), "channel-40-draft.json",
        "Shall we?\nThe autumn is long.",
    ),
    "audit": AuditReport(
        "channel-40", "sealion-deluxe", HEAD, False,
        (("Entries", "74"), ("Turns", "37"), ("Dice", "412")),
        ("0036-receipt-german-b9871752f694b143.json", "the replay of turn 35 differs at /rolls/4",
         "german signed this receipt; compare program and data pack versions"),
        (("0040-receipt-german-b9871752f694b143.json", "another state"),), ("beside the chain: none",),
    ),
    "dispute": Dispute(
        "channel-40", "Sealion Deluxe (2023)", "0036-receipt-german-b9871752f694b143.json",
        "The replay of turn 35 differs from what its receipt says, at /rolls/4.",
        (("british", "the die was a 3"), ("german", "the die was a 4")),
        (("log.zip", "the signed entries up to the disputed one", HEAD),),
        "sealion audit dispute-0036.zip",
    ),
    "history": HistoryIndex(
        "channel-40", "Sealion Deluxe (2023)", SEATS, "2024-02-29T12:00:00Z", "", HEAD,
        (
            HistoryRow("Set-up", "", "1–4", "both sides set up", "none"),
            HistoryRow("Turn 1", "24–25 September 1940", "5–30", "landings in 5921 and 6219",
                       "german 9, british 10", "turn-01.html"),
        ),
    ),
}  # fmt: skip
