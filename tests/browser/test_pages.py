"""Every page in a real browser: it loads without errors, fits the screen, and is accessible."""

from __future__ import annotations

import json
import re
from functools import cache, partial
from html import escape
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, expect

from combatbox.core.phrases import anchor
from combatbox.library.book import code
from combatbox.library.load import load_all

from .conftest import (
    DESKTOP,
    PAGES,
    PHONE,
    WHOLE,
    WIDE,
    Handler,
    Look,
    Opener,
    pages_of,
    serving,
    turn,
    wait_frames,
    walk,
    wide_on_paper,
)

pytestmark = pytest.mark.browser

BOOKS = load_all()
MISSING = "no/such/page.html"
SIZES = {"desktop": DESKTOP, "phone": PHONE}
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def test_every_page_loads_without_a_fault_from_a_server_or_from_a_folder(looks: dict[str, Look]) -> None:
    assert {path: seen.troubles for path, seen in looks.items() if seen.troubles} == {}


def test_every_page_fits_a_desktop_and_a_phone(looks: dict[str, Look]) -> None:
    assert {path: seen.wide for path, seen in looks.items() if seen.wide} == {}


def test_every_page_fits_a_sheet_of_paper(looks: dict[str, Look]) -> None:
    assert {path: seen.printed for path, seen in looks.items() if seen.printed} == {}


def test_what_sticks_out_of_a_sheet_of_paper_is_found(visit: Opener) -> None:
    page = visit("about.html").page
    assert wide_on_paper(page) == []
    page.add_style_tag(content="@media print { h1 { width: 690px } }")
    assert wide_on_paper(page)[0] == "the page"


LARGER = {
    "the browser's": "document.documentElement.style.fontSize = '250%'",
    "the site's": "document.documentElement.dataset.cbText = '150'",
}
"""Text at twice its size by the browser's setting, and the site's own largest."""

TALL = """() => [...document.querySelectorAll(".cb-player__controls, .cb-roller")]
    .filter(bar => bar.offsetHeight > innerHeight * .41).length"""
"""How many bars that stay in sight take more than two fifths of the screen."""

