"""Table tops in a real browser: the player that moves models, printed plates, figures and the widget.

The script of the widget is compared with the engine at thousands of places.
"""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.replayed_frames import decode

from combatbox.core.tables import Rulebook
from combatbox.games.skirmish.geometry import ahead
from combatbox.games.skirmish.line_of_fire import bearing_guns, can_fire, dead_ahead, dead_astern, volley_guns
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.state import Plane
from combatbox.games.skirmish.widgets import aim
from combatbox.library.load import load

from .conftest import DESKTOP, PATIENCE, PHONE, Opener, drag_finger, turn, wait_frames
from .test_pages import violations

pytestmark = pytest.mark.browser

GAME, FIRE, GUNNERS = "skirmish/examples/six-oclock.html", "skirmish/rules/4-fire.html", "skirmish/rules/5-gunners.html"


def steps(page: Page) -> list[dict[str, Any]]:
    """Return the data of the player of a page."""
    text = page.locator(".cb-player script").text_content()
    assert text
    found: list[dict[str, Any]] = json.loads(text)
    return found


def seek(page: Page, n: int) -> None:
    page.evaluate(
        """n => { const range = document.querySelector('[data-action=seek]'); range.value = n;
                  range.dispatchEvent(new Event('input', {bubbles: true})); }""",
        n,
    )


def choose(page: Page, name: str, value: str) -> None:
    page.select_option(f".cb-player [data-action={name}]", value)


STANDS = """() => Object.fromEntries([...document.querySelectorAll('[data-model]')].filter(e => e.style.display !== 'none').map(e => {
    const at = new DOMMatrix(getComputedStyle(e.firstChild).transform), named = new DOMMatrix(getComputedStyle(e.lastChild).transform);
    const heading = Math.round(Math.atan2(at.b, at.a) * 180 / Math.PI);
    if (at.e !== named.e || at.f !== named.f) throw new Error(`${e.dataset.model} and its name stand apart`);
    return [e.dataset.model, [at.e, at.f, (heading + 360) % 360, e.querySelectorAll('.cb-puff').length]];
}))"""
"""Where models are on the screen now, in units of the drawing, with their heading and their smoke."""


def test_models_are_placed_where_the_data_of_each_step_have_them(visit: Opener) -> None:
    watch = visit(GAME)
    page = watch.page
    data, far = steps(page), float(page.get_attribute("svg.cb-top[data-unit]", "data-far") or 0)
    unit = float(page.get_attribute("svg.cb-top[data-unit]", "data-unit") or 1)
    for n in [*range(1, len(data) + 1, 7), len(data)]:
        seek(page, n)
        wanted = decode(data, n).get("m", {})
        shown = page.evaluate(STANDS)
        assert set(shown) == set(wanted)
        for key, (x, y, heading, smoke, _coin, _state) in wanted.items():
            assert shown[key] == [
                pytest.approx(x / unit, abs=0.02),
                pytest.approx((far - y) / unit, abs=0.02),
                heading,
                smoke,
            ]
    assert watch.troubles == []


def flying(data: list[dict[str, Any]]) -> int:
    """Return a step in which a model flies, turns and flies."""
    return next(n for n, step in enumerate(data, 1) if any(len(way[1]) == 4 for way in step.get("w", [])))


RUNNING = "document.getAnimations().filter(a => a.effect.target.closest('.cb-top')).map(a => a.playState)"


