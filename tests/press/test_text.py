"""Glyphs are there, words fit, emphasis is read, and nothing is ever clipped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combatbox.library import paths
from combatbox.press import fonts, text
from combatbox.press.errors import PressError
from combatbox.press.style import STYLES, Box, Ink, style

from .conftest import read


@pytest.mark.parametrize("font", fonts.FACES)
def test_every_face_has_the_characters_of_the_rules(font: str) -> None:
    fonts.check("Größe ½ × – — “quoted” ‘so’ … · ≥ ≤ − 1234567890 é ł ż", font, "here")


def test_a_missing_glyph_is_an_error_that_names_text_character_and_font() -> None:
    with pytest.raises(PressError, match=r"note 3: 'ace ♠' has U\+2660 \(BLACK SPADE SUIT\).*LibreFranklin"):
        fonts.check("ace ♠", "sans", "note 3")


def test_every_typeface_is_shipped_with_its_licence() -> None:
    for file in (*fonts.FACES.values(), "ArchivoNarrow-Form"):
        family = file.partition("-")[0]
        licence = (paths.fonts() / f"OFL-{family}.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE" in licence.upper()
        assert (paths.fonts() / f"{file}.ttf").is_file()
    assert "Bitstream Vera" in (paths.fonts() / "LICENSE-DejaVu.txt").read_text(encoding="utf-8")


def test_a_name_in_two_scripts_is_written_whole_and_one_that_runs_from_the_right_in_boxes(page) -> None:
    def writing(name: str):
        return lambda surface: surface.entry("bomber", "Bomber", Box(50, 50, 200, 16), style("value"), value=name)

    assert "Ω Ծիծեռնակ Ж" in read(page(writing("Ω Ծիծեռնակ Ж"))).pages[0].extract_text()
    assert "□□□□ 7" in read(page(writing("שלום 7"))).pages[0].extract_text()


@pytest.mark.parametrize(
    ("words", "face"),
    [
        ("Żółw ąćęłńóśźż", "narrow"),
        ("Ưu tiên Đồng Tháp ạẫệ", "narrow"),
        ("Летающая їё", "sans"),
        ("φρούριο ώ", "serif"),
        ("Հայաստան საქართველო", "wide"),
    ],
)
def test_scripts_that_players_write_in(words: str, face: str) -> None:
    fonts.check(words, face, "name")


@pytest.mark.parametrize("char", ["\t", "\x00", "\u202e"])
def test_control_characters_are_refused(char: str) -> None:
    with pytest.raises(PressError, match="U\\+"):
        fonts.check(f"a{char}b", "serif", "name")


def test_a_missing_glyph_never_reaches_paper(page) -> None:
    with pytest.raises(PressError, match="U\\+05D0"):
        page(lambda s: s.text("\u05d0", Box(50, 50, 100, 20), style("text")))


def test_a_line_shrinks_to_fit_and_no_further() -> None:
    look = style("value")
    words = "Memphis Belle of the Eighth"
    width = fonts.width(words, look.font, 7.5)
    assert text.fit(words, width, look, "name").size == 7.5
    with pytest.raises(PressError, match=r"name: .* needs .* pt at 6\.5 pt, but has only 40\.0"):
        text.fit(words, 40, look, "name")


def test_a_paragraph_too_long_is_an_error(page) -> None:
    with pytest.raises(PressError, match=r"notes: .* needs 7 lines"):
        page(lambda s: s.paragraph("word " * 40, Box(50, 50, 160, 40), style("text"), place="notes"))


def test_a_word_wider_than_its_column_is_an_error() -> None:
    with pytest.raises(PressError, match="cell: the word 'Flugzeugabwehrkanone' is wider"):
        text.wrap(text.plain("a Flugzeugabwehrkanone", style("text")), 40, style("text"), "cell")


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("the fighters' fire at the pilot's feet", "the fighters’ fire at the pilot’s feet"),
        ("'Lucky' Bastard", "‘Lucky’ Bastard"),
        ('Lt. "Doc" Smith ("Doc")', "Lt. “Doc” Smith (“Doc”)"),
        ("'s", "’s"),
        ("“walking hits”", "“walking hits”"),
    ],
)
def test_quotes_of_a_keyboard_are_printed_as_those_of_print(page, typed: str, printed: str) -> None:
    assert fonts.quoted(typed) == printed
    assert len(printed) == len(typed)
    assert fonts.width(typed, "serif", 9) == fonts.width(printed, "serif", 9)
    assert printed in read(page(lambda s: s.text(typed, s.body.top(20), style("text")))).pages[0].extract_text()


def broken(words: str, width: float, look: str = "text") -> list[str]:
    runs = text.marked(words, style(look))
    return ["".join(run.text for run in line) for line in text.wrap(runs, width, style(look), "here")]


@pytest.mark.parametrize(
    ("words", "together"),
    [
        ("Single gun at an FW 190: −1", "FW 190:"),
        ("Several **Me 109**s and an Me 110 at 12 Level", "Me 109s"),
        ("Me 109 at 10:30 High; Me 109 at 12 Level", "12 Level"),
        ("“+1” by erratum 25.", "erratum 25."),
        ("Pilot wounded: roll on **BL-4**", "on BL-4"),
        ("the gazetteer G-11 · continued", "G-11 · continued"),
        ("FCA on the fighter: −1 each; FBOA on the fighter: −2 each", "−1 each"),
        ("a natural 6 counts as at least 6", "at least 6"),
        ("two dice on O-7 for the per cent.", "per cent."),
        ("fly out and fight (chapters 3 to 6) there", "chapters 3 to 6"),
        ("sinks to 10,000 feet.", "10,000 feet."),
        ("see “Further leaking tanks” on aid 6.", "aid 6."),
    ],
)
def test_a_line_is_never_broken_within_what_belongs_together(words: str, together: str) -> None:
    whole = text.width(text.marked(words, style("text")), style("text"))
    least = text.width(text.plain(together, style("text")), style("text")) * 1.1
    for width in range(round(least) + 20, round(whole) + 2):
        lines = broken(words, width)
        assert any(together in line for line in lines), (width, lines)
        assert " ".join(lines) == words.replace("*", "")


def test_what_belongs_together_is_parted_where_it_would_not_fit() -> None:
    assert broken("FW 190", 20) == ["FW", "190"]
    assert broken("**FW** 190", 20) == ["FW", "190"]


def test_emphasis_changes_face_and_may_end_inside_a_word() -> None:
    runs = text.marked("a **bold**-faced *move*", style("text"))
    assert [(run.text, run.font) for run in runs] == [
        ("a ", "serif"),
        ("bold", "serif-bold"),
        ("-faced ", "serif"),
        ("move", "serif-italic"),
    ]
    (line,) = text.wrap(runs, 500, style("text"), "here")
    assert "".join(run.text for run in line) == "a bold-faced move"


def test_plain_text_keeps_its_asterisks() -> None:
    assert text.plain("5 * 3 * 2", style("text"))[0].text == "5 * 3 * 2"


def test_inks() -> None:
    assert not Ink("saver").fills("shade")
    assert Ink("saver").fills("ink")
    grey = Ink(colour=False).of("alarm")
    assert grey.red == grey.green == grey.blue
    grounds = {"paper": "accent", "photo-7": "paint-olive"}  # of light words: a band, and the nose of a bomber

    def lightness(colour: str) -> float:
        return float(((Ink(colour=False).of(colour).red + 0.055) / 1.055) ** 2.4)

    for look in STYLES.values():  # words keep a contrast of 4.5 in grey too
        low, high = sorted((lightness(look.colour), lightness(grounds.get(look.colour, "paper"))))
        assert (high + 0.05) / (low + 0.05) > 4.5, look


def test_a_text_shrinks_in_steps_down_to_its_least_size() -> None:
    sizes = [look.size for look in text.shrinking(replace(style("text"), size=8.0, least=7.2), 0.5)]
    assert sizes == [8.0, 7.5, 7.2]
    assert [look.size for look in text.shrinking(replace(style("text"), least=None))] == [style("text").size]