APART = """() => {
    const [mark, ...buttons] = [".cb-wordmark", ".cb-find", ".cb-text", ".cb-scheme"].map(css => document.querySelector(css).getBoundingClientRect());
    return buttons.every((button, at) => button.left >= [mark, ...buttons][at].right - 1 && button.right <= innerWidth + 1);
}"""
"""Whether the buttons of the header stand beside the name of the site and each other."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("whose", LARGER)
def test_no_kind_of_page_is_wider_than_a_phone_with_a_large_text(
    visit: Opener, site: Path, whose: str, gate: bool
) -> None:
    watch = visit(size=PHONE)
    for path in kinds(site)[:: 5 if gate else 1]:
        watch.page.goto(f"{watch.home}/{path}")
        watch.page.evaluate(LARGER[whose])
        wait_frames(watch.page)
        assert watch.page.evaluate(WIDE) == [], path
        assert watch.page.evaluate(APART), path
        assert watch.page.evaluate(TALL) == 0, path


READABLE = """() => {
    document.getElementById("play-table").hidden = false;
    document.getElementById("play").dataset.room = "table";
    const select = document.querySelector("[data-action=auto]"), words = document.createElement("span");
    words.textContent = "Decide for me …";
    Object.assign(words.style, {font: getComputedStyle(select).font, position: "absolute"});
    document.body.append(words);
    return words.offsetWidth <= select.offsetWidth - 12;
}"""
"""Whether the first choice of the bar above a game fits, on the page of a game that is not begun."""


@pytest.mark.parametrize("size", ["100", "125", "150"])
def test_the_bar_of_a_game_can_be_read_on_a_phone_with_a_large_text(visit: Opener, size: str) -> None:
    page = visit("queen/play.html", PHONE).page
    if size != "100":
        page.evaluate("size => { document.documentElement.dataset.cbText = size; }", size)
    assert page.evaluate(READABLE)
    assert page.evaluate(WIDE) == []


def test_dice_keep_their_pips_in_forced_colours(visit: Opener) -> None:
    page = visit("queen/examples/miss-cue.html").page
    page.emulate_media(forced_colors="active")
    pips = "() => [...document.querySelectorAll('.cb-die')].map(die => getComputedStyle(die).backgroundImage)"
    faces = page.evaluate(pips)
    assert faces
    assert "none" not in faces


def test_the_first_link_of_every_page_skips_to_its_title(site: Path) -> None:
    pages = {path: (site / path).read_text(encoding="utf-8") for path in pages_of(site)}
    skips = {path: re.search(r'<a href="#([^"]*)" class="md-skip"', page) for path, page in pages.items()}
    astray = [path for path, skip in skips.items() if skip and f'<h1 id="{skip[1]}"' not in pages[path]]
    assert sum(map(bool, skips.values())) > len(pages) / 2
    assert astray == []


def test_what_backgrounds_draw_stays_in_forced_colours(visit: Opener) -> None:
    page = visit("queen/examples/miss-cue.html").page
    page.emulate_media(forced_colors="active")
    look = "(el, [part, name]) => getComputedStyle(el, part)[name]"
    assert page.locator(".md-header .cb-emblem").evaluate(look, ["", "filter"]) == "none"
    assert page.locator(".cb-boxes").first.evaluate(look, ["", "backgroundImage"]) != "none"
    fold = page.locator(".cb-player summary").first
    assert fold.evaluate(look, ["::after", "backgroundColor"]) == "rgb(0, 0, 0)"
    assert "underline" in page.locator(".md-tabs__item--active a").evaluate(look, ["", "textDecorationLine"])


def test_a_table_in_a_fold_can_be_scrolled_by_keyboard_once_it_is_open(visit: Opener) -> None:
    page = visit("queen/odds.html", {"width": 360, "height": 640}).page
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    wait_frames(page)
    unreached = """() => [...document.querySelectorAll(".cb-scroll")].filter(box => box.scrollWidth > box.clientWidth + 1 && box.tabIndex < 0).length"""
    assert page.locator(".cb-scroll[tabindex]").count()
    assert page.evaluate(unreached) == 0


# ---- what a stranger meets


def test_the_top_row_has_the_games_without_their_variants_and_fits_1024_pixels(visit: Opener) -> None:
    tabs = visit("b17g/rules/4-fighters.html").page.locator(".md-tabs__link")
    games = [book.meta.title for book in BOOKS.values() if not book.meta.like]
    assert sorted(map(str.strip, tabs.all_inner_texts())) == sorted(
        ["Home", *games, "Make it yours", "Which game?", "About"]
    )
    box = tabs.last.bounding_box()
    assert box
    assert box["x"] + box["width"] <= 1024


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", BOOKS)
def test_an_overview_leads_to_the_lesson_and_to_the_papers_on_the_first_screen(visit: Opener, key: str) -> None:
    page = visit(f"{key}/index.html", PHONE).page
    title = page.inner_text("h1")
    assert [text for text in page.locator(".cb-kicker > *").all_inner_texts() if text.lower() == title.lower()] == []
    for words, leads in {"Fly the lesson": "play.html#lesson", "Print it": "downloads.html"}.items():
        link = page.get_by_role("link", name=words, exact=True)
        assert link.get_attribute("href") == leads
        box = link.bounding_box()
        assert box
        assert box["y"] + box["height"] < PHONE["height"]


def test_a_variant_is_named_on_the_overview_of_its_game_and_beside_it_where_games_are_chosen(visit: Opener) -> None:
    for key, book in BOOKS.items():
        if book.meta.like:
            page = visit(f"{book.meta.like}/index.html").page
            assert page.locator(f".md-content a[href='../{key}/index.html']").count()
            page.goto(page.url.replace(f"{book.meta.like}/index.html", "compare.html"))
            row = page.locator(".cb-choose tr", has=page.locator(f"th a[href='{book.meta.like}/index.html']"))
            assert row.locator(f"a[href='{key}/index.html']").count()


@pytest.mark.parametrize("path", ["queen/examples/miss-cue.html", "skirmish/examples/first-three-hits.html"])
def test_the_controls_of_a_replay_are_on_the_first_screen_and_play_brings_its_picture_above_them(
    visit: Opener, path: str
) -> None:
    for screen in (PHONE, {"width": 1280, "height": 800}):
        page = visit(path, screen).page
        play = page.locator(".cb-player__play")
        expect(play).to_be_in_viewport(ratio=1)
        play.click()
        over = "document.querySelector('.cb-player__controls').getBoundingClientRect().top"
        picture = page.locator(".cb-player__air > :first-child").bounding_box()
        assert picture
        assert picture["y"] >= 0
        assert picture["y"] + picture["height"] <= page.evaluate(over) + 1


BY_NIGHT = """() => {
    const every = rules => [...rules].flatMap(rule => [rule, ...rule.media?.mediaText === "print" ? [] : every(rule.cssRules || [])]);
    const ofNight = rule => !!rule && ((rule.selectorText || "").includes("slate") || (rule.media?.mediaText || "").includes("color-scheme")
        || ofNight(rule.parentRule));
    const nightly = [...document.styleSheets].flatMap(sheet => every(sheet.cssRules)).filter(rule => rule.style && ofNight(rule));
    const colour = text => ["color", "box-shadow", "background-image"].some(name => CSS.supports(name, text));
    return [nightly.length, nightly.flatMap(rule => [...rule.style]
        .filter(name => !/color$|^(fill|stroke)$/.test(name) && !(name.startsWith("--") && colour(rule.style.getPropertyValue(name).trim())))
        .map(name => `${rule.selectorText} ${name}`))];
}"""
"""How many rules there are of the night, and what they change beside colours, on the page that is open."""

NIGHT_LINE = ("border-bottom-width", "border-bottom-style", "border-image-source", "border-image-slice", "border-image-width",
              "border-image-outset", "border-image-repeat")  # fmt: skip
"""By night a line parts the tabs from what is below them."""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "path",
    [
        "queen/tables/p-1.html",
        "queen/play.html",
        "queen/odds.html",
        "queen/examples/miss-cue.html",
        "skirmish/examples/first-game.html",
    ],
)
def test_a_page_that_fits_by_day_fits_by_night_which_changes_only_colours(visit: Opener, path: str) -> None:
    rules, changed = visit(path).page.evaluate(BY_NIGHT)
    assert rules >= 5
    for rule in changed:
        selector, _, name = rule.rpartition(" ")
        assert (
            name == "color-scheme"
            or (any(part in selector for part in (".cb-scheme__", "only-light")) and name == "display")
            or (selector.endswith(".md-tabs") and name in NIGHT_LINE)
        ), rule


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("[data-md-color-scheme=slate] p { width: 3000px }", ["width"]),
        ("@media (prefers-color-scheme: dark) { p { width: 3000px } }", ["width"]),
        ("@media screen { [data-md-color-scheme=slate] p { width: 3000px } }", ["width"]),
        ("[data-md-color-scheme=slate] { p { width: 3000px } }", ["width"]),
        ("[data-md-color-scheme=slate] { --room: 40px }", ["--room"]),
        ("[data-md-color-scheme=slate] { --ink: #fff; --edge: 0 0 4px red; fill: red }", []),
        ("@media print { [data-md-color-scheme=slate] { width: 3000px } }", []),
    ],
)
def test_a_style_that_changes_more_than_colours_by_night_is_found(visit: Opener, style: str, found: list[str]) -> None:
    page = visit("about.html").page
    before = page.evaluate(BY_NIGHT)[1]
    page.add_style_tag(content=style)
    assert [rule.rpartition(" ")[2] for rule in page.evaluate(BY_NIGHT)[1][len(before) :]] == found


def test_every_page_was_looked_at(looks: dict[str, Look], site: Path, looked_at: list[str], gate: bool) -> None:
    assert [*sorted(looks)] == looked_at
    assert gate or looked_at == pages_of(site)


@pytest.mark.thorough
def test_a_page_of_each_kind_loads_without_a_fault_from_a_folder(
    visit: Opener, site: Path, looked_at: list[str]
) -> None:
    watch = visit(size=PHONE, home=site.as_uri())
    for path in set(kinds(site)) - set(looked_at[1::2]):  # The others were loaded from the folder.
        watch.page.goto(f"{watch.home}/{path}")
        assert watch.troubles == [], path


FAULTY = """<!doctype html><title>x</title><style>.plank { width: 900px }</style><p class=plank>x</p>
<script>
requestAnimationFrame(() => { throw new Error("in a frame"); });
addEventListener("resize", () => { if (innerWidth < 500) throw new Error("on a phone"); });
</script><div style="height: 20000px"></div><img src="nowhere.png" alt="x" loading="lazy">"""


def test_what_goes_wrong_in_a_frame_on_another_screen_or_far_down_is_seen_where_nothing_is_drawn(
    undrawn: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PAGES, raising=False)
    for name in ("1.html", "2.html", "3.html", "4.html"):
        (tmp_path / name).write_text(FAULTY if name < "3" else "<!doctype html><title>x</title>", encoding="utf-8")
    (tmp_path / "404.html").touch()
    with serving(partial(Handler, directory=str(tmp_path))) as address:
        seen = dict(walk(undrawn, pages_of(tmp_path), tmp_path, address))
    for first, after in (("1.html", "3.html"), ("2.html", "4.html")):  # From the server, and from the folder.
        troubles = "\n".join([*seen[first].troubles, *seen[after].troubles])
        assert "in a frame" in troubles
        assert "on a phone" in troubles
        assert "nowhere.png" in troubles
        assert seen[first].wide == ["the page", "P.plank"]
        assert seen[after].wide == []


def test_too_wide_finds_elements_that_stick_out(visit: Opener) -> None:
    watch = visit("about.html")
    watch.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<div class=plank style=width:3000px>.</div>')")
    assert "DIV.plank" in watch.page.evaluate(WIDE)


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(8))
def test_axe_finds_nothing_on_any_kind_of_page_by_day_and_by_night(
    visit: Opener, site: Path, address: str, part: int, gate: bool
) -> None:
    watch = visit()
    screens = list(SIZES.items())
    # Each page is loaded once, because loading takes as long as checking.
    for number, path in enumerate([*kinds(site), MISSING][part::8]):
        watch.page.set_viewport_size(DESKTOP)
        watch.page.emulate_media(color_scheme="light")
        watch.page.goto(f"{address}/{path}")
        watch.page.evaluate("document.fonts.ready")
        assert watch.troubles == [] or path == MISSING, path
        for size, screen in [screens[number % 2]] if gate else screens:
            watch.page.set_viewport_size(screen)
            turn(watch.page, "light")
            assert violations(watch.page) == [], f"{path} on a {size}, by day"
            turn(watch.page, "dark")
            assert violations(watch.page, colours_alone=True) == [], f"{path} on a {size}, by night"


EARLY_AND_UNUSED = """() => {
    const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
    const faces = rules.filter(rule => rule instanceof CSSFontFaceRule).map(rule => rule.style);
    const texts = [...document.body.querySelectorAll("*")].filter(one => [...one.childNodes].some(
        node => node.nodeType === Node.TEXT_NODE && node.data.trim())).map(one => getComputedStyle(one));
    const uses = (face, text) => {
        const [low, high] = `${face.fontWeight} ${face.fontWeight}`.split(" ").map(Number);
        const weight = Number(text.fontWeight);
        return text.fontFamily.includes(face.fontFamily.replaceAll('"', "")) && (face.fontStyle || "normal") === text.fontStyle
            && (face.fontWeight.includes(" ") ? low <= weight && weight <= high : weight === low);
    };
    return [...document.querySelectorAll("link[rel=preload]")].map(link => link.href.split("/").at(-1)).filter(name =>
        !faces.some(face => face.src.includes(name) && texts.some(text => uses(face, text))));
}"""


def test_a_face_that_is_fetched_early_is_one_that_the_page_is_set_in(
    undrawn: Browser, site: Path, address: str, gate: bool
) -> None:
    page = undrawn.new_page(viewport=DESKTOP, color_scheme="light", reduced_motion="reduce")  # type: ignore[arg-type]
    for path in kinds(site)[:: 10 if gate else 1]:
        page.goto(f"{address}/{path}")
        assert page.locator("link[rel=preload]").count() == 3
        assert page.evaluate(EARLY_AND_UNUSED) == [], path
    page.evaluate("document.head.insertAdjacentHTML('beforeend', '<link rel=preload as=font href=x/other.woff2>')")
    assert page.evaluate(EARLY_AND_UNUSED) == ["other.woff2"]
    page.close()


def test_axe_finds_nothing_in_an_open_menu(visit: Opener) -> None:
    page = visit("twentyfive/index.html", size=PHONE).page
    page.click("label[for=__drawer].md-header__button")
    page.evaluate(
        "Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))"
    )  # The page has loaded.
    assert violations(page) == []


COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe-core that a colour scheme can break; all others are as good by night as by day."""


