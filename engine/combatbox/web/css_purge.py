"""The theme's style sheets without the rules that no page uses. Most rules are unused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

# Regular expressions, since the standard library has no CSS parser and only classes, braces and semicolons matter here.
_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_ATTRIBUTE = re.compile(r'class="(?<=\bclass=")([^"]*)"')  # a pattern that begins with letters is ten times as fast
_ASKED = re.compile(r"var\(\s*(--[\w-]+)")
_CUSTOM = re.compile(r"\s*(--[\w-]+)\s*:")
_WORD = re.compile(r"\w+(?:-+\w+)+")
_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\((?![\"'])[^)]*\)|/\*.*?\*/|[{};]""", re.DOTALL)
_GROUPS = ("@media", "@supports", "@container")
_CHOICE = re.compile(r":(?:is|where|has|not)\(")


def classes(pages: Iterable[str], scripts: Iterable[str]) -> set[str]:
    """Return every class of the pages, and every hyphenated word in the scripts.

    The words in scripts are included because a script may set a class with this name.
    """
    names_used: set[str] = set()
    for page in pages:
        for names in _ATTRIBUTE.findall(page):
            names_used.update(names.split())
    for script in scripts:
        names_used.update(_WORD.findall(script))
    return names_used


def values(texts: Iterable[str]) -> set[str]:
    """Return the custom properties that style sheets, pages and scripts use."""
    return {name for text in texts for name in _ASKED.findall(text)}


def purge(css: str, used: Set[str], asked: Set[str] | None = None) -> str:
    """Return a style sheet without unused custom properties, and without the selectors of unused classes.

    Args:
        css: the style sheet.
        used: the classes in use.
        asked: the custom properties in use; None to keep every custom property.
    """
    parts: list[str] = []
    for head, body in _blocks(css):
        if body is None or (head.lstrip().startswith("@") and not head.lstrip().startswith(_GROUPS)):
            parts.append(head if body is None else f"{head}{{{body}}}")
        elif head.lstrip().startswith(_GROUPS):
            inner = purge(body, used, asked)
            parts += [f"{head}{{{inner}}}"] if inner.strip() else []
        else:
            selectors = [item for item in _selectors(head) if _can_match(item, used)]
            declarations = ";".join(item for item in _statements(body) if asked is None or _is_used(item, asked))
            parts += [f"{','.join(selectors)}{{{declarations}}}"] if selectors and declarations else []
    return "".join(parts)


def _blocks(css: str) -> Iterator[tuple[str, str | None]]:
    """Yield the selector and the content of each block in a sheet; a statement without a block has None as content."""
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
    """Yield the declarations of a rule, without the semicolons between them."""
    begin = 0
    for token in _TOKEN.finditer(body):
        if token[0] == ";":
            yield body[begin : token.start()]
            begin = token.end()
    yield body[begin:]


def _is_used(statement: str, asked: Set[str]) -> bool:
    """Return True unless a declaration is a custom property that is not used."""
    custom = _CUSTOM.match(statement)
    return custom is None or custom[1] in asked


def _selectors(head: str) -> list[str]:
    """Return the selectors of a rule, split at commas outside brackets."""
    selectors, depth = [""], 0
    for sign in head:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            selectors.append("")
        else:
            selectors[-1] += sign
    return selectors


def _can_match(selector: str, used: Set[str]) -> bool:
    """Return False if a selector certainly matches nothing.

    Classes in parentheses are alternatives, so they are not checked.
    """
    certain = selector
    while choice := _CHOICE.search(certain):
        end, depth = choice.end(), 1
        while depth and end < len(certain):
            depth += (certain[end] == "(") - (certain[end] == ")")
            end += 1
        certain = certain[: choice.start()] + certain[end:]
    return all(name in used for name in _CLASS.findall(re.sub(r"\[[^\]]*\]", "", certain)))
