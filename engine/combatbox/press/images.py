"""The cards, counters and boards of a game as PNG images for a virtual table, made from the printed pages.

`write_images` writes the folders `cards/` and `boards/`; sprite sheets with `tabletop-simulator.json`, a saved object
that loads all of them; and `vassal.zip`, which contains every image at a hundred dots per inch, and a list of the
images' names and sizes.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import pypdfium2
from PIL import Image

from combatbox.core.annotations import frozen
from combatbox.library.atomic_files import write_atomically
from combatbox.press.catalogue import Product
from combatbox.press.errors import PressError
from combatbox.press.shop import Shop

LEAST_DPI, MOST_DPI = 50, 600
_VASSAL = 100  # dots an inch, as is usual in modules
INCH, _MM = 72.0, 25.4
_ACROSS, _DOWN = 10, 7  # cards on a sprite sheet, at the most
_WIDEST = 8192  # dots: the largest texture of common graphics cards
_BOARDS = ("sheet", "aids")
_CARD_HIGH = 3.5  # inches: the height of a card of Tabletop Simulator at scale one
_TILE = 2.0  # inches: the width of a tile there


@frozen
class Picture:
    """A side of a card, or a board: its name, its title, its size in inches, and the image."""

    name: str
    title: str
    width: float
    height: float
    image: Image.Image

    def png(self, dpi: float = 0) -> bytes:
        """Return the image as a PNG file.

        Args:
            dpi: the resolution; 0 for the resolution of the image.
        """
        image = self.image
        if dpi:
            size = max(round(self.width * dpi), 1), max(round(self.height * dpi), 1)
            image = image.resize(size, Image.Resampling.LANCZOS)
        return png(image)


Piece = Sequence[Picture]
"""The sides of a card or counter, the front first, or of a board, which has one."""


def write_images(shop: Shop, folder: Path, paper: str, dpi: int) -> list[Path]:
    """Write the images of all cards, counters and boards of a game.

    Args:
        shop: the `Shop` of the game.
        folder: the folder for the files.
        paper: the name of the paper size, such as `a4`.
        dpi: the resolution.

    Returns:
        The files in order.

    Raises:
        PressError: the resolution is out of range.
    """
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise PressError(f"--dpi: must be between {LEAST_DPI} and {MOST_DPI} (got {dpi})")
    files: dict[str, bytes] = {}
    objects: list[Any] = []
    pieces: list[tuple[Product, list[Piece]]] = []
    for product in shop.products:
        if product.two_sided or product.kind in _BOARDS:
            product_pieces = list(_pieces(shop, product, paper, dpi))
            pieces.append((product, product_pieces))
            files |= {f"{side.name}.png": side.png() for piece in product_pieces for side in piece}
            objects += _on_table(product, product_pieces, files, folder, len(objects))
    shop.writing.check()
    files["tabletop-simulator.json"] = _saved(shop.catalogue.title or shop.book.meta.title, objects)
    files["vassal.zip"] = _vassal([piece for _, product_pieces in pieces for piece in product_pieces])
    for name, data in files.items():
        write_atomically(folder / name, data)
    return [folder / name for name in files]


def _pieces(shop: Shop, product: Product, paper: str, dpi: int) -> Iterator[Piece]:
    """Yield the pieces of a product, each side drawn on a separate page."""
    with shop.document(product.title, paper, fillable=False) as document:
        document.singly = True
        shop.draw(product, document)
    pages = rendered(document.pdf(), dpi)
    if not product.two_sided:
        titles = [product.title] if len(pages) == 1 else [f"{product.title}, {n}" for n in range(1, len(pages) + 1)]
        for number, ((image, size), title) in enumerate(zip(pages, titles, strict=True), start=1):
            yield [Picture(f"boards/{product.name}-{number}", title, *size, image)]
        return
    sides: dict[int, list[Picture]] = {}
    for (number, title), (image, size) in zip(document.cut, pages, strict=True):
        which = "back" if number in sides else "front"
        name = f"cards/{product.name}-{number:03}-{which}"
        sides.setdefault(number, []).append(Picture(name, title, *size, image))
    yield from sides.values()


def rendered(pdf: bytes, dpi: int) -> list[tuple[Image.Image, tuple[float, float]]]:
    """Return the pages of a PDF as images, with their sizes in inches."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [
            (
                page.render(scale=dpi / INCH).to_pil().convert("RGB"),
                (page.get_width() / INCH, page.get_height() / INCH),
            )
            for page in document
        ]
    finally:
        document.close()


def png(image: Image.Image) -> bytes:
    """Return an image as a PNG file."""
    stream = BytesIO()
    image.save(stream, "PNG", optimize=False, compress_level=6)
    return stream.getvalue()


# Tabletop Simulator


