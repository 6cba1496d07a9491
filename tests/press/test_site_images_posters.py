"""Pictures of links: of the size that is asked for, the same each time, with all that they are to say."""

import pypdfium2
import pytest
from PIL import Image, ImageChops

from combatbox.library import paths
from combatbox.library.load import load
from combatbox.press import site_images
from combatbox.press.shop import open_shop
from combatbox.press.site_images import HIGH, WIDE, Poster, write_poster
from combatbox.web import service_worker

LONG = Poster("A game of quite exceptionally many and long words", "Combat Box", "and more of them " * 5, "b29-plan")


def drawn(folder, poster, name="one"):
    write_poster(folder / f"{name}.png", poster, service_worker.PAPER, service_worker.INK)
    return folder / f"{name}.png"


def opened(path):
    with Image.open(path) as image:
        return image.convert("RGB")


def differing(one, other):
    """The box of what differs between pictures by more than their tones, of which each has its own few."""
    return ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > 60)).getbbox()


def test_a_picture_is_of_the_size_that_is_asked_for_and_the_same_each_time(tmp_path):
    first, second = drawn(tmp_path, LONG), drawn(tmp_path, LONG, "two")
    assert opened(first).size == (WIDE, HIGH)
    assert first.read_bytes() == second.read_bytes()
    assert first.stat().st_size < 60_000


@pytest.mark.parametrize("poster", [LONG, Poster("Short", "", "", "emblem")])
def test_words_and_drawing_keep_to_their_halves_and_off_the_edge(tmp_path, poster):
    whole = opened(drawn(tmp_path, poster))
    words = opened(drawn(tmp_path, Poster(poster.title, poster.above, poster.below, "")))
    blank = Image.new("RGB", whole.size, words.getpixel((0, 0)))
    above = (0, 0, WIDE, HIGH - 80)  # the line below reaches from edge to edge
    left, top, right, bottom = differing(whole, words)
    assert 0 < top < bottom < HIGH - 70
    assert left > differing(words.crop(above), blank.crop(above))[2]
    assert right <= WIDE - 70


def test_a_picture_says_title_and_words(tmp_path, monkeypatch):
    pdfs = []
    monkeypatch.setattr(
        site_images, "rendered", lambda pdf, dpi: pdfs.append(pdf) or [(Image.new("RGB", (9, 9)), (1, 1))]
    )
    drawn(tmp_path, LONG)
    text = pypdfium2.PdfDocument(pdfs[0])[0].get_textpage().get_text_range().split()
    assert text == f"{LONG.above} {LONG.title} {LONG.below}".split()


def test_every_game_of_ours_has_a_drawing_for_its_picture():
    for key in paths.packaged_with():
        assert open_shop(load(key)).catalogue.cover in paths.drawings(), key


def test_the_picture_calls_the_site_by_its_name():
    settings = (paths.root() / "mkdocs.yml").read_text(encoding="utf-8").splitlines()
    assert f"site_name: {service_worker.SITE.title}" in settings
