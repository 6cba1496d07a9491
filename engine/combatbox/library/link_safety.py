"""Checks that links in texts are safe: only `http`, `https` and paths within the site.

All texts of the data are checked, because titles and questions are rendered as Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

_TARGETS = re.compile(
    r"""\]\(\s*<?([^)>]*)                                  # [words](target)
    |   ^\s{0,3}\[[^\]]+\]:\s*<?(\S*)                     # [words]: target
    |   <([a-z][a-z0-9+.-]*:[^>\s]*)>                       # <target>
    |   \b(?:href|src|srcset|action|formaction|poster)\s*=\s*["']?([^"'>}\s]*)""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_LEADS_OUT = re.compile(r"[/\\]")
_CODE = re.compile(r"(?:java|vb|live)script:|data:\w+/", re.IGNORECASE)
_HANDLER = re.compile(r"[{<][^}>]*\bon[a-z]+\s*=", re.IGNORECASE)
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\ufeff]")

_WANTED = "write http://, https:// or a path within the site"


def link_fault(text: str) -> str:
    """Return the reason why a text is unsafe, or an empty string.

    A text is unsafe if it contains code that a browser would execute, or a link that is neither an `http` or `https`
    address nor a path within the site.
    """
    if not (":" in text or "](" in text or "=" in text or "&" in text):
        return ""
    plain = unescape(text)
    for target in _targets(plain):
        scheme = _SCHEME.match(target)
        if scheme and scheme[1].lower() not in ("http", "https"):
            return f"a link to {_short(scheme[0])} is not allowed; {_WANTED}"
        if _LEADS_OUT.match(target):
            return f"a link to {_short(target)} leads out of the site; {_WANTED}"
    code = _CODE.search(_UNSEEN.sub("", plain))
    if code:
        return f"{_short(code[0])} is not allowed in a text; reword it"
    return "an attribute that runs something (on...=) is not allowed; delete it" if _HANDLER.search(plain) else ""


def _targets(text: str) -> Iterator[str]:
    """Yield all link targets in a text as a browser reads them, without invisible characters."""
    for match in _TARGETS.finditer(text):
        yield _UNSEEN.sub("", next((part for part in match.groups() if part is not None), ""))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:36]} ..."
