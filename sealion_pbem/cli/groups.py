"""Groups of commands that answer a wrong name with the right one."""

from __future__ import annotations

import click

__all__ = ["HelpfulGroup", "suggestion"]


class HelpfulGroup(click.Group):
    """A group that suggests a command when the name given is none of its own."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or suggest one."""
        names = self.list_commands(ctx)
        if args and args[0] not in names:
            ctx.fail(f"No such command {args[0]!r}.{suggestion(args[0], names)}")
        return super().resolve_command(ctx, args)


def suggestion(word: str, known: list[str]) -> str:
    """Return " Did you mean …?" for a word that is nearly one of those known, else what there is."""
    from difflib import get_close_matches

    close = get_close_matches(word, known)
    return f" Did you mean {' or '.join(close)}?" if close else f" There is {', '.join(known)}."
