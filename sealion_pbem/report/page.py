"""Static pages: templates filled with data, and player text made harmless."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.alphabet import replaced
from sealion_pbem.resources import resource

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["policy_for", "render", "safe", "text_of"]


def safe(text: str) -> str:
    """Return a text in which everything can be seen, and nothing changes what stands around it."""
    return replaced(text)


def text_of(name: str) -> str:
    """Return a script or style as it is shipped."""
    return resource("templates", name).read_text("utf-8")


def policy_for(script: str, style: str) -> str:
    """Return the content security policy of a page: this script, this style, and nothing else."""
    wanted = f"script-src {_source(script)}; " if script else ""
    return (
        f"default-src 'none'; {wanted}style-src {_source(style)}; base-uri 'none'; "
        "form-action 'none'"
    )


def _source(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def render(template: str, facts: Mapping[str, Any]) -> str:
    """Return a page; every value is escaped unless the template says that it is ours."""
    return _environment().get_template(template).render(facts)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - it is slow

    return Environment(
        loader=FileSystemLoader(resource("templates", "history").parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
