"""The front matter of Markdown pages, parsed by the strict YAML reader."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from combatbox.library.yaml12 import parse_yaml

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)


def front_matter(text: str, name: str) -> tuple[Mapping[str, Any], str]:
    """Split a page into its front matter and its body.

    Args:
        text: the page.
        name: the name of the file, for messages.

    Returns:
        The keys of the front matter, and the body without leading blank lines.

    Raises:
        DataError: the front matter is not strict YAML.
    """
    match = _FRONT.match(text)
    if not match:
        return {}, text.lstrip("\n")
    return _facts(match[1], name), text[match.end() :].lstrip("\n")


@lru_cache(maxsize=2048)
def _facts(front: str, name: str) -> Mapping[str, Any]:
    data = parse_yaml(
        f"\n{front}", name
    ).data  # the blank line stands for the dashes, so that line numbers are right for the page
    return data if isinstance(data, dict) else {}
