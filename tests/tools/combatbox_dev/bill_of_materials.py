"""The bill of materials as CycloneDX JSON, from the pinned packages and the third-party files of the site.

`python -m combatbox_dev.bill_of_materials` writes it into the sources of the site; a test fails if it is outdated.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from combatbox import __version__
from combatbox.library import paths
from combatbox.web import pyodide
from combatbox.web.reference_pages import SHIPPED

FILE = paths.root() / "site" / "about" / "bill-of-materials.cdx.json"
PINNED = re.compile(r"^([\w.-]+)==(\S+)[^\n]*\n((?: +--hash=\S+[^\n]*\n)+)", re.MULTILINE)
"""The name, version and hashes of a package in `constraints.txt`."""
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


def components() -> Iterator[dict[str, Any]]:
    """Yield an entry for each pinned version of a dependency, with the hashes of its files."""
    needed = required("all")
    for name, version, hashes in PINNED.findall((paths.root() / "constraints.txt").read_text(encoding="utf-8")):
        if name in needed:
            purl = f"pkg:pypi/{name}@{version}"
            digests = [{"alg": "SHA-256", "content": each} for each in re.findall(r"sha256:(\w+)", hashes)]
            files = {"type": "distribution", "url": f"https://pypi.org/simple/{name}/", "hashes": digests}
            yield {
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": version,
                "purl": purl,
                "licenses": [licence(needed[name])],
                "externalReferences": [files],
            }


def licence(installed: Distribution) -> dict[str, Any]:
    """Return the licence of an installed package; older metadata have it as a classifier or as text."""

    def lines(name: str) -> list[str]:
        return installed.metadata.get_all(name) or []

    if expression := lines("License-Expression"):
        return {"expression": expression[0]}
    named = [line.rpartition(" :: ")[2] for line in lines("Classifier") if line.startswith("License :: ")]
    return {"license": {"name": [*named, *lines("License"), "see the package"][0].splitlines()[0]}}


def pyodide_details() -> dict[str, Any]:
    """Return the version of Pyodide, and its files with their hashes."""
    digests = {name: [{"alg": "SHA-256", "content": digest}] for name, digest in pyodide.FILES.items()}
    files = [{"type": "file", "name": name, "hashes": hashes} for name, hashes in digests.items()]
    return {"version": pyodide.VERSION, "purl": f"pkg:npm/pyodide@{pyodide.VERSION}", "components": files}


def yaml_details() -> dict[str, Any]:
    """Return the version of the package `yaml`, which is bundled into a script, and the hash of its archive."""
    locked = json.loads((paths.root() / "scripts" / "package-lock.json").read_text(encoding="utf-8"))
    package = locked["packages"]["node_modules/yaml"]
    digest = b64decode(package["integrity"].removeprefix("sha512-")).hex()
    hashes = [{"alg": "SHA-512", "content": digest}]
    return {"version": package["version"], "purl": f"pkg:npm/yaml@{package['version']}", "hashes": hashes}


def bill() -> dict[str, Any]:
    """Return the bill of materials: the packages, and third-party files of the site."""
    libraries = list(components())
    details = {"Pyodide": pyodide_details(), "yaml": yaml_details()}
    shipped = [
        {
            "type": "library",
            "bom-ref": f"site/{part.title}",
            "name": part.title,
            **details.get(part.title, {}),
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


def text() -> str:
    """Return the bill of materials as it is written."""
    return json.dumps(bill(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
