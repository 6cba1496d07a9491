"""The blank papers of our games as `make test` has just built them; alone, a test prints those that it looks at."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests.flights import book_of
from tests.once import once

from combatbox.core.events import Journal
from combatbox.library.load import load
from combatbox.press.print_run import print_filled, print_game
from combatbox.press.shop import PrintOptions, Shop, open_shop

SITE = "COMBATBOX_SITE"
"""The variable that says where the built site is; its papers lie beside it."""


def folder(game: str) -> Path | None:
    """Where the papers of a game were built."""
    found = Path(os.environ[SITE]).resolve().parent / "print" / game if SITE in os.environ else None
    return found if found and found.is_dir() else None


@cache
def papers(game: str, paper: str) -> dict[str, Path]:
    """Every blank paper of a game by its name, in the order in which they are printed."""
    built = folder(game)
    if built is None:
        made = print_game(load(game), Path(mkdtemp(prefix="combatbox-")), paper)
        return {path.stem.removesuffix(f"-{paper}"): path for path in made}
    names = [product.name for product in open_shop(load(game)).products]
    return {name: built / f"{name}-{paper}.pdf" for name in (*names, f"{game}-bundle")}


@cache
def blank(game: str, name: str, paper: str) -> Path:
    """One blank paper of a game."""
    built = folder(game)
    if built is not None:
        return built / f"{name}-{paper}.pdf"
    path = Path(mkdtemp(prefix="combatbox-")) / f"{name}-{paper}.pdf"
    path.write_bytes(drawn(open_shop(load(game)), name, paper))
    return path


def drawn(shop: Shop, name: str, paper: str) -> bytes:
    """One blank paper of a shop, whatever is built."""
    (product,) = (one for one in shop.products if one.name == name)
    with shop.document(product.title, paper, fillable=True, product=product) as document:
        shop.draw(product, document)
    return document.pdf()


def filled(
    game: str, name: str, journal: Callable[[], Journal], paper: str, only: tuple[str, ...] = ()
) -> dict[str, Path]:
    """The filled sheets of a flight by product, drawn once for all workers; all of them, or only some."""

    def fill(folder: Path) -> None:
        print_filled(load(game), [journal()], folder, paper, "kept", job=PrintOptions(only=only, flat=True))

    made = once(re.sub(r"\W+", "-", f"filled {game} {name} {paper} {only}"), fill).glob("*.pdf")
    return {path.stem.removesuffix(f"-{paper}").removeprefix("kept-"): path for path in sorted(made)}


def flat(journal: Journal, folder: Path, paper: str = "a4", *only: str) -> list[Path]:
    """The filled sheets of a log without fields, or some of them."""
    job = PrintOptions(only=only, flat=True)
    return print_filled(book_of(journal.header["game"]), [journal], folder, paper, "flat", job=job)
