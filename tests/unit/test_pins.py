"""The pinned dependencies: complete, hashed, for every supported Python, and without a word of where they came from."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tests.pythons import VERSIONS

from combatbox.library import paths

PROJECT = paths.checkout()
assert PROJECT
TEXT = (PROJECT / "constraints.txt").read_text(encoding="utf-8")
ENTRIES = [entry for entry in TEXT.replace("\\\n", " ").splitlines() if entry and not entry.startswith("#")]
PINS = [Requirement(entry.partition(" --hash")[0]) for entry in ENTRIES]


def test_every_pin_has_a_version_and_hashes() -> None:
    assert len(PINS) > 50
    for entry, pin in zip(ENTRIES, PINS, strict=True):
        assert re.fullmatch(r"==[^,*]+", str(pin.specifier)), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


def test_no_pin_names_an_index_or_a_folder() -> None:
    assert not re.search(
        r"://|^-|/", "\n".join(line for line in TEXT.splitlines() if not line.startswith("    --hash")), re.M
    )


@pytest.mark.parametrize("version", [f"{VERSIONS[0]}.0", "3.11.2", *(f"{version}.4" for version in VERSIONS)])
def test_each_python_has_one_version_of_all_that_the_project_asks_for(version: str) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for extra in project["project"]["optional-dependencies"].values():
        asked += [line for line in extra if not line.startswith("combatbox[")]
    here = {"python_full_version": version, "python_version": version.rpartition(".")[0]}
    chosen: dict[str, Requirement] = {}
    for pin in PINS:
        if pin.marker is None or pin.marker.evaluate(here):
            assert canonicalize_name(pin.name) not in chosen, pin
            chosen[canonicalize_name(pin.name)] = pin
    for need in map(Requirement, asked):
        (exact,) = chosen[canonicalize_name(need.name)].specifier
        assert need.specifier.contains(exact.version), need