@pytest.mark.thorough
def test_a_step_on_flies_leg_turn_and_leg_and_ends_where_the_data_say(visit: Opener) -> None:
    page = visit(GAME).page
    page.emulate_media(reduced_motion="no-preference")
    n = flying(steps(page))
    seek(page, n - 1)
    before = page.evaluate(STANDS)
    page.focus("[data-action=play]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(RUNNING)
    key = steps(page)[n - 1]["w"][0][0]
    way = page.evaluate(
        """key => {
            const model = document.querySelector(`[data-model=${key}]`), seen = [];
            const all = document.getAnimations().filter(a => a.effect.target.closest('.cb-top'));
            all.forEach(a => a.pause());
            for (let share = 0; share <= 1; share += 0.02) {
                all.forEach(a => { a.currentTime = a.effect.getComputedTiming().endTime * share * 0.999; });
                const at = new DOMMatrix(getComputedStyle(model.firstChild).transform);
                seen.push([at.e, at.f, Math.atan2(at.b, at.a) * 180 / Math.PI]);
            }
            return seen;
        }""",
        key,
    )
    start = before[key]
    assert way[0] == [pytest.approx(start[0], abs=0.5), pytest.approx(start[1], abs=0.5), pytest.approx(way[0][2])]
    spots = {tuple(round(number, 3) for number in spot[:2]) for spot in way}
    turns = {round(spot[2], 1) for spot in way}
    assert len(spots) > 30
    assert 3 <= len(turns) < len(way) / 2  # It turns on the spot, and flies straight for most of the time.
    page.evaluate("document.getAnimations().forEach(a => a.finish())")
    page.wait_for_function(f"() => !({RUNNING}).length")
    after = page.evaluate(STANDS)
    seek(page, n)
    assert page.evaluate(STANDS) == after


ANIMATED = """() => document.getAnimations().filter(one => one.effect.target.closest('.cb-top')).map(one => {
    const frames = one.effect.getKeyframes(), target = one.effect.target;
    const others = document.getAnimations().map(each => each.effect.target);
    return {
        properties: [...new Set(frames.flatMap(Object.keys))].filter(key => !/offset|easing|composite/i.test(key)),
        nested: others.some(other => other !== target && other.contains(target)),
    };
})"""
"""What each animation on the table top changes, and whether its element lies within another that is animated."""

WORKED = """async () => {
    const frame = requestAnimationFrame.bind(window), changes = [];
    window.requestAnimationFrame = () => changes.push("requestAnimationFrame");
    const observer = new MutationObserver(seen => changes.push(...seen.map(one => `${one.target.nodeName} ${one.attributeName}`)));
    observer.observe(document.querySelector(".cb-top"), {subtree: true, childList: true, attributes: true});
    const place = () => JSON.stringify(document.getAnimations().map(one => one.currentTime)), began = place();
    do await new Promise(frame); while (place() === began);
    await new Promise(frame);
    observer.disconnect();
    window.requestAnimationFrame = frame;
    return changes;
}"""
"""What scripts do on the table top over some frames while the models fly on."""


def fly_on(page: Page, n: int) -> None:
    """Fly to step n, and wait until the movement has begun."""
    seek(page, n - 1)
    page.focus("[data-action=play]")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.getAnimations().every(one => !one.pending)")


def test_models_fly_without_the_help_of_a_script(visit: Opener) -> None:
    """Every animation is of transform or opacity, and none is inside another, so that the compositor can run them.

    No script moves a model or asks for a frame meanwhile.
    """
    page = visit(GAME, size=PHONE).page
    page.emulate_media(reduced_motion="no-preference")
    data = steps(page)
    fired = next(n for n, step in enumerate(data, 1) if step.get("w") and step.get("a"))
    choose(page, "speed", "3200")
    for n in (flying(data), fired):
        fly_on(page, n)
        animated = page.evaluate(ANIMATED)
        assert animated
        assert {name for one in animated for name in one["properties"]} <= {"transform", "opacity"}
        assert not [one for one in animated if one["nested"]]
        assert page.evaluate(WORKED) == []
        assert "running" in page.evaluate(RUNNING)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("spoiler", "noticed"),
    [
        ("const on = () => { model.dataset.seen = performance.now(); requestAnimationFrame(on); }; on()", "requestAnimationFrame"),
        ("setInterval(() => model.firstChild.setAttribute('x', performance.now()), 1)", " x"),
    ],
)  # fmt: skip
def test_a_script_that_moves_a_model_is_noticed(visit: Opener, spoiler: str, noticed: str) -> None:
    page = visit(GAME, size=PHONE).page
    page.emulate_media(reduced_motion="no-preference")
    choose(page, "speed", "3200")
    fly_on(page, flying(steps(page)))
    page.evaluate(f"(() => {{ const model = document.querySelector('.cb-top [data-model]'); {spoiler}; }})()")
    assert any(change.endswith(noticed) for change in page.evaluate(WORKED))