UNLIKE = """measured => {
    const STYLE = ["color", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight", "textDecorationLine", "textShadow",
        "borderBottomWidth", "display", "visibility", "position", "filter", "mixBlendMode"];
    const hash = text => {
        let high = 0xdeadbeef, low = 0x41c6ce57;
        for (let i = 0; i < text.length; i++) {
            high = Math.imul(high ^ text.charCodeAt(i), 2654435761);
            low = Math.imul(low ^ text.charCodeAt(i), 1597334677);
        }
        return (high >>> 0) * 2097152 + (low >>> 11);
    };
    const known = new Set(measured), ways = new Map(), placed = new Set(), texts = new Map();
    for (const one of document.body.querySelectorAll("*")) {
        if (one.ownerSVGElement && !one.textContent) continue;
        const style = getComputedStyle(one), own = [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const above = one.parentElement, way = hash([ways.get(above), one.tagName, one.getAttribute("class"), one.open, one.disabled, own,
            one.checkVisibility(), ...STYLE.map(name => style[name])].join());
        ways.set(one, way);
        if (placed.has(above) || one.ownerSVGElement || ["absolute", "fixed"].includes(style.position)) placed.add(one);
        if (own || one.matches("input, select, textarea")) texts.set(way, [...texts.get(way) || [], one]);
    }
    const fresh = [...texts].filter(([way, [first]]) => placed.has(first) || !known.has(way));
    const chosen = fresh.flatMap(([, alike]) => [...new Set([alike[0], alike[alike.length >> 1], alike.at(-1)])]);
    return [chosen, fresh.map(([way]) => way)];
}"""
"""Of texts that are alike, and stand in what is alike all the way up, in class and in every style that bears on a colour: the first,
one in the middle and the last. Of a thousand cells of a table axe-core need not measure each, nor on the next page what it has
measured on this one. What is placed freely may lie on something else there: that is measured on every page."""

