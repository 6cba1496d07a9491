"""Write the bill of materials of a release as CycloneDX JSON.

It lists the packages that are installed and the third-party files of the site. `make release` writes it into `dist/`.
"""

from __future__ import annotations

import json
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from combatbox import __version__
from combatbox.web.pyodide import VERSION as PYODIDE
from combatbox.web.reference_pages import SHIPPED

NAME = "combatbox"


def required(*extras: str) -> dict[str, Distribution]:
    """Return the run-time dependencies of the package with some extras, by name, with their own dependencies."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(f"{NAME}[{','.join(extras)}]")]
    while waiting:
        needing = waiting.pop()
        for line in distribution(needing.name).requires or ():
            requirement = Requirement(line)
            key = canonicalize_name(requirement.name)
            is_new = key not in found or bool(requirement.extras)
            marker = requirement.marker
            if is_new and (not marker or any(marker.evaluate({"extra": extra}) for extra in ("", *needing.extras))):
                found[key] = distribution(key)
                waiting.append(requirement)
    found.pop(NAME, None)
    return dict(sorted(found.items()))


def component(name: str, installed: Distribution) -> dict[str, Any]:
    """Return the entry of an installed package."""
    purl = f"pkg:pypi/{name}@{installed.version}"
    entry = {"type": "library", "bom-ref": purl, "name": name, "version": installed.version, "purl": purl}
    expression = installed.metadata.get("License-Expression")
    licence = {"expression": expression} if expression else {"license": {"name": licence_name(installed)}}
    return {**entry, "licenses": [licence]}


def licence_name(installed: Distribution) -> str:
    """Return the name of a licence that older metadata give as a classifier or as text."""
    classifiers = installed.metadata.get_all("Classifier") or []
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License :: ")]
    text: str = installed.metadata.get("License") or "see the package"
    return named[0] if named else text.splitlines()[0]


def bill() -> dict[str, Any]:
    """Return the bill of materials: the packages, and third-party files of the site."""
    libraries = [component(name, installed) for name, installed in required("all").items()]
    shipped = [
        {
            "type": "library",
            "bom-ref": f"site/{part.title}",
            "name": part.title,
            **({"version": PYODIDE} if part.title == "Pyodide" else {}),
            "description": part.use,
            "licenses": [{"license": {"name": part.licence}}],
            "externalReferences": [{"type": "website", "url": part.source}],
        }
        for part in SHIPPED
        if part.source and part.title != "Apache License"  # This entry is a text and not a component.
    ]
    itself = {
        "type": "application",
        "bom-ref": NAME,
        "name": NAME,
        "version": __version__,
        "licenses": [{"license": {"id": "MIT"}}],
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": itself},
        "components": [*libraries, *shipped],
        "dependencies": [{"ref": NAME, "dependsOn": [library["bom-ref"] for library in libraries]}],
    }


def write_bill(folder: Path) -> Path:
    """Write the bill of materials of this version into a folder, and return its path."""
    path = folder / f"{NAME}-{__version__}.cdx.json"
    path.write_text(json.dumps(bill(), indent=2) + "\n", encoding="utf-8")
    return path
