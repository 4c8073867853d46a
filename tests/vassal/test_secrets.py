"""Fake parachutists (14.6) in VASSAL's files: which of two twins is real is in none of them."""

from unittest.mock import patch

from sealion_pbem.umpire import record
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.vassal_log import export_log, export_position
from sealion_pbem.vassal.saved_game import read_saved_game
from tests.leaks import leaks, secrets_of
from tests.twins import Public, played, played_otherwise, seed_without_digest


def exports(public: Public) -> list[bytes]:
    """The position and the log of a campaign."""
    files = [(entry.file_name, entry.data) for entry in public.entries]
    with patch.object(record, "seed_of", seed_without_digest):
        return [export_position(Log(files)).data, export_log(Log(files)).data]


def test_no_secret_is_in_a_position_or_a_log():
    """Neither a salt nor a sealed value, below the veil."""
    public, sealed = played()
    texts = [read_saved_game(data).text.encode() for data in exports(public)]
    assert leaks(texts, secrets_of(sealed)) == []


def test_two_campaigns_that_differ_in_what_is_real_look_the_same():
    """The same bytes, whichever twin is the real one."""
    assert exports(played()[0]) == exports(played_otherwise())