@pytest.mark.thorough
def test_nested_animations_and_animated_places_are_noticed(visit: Opener) -> None:
    page = visit(GAME, size=PHONE).page
    page.emulate_media(reduced_motion="no-preference")
    choose(page, "speed", "3200")
    fly_on(page, flying(steps(page)))
    page.evaluate("document.querySelector('.cb-top').animate([{left: 0}, {left: '9px'}], 9000)")
    animated = page.evaluate(ANIMATED)
    assert any(one["nested"] for one in animated)
    assert any("left" in one["properties"] for one in animated)


def test_play_stops_in_mid_flight_and_goes_on_from_there(visit: Opener) -> None:
    page = visit(GAME).page
    page.emulate_media(reduced_motion="no-preference")
    n = flying(steps(page))
    choose(page, "speed", "3200")
    seek(page, n - 1)
    page.focus("[data-action=play]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")  # The movement is finished first, and then comes the next step.
    page.keyboard.press("Space")
    assert set(page.evaluate(RUNNING)) == {"paused"}
    page.wait_for_function(
        "() => document.getAnimations().every(one => !one.pending)"
    )  # A pause takes effect with a frame.
    held = page.evaluate(STANDS)
    wait_frames(page)
    assert page.evaluate(STANDS) == held
    page.keyboard.press("Space")
    assert "running" in page.evaluate(RUNNING)
    page.wait_for_function(f"() => document.querySelector('[data-slot=place]').textContent.startsWith('Step {n + 1} ')")
    page.keyboard.press("Space")


