"""Make the static fonts in this folder, and the website's, from the variable fonts of the packages.

Run once, by hand, when a font package has a new version; the results are committed. See README.md.
"""

from __future__ import annotations

import unicodedata
from importlib import import_module
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
WEB = HERE.parent.parent / "site" / "assets" / "fonts"

FRANKLIN = ("fontpkg_libre_franklin", "LibreFranklin[wght].ttf")
FRANKLIN_ITALIC = ("fontpkg_libre_franklin", "LibreFranklin-Italic[wght].ttf")
NARROW = ("fontpkg_archivo_narrow", "ArchivoNarrow[wght].ttf")
SERIF = ("fontpkg_source_serif_4", "SourceSerif4[opsz,wght].ttf")
SERIF_ITALIC = ("fontpkg_source_serif_4", "SourceSerif4-Italic[opsz,wght].ttf")
WIDE = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf")

Source = tuple[str, str]
Axes = dict[str, float]

PRINT: dict[str, tuple[Source, Axes]] = {
    "LibreFranklin-Regular": (FRANKLIN, {"wght": 400}),
    "LibreFranklin-SemiBold": (FRANKLIN, {"wght": 600}),
    "LibreFranklin-Italic": (FRANKLIN_ITALIC, {"wght": 400}),
    "ArchivoNarrow-Regular": (NARROW, {"wght": 400}),
    "ArchivoNarrow-Bold": (NARROW, {"wght": 700}),
    "SourceSerif4-Regular": (SERIF, {"wght": 400, "opsz": 10}),
    "SourceSerif4-Bold": (SERIF, {"wght": 700, "opsz": 10}),
    "SourceSerif4-Italic": (SERIF_ITALIC, {"wght": 400, "opsz": 10}),
}
SITE: dict[str, tuple[Source, Axes]] = {
    "libre-franklin-400": (FRANKLIN, {"wght": 400}),
    "libre-franklin-600": (FRANKLIN, {"wght": 600}),
    "source-serif-400": (SERIF, {"wght": 400, "opsz": 16}),
    "source-serif-400-italic": (SERIF_ITALIC, {"wght": 400, "opsz": 16}),
    "source-serif-600": (SERIF, {"wght": 600, "opsz": 16}),
}

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180)]
PUNCTUATION = [ord(c) for c in "–—‘’‚“”„†‡•…‰′″‹›€−≤≥≠≈→←↑↓↔✓●○■□▲△"]
# What a PDF form field can show: code page 1252, and the minus sign.
FORM = [ord(bytes([b]).decode("cp1252", "ignore") or "−") for b in range(0x20, 0x100)]


def instance(source: Source, axes: Axes) -> TTFont:
    """Return a variable font at fixed axes."""
    package, name = source
    folder = Path(str(import_module(package).__file__)).parent / "files"
    font = TTFont(folder / name, recalcTimestamp=False)
    # Without updateFontNames every weight keeps one PostScript name, and PDF makers confuse them.
    return instantiateVariableFont(font, axes, updateFontNames=True)


def drawn(font: TTFont) -> list[int]:
    """Return the characters of a font that the press can set, which writes from left to right alone."""
    return [code for code in font.getBestCmap() if unicodedata.bidirectional(chr(code)) not in ("R", "AL")]


def subset(
    font: TTFont, unicodes: list[int], *, features: list[str], flavour: str | None = None, hinting: bool = False
) -> None:
    """Reduce a font to some characters and features."""
    options = Options()
    options.layout_features = features
    options.hinting = options.notdef_outline = hinting
    options.flavor = flavour
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    font.flavor = flavour


def main() -> None:
    """Write the fonts of the press and of the site."""
    for name, font in {WIDE.stem: TTFont(WIDE), **{name: instance(*source) for name, source in PRINT.items()}}.items():
        # ReportLab reads neither kerning nor ligatures, which are half of Source Serif.
        subset(font, drawn(font), features=[], hinting=True)
        font.save(HERE / f"{name}.ttf")
    form = instance(*PRINT["ArchivoNarrow-Regular"])
    subset(form, FORM, features=[])
    form["name"].setName("ArchivoNarrow-Form", 6, 3, 1, 0x409)
    form.save(HERE / "ArchivoNarrow-Form.ttf")
    WEB.mkdir(parents=True, exist_ok=True)
    for name, (source, axes) in SITE.items():
        font = instance(source, axes)
        features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum"]
        subset(font, LATIN + PUNCTUATION, features=features, flavour="woff2")
        font.save(WEB / f"{name}.woff2")


if __name__ == "__main__":
    main()
