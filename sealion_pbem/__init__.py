"""Play-by-mail campaigns with signed turns, fair dice and a log that anyone can audit.

Scripts find here what `docs/library.md` explains. A name is imported when it is first used, so that
`sealion --version` and every command pay only for what they need.
"""

__version__ = "0.1.0"

__all__ = [
    "Adjudication",
    "Campaign",
    "Choice",
    "Forecast",
    "Menu",
    "PbemError",
    "Played",
    "Position",
    "Step",
    "Verdict",
    "Violation",
    "__version__",
    "adjudicate",
    "audit",
]

_HOMES = {
    "Adjudication": "umpire.scenario",
    "Campaign": "library",
    "Choice": "engine.form",
    "Forecast": "engine.forecast",
    "Menu": "engine.choices",
    "PbemError": "errors",
    "Played": "library",
    "Position": "library",
    "Step": "library",
    "Verdict": "umpire.audit",
    "Violation": "engine.words",
    "adjudicate": "library",
    "audit": "library",
}

# As `typing` has it, which takes longer to import than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from sealion_pbem.engine.choices import Menu
    from sealion_pbem.engine.forecast import Forecast
    from sealion_pbem.engine.form import Choice
    from sealion_pbem.engine.words import Violation
    from sealion_pbem.errors import PbemError
    from sealion_pbem.library import Campaign, Played, Position, Step, adjudicate, audit
    from sealion_pbem.umpire.audit import Verdict
    from sealion_pbem.umpire.scenario import Adjudication
else:

    def __getattr__(name: str) -> object:
        """Import a name from its home when somebody asks for it."""
        if name not in _HOMES:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        from importlib import import_module  # noqa: PLC0415 - only scripts ask for it

        globals()[name] = found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return found

    def __dir__() -> list[str]:
        """Return what is here and what can be imported."""
        return sorted({*globals(), *__all__})
