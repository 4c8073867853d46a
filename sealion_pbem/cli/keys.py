"""`sealion keys`: make, import and show key files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from sealion_pbem.cli.groups import HelpfulGroup
from sealion_pbem.cli.root import json_option, say_json

__all__ = ["keys"]


@click.group(cls=HelpfulGroup)
def keys() -> None:
    """Make, import and show key files.

    Keys are kept in the folder SEALION_HOME/keys, by default in your data folder. A passphrase comes
    from SEALION_PASSPHRASE, from --passphrase-file or from the terminal.

    \b
    Examples:
      sealion keys new alice
      sealion keys import ~/.ssh/id_ed25519 --name alice
      sealion keys show
    """


def _passphrase_options(command: Any) -> Any:
    command = click.option(
        "--passphrase-file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Read the passphrase from the first line of a file.",
    )(command)
    return click.option(
        "--no-passphrase", is_flag=True, help="Keep the new file without a passphrase."
    )(command)


@keys.command("new")
@click.argument("name")
@_passphrase_options
@json_option
def new(name: str, passphrase_file: Path | None, no_passphrase: bool, as_json: bool) -> None:
    """Make a key and keep it under NAME."""
    from sealion_pbem.campaign.keyring import key_path, make_key
    from sealion_pbem.errors import UsageError

    path = key_path(name)
    if path.exists():
        raise UsageError(
            f"there is a key called {name!r} already, and a key is never overwritten",
            hint="choose another name, or move the old key away",
        )
    passphrase = _new_passphrase(passphrase_file, no_passphrase)
    make_key(name, passphrase)
    _show([_facts(name)], as_json)
    if not as_json:
        click.echo(f"The private key is {path}; keep a copy of it where nobody else reads it.")


@keys.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", help="What to call the key; by default as the file.")
@_passphrase_options
@json_option
def import_(
    file: Path, name: str | None, passphrase_file: Path | None, no_passphrase: bool, as_json: bool
) -> None:
    """Copy the Ed25519 key in FILE, made by ssh-keygen or another program.

    The copy has the passphrase of the original, or none with --no-passphrase.
    """
    from sealion_pbem.campaign.keyring import import_file, save_key

    key, passphrase = import_file(file, passphrase_file)
    known_as = name or file.stem
    path = save_key(known_as, key, None if no_passphrase else passphrase)
    _show([_facts(known_as)], as_json)
    if not as_json:
        click.echo(f"The private key is {path}.")


@keys.command("show")
@click.argument("name", required=False)
@json_option
def show(name: str | None, as_json: bool) -> None:
    """Show the public half of the key NAME, or of all keys."""
    from sealion_pbem.campaign.keyring import home, key_names

    names = [name] if name else key_names()
    _show([_facts(known) for known in names], as_json)
    if not names and not as_json:
        click.echo(
            f"There is no key in {home() / 'keys'} yet; make one with: sealion keys new NAME"
        )


@keys.command("attest")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key", "name", required=True, help="Your key, by name or path.")
@click.option(
    "--passphrase-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read the key's passphrase from a file.",
)
@click.option("-o", "--out", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="The folder to write into; by default that of FILE.")  # fmt: skip
def attest(file: Path, name: str, passphrase_file: Path | None, out: Path | None) -> None:
    """Sign FILE so that stock OpenSSH can verify it: writes FILE.sig and FILE.signers.

    For those who trust no program of ours: an entry, an archive, a proof.
    """
    from sealion_pbem.campaign import files
    from sealion_pbem.campaign.disk import explained
    from sealion_pbem.campaign.keyring import load_key
    from sealion_pbem.errors import UsageError
    from sealion_pbem.pbem.sshsig import NAMESPACE, allowed_signers, sshsig

    with explained(file, failed="cannot be read"):
        if not file.is_file():
            raise UsageError(f"{file} is no regular file")
        data = file.read_bytes()
    key = load_key(name, passphrase_file)
    signature, signers = (
        (out or file.parent) / f"{file.name}{end}" for end in (".sig", ".signers")
    )
    files.replace(signature, sshsig(data, key).encode())
    files.replace(signers, allowed_signers({"signer": key.public}).encode())
    click.echo(
        f"anybody verifies {file.name} with\n"
        f"  ssh-keygen -Y verify -f {signers} -I signer -n {NAMESPACE} -s {signature} < {file}"
    )


def _new_passphrase(passphrase_file: Path | None, no_passphrase: bool) -> bytes | None:
    """Return the passphrase for a new file; it is never missing by accident."""
    from sealion_pbem.campaign.keyring import given_passphrase
    from sealion_pbem.errors import UsageError

    if no_passphrase:
        return None
    given = given_passphrase(passphrase_file)
    if given is not None:
        return given
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError(
            "no passphrase was given for the new key file",
            hint="set SEALION_PASSPHRASE, name a file with --passphrase-file, or say --no-passphrase",
        )
    typed = click.prompt(
        "passphrase (empty for none)", default="", show_default=False, hide_input=True,
        confirmation_prompt=True, err=True,
    )  # fmt: skip
    return str(typed).encode() or None


def _facts(name: str) -> dict[str, str]:
    from sealion_pbem.campaign.keyring import key_path, public_of
    from sealion_pbem.pbem.keys import fingerprint, openssh_line

    public = public_of(name)
    return {
        "name": name,
        "file": str(key_path(name)),
        "fingerprint": fingerprint(public),
        "openssh": openssh_line(public, name),
        "public": public,
    }


def _show(found: list[dict[str, str]], as_json: bool) -> None:
    if as_json:
        say_json("sealion-pbem/keys", {"keys": found})
        return
    for key in found:
        click.echo(f"{key['name']}\n  {key['fingerprint']}\n  {key['openssh']}\n  {key['public']}")
