"""Stills of missions: aircraft with the fighters about them, or the table of a game with models."""

import json
import re

import pytest

from combatbox.library.load import load
from combatbox.web.examples import missions
from combatbox.web.site import Site
from combatbox.web.site_missions import DRAWN, STEPS, motion, still, wave


@pytest.fixture(scope="module", params=["queen", "twentyfive", "skirmish"])
def shown(request):
    """A game with what its still is made of."""
    book = load(request.param)
    site = Site({book.key: book})
    player = site.missions.of(book).account(missions(book)[0]).player
    return book, site, player.scene, still(player)


@pytest.mark.sample(1)
def test_a_still_shows_every_aircraft_and_the_most_fighters_of_the_mission(shown):
    _, _, scene, seen = shown
    if scene.top:
        assert seen.plate.models
        assert any(frame.sight.aims for frame in scene.frames) == bool(seen.plate.aims)
    else:
        assert len(seen.planes) == len(scene.planes)
        most = max(len(frame.attackers) for frame in scene.frames)
        assert sum(len(fighters) for *_, fighters in seen.planes) == most > 0


@pytest.mark.sample(1)
def test_a_still_is_an_image_with_a_name_and_asks_for_no_shape_that_it_lacks(shown):
    book, site, _, _ = shown
    html = site.missions.of(book).still
    assert html.count('role="img"') == 1
    assert "“" in re.search(r'aria-label="([^"]+)"', html)[1]
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r' id="([^"]+)"', html))
    assert "\n\n" not in html


@pytest.mark.sample(1)
def test_a_still_moves_through_its_wave_by_frames_of_what_is_drawn(shown):
    _, _, scene, seen = shown
    steps = json.loads(motion(scene))
    assert 1 < len(steps) <= STEPS
    assert {key for step in steps for key in step} <= set(DRAWN)
    assert all(steps), "each step shows something"
    if scene.top:
        aims = [aim for number in wave(scene) for aim in scene.frames[number - 1].sight.aims]
        assert sum(len(step.get("a", ())) for step in steps) == len(aims) == len(seen.plate.aims)
    else:
        assert {fighter[0] for step in steps for fighter in step.get("f", {}).values() if fighter} <= set(
            seen.player.fighters
        )


def test_a_game_without_scenes_is_shown_by_the_drawing_with_its_key(tmp_path, monkeypatch):
    book = load("twentyfive")
    site = Site({book.key: book})
    monkeypatch.setattr("combatbox.web.site_missions.still", lambda player: None)
    assert site.missions.of(book).still == ""
    drawing = tmp_path / "twentyfive.svg"
    drawing.write_text('<svg viewBox="0 0 4 2"><title>A</title>\n\n<path id="wing" d="M0 0\nL4 2"/>\n</svg>\n')
    monkeypatch.setattr("combatbox.library.paths.drawings", lambda: {book.key: drawing})
    site.missions.games.clear()
    html = site.missions.of(book).still
    assert html.startswith('<svg class="cb-still" viewBox="0 0 4 2" role="img" aria-label="25 and Out">')
    assert '<path data-part="wing" d="M0 0 L4 2"/>' in html
    assert "\n" not in html, "a blank line would end the block of Markdown"
