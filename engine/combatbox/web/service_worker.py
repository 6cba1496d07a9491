"""The parts of an installable site: the service worker with its file list, the manifest, and the content security policy."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from combatbox.library.atomic_files import write_atomically
from combatbox.web.cached_sizes import write_sizes

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
ICONS = "assets/icons"
"""The folder of the icons of the installed site."""

EMBLEM = "emblem"
PAPER, INK = "#f6f1e3", "#4a4f2b"
"""The colours of the drawing `EMBLEM` on the icons; the first picture on the site has the same colours."""

_CACHED = ("*.html", "assets/css/*", "assets/js/*.*js", "assets/fonts/*.woff2", "assets/art/*", "assets/previews/*", "assets/search/*",
         "assets/images/*", f"{ICONS}/*", "print/*/*.webp", "assets/engine/*.*", "assets/engine/sheets/*", "assets/engine/pyodide-*/*", "api/*/*/books/*", MANIFEST)  # fmt: skip
"""The files that are cached for use without a network: pages, everything that they show, and the engine, but no papers
and no data.
"""

_PAPERS = "print/*/*.pdf"
"""The printed papers, which are cached only if a reader wants them."""

_NEVER = ("404.html", "pyodide.asm.js", "pyodide.js")
"""Files that need not be cached: the first is only an error page, the others are for pages that are opened from a
folder.
"""

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)

_CHARSET = '<meta charset="utf-8">'
"""The first tag of a page. It must be within the first 1,024 bytes, so the policy comes after it."""

_POLICY = (
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval' {scripts}",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
)


def guarded(html: str) -> str:
    """Add the content security policy to a finished page.

    The policy allows scripts of the site, and inline scripts by their digests, but no evaluation of text as code.
    """
    digests = dict.fromkeys(_digest(script) for script in _INLINE.findall(html))
    policy = "; ".join(_POLICY).format(scripts=" ".join(digests)).replace(" ;", ";")
    meta = f'{_CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return html.replace(_CHARSET, meta, 1)


def _digest(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def write_worker(out: Path, code: str) -> None:
    """Write the service worker of a finished site, and the sizes into its pages.

    The service worker has the digest of every file that can be cached.
    """
    paths, papers = sorted(set(_files(out))), sorted(out.glob(_PAPERS))
    write_sizes(out, paths, papers)
    listed, prints = _listed(out, paths), _listed(out, papers)
    build = sha256(f"{listed}{code}".encode()).hexdigest()[:16]
    write_atomically(out / WORKER, f'const BUILD="{build}",FILES={listed},PAPERS={prints};\n{code}'.encode())


def _listed(out: Path, paths: Iterable[Path]) -> str:
    """Return the paths of files with their digests, as JSON."""
    return json.dumps({path.relative_to(out).as_posix(): _sum(path) for path in paths}, separators=(",", ":"))


def _files(out: Path) -> Iterator[Path]:
    for pattern in _CACHED:
        matching = out.rglob(pattern) if pattern == "*.html" else out.glob(pattern)
        yield from (path for path in matching if path.is_file() and path.name not in _NEVER)


def _sum(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]


def write_manifest(out: Path, name: str, about: str) -> None:
    """Write the web app manifest."""
    manifest = {
        "name": name, "short_name": name, "description": about, "start_url": "index.html", "scope": "./", "display": "standalone",
        "background_color": PAPER, "theme_color": INK, "icons": [*_icons(out)],
    }  # fmt: skip
    write_atomically(out / MANIFEST, f"{json.dumps(manifest, ensure_ascii=False, indent=1)}\n".encode())


def _icons(out: Path) -> Iterator[dict[str, str]]:
    """Yield the manifest's entries for the emblem and its images.

    The name of an image contains its purpose and size: `icon-192`, `icon-maskable-512`.
    """
    yield {"src": f"assets/art/{EMBLEM}.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    for path in sorted((out / ICONS).glob("icon-*.png")):
        *_, purpose, size = ("any", *path.stem.split("-")[1:])
        yield {"src": f"{ICONS}/{path.name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