def test_a_reader_who_prefers_reduced_motion_sees_no_motion(visit: Opener) -> None:
    page = visit(GAME).page
    n = flying(steps(page))
    seek(page, n - 1)
    page.focus("[data-action=play]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(RUNNING) == []
    assert page.locator(".cb-top__ways .cb-way").count() >= 1  # Its way is shown all the same.


def test_keys_make_it_faster_and_slower(visit: Opener) -> None:
    page = visit(GAME).page
    page.focus("[data-action=play]")
    before = page.input_value(".cb-player [data-action=speed]")
    page.keyboard.press("+")
    assert int(page.input_value(".cb-player [data-action=speed]")) < int(before)
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert int(page.input_value(".cb-player [data-action=speed]")) > int(before)


def test_arcs_and_reach_are_shown_on_demand(visit: Opener) -> None:
    page = visit(GAME).page
    data = steps(page)
    fire = next(n for n, step in enumerate(data, 1) if step.get("a") and step["a"][0][5] == "ours")
    seek(page, fire)
    sectors = page.locator(".cb-top__fields .cb-sector")
    assert sectors.count() == 0
    choose(page, "fields", "leader")
    assert sectors.count() == 4
    choose(page, "fields", "acting")
    assert sectors.count() >= 4
    choose(page, "fields", "")
    assert sectors.count() == 0


def test_a_tape_measures_in_a_replay_and_follows_its_steps(visit: Opener) -> None:
    watch = visit(GAME)
    page = watch.page
    page.click("[data-action=last]")
    page.click("[data-action=tape]")
    words, line = page.locator(".cb-tape__words"), page.locator(".cb-tape__line")
    expect(words).to_contain_text("inch")
    assert "o’clock" in words.inner_text()
    expect(line).to_have_count(1)
    models = [option.inner_text() for option in page.locator("[data-end=from] option").all()]
    assert models[-1] == "a point"
    assert len(models) - 1 == page.locator("[data-model]:visible").count()
    page.select_option("[data-end=to]", "point")
    expect(words).to_contain_text("the point")
    drawn = line.get_attribute("d")
    page.locator("[data-tape=turn]").click()
    assert line.get_attribute("d") != drawn
    page.select_option("[data-end=to]", index=1)
    before = words.inner_text()
    seek(page, 8)
    expect(words).not_to_have_text(before)
    assert violations(page) == []
    page.locator("[data-end=from]").press("Escape")
    expect(page.locator(".cb-tape")).to_be_hidden()
    expect(line).to_have_count(0)
    assert not watch.troubles


def test_fire_and_the_dice_of_both_sides_are_seen(visit: Opener) -> None:
    page = visit(GAME).page
    data = steps(page)
    for n in [n for n, step in enumerate(data, 1) if step.get("d")][:12]:
        seek(page, n)
        dice = data[n - 1]["d"]
        assert page.locator(".cb-player__dice svg").count() == 2
        said = page.inner_text(".cb-player__dice")
        assert all(label in said for _, _, label, _ in dice)
        assert [page.locator(".cb-face").nth(i).locator("circle").count() for i in (0, 1)] == [d[0] for d in dice]
        assert page.locator(".cb-top__aims path").count() == len(data[n - 1].get("a", []))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_view_follows_the_action_or_shows_the_whole_table(visit: Opener, size: dict[str, int]) -> None:
    page = visit(GAME, size=size).page
    data = steps(page)
    box = "document.querySelector('svg.cb-top[data-unit]').getAttribute('viewBox').split(' ').map(Number)"
    inside = """([x, y]) => { const b = document.querySelector('svg.cb-top[data-unit]').viewBox.baseVal;
        return x >= b.x && x <= b.x + b.width && y >= b.y && y <= b.y + b.height; }"""
    for n in [n for n, step in enumerate(data, 1) if step.get("w")][::6]:
        seek(page, n)
        key = data[n - 1]["w"][0][0]
        x, y, *_ = page.evaluate(STANDS).get(key, [None, None])
        if x is not None and decode(data, n)["m"][key][5] == "":
            assert page.evaluate(inside, [x, y]), n
    close = page.evaluate(box)
    choose(page, "view", "whole")
    whole = page.evaluate(box)
    assert whole[3] > 1000 > close[3]
    assert whole[2] > close[2]


@pytest.mark.thorough
def test_nothing_below_the_table_moves_while_it_plays(visit: Opener) -> None:
    page = visit(GAME).page
    page.evaluate("document.fonts.ready")
    tops = page.evaluate("""() => {
        const range = document.querySelector('[data-action=seek]'), tops = new Set();
        for (let n = 1; n <= +range.max; n++) {
            range.value = n;
            range.dispatchEvent(new Event('input', {bubbles: true}));
            tops.add(Math.round(document.querySelector('.cb-player__controls').getBoundingClientRect().top + scrollY));
        }
        return [...tops];
    }""")
    assert len(tops) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", [f"{GAME}#step-40", FIRE, GUNNERS])
def test_axe_finds_nothing_by_day_and_by_night(visit: Opener, path: str, size: dict[str, int]) -> None:
    watch = visit(path, size=size)
    watch.page.evaluate("document.fonts.ready")
    assert violations(watch.page) == [], "by day"
    turn(watch.page, "dark")
    assert violations(watch.page, colours_alone=True) == [], "by night"
    assert watch.troubles == []


# ---- print, pages without a script, and loaded files


def test_paper_has_a_plate_for_every_turn(visit: Opener) -> None:
    page = visit(GAME).page
    turns = page.locator(".cb-player__track [data-stop^=turn]").count()
    plates = page.locator(".cb-stage")
    assert plates.count() == turns + 1  # And one plate of the set-up.
    assert plates.first.is_hidden()
    page.emulate_media(media="print")
    assert page.locator(".cb-stage:visible").count() == turns + 1
    ways = [plates.nth(n).locator(".cb-way").count() for n in range(1, turns)]
    assert min(ways) >= 1
    assert plates.nth(1).locator(".cb-model use").first.evaluate("e => e.getBBox().width") > 0
    assert page.locator(".cb-player__stage").is_hidden()


def test_without_a_script_the_plates_and_figures_are_shown_and_the_widget_is_not(
    chromium: Browser, address: str
) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=DESKTOP)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}/{FIRE}")
    assert page.locator(".cb-fig--top:visible").count() == 2
    assert page.locator(".cb-try__works").is_hidden()
    page.goto(f"{address}/{GAME}")
    assert page.locator(".cb-stage:visible").count() > 5
    assert not page.locator(".cb-player__controls").is_visible()
    context.close()


