"""Tooltips: the glossary's definitions as Markdown abbreviations for every page of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from combatbox.web.pages import Site

_ENTRY = re.compile(r"^(?P<term>\S[^\n]*)\n:\s+(?P<text>(?:[^\n]+\n?)+)", re.MULTILINE)


def tooltips(glossary: str, site: Site, game: str) -> str:
    """Abbreviations (`*[term]: text`) of the terms that the glossary's front matter lists under `tooltips`.

    Calls in the definitions are answered; links to rules and tables are left out of the tips.
    """
    front = re.match(r"\A---\n(.*?)\n---\n", glossary, re.DOTALL)
    listed = (yaml.safe_load(front[1]) or {}).get("tooltips", []) if front else []
    terms = {entry["term"].strip(): entry["text"] for entry in _ENTRY.finditer(glossary)}
    lines = []
    for term in listed:
        text = re.sub(r"\s*(See|Compare) \{\{ ref\([^}]*\) \}\}[^.]*\.", "", " ".join(terms[term].split()))
        text = re.sub(r"<[^>]+>", "", site.prose(f"{game}/glossary.md", text, []))
        lines.append(f"*[{term}]: {text.strip()}")
    return "\n\n" + "\n".join(lines) + "\n"
