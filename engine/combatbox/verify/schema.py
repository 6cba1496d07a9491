"""Schemas: the committed ones are what the models say, and every data file names one that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from combatbox.library import paths
from combatbox.library.schemas import schema_text, schemas
from combatbox.play.json_schemas import Schema
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, checked, folded

COMMAND = "combatbox schema --out tables/schema"
_POINTER = re.compile(r"#\s*yaml-language-server:\s*\$schema=(\S+)\s*\Z")


def check(room: VerifyContext) -> Check:
    """Compare the schemas beside the tables with the models of this version; follow every file's pointer."""
    if room.overlay:
        return _check_overlay(room, room.overlay)
    folders = {room.tables_of(key).parent: paths.packaged_with(key) for key in room.books}
    files = [
        ("tables", folder, path)
        for folder, keys in folders.items()
        for key in keys
        if key in room.books
        for path in sorted((folder / key).rglob("*.yaml"))
    ]
    files += [("site", room.prose_folder, path) for path in sorted(room.prose_folder.rglob("*.yaml"))]
    wanted = [(folder / "schema", schemas(keys), _command(folder, keys)) for folder, keys in folders.items()]
    findings = [*(one for pair in wanted for one in _stale(*pair)), *(one for file in files for one in _pointer(*file))]
    return checked(
        "schema", folded(findings), (len(files), "file"), (sum(len(asked) for _, asked, _ in wanted), "schema")
    )


def _check_overlay(room: VerifyContext, overlay: Path) -> Check:
    """The files of an overlay, which have been loaded over the game's own: the schemas that they name are there and of this
    version. A file of somebody's own need not name one."""
    files = [path for key in room.books for path in sorted((overlay / key).glob("*.yaml"))]
    named = [path for path in files if _POINTER.match(_first_line(path))]
    command = f"combatbox schema --out {overlay / 'schema'}"
    pointed = [one for path in named for one in _pointer(overlay.name, overlay, path)]
    findings = [replace(one, command=command, severity="warning") for one in pointed]  # editors alone ask for it
    kept = sorted((overlay / "schema").glob("*.json"))
    wanted = schemas() if kept else {}
    for path in kept:
        place = f"{overlay.name}/schema/{path.name}"
        if path.name not in wanted:
            findings.append(Finding(place, "belongs to no model; delete it"))
        elif path.read_text(encoding="utf-8") != schema_text(wanted[path.name]):
            findings.append(Finding(place, "is of another version", command))
    tables = sum(len(book.tables) for book in room.books.values())
    return checked("schema", findings, (tables, "table"), (len(files), "own file"), (len(kept), "schema"))


def _command(folder: Path, keys: Sequence[str]) -> str:
    """What writes the schemas of a folder of tables: those of a plug-in lie in its own."""
    guest = next((key for key in keys if key in paths.plug_ins()), "")
    return f"combatbox schema {guest} --out {paths.shown(folder / 'schema')}" if guest else COMMAND


def _stale(folder: Path, wanted: Mapping[str, Schema], command: str) -> Iterator[Finding]:
    for name, schema in wanted.items():
        path = folder / name
        if not path.is_file():
            yield Finding(f"tables/schema/{name}", "is missing", command)
        elif path.read_text(encoding="utf-8") != schema_text(schema):
            yield Finding(f"tables/schema/{name}", "is stale: the models or the vocabulary have changed", command)
    for path in sorted(folder.glob("*.json")):
        if path.name not in wanted:
            yield Finding(f"tables/schema/{path.name}", "belongs to no model; delete it")


def _pointer(top: str, base: Path, path: Path) -> Iterator[Finding]:
    """An editor checks a file against the schema its first line names. base: what is called `top` in findings."""
    place = f"{top}/{path.relative_to(base).as_posix()}:1"
    match = _POINTER.match(_first_line(path))
    if not match:
        yield Finding(place, "names no schema; begin with `# yaml-language-server: $schema=...`")
    elif not (path.parent / match[1]).is_file():
        yield Finding(place, f"names the schema {match[1]}, which is not there")


def _first_line(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("\n", 1)[0]