def test_only_pages_that_need_a_table_top_load_it_and_it_stays_small(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        page = path.read_text(encoding="utf-8")
        assert ("js/replay-tabletop.js" in page) == ('class="cb-player cb-player--top"' in page), path
        assert ("js/fire-arcs.js" in page) == ('data-widget="aim"' in page), path
    for name, most in (("replay-tabletop", 8_600), ("fire-arcs", 5_500)):
        script = (site / f"assets/js/{name}.js").read_bytes()
        assert len(gzip.compress(script, 6)) < most
    assert len(gzip.compress((site / GAME).read_bytes(), 6)) < 40_000


def test_the_player_s_scripts_know_no_rule(site: Path) -> None:
    text = (site / "assets/js/replay-tabletop.js").read_text(encoding="utf-8").lower()
    for word in ("bomber", "german", "escort", "fighter-", "flak", "s-tab", "skirmish", "engine_hits"):
        assert word not in text


# ---- the widget


def rulebook() -> Rulebook:
    return load("skirmish").rulebook()


DECIDE = """([data, cases]) => {
    const rules = window.cbArcRules(data);
    return cases.map(([ax, ay, ah, kind, bx, by, bh, turret]) => {
        const a = {x: ax, y: ay, h: ah, kind: 'fighter'}, b = {x: bx, y: by, h: bh, kind}, can = rules.fires(a, b).can;
        const bear = kind === 'bomber' ? rules.guns(b, ax, ay, turret).filter(gun => gun.bears).map(gun => gun.key) : [];
        return [can, rules.deadAhead(a, b), rules.deadAstern(a, b), bear, rules.firing(bear)];
    });
}"""


def cases(count: int) -> list[list[Any]]:
    """Return pairs of aircraft: many anywhere, and many on an edge of an arc, a reach or a heading."""
    chance = random.Random("aim")
    found: list[list[Any]] = []
    for n in range(count):
        bx, by, bh, ah = (
            chance.randint(0, 60000),
            chance.randint(0, 108000),
            chance.randint(0, 359),
            chance.randint(0, 359),
        )
        kind, turret = chance.choice(["bomber", "bomber", "fighter"]), n % 2 == 0
        if n % 3:
            ax, ay = bx + chance.randint(-7000, 7000), by + chance.randint(-7000, 7000)
        else:
            turn = (bh + chance.choice([0, 45, 90, 135, 165, 180, 195, 225, 270, 315, 345, 15])) % 360
            ax, ay = ahead(
                bx, by, turn, chance.choice([1000, 3999, 4000, 4001, 5599, 5600, 5601, chance.randint(0, 6000)])
            )
            ah = (turn + 180 + chance.choice([-46, -45, -44, -16, -15, 0, 15, 16, 44, 45, 46, 180])) % 360
        found.append([ax, ay, ah, kind, bx, by, bh, turret])
    return found


@pytest.mark.sample(1)
@pytest.mark.rule("S-638")
@pytest.mark.rule("S-A27")
@pytest.mark.rule("S-A30")
@pytest.mark.parametrize("chosen", [{}, {"S-A27": "centre", "S-A30": "centre", "S-A12": "30"}], ids=["usual", "other"])
def test_the_script_decides_as_the_engine_does_in_thousands_of_places(visit: Opener, chosen: dict[str, str]) -> None:
    page = visit(FIRE).page
    book = load("skirmish").rulebook(chosen)
    plain, full = measures(book), measures(load("skirmish").rulebook({**chosen, "S-X1": "on"}))
    asked = cases(9000)
    answers = page.evaluate(DECIDE, [aim(book), asked])
    seen = {"can": 0, "ahead": 0, "astern": 0, "guns": 0, "sets": 0}
    for (ax, ay, ah, kind, bx, by, bh, turret), answer in zip(asked, answers, strict=True):
        target, m = Plane("", "", kind, bx, by, bh), full if turret else plain
        bear = bearing_guns(m, target, ax, ay) if kind == "bomber" else []
        fire = list(volley_guns(m, target, ax, ay)) if kind == "bomber" else []
        engine = [
            can_fire(plain, ax, ay, ah, target), dead_ahead(plain, ax, ay, ah, target), dead_astern(plain, ax, ay, ah, target),
            bear, fire,
        ]  # fmt: skip
        assert answer == engine, (ax, ay, ah, kind, bx, by, bh, turret)
        for name, holds in zip(seen, [*engine[:3], bool(bear), len(bear) > 1], strict=True):
            seen[name] += bool(holds)
    assert min(seen.values()) > 100, seen


def test_the_widget_has_the_numbers_of_the_tables(visit: Opener) -> None:
    page = visit(FIRE).page
    data = json.loads(page.locator(".cb-try script").text_content() or "")
    wanted = json.loads(json.dumps(aim(rulebook())))
    del wanted["says"]
    assert {key: value for key, value in data.items() if key != "words"} == wanted
    assert {name: odds[2] for name, odds in data["odds"].items()} == {
        "fighter": [21, 13, 2], "fighter_ahead": [15, 17, 4], "fighters": [15, 15, 6], "gun": [26, 8, 2],
        "tail_astern": [21, 11, 4],
    }  # fmt: skip


@pytest.mark.rule("S-624")
@pytest.mark.rule("S-625")
@pytest.mark.rule("S-626")
def test_the_widget_reports_range_arc_modifiers_and_odds_at_once(visit: Opener) -> None:
    page = visit(FIRE).page
    says, odds = page.locator(".cb-try__says"), page.locator(".cb-try__odds tbody tr")
    page.select_option(".cb-try [data-action=start]", label="dead ahead")
    expect(says).to_contain_text("dead ahead")
    expect(says).to_contain_text("+1")
    assert "15/36 41.7%" in odds.first.inner_text().replace("\n", " ").replace("\t", " ")
    page.select_option(".cb-try [data-action=start]", label="dead astern")
    assert "dead astern: +1" in odds.nth(1).inner_text()
    page.select_option(".cb-try [data-action=start]", label="where no gun bears")
    expect(says).to_contain_text("No gun has it")
    assert odds.count() == 1
    page.check(".cb-try [data-action=turret]")
    assert "Top turret" in odds.nth(1).inner_text()
    page.select_option(".cb-try [data-action=start]", label="fighters head-on")
    assert "head-on fires back" in odds.nth(1).inner_text()


def test_the_keyboard_turns_and_flies_a_model(visit: Opener) -> None:
    page = visit(FIRE).page
    model = page.locator(".cb-try__model[data-who=a]")
    model.focus()
    before = [model.get_attribute("aria-valuenow"), model.get_attribute("aria-valuetext")]
    page.keyboard.press("ArrowRight")
    assert int(model.get_attribute("aria-valuenow") or 0) == int(before[0] or 0) + 5
    page.keyboard.press("Shift+ArrowLeft")
    assert int(model.get_attribute("aria-valuenow") or 0) == int(before[0] or 0) + 4
    page.keyboard.press("ArrowUp")
    assert model.get_attribute("aria-valuetext") != before[1]
    for who in ("a", "b"):
        page.locator(f"input[data-who={who}][data-what=h]").focus()
        page.keyboard.press("Home")
        assert page.locator(f".cb-try__model[data-who={who}]").get_attribute("aria-valuenow") == "0"


def test_a_finger_drags_a_model_and_turns_it_by_its_ring(chromium: Browser, address: str) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}/{FIRE}")
    page.locator(".cb-try svg.cb-top").scroll_into_view_if_needed()

    def drag(selector: str, dx: float, dy: float) -> None:
        box = page.locator(selector).bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        drag_finger(page, (x, y), (x + dx, y + dy))

    model = page.locator(".cb-try__model[data-who=a]")
    place, heading, scrolled = (
        model.get_attribute("transform"),
        model.get_attribute("aria-valuenow"),
        page.evaluate("scrollY"),
    )
    drag(".cb-try__model[data-who=a] .cb-try__hold", -20, 45)
    assert model.get_attribute("transform") != place
    assert model.get_attribute("aria-valuenow") == heading
    drag(".cb-try__model[data-who=a] .cb-try__handle", -50, 60)
    assert model.get_attribute("aria-valuenow") != heading
    assert page.evaluate("scrollY") == scrolled
    context.close()
