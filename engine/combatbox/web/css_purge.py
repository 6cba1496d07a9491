"""The theme's style sheets without the rules for what no page of the site has: most of them style parts never used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

# Expressions rather than a parser: the standard library has none for CSS, and only classes, braces and semicolons matter here.
_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_ATTRIBUTE = re.compile(r'class="(?<=\bclass=")([^"]*)"')  # what begins with letters is found ten times as fast
_ASKED = re.compile(r"var\(\s*(--[\w-]+)")
_CUSTOM = re.compile(r"\s*(--[\w-]+)\s*:")
_WORD = re.compile(r"\w+(?:-+\w+)+")
_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\((?![\"'])[^)]*\)|/\*.*?\*/|[{};]""", re.DOTALL)
_GROUPS = ("@media", "@supports", "@container")
_CHOICE = re.compile(r":(?:is|where|has|not)\(")


def classes(pages: Iterable[str], scripts: Iterable[str]) -> set[str]:
    """Every class that pages have, and every word with a hyphen in the scripts, for these may set a class of ours or the
    theme's."""
    names_used: set[str] = set()
    for page in pages:
        for names in _ATTRIBUTE.findall(page):
            names_used.update(names.split())
    for script in scripts:
        names_used.update(_WORD.findall(script))
    return names_used


def values(texts: Iterable[str]) -> set[str]:
    """The names of the custom properties that style sheets, pages and scripts ask for."""
    return {name for text in texts for name in _ASKED.findall(text)}


def trimmed(css: str, used: Set[str], asked: Set[str] | None = None) -> str:
    """A style sheet without the selectors that ask for a class that is not used, and without the custom properties that
    nobody asks for (None keeps them all). Everything else stays as it is.
    """
    made: list[str] = []
    for head, body in _blocks(css):
        if body is None or (head.lstrip().startswith("@") and not head.lstrip().startswith(_GROUPS)):
            made.append(head if body is None else f"{head}{{{body}}}")
        elif head.lstrip().startswith(_GROUPS):
            inner = trimmed(body, used, asked)
            made += [f"{head}{{{inner}}}"] if inner.strip() else []
        else:
            kept = [one for one in _selectors(head) if _can_match(one, used)]
            wanted = ";".join(one for one in _statements(body) if asked is None or _wanted(one, asked))
            made += [f"{','.join(kept)}{{{wanted}}}"] if kept and wanted else []
    return "".join(made)


def _blocks(css: str) -> Iterator[tuple[str, str | None]]:
    """What stands before each block of a sheet, and the block; a statement without one has None."""
    begin = depth = opened = 0
    for token in _TOKEN.finditer(css):
        if token[0] == "{":
            opened = token.start() if depth == 0 else opened
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if depth == 0:
                yield css[begin:opened], css[opened + 1 : token.start()]
                begin = token.end()
        elif token[0] == ";" and depth == 0:
            yield css[begin : token.end()], None
            begin = token.end()
    if css[begin:].strip():
        yield css[begin:], None


def _statements(body: str) -> Iterator[str]:
    """The declarations of a rule, without the semicolons between them."""
    begin = 0
    for token in _TOKEN.finditer(body):
        if token[0] == ";":
            yield body[begin : token.start()]
            begin = token.end()
    yield body[begin:]


def _wanted(statement: str, asked: Set[str]) -> bool:
    """Whether a declaration is more than a custom property that nobody asks for."""
    custom = _CUSTOM.match(statement)
    return custom is None or custom[1] in asked


def _selectors(head: str) -> list[str]:
    """The selectors of a rule, split at the commas that stand in no brackets."""
    made, depth = [""], 0
    for sign in head:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            made.append("")
        else:
            made[-1] += sign
    return made


def _can_match(selector: str, used: Set[str]) -> bool:
    """False where a selector surely matches nothing. Classes in brackets are choices, so they do not count."""
    certain = selector
    while choice := _CHOICE.search(certain):
        end, depth = choice.end(), 1
        while depth and end < len(certain):
            depth += (certain[end] == "(") - (certain[end] == ")")
            end += 1
        certain = certain[: choice.start()] + certain[end:]
    return all(name in used for name in _CLASS.findall(re.sub(r"\[[^\]]*\]", "", certain)))