def _on_table(
    product: Product, pieces: Sequence[Piece], files: dict[str, bytes], folder: Path, before: int
) -> list[dict[str, Any]]:
    """Return a product as objects for Tabletop Simulator: decks of cards by size, a bag of counters, or boards."""
    if not product.two_sided:
        return [_tile(piece, folder, 30.0 + 14.0 * n, 14.0 * before) for n, piece in enumerate(pieces)]
    if product.kind == "counters":
        tiles = [_tile(piece, folder) for piece in pieces]
        return [_object("Bag", product.title, -20.0, 6.0 * before) | {"ContainedObjects": tiles}]
    by_size: dict[tuple[float, float], list[Piece]] = {}
    for piece in pieces:
        by_size.setdefault((round(piece[0].width, 2), round(piece[0].height, 2)), []).append(piece)
    return [
        _deck(product, found, files, folder, before + number)
        for number, found in enumerate(
            part[start : start + _ACROSS * _DOWN]
            for part in by_size.values()
            for start in range(0, len(part), _ACROSS * _DOWN)
        )
    ]


def _object(kind: str, title: str, x: float = 0.0, z: float = 0.0, scale: float = 1.0) -> dict[str, Any]:
    place = {"posX": x, "posY": 1.0, "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {
        "Name": kind,
        "Transform": place | {"scaleX": scale, "scaleY": 1.0, "scaleZ": scale},
        "Nickname": title,
        "Description": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
    }


def _tile(piece: Piece, folder: Path, x: float = 0.0, z: float = 0.0) -> dict[str, Any]:
    """Return a counter or board as a tile in its true size."""
    return _object("Custom_Tile", piece[0].title, x, z, round(piece[0].width / _TILE, 4)) | {
        "CustomImage": {
            "ImageURL": _url(folder, f"{piece[0].name}.png"),
            "ImageSecondaryURL": _url(folder, f"{piece[-1].name}.png"),
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {"Type": 0, "Thickness": 0.1, "Stackable": False, "Stretch": True},
        }
    }


def _deck(
    product: Product, pieces: Sequence[Piece], files: dict[str, bytes], folder: Path, number: int
) -> dict[str, Any]:
    """Return cards of one size as a deck, with a sprite sheet of fronts and one of backs."""
    across = min(_ACROSS, len(pieces))
    down = -(-len(pieces) // across)
    fronts = [piece[0].image for piece in pieces]
    backs = [piece[-1].image for piece in pieces]
    names = [f"{product.name}-{number + 1}-{side}.png" for side in ("fronts", "backs")]
    for name, images in zip(names, (fronts, backs), strict=True):
        files[name] = png(_sprites(images, across, down))
    sheet = {
        "FaceURL": _url(folder, names[0]),
        "BackURL": _url(folder, names[1]),
        "NumWidth": across,
        "NumHeight": down,
        "BackIsHidden": False,
        "UniqueBack": True,
        "Type": 0,
    }
    key, scale = number + 1, round(pieces[0][0].height / _CARD_HIGH, 4)
    cards = [
        _object("Card", piece[0].title, scale=scale) | {"CardID": 100 * key + n, "CustomDeck": {str(key): sheet}}
        for n, piece in enumerate(pieces)
    ]
    place: Mapping[str, Any] = _object("DeckCustom", product.title, -8.0, 6.0 * number, scale)
    if len(cards) == 1:
        return cards[0] | {"Transform": place["Transform"]}
    ids = [card["CardID"] for card in cards]
    return {**place, "DeckIDs": ids, "CustomDeck": {str(key): sheet}, "ContainedObjects": cards}


def _sprites(images: Sequence[Image.Image], across: int, down: int) -> Image.Image:
    """Return a sprite sheet of images of one size, row by row, reduced if it would be too large."""
    width, height = images[0].size
    shrink = min(1.0, _WIDEST / (width * across), _WIDEST / (height * down))
    size = max(int(width * shrink), 1), max(int(height * shrink), 1)
    sheet = Image.new("RGB", (size[0] * across, size[1] * down), "white")
    for number, image in enumerate(images):
        row, column = divmod(number, across)
        sheet.paste(image.resize(size, Image.Resampling.LANCZOS), (column * size[0], row * size[1]))
    return sheet


def _url(folder: Path, name: str) -> str:
    return (folder.resolve() / name).as_uri()


def _saved(title: str, things: Sequence[dict[str, Any]]) -> bytes:
    """Return a saved object for Tabletop Simulator."""
    saved = {"SaveName": title, "GameMode": "", "Table": "", "Sky": "", "Note": "", "ObjectStates": list(things)}
    return (json.dumps(saved, ensure_ascii=False, indent=1) + "\n").encode()


# VASSAL


def _vassal(pieces: Sequence[Piece]) -> bytes:
    """Return a zip archive with the folder `images` of a VASSAL module, and a list of the images."""
    stream, listing = BytesIO(), StringIO()
    rows = csv.writer(listing, lineterminator="\n")
    rows.writerow(["image", "back", "title", "width_mm", "height_mm"])
    with ZipFile(stream, "w", ZIP_STORED) as file:
        for piece in pieces:
            names = [side.name.rpartition("/")[2] + ".png" for side in piece]
            for side, name in zip(piece, names, strict=True):
                file.writestr(ZipInfo(f"images/{name}"), side.png(_VASSAL))
            front = piece[0]
            size = f"{front.width * _MM:.1f}", f"{front.height * _MM:.1f}"
            rows.writerow([names[0], *(names[1:] or [""]), front.title, *size])
        file.writestr(ZipInfo("images.csv"), listing.getvalue())
    return stream.getvalue()
