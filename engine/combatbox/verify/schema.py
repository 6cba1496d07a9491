"""The check of schemas: the committed schemas match the models, and every data file refers to its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from combatbox.library import paths
from combatbox.library.dataclass_schema import Schema
from combatbox.library.schemas import is_of_sheets, schema_text, schemas
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, check_result, combine

COMMAND = "combatbox schema --out tables/schema"
_POINTER = re.compile(r"#\s*yaml-language-server:\s*\$schema=(\S+)\s*\Z")


def check(context: VerifyContext) -> Check:
    """Compare the committed schemas with the models, and check that every file refers to an existing schema."""
    if context.overlay:
        return _check_overlay(context, context.overlay)
    folders = {context.tables_of(key).parent: paths.packaged_with(key) for key in context.books}
    files = [
        ("tables", folder, path)
        for folder, keys in folders.items()
        for key in keys
        if key in context.books
        for path in sorted((folder / key).rglob("*.yaml"))
    ]
    files += [("site", context.prose_folder, path) for path in sorted(context.prose_folder.rglob("*.yaml"))]
    wanted = [(folder / "schema", schemas(keys), _command(folder, keys)) for folder, keys in folders.items()]
    findings = [
        *(finding for pair in wanted for finding in _stale(*pair)),
        *(finding for file in files for finding in _pointer(*file)),
    ]
    return check_result(
        "schema", combine(findings), (len(files), "file"), (sum(len(kinds) for _, kinds, _ in wanted), "schema")
    )


def _check_overlay(context: VerifyContext, overlay: Path) -> Check:
    """Check that the schemas to which files of an overlay refer exist, and that the overlay's schemas are current.

    Unlike the project's files, a file of an overlay need not refer to a schema.
    """
    files = [path for key in context.books for path in sorted((overlay / key).glob("*.yaml"))]
    named = [path for path in files if _POINTER.match(_first_line(path))]
    command = f"combatbox schema --out {overlay / 'schema'}"
    pointed = [finding for path in named for finding in _pointer(overlay.name, overlay, path)]
    findings = [replace(finding, command=command, severity="warning") for finding in pointed]  # only editors use it
    own_schemas = [path for path in sorted((overlay / "schema").glob("*.json")) if not is_of_sheets(path.name)]
    wanted = schemas() if own_schemas else {}
    for path in own_schemas:
        place = f"{overlay.name}/schema/{path.name}"
        if path.name not in wanted:
            findings.append(Finding(place, "the schema belongs to no model; delete it"))
        elif path.read_text(encoding="utf-8") != schema_text(wanted[path.name]):
            findings.append(Finding(place, "the schema is of another version", command))
    tables = sum(len(book.tables) for book in context.books.values())
    return check_result("schema", findings, (tables, "table"), (len(files), "own file"), (len(own_schemas), "schema"))


def _command(folder: Path, keys: Sequence[str]) -> str:
    """Return the command that writes the schemas of a folder of tables."""
    plug_in = next((key for key in keys if key in paths.plug_ins()), "")
    return f"combatbox schema {plug_in} --out {paths.display_path(folder / 'schema')}" if plug_in else COMMAND


def _stale(folder: Path, wanted: Mapping[str, Schema], command: str) -> Iterator[Finding]:
    for name, schema in wanted.items():
        path = folder / name
        if not path.is_file():
            yield Finding(f"tables/schema/{name}", "the schema is missing", command)
        elif path.read_text(encoding="utf-8") != schema_text(schema):
            yield Finding(
                f"tables/schema/{name}", "the schema is stale: the models or the vocabulary have changed", command
            )
    for path in sorted(folder.glob("*.json")):
        if path.name not in wanted and not is_of_sheets(path.name):
            yield Finding(f"tables/schema/{path.name}", "the schema belongs to no model; delete it")


def _pointer(top: str, base: Path, path: Path) -> Iterator[Finding]:
    """Check that the first line of a file refers to an existing schema, which editors use.

    Args:
        top: the name of the folder `base`, for messages.
        base: a folder that contains the file.
        path: the file.
    """
    place = f"{top}/{path.relative_to(base).as_posix()}:1"
    match = _POINTER.match(_first_line(path))
    if not match:
        yield Finding(place, "the file names no schema; begin with `# yaml-language-server: $schema=...`")
    elif not (path.parent / match[1]).is_file():
        yield Finding(place, f"the schema {match[1]} does not exist")


def _first_line(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("\n", 1)[0]