AXE_RUN = f"""async ([options, measured]) => {{
    // What sticks to an edge of the screen covers whatever is scrolled below it, and half a link is too small a target:
    // for the time of the check it stands where it belongs in the page.
    const stuck = [...document.querySelectorAll("body *")].filter(one => getComputedStyle(one).position === "sticky");
    const before = stuck.map(one => one.style.position);
    stuck.forEach(one => {{ one.style.position = "relative"; }});
    const [texts, ways] = measured ? ({UNLIKE})(measured) : [null, []];
    const where = texts ? {{include: texts}} : document;
    const found = texts && !texts.length ? [] : (await axe.run(where, options)).violations;
    stuck.forEach((one, number) => {{ one.style.position = before[number]; }});
    return [found, ways];
}}"""

MEASURED: set[int] = set()
"""The texts whose colours have been measured, each by what bears on its colour, and were found good."""


def violations(page: Page, *, colours_alone: bool = False) -> list[str]:
    """Return what axe-core finds on a page, a line for each rule; on a phone also targets too small for a finger."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    every = {
        "rules": {
            "target-size": {"enabled": page.viewport_size == PHONE},
            **{key: {"enabled": False} for key in COLOURS},
        }
    }
    colours = {"runOnly": {"type": "rule", "values": COLOURS}}
    found, ways = page.evaluate(AXE_RUN, [{"resultTypes": ["violations"], **colours}, [*MEASURED]])
    if not found:
        MEASURED.update(ways)
    if not colours_alone:
        found += page.evaluate(AXE_RUN, [{"resultTypes": ["violations"], **every}, None])[0]
    return [f"{v['id']}: {v['help']}: {json.dumps([n['target'] for n in v['nodes'][:3]])}" for v in found]


def test_axe_finds_a_fault_that_is_put_in(visit: Opener) -> None:
    page = visit("about.html").page
    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=\"assets/art/emblem.svg\">')")
    assert any(line.startswith("image-alt") for line in violations(page))


@pytest.mark.thorough
def test_axe_finds_a_colour_that_is_wrong_only_by_night(visit: Opener) -> None:
    page = visit("about.html").page
    assert violations(page, colours_alone=True) == []
    turn(page, "dark")
    page.add_style_tag(content="[data-md-color-scheme=slate] .md-typeset p { color: #303030 }")
    assert any(line.startswith("color-contrast") for line in violations(page, colours_alone=True))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("style", "rule"),
    [
        ("tbody tr:nth-child(4) td:nth-child(3) { color: #eee }", "color-contrast"),
        ("tbody tr:nth-child(4) { background: #666 }", "color-contrast"),
        ("tbody tr:nth-child(4) { opacity: .3 }", "color-contrast"),
        (".md-content p a:nth-of-type(1) { color: #111; text-decoration: none; border: 0 }", "link-in-text-block"),
    ],
)
def test_axe_finds_one_faint_text_among_many_that_are_alike(visit: Opener, style: str, rule: str) -> None:
    page = visit("queen/tables/g-11.html" if style.startswith("tbody") else "about.html").page
    assert page.locator("tbody td").count() > 60 or not style.startswith("tbody")
    page.add_style_tag(content=style)
    assert any(line.startswith(rule) for line in violations(page, colours_alone=True))


@cache
def kinds(site: Path) -> list[str]:
    """Return a page of each kind, as few and as short as possible.

    Of the pages that every game has, and of each folder (rules, tables, missions), they show together every part that the style sheet
    knows.
    """
    parts = ("cb-odds", "cb-modifiers", "cb-errata", "cb-ruling", "cb-attable", "cb-fig", "cb-departure", "cb-embed",
             "cb-leads", "cb-depth-1", "cb-die", "cb-optional", "cb-notes", "cb-downloads", "cb-hero", "<ol>", "cb-graph",
             "cb-happened", "cb-happened--flown", "cb-roller__asks", "cb-roller__pick", "cb-number", "cb-index--chances")  # fmt: skip
    html = {path: (site / path).read_text(encoding="utf-8") for path in pages_of(site)}
    groups: dict[str, dict[str, set[str]]] = {}
    for path in sorted(html, key=lambda path: len(html[path])):  # Of pages with the same parts, the shortest.
        name = path.partition("/")[2] or f"/{path}"
        folder = name.rpartition("/")[0]
        group = folder if folder and not name.endswith("/index.html") else name
        groups.setdefault(group, {})[path] = {part for part in parts if part in html[path]} | {"page"}
    chosen = []
    for group, shown in groups.items():
        wanted = set().union(*shown.values())
        while wanted:
            best = max(shown, key=lambda path: len(shown[path] & wanted))
            chosen.append(best)
            wanted -= shown[best]
        without = [path for path in shown if "cb-odds" not in shown[path]]
        chosen += [path for path in without[:1] if path not in chosen and not group.endswith(".html")]
    return chosen


def test_kinds_tell_a_chart_from_a_table_with_odds(site: Path) -> None:
    chosen = set(kinds(site))
    tables = [path for path in chosen if "/tables/" in path and not path.endswith("index.html")]
    with_odds = [path for path in tables if "cb-odds" in (site / path).read_text(encoding="utf-8")]
    assert with_odds
    assert len(with_odds) < len(tables)
    assert {"index.html", "about.html"} <= chosen
    names = {path.partition("/")[2] for path in chosen}
    assert {
        "index.html",
        "rulings.html",
        "rules-index.html",
        "places.html",
        "tables/index.html",
        "downloads.html",
    } <= names
    assert len(chosen) < 50


def test_a_first_visit_to_a_table_moves_at_most_150_kib(visit: Opener, address: str) -> None:
    page = visit().page
    page.goto(f"{address}/twentyfive/tables/t-tab-wing.html")
    page.wait_for_load_state("networkidle")
    moved = page.evaluate("""() => Object.fromEntries(
        [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(one => [one.name, one.transferSize])
    )""")
    assert sum(moved.values()) > 50_000, "nothing was measured"
    assert sum(moved.values()) / 1024 <= 150, moved


def test_nothing_moves_while_a_page_loads(visit: Opener, address: str) -> None:
    watch = visit()
    watch.page.add_init_script("""
        window.shift = 0;
        new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value; })
            .observe({type: "layout-shift", buffered: true});
    """)
    for path in (
        "index.html",
        "twentyfive/rules/4-guns.html",
        "twentyfive/tables/t-tab-wing.html",
        "twentyfive/examples/really-ready.html",
        "skirmish/build.html",
    ):
        watch.page.goto(f"{address}/{path}")
        watch.page.evaluate("document.fonts.ready")
        wait_frames(watch.page)
        assert watch.page.evaluate("window.shift") < 0.02, path


@pytest.mark.thorough
def test_what_is_half_below_the_header_is_no_small_target(visit: Opener) -> None:
    page = visit("queen/tables/b-5.html", size=PHONE).page
    kicker = page.locator(".cb-kicker a").first.bounding_box()
    header = page.locator(".md-header").bounding_box()
    assert kicker
    assert header
    page.evaluate("y => scrollTo(0, y)", kicker["y"] + kicker["height"] / 2 - header["height"])
    assert violations(page) == []


@pytest.mark.parametrize("key", [key for key, book in BOOKS.items() if book.places])
def test_the_page_of_places_has_each_with_its_question_table_and_rule(site: Path, key: str) -> None:
    text = re.sub(WHOLE, r"\1", (site / key / "places.html").read_text(encoding="utf-8"))
    for place in BOOKS[key].places.values():
        row = text.partition(f'id="{anchor(place.name)}"')[2].partition("</tr>")[0]
        assert f"<code>{place.name}</code>" in row
        assert escape(place.question, quote=False) in row.replace("&#39;", "'")
        table = place.table and (code(place.table) or BOOKS[key].tables[place.table].title)
        assert all(
            f">{escape(name, quote=False)}</" in row.replace("&#39;", "'") for name in (table, place.rule) if name
        )
