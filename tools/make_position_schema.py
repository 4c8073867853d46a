"""Write the members of a state into position.schema.json of Sealion, from their declarations.

    python tools/make_position_schema.py

What positions say in their own way (units, procedures, twins) is written in the file by hand and stays
as it is. A test keeps file and declarations in step.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.state import MEMBERS

ROOT = Path(__file__).resolve().parents[1]
PATH = Path(data.__file__).parent / "position.schema.json"


def schema() -> dict[str, Any]:
    """Return the schema of a position: what the file has, with the members of a state as declared."""
    found: dict[str, Any] = json.loads(PATH.read_bytes())
    declared = {member.name: dict(member.schema) for member in MEMBERS}
    found["properties"] = {**found["properties"], **declared}
    return found


def main() -> None:
    """Write the file anew."""
    PATH.write_text(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(f"wrote {PATH.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
