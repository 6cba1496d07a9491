"""The bill of materials has every package that the program uses, with the hashes that an installation checks."""

from __future__ import annotations

from importlib.metadata import version

from combatbox.library import paths
from combatbox.web import pyodide
from combatbox_dev import bill_of_materials


def test_the_bill_of_materials_has_what_is_installed_and_shipped_and_no_tool_of_ours() -> None:
    names = {each["name"]: each for each in bill_of_materials.bill()["components"]}
    assert {"reportlab", "mkdocs-material", "pyyaml", "Libre Franklin", "Pyodide"} <= names.keys()
    assert not {"combatbox", "pytest", "ruff", "playwright"} & names.keys()
    assert names["reportlab"]["purl"] == f"pkg:pypi/reportlab@{version('reportlab')}"
    assert all(each["licenses"] for each in names.values())
    references = [each["bom-ref"] for each in bill_of_materials.bill()["components"]]
    assert len(references) == len(set(references))


def test_every_needed_package_is_pinned_and_has_the_hashes_of_its_files() -> None:
    entries = list(bill_of_materials.components())
    assert {each["name"] for each in entries} == bill_of_materials.required("all").keys()
    pinned = (paths.root() / "constraints.txt").read_text(encoding="utf-8")
    for entry in entries:
        (files,) = entry["externalReferences"]
        assert files["hashes"], entry["name"]
        assert all(f"--hash=sha256:{each['content']}" in pinned for each in files["hashes"])


def test_the_files_of_pyodide_and_the_archive_of_yaml_have_hashes() -> None:
    assert {each["name"] for each in bill_of_materials.pyodide_details()["components"]} == pyodide.FILES.keys()
    (archive,) = bill_of_materials.yaml_details()["hashes"]
    assert archive["alg"] == "SHA-512"
    assert len(archive["content"]) == 128


def test_the_bill_of_materials_of_the_site_is_up_to_date() -> None:
    """After a change of a dependency, `python -m combatbox_dev.bill_of_materials` writes it again."""
    assert bill_of_materials.FILE.read_text(encoding="utf-8") == bill_of_materials.text()
