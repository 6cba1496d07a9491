"""What the site has for browsers and for other sites beside its pages.

These are the service worker with its file list, the manifest, the content security policy, the sizes that pages state,
and the social-card images.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from combatbox.library.atomic_files import write_atomically
from combatbox.web.browser_engine import FILES, FOLDER, PYTHON

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
ICONS = "assets/icons"
"""The folder of the icons of the installed site."""

EMBLEM = "emblem"
PAPER, INK = "#f6f1e3", "#4a4f2b"
"""The colours of the drawing `EMBLEM` on the icons; the first picture on the site has the same colours."""

_CACHED = (
    "*.html",
    "assets/css/*",
    "assets/js/*.*js",
    "assets/fonts/*.woff2",
    "assets/art/*",
    "assets/previews/*",
    "assets/search/*",
    "assets/images/*",
    f"{ICONS}/*",
    "print/*/*.webp",
    "assets/engine/*.*",
    "assets/engine/sheets/*",
    "assets/engine/pyodide-*/*",
    "api/*/*/books/*",
    MANIFEST,
)
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
    digests = dict.fromkeys(
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in _INLINE.findall(html)
    )
    policy = "; ".join(_POLICY).format(scripts=" ".join(digests)).replace(" ;", ";")
    meta = f'{_CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return html.replace(_CHARSET, meta, 1)


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
    return json.dumps(
        {path.relative_to(out).as_posix(): sha256(path.read_bytes()).hexdigest()[:12] for path in paths},
        separators=(",", ":"),
    )


def _files(out: Path) -> Iterator[Path]:
    for pattern in _CACHED:
        matching = out.rglob(pattern) if pattern == "*.html" else out.glob(pattern)
        yield from (path for path in matching if path.is_file() and path.name not in _NEVER)


def write_manifest(out: Path, name: str, about: str) -> None:
    """Write the web app manifest."""
    manifest = {
        "name": name,
        "short_name": name,
        "description": about,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": [*_icons(out)],
    }
    write_atomically(out / MANIFEST, f"{json.dumps(manifest, ensure_ascii=False, indent=1)}\n".encode())


def _icons(out: Path) -> Iterator[dict[str, str]]:
    """Yield the manifest's entries for the emblem and its images.

    The name of an image contains its purpose and size: `icon-192`, `icon-maskable-512`.
    """
    yield {"src": f"assets/art/{EMBLEM}.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    for path in sorted((out / ICONS).glob("icon-*.png")):
        *_, purpose, size = ("any", *path.stem.split("-")[1:])
        yield {"src": f"{ICONS}/{path.name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


# ---- the sizes that pages state: they are known when the site is finished; until then the pages say "some"

BOOKS = "books.js"
_PLACE = re.compile(r'(data-cb-size="?(site|papers|engine)"?>)[^<]*')


def write_sizes(out: Path, site: Iterable[Path], papers: Iterable[Path]) -> None:
    """Write the sizes into the pages of a finished site that have a place for them.

    Args:
        out: the folder of the site.
        site: the files that are cached for use without a network.
        papers: the PDFs to print, which are cached only if a reader wants them.
    """
    sizes = {"site": _megabytes(site), "papers": _megabytes(papers)}
    engines = dict(_engine_sizes(out))
    for path in chain(*(out.glob(f"*/{name}.html") for name in ("play", "downloads", "build"))):
        known = {**sizes, "engine": engines.get(path.parent.name, "some")}
        text = path.read_text(encoding="utf-8")
        changed = _PLACE.sub(lambda found, known=known: found[1] + known[found[2]], text)  # type: ignore[misc]
        if changed != text:
            write_atomically(path, changed.encode())


def _megabytes(paths: Iterable[Path]) -> str:
    return str(round(sum(path.stat().st_size for path in paths) / 1e6))


def _engine_sizes(out: Path) -> Iterator[tuple[str, str]]:
    """Yield the key of each game with the number of megabytes that its page for playing loads."""
    folder = out / FOLDER
    if not (folder / FILES).is_file():
        return
    files, books = _data(folder / FILES), _data(folder / BOOKS)
    for key, book in books.items():
        names = (f"{files['pyodide']}{PYTHON}", files["stdlib"], files["packs"].get(book["code"], ""))
        if all(name in files["sizes"] for name in names):
            size = book["size"] + sum(files["sizes"][name] for name in names)
            yield key, f"{size / 1e6:.1f}"


def _data(script: Path) -> Mapping[str, Any]:
    """Return the data that a script assigns to its only variable."""
    data: Mapping[str, Any] = json.loads(script.read_text(encoding="utf-8").partition("=")[2].rstrip(";\n"))
    return data


# ---- social cards: the images that other sites show for a link to a page

CARDS = "assets/links"
"""The folder of the images on the site. The pages of the site never load them, so the service worker does not cache
them.
"""


class Shown(NamedTuple):
    """The texts on the social card of the whole site."""

    title: str
    words: str


SITE = Shown(
    "Combat Box", "Rules, tables, odds, printable sheets and missions of heavy-bomber games for one or two players"
)


class Picture(NamedTuple):
    """An image on the site: its path from the root, and its alternative text."""

    path: str
    alt: str


def poster_of(key: str, prints: Path) -> Path:
    """Return the path of a game's social card in its print folder, or of the site's card if `key` is empty."""
    return prints / key / "poster.png" if key else prints / Path(CARDS).name / "site.png"


def picture_of(key: str, title: str) -> Picture:
    """Return the social card of a game on the site, or the site's card if `key` is empty."""
    about = f"{SITE.title}, {title}: a line drawing beside the title" if key else f"{SITE.title}: {SITE.words}"
    return Picture(f"{CARDS}/{key or 'site'}.png", about)
