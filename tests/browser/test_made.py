"""Builds show changes of tables and pages, and a mistake in a page stops them with one line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.once import Once
from tests.wing import LESS, LESS_CHANCE, LESS_SHOWN, MORE, MORE_SHOWN, MOVED, ONE, ONE_SHOWN, TWO, TWO_SHOWN

from combatbox.cli.builder import keep_books, write_site
from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.atomic_files import replace_folder
from combatbox.library.book import Book
from combatbox.library.build_cache import BuildCache
from combatbox.library.load import load
from combatbox.library.yaml12 import read_yaml
from combatbox.odds.example_search import stale_examples
from combatbox.web import game_parts
from combatbox.web.page_notes import part_of
from combatbox.web.site import Site
from combatbox.web.site_files import Page
from combatbox.web.written_pages import replace_calls

from .conftest import BUILT, PATIENCE, WHOLE, Opener, build, indexed

ROOT = paths.root()
MADE = Path(os.environ[BUILT]).resolve().parent if BUILT in os.environ else None


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of tables, templates and prose that a test may change; the builder builds from it."""
    return copied(tmp_path / "project", monkeypatch)


def copied(copy: Path, patch: pytest.MonkeyPatch) -> Path:
    """Copy tables, templates and prose, and let the builder build from the copy."""
    for name in ("tables", "templates", "site"):
        shutil.copytree(ROOT / name, copy / name)
    (copy / "scripts").symlink_to(ROOT / "scripts")
    shutil.copy(ROOT / "mkdocs.yml", copy)
    patch.setattr(paths, "root", lambda: copy)
    return copy


def bend(path: Path, old: str, new: str) -> None:
    """Replace words in a file; they must occur in it."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def build_site(out: Path, overlay: Path | None, failed: list[str]) -> None:
    """Replace the site in a folder, as a whole build does."""
    with replace_folder(out / "site") as site:
        list(write_site(site, out / "print", overlay, BuildCache.beside(out), out / "engine", failed))
        keep_books(out / "site", site)


def refused(tmp_path: Path) -> list[str]:
    """Build the site of the project, which must fail, and return its messages, line by line. Restore the environment."""
    with_papers(tmp_path / "out")
    before = dict(os.environ)
    with pytest.raises(CombatBoxError) as caught:
        build_site(tmp_path / "out", None, [])
    assert dict(os.environ) == before
    return str(caught.value).splitlines()


def with_papers(out: Path) -> None:
    """Copy the papers and the engine of the built site to another, whose pages refer to both."""
    out.mkdir(parents=True, exist_ok=True)
    for name in ("print", "engine") if MADE else ():
        (out / name).symlink_to(MADE / name)


def page(project: Path, name: str, text: str) -> None:
    """Add a page to the prose."""
    (project / "site" / name).write_text(f"---\ntitle: A page\n---\n\n# A page\n\n{text}\n", encoding="utf-8")


# ---- changes show

STORM = "like: twentyfive\nkey: storm\ntitle: Twenty-five in the Storm\nconstants: {missions: 30}\n"
"""The `game.yaml` of a variant: it is data alone."""

BOOKS = "api/v1/twentyfive/books"
OLDER = "0123456789abcdef.json"
"""A compiled book that a site of before has."""

PUBLISHED = "https://example.org/games/box/"
"""Where the changed site is said to be published."""


FIRST, SECOND = "2026-01-02", "2026-02-03"
"""The days on which its sources were written, and on which one table changed."""


def committed(project: Path) -> None:
    """Give a project a git history of two days."""

    def git(day: str, *words: str) -> None:
        at = f"{day}T12:00:00+00:00"
        who = {f"GIT_{one}_{what}": "a" for one in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        when = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at, "GIT_CONFIG_GLOBAL": os.devnull}
        subprocess.run(["git", *words], cwd=project, check=True, env={**os.environ, **who, **when})

    git(FIRST, "init", "-q")
    git(FIRST, "add", "-A")
    git(FIRST, "commit", "-qm", "all of it")
    with (project / "tables/skirmish/s-tab-toughness.yaml").open("a", encoding="utf-8") as table:
        table.write("# a word more\n")
    git(SECOND, "commit", "-qam", "one table")


def taken_out(mine: Path) -> None:
    """Write an overlay: queen without some values that its chapters name, and one table of skirmish."""
    queen, tables = mine / "queen", ROOT / "tables"
    queen.mkdir()
    for name, pattern, text in (
        ("g-9", r"when: rudder_out, add: -1", "when: rudder_out, add: -2"),
        ("m-3", r"^floors:\n(?:  - .*\n)+", ""),
        ("o-6", r"^  - \{when: autopilot_out.*\n", ""),
    ):
        was = (tables / "queen" / f"{name}.yaml").read_text(encoding="utf-8")
        now = re.sub(pattern, text, was, flags=re.MULTILINE)
        assert now != was
        (queen / f"{name}.yaml").write_text(now, encoding="utf-8")
    (mine / "skirmish").mkdir()
    shutil.copy(tables / "skirmish" / "s-tab-move.yaml", mine / "skirmish")
    (mine / "wreck").mkdir()
    (mine / "wreck" / "game.yaml").write_text("like: twentyfive\nkey: wreck\ntitle: The Wreck\n", encoding="utf-8")


def impossible(own_pages: Callable[[Site, Book], Iterable[Page]]) -> Callable[[Site, Book], Iterable[Page]]:
    """Wrap a function that makes pages: it fails for skirmish and the variant with an overlay."""

    def pages(site: Site, book: Book) -> Iterable[Page]:
        if book.key in ("skirmish", "wreck") and book.overlay:
            raise CombatBoxError("a fighter has no move")
        return own_pages(site, book)

    return pages


@pytest.fixture(scope="session")
def changed(once: Once) -> Path:
    """Return the site of a project with several changes, one for each test, built once for all of them."""

    def fill(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            project = copied(folder / "project", patch)
            bend(project / "tables/twentyfive/rulings.yaml", "On a 6 alone.", "On a six and nothing else.")
            bend(project / "tables/twentyfive/game.yaml", "[T-TAB-POSITION, ", "[")
            committed(project)
            page(project, "watch.md", BLOCKS)
            mine = folder / "mine" / "twentyfive"
            mine.mkdir(parents=True)
            shutil.copy(ROOT / "tables/twentyfive/t-tab-wing.yaml", mine)
            bend(mine / "t-tab-wing.yaml", f"roll: {ONE}", f"roll: {LESS}")
            bend(mine / "t-tab-wing.yaml", f"roll: {TWO}", f"roll: {MORE}")
            storm = folder / "mine" / "storm"
            shutil.copytree(mine, storm)
            (storm / "game.yaml").write_text(STORM, encoding="utf-8")
            shutil.copy(ROOT / "tables/twentyfive/t-tab-area.yaml", storm)
            bend(storm / "t-tab-area.yaml", "{area: left_wing}", "{area: fuselage}")
            bend(
                storm / "t-tab-area.yaml",
                "roll: 3-4, effects: [{area: fuselage}]",
                "roll: 3-4, effects: [{area: left_wing}]",
            )
            taken_out(folder / "mine")
            patch.setattr(game_parts, "own_pages", impossible(game_parts.own_pages))
            older = folder / "out" / "site" / BOOKS / OLDER
            older.parent.mkdir(parents=True)
            older.write_text("a book of before", encoding="utf-8")
            patch.setenv("SITE_URL", PUBLISHED)
            patch.setenv("REPORT_URL", "mailto:rules@example.org")
            with_papers(folder / "out")
            failed: list[str] = []
            build_site(folder / "out", folder / "mine", failed)
            (folder / "failed").write_text("\n".join(failed), encoding="utf-8")

    return once("changed", fill) / "out" / "site"


def test_one_changed_cell_of_an_overlay_shows_in_table_chapter_and_data(changed: Path) -> None:
    table = (changed / "twentyfive/tables/t-tab-wing.html").read_text(encoding="utf-8")
    assert LESS_SHOWN in table
    assert ONE_SHOWN not in table
    assert LESS_CHANCE in table
    chapter = (changed / "twentyfive/rules/5-fire.html").read_text(encoding="utf-8")
    assert f"{LESS_SHOWN} destroys one engine, {MORE_SHOWN} both engines" in re.sub(
        r"\s+", " ", re.sub("<[^>]+>", "", chapter)
    )
    assert LESS_SHOWN in (changed / f"assets/previews/twentyfive-{part_of('T-TAB-WING')}.js").read_text(
        encoding="utf-8"
    )
    data = (changed / "api/v1/twentyfive/tables/T-TAB-WING.json").read_text(encoding="utf-8")
    assert f'"{LESS}"' in data or f"/{LESS}" in data


def test_chapters_refer_to_the_table_in_a_paragraph_whose_value_an_overlay_removes(changed: Path) -> None:
    damage = text_of(changed / "queen/rules/7-damage.html").replace(" .", ".")
    assert "−2 on G-9, −1 on G-10 on landing. With your tables: see G-9 and G-10." in damage
    assert "a damaged autopilot no modifier on the bomb run. With your tables: see O-6." in damage
    fire = text_of(changed / "queen/rules/6-fire.html")
    assert "Your tables say otherwise here: see M-3 (no roll is safe from modifiers)." in fire
    scripts = (changed / "assets/previews").glob("queen-*.js")
    assert any("With your tables: see" in path.read_text(encoding="utf-8") for path in scripts)


def test_a_game_whose_pages_an_overlay_makes_impossible_is_shown_by_its_own_tables_and_the_others_are_built(
    changed: Path,
) -> None:
    message = (changed.parents[1] / "failed").read_text(encoding="utf-8")
    assert message.splitlines() == [
        "skirmish: shown on the site with the game's own tables: a fighter has no move",
        "wreck: left out of the site: a fighter has no move",
    ]
    assert "The Wreck" not in text_of(changed / "index.html")
    assert not (changed / "wreck").exists()
    assert (changed / "skirmish/tables/s-tab-move.html").is_file()


def text_of(page: Path) -> str:
    html = re.sub(WHOLE, r"\1", page.read_text(encoding="utf-8"))
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", html))


def test_a_variant_has_its_pages_in_the_navigation_and_its_home_page_says_what_differs(changed: Path) -> None:
    home = text_of(changed / "storm/index.html")
    assert "A variant of 25 and Out" in home, home[-6000:]
    assert f"T-TAB-WING/{MOVED} One engine out Two engines out" in home
    assert "constant missions 25 30" in home
    for page in ("index.html", "twentyfive/index.html"):
        assert "Twenty-five in the Storm" in text_of(changed / page)
    assert "30 bombing missions" in text_of(changed / "storm/rules/1-tour.html")
    assert "25 bombing missions" in text_of(changed / "twentyfive/rules/1-tour.html")
    chapter = (changed / "storm/rules/1-tour.html").read_text(encoding="utf-8")
    assert 'data-cb-ref="storm/' in chapter
    assert 'data-cb-ref="twentyfive/' not in chapter
    assert (changed / "api/v1/storm/game.json").is_file()


def test_a_mission_outdated_by_an_overlay_is_shown_as_the_game_has_it_and_marked(changed: Path) -> None:
    """A site with somebody's own tables never stops at a worked example that these fly otherwise."""
    gone = stale_examples(load("storm", changed.parents[1] / "mine"))
    assert "really-ready" in gone
    for name in gone:
        assert "shown as it was flown without them" in text_of(changed / f"storm/examples/{name}.html")


def test_a_new_site_keeps_the_compiled_books_of_the_site_before(changed: Path) -> None:
    books = {path.name for path in (changed / BOOKS).iterdir()}
    assert OLDER in books
    assert len(books) == 2, "that of the tables of today is there too"


def test_the_address_of_the_site_is_in_canonical_links_sitemap_and_link_previews(changed: Path, site: Path) -> None:
    text = (changed / "queen/errata.html").read_text(encoding="utf-8")
    address = f"{PUBLISHED}queen/errata.html"
    assert f'<link rel="canonical" href="{address}">' in text
    assert f'<meta property="og:url" content="{address}">' in text
    assert '<meta property="og:title" content="What differs from print, B-17: Queen of the Skies">' in text
    assert f"<loc>{address}</loc>" in (changed / "sitemap.xml").read_text(encoding="utf-8")
    assert f'<meta property="og:image" content="{PUBLISHED}assets/links/queen.png">' in text
    plain = (site / "queen/errata.html").read_text(encoding="utf-8")
    assert '<meta property="og:image" content="../assets/links/queen.png">' in plain
    assert "canonical" not in plain
    assert "og:url" not in plain
    assert [*site.glob("sitemap*")] == []


def test_every_page_has_link_preview_data_with_an_existing_picture(site: Path) -> None:
    wanted = ("og:site_name", "og:title", "og:type", "og:description", "og:image", "og:image:alt")
    pages = [page for page in site.rglob("*.html") if page.name != "404.html"]
    assert len(pages) > 100
    for page in pages:
        tags = dict(re.findall(r'<meta property="(og:[a-z_:]+)" content="([^"]+)">', page.read_text(encoding="utf-8")))
        assert all(tags.get(name, "").strip() for name in wanted), page
        picture = (page.parent / tags["og:image"]).resolve()
        game = page.relative_to(site).parts[0]
        assert picture.stem == (game if (site / game / "tables").is_dir() else "site"), page
        assert picture.is_file(), page


def test_a_page_has_the_date_of_its_sources_unless_it_shows_an_overlay(changed: Path) -> None:
    def dated(page: str) -> str:
        days = re.findall(r'<time datetime="([^"]+)">', (changed / page).read_text(encoding="utf-8"))
        lastmod = re.findall(
            rf"<loc>{PUBLISHED}{page}</loc>\s*(?:<lastmod>([^<]*)</lastmod>)?\s*</url>",
            (changed / "sitemap.xml").read_text(encoding="utf-8"),
        )
        assert days == [day for day in lastmod if day]
        return days[0] if days else ""

    assert dated("about.html") == FIRST, "written by hand"
    assert dated("skirmish/tables/s-tab-toughness.html") == SECOND, "its table alone changed then"
    assert dated("skirmish/tables/s-tab-gun.html") == FIRST
    assert dated("skirmish/rules/4-fire.html") == SECOND, "it gives values of that table"
    assert dated("skirmish/rulings.html") == FIRST
    assert dated("skirmish/tables/index.html") == SECOND, "it shows all tables"
    for own in ("twentyfive/tables/t-tab-area.html", "twentyfive/rules/1-tour.html", "watch.html", "storm/index.html"):
        assert dated(own) == ""


def test_mistakes_are_reported_to_the_owner_s_address_only(changed: Path, site: Path) -> None:
    address = 'data-cb-report="mailto:rules@example.org"'
    assert address in (changed / "index.html").read_text(encoding="utf-8")
    assert 'data-cb-report=""' in (site / "index.html").read_text(encoding="utf-8")


def test_a_changed_word_of_the_rulings_shows_on_their_page(changed: Path) -> None:
    for name in ("rulings", "rules/2-position"):
        assert "On a six and nothing else." in (changed / f"twentyfive/{name}.html").read_text(encoding="utf-8")


def test_a_table_missing_from_the_order_is_last_in_the_index(changed: Path) -> None:
    index = (changed / "twentyfive/tables/index.html").read_text(encoding="utf-8")
    listed = re.findall(r'<th scope="row"><a[^>]*data-cb-ref="twentyfive/([^"]+)"', index)
    assert listed[-1] == "T-TAB-POSITION"
    assert listed.count("T-TAB-POSITION") == 1


# ---- missions within pages


BLOCKS = """
```combatbox
game: twentyfive
script: really-ready
title: The first one
```

Between the two.

```combatbox
game: twentyfive
seed: 1943
mission: 7
```

```combatbox
game: queen
example: spray-fire
```

```combatbox
game: queen
example: spray-fire
```
"""


def test_blocks_in_any_page_embed_missions(changed: Path) -> None:
    html = (changed / "watch.html").read_text(encoding="utf-8")
    assert html.count('<section class="cb-embed"') == html.count('<section class="cb-player') == 4
    assert "Really Ready drops its bombs" in html
    assert html.index("The first one") < html.index("Between the two.") < html.index("seed 1943")
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids)) > 100
    assert 'href="twentyfive/tables/t-tab-position.html#' in html
    for name in ("twentyfive/examples/really-ready", "queen/examples/spray-fire"):
        assert f'<a href="{name}.html">' in html


@pytest.mark.thorough
def test_missions_embedded_in_a_page_play_side_by_side(changed: Path, visit: Opener, chromium: Browser) -> None:
    watch = visit("watch.html", home=changed.as_uri())
    players = watch.page.locator(".cb-player")
    for number, steps in enumerate((2, 5, 3, 4)):
        for _ in range(steps):
            players.nth(number).locator("[data-action=next]").click()
    shown = [players.nth(n).locator("[data-slot=place]").inner_text().split()[1] for n in range(4)]
    assert shown == ["3", "6", "4", "5"]
    for number, step in enumerate(shown):
        embed = watch.page.locator(".cb-embed").nth(number)
        assert embed.locator(".cb-step--now .cb-step__n").inner_text() == step
        assert embed.locator(".cb-step--now").evaluate(
            "li => li.getBoundingClientRect().top < li.closest('.cb-embed__account').getBoundingClientRect().bottom"
        )
    assert watch.troubles == []

    context = chromium.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    plain = context.new_page()
    plain.goto(f"{changed.as_uri()}/watch.html")
    account = plain.locator(".cb-embed__account").first
    assert account.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    assert plain.locator(".cb-player__controls").first.is_hidden()
    context.close()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```combatbox\ngame: twentyfive\nsed: 12\n```", ["wrong.md:3: sed: unknown key; did you mean seed?"]),
        ("```combatbox\nseed: 12\n```", ["wrong.md", "game"]),
        ("```combatbox\ngame: twentysix\n```", ["wrong.md", "twentysix"]),
        ("```combatbox\ngame: twentyfive\nscript: realy-ready\n```", ["wrong.md", "realy-ready", "really-ready"]),
        ("```combatbox\ngame: twentyfive\nexample: quiet-skie\n```", ["wrong.md", "quiet-skie", "quiet-sky"]),
        ("```combatbox\ngame: twentyfive\nexample: quiet-sky\nseed: 2\n```", ["wrong.md", "leave out seed"]),
        (
            "```combatbox\ngame: twentyfive\nexample: quiet-sky\nscript: really-ready\n```",
            ["wrong.md", "leave out example"],
        ),
        ("```combatbox\ngame: twentyfive\nmission: 26\n```", ["wrong.md", "26", "between 1 and 25"]),
        ("```combatbox\ngame: twentyfive\nmission: soon\n```", ["wrong.md", "soon"]),
        ("```combatbox\n- game\n```", ["wrong.md", "game"]),
        ("```combatbox\ngame: [\n```", ["wrong.md"]),
        ('{{ rule("T-999") }} x', ["wrong.md", "T-999"]),
        ('{{ table("T-TAB-WIND") }}', ["wrong.md", "T-TAB-WIND", "T-TAB-WING"]),
        ('{{ ref("T-1") }}', ["wrong.md", "T-1"]),
        ('{{ ruling("T-A99") }}', ["wrong.md", "T-A99"]),
        ('{{ rolls("T-TAB-WING", "engines_out 3") }}', ["wrong.md", "engines_out 3", "engines_out 2"]),
        ('{{ odds("T-TAB-FLAK-HIT", "hits") }}', ["wrong.md", "hits"]),
        ('{{ const("mission") }}', ["wrong.md", "mission", "missions"]),
        ('{{ words("T-TAB-GUNS", "front wing") }}', ["wrong.md", "front wing"]),
        ('{{ when("T-TAB-BOMBER-LOSS", "two_engines") }}', ["wrong.md", "two_engines", "three_engines"]),
        ("{{ rollz() }}", ["wrong.md", "rollz"]),
        ("{{ rolls('T-TAB-WING' }}", ["wrong.md"]),
    ],
)
def test_a_wrong_call_or_block_is_one_line_that_names_the_page_and_what_is_wrong(
    text: str, expected: list[str]
) -> None:
    site = Site({"twentyfive": load("twentyfive")})
    with pytest.raises(CombatBoxError) as caught:
        replace_calls(site, "twentyfive/wrong.md", text, [])
    message = str(caught.value)
    assert len(message.splitlines()) == 1, message
    assert all(part in message for part in expected), message


def test_a_wrong_call_or_block_fails_the_build_in_one_line(project: Path, tmp_path: Path) -> None:
    page(project, "twentyfive/wrong.md", "```combatbox\ngame: twentyfive\nsed: 12\n```")
    (line,) = refused(tmp_path)
    # Three lines of front matter, a blank line, the heading and a blank line come before it.
    assert "wrong.md:9: sed: unknown key" in line


@pytest.mark.thorough
def test_wrong_links_fail_the_build_in_a_line_each(project: Path, tmp_path: Path) -> None:
    page(project, "twentyfive/wrong.md", "[gone](nowhere.md), [gone](index.md#elsewhere)")
    lines = refused(tmp_path)
    assert len(lines) == 2
    for target in ("nowhere.md", "elsewhere"):
        (line,) = [line for line in lines if target in line]
        assert "wrong.md" in line


def test_a_wrong_front_of_a_page_fails_the_build_with_file_and_line(project: Path, tmp_path: Path) -> None:
    (project / "site" / "wrong.md").write_text("---\ntitle: A page\norder: [1\n---\n\n# A page\n", encoding="utf-8")
    (line,) = refused(tmp_path)
    assert re.search(r"site/wrong\.md:4: is not YAML", line)


# ---- words in prose


def test_words_describe_the_effect_of_a_row_and_when_its_condition() -> None:
    site = Site({"twentyfive": load("twentyfive")})
    text = ('{{ words("T-TAB-GUNS", "front left_wing") }}|{{ words("T-TAB-GUNS", "rear right_wing") }}|'
            f'{{{{ words("T-TAB-WING", "{TWO_SHOWN}") }}}}|{{{{ when("T-TAB-BOMBER-LOSS", "three_engines") }}}}')  # fmt: skip
    assert replace_calls(site, "twentyfive/x.md", text, []).split("|") == [
        "nose gun and top turret gun",
        "tail gun, belly turret gun and right waist gun",
        "two engines out",
        "three or more engines are out",
    ]


# ---- order and search


def test_tables_are_in_order_of_use_in_index_navigation_and_terminal(site: Path) -> None:
    book = load("twentyfive")
    wanted = [key for keys in book.meta.order.values() for key in keys]
    assert list(book.tables) == wanted
    assert wanted[0] == "T-TAB-POSITION"
    index = (site / "twentyfive/tables/index.html").read_text(encoding="utf-8")
    listed = re.findall(r'<th scope="row"><a[^>]*data-cb-ref="twentyfive/([^"]+)"', index)
    assert listed == wanted
    links = re.findall(r'href="(t-tab-[^"#]+)\.html" class="md-nav__link"', index)
    assert list(dict.fromkeys(links)) == [key.lower() for key in wanted]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("T-TAB-ATTACK-SHEET]", "T-TAB-ATACK-SHEET]", "unknown table 'T-TAB-ATACK-SHEET'; did you mean T-TAB-ATTACK"),
        ("[T-TAB-POSITION, ", "[T-TAB-POSITION, T-TAB-POSITION, ", "T-TAB-POSITION is listed twice"),
    ],
)
def test_an_order_with_a_repeated_or_missing_table_is_refused(project: Path, old: str, new: str, expected: str) -> None:
    bend(project / "tables/twentyfive/game.yaml", old, new)
    with pytest.raises(CombatBoxError, match=re.escape(expected)):
        load("twentyfive", base=project / "tables")


def test_the_index_has_every_rule_table_row_ruling_and_term_with_an_existing_address(site: Path) -> None:
    data = indexed(site)
    found: dict[tuple[str, str], set[str]] = {}
    ids: dict[str, set[str]] = {}
    for game, kind, url, name, title, text, *_ in data["docs"]:
        found.setdefault((data["games"][game][0], data["kinds"][kind]), set()).add(name or title)
        path, _, fragment = url.partition("#")
        if path not in ids:
            ids[path] = set(re.findall(r'id="([^"]+)"', (site / path).read_text(encoding="utf-8")))
        assert not fragment or fragment in ids[path], url
        assert title, url
        assert "<" not in title + text, url
    for key in GAMES:
        book = load(key)
        assert found[key, "Rule"] == set(book.rules)
        assert found[key, "Table"] == set(book.tables)
        assert found[key, "Row"] == set(book.tables)
        assert found[key, "Ruling"] == set(book.rulings)
        if (site / key / "glossary.html").is_file():
            assert found[key, "Term"]
        assert ((key, "Mission") in found) == bool(book.scripts or book.seeds)


def test_a_rule_is_found_by_every_word_of_its_paragraph(site: Path) -> None:
    docs = {doc[3]: doc for doc in indexed(site)["docs"] if doc[1] == 0}
    assert docs["T-503"][4] == "Wing hits"
    assert "destroys one engine" in docs["T-503"][5]
    assert "bombardier loses the bonus" in docs["Q-BL4a-2"][5], "the list below the paragraph belongs to the rule"
    assert "With three light wounds a man counts" not in docs["Q-BL4a-2"][5]


def test_the_index_holds_the_questions_of_every_game_and_of_the_pages_of_none(site: Path) -> None:
    asked = {(doc[0], doc[3] or doc[2]): doc[6] for doc in indexed(site)["docs"] if doc[1] != 2}
    for number, game in enumerate(("", *GAMES)):
        questions = read_yaml(ROOT / "site" / game / "questions.yaml").data["questions"]
        assert questions
        for name, phrases in questions.items():
            if "#" not in name or not game:
                page = f"{game}/{name}" if game else name
                assert asked.get((number, name), asked.get((number, page))) == phrases, name


@pytest.mark.thorough
def test_two_builds_are_the_same_bytes(site: Path, tmp_path: Path) -> None:
    if (site.parent / "print").is_dir():  # The pages for printing lead to these.
        shutil.copytree(site.parent / "print", tmp_path / "again" / "print")
    build(tmp_path / "again")
    again = tmp_path / "again" / "site"
    files = [path.relative_to(again) for path in sorted(again.rglob("*")) if path.is_file()]
    more = {path.relative_to(site) for path in site.rglob("*") if path.is_file()} ^ set(files)
    assert {path.parent.name for path in more} <= {"books"}, more  # Books of earlier builds stay.
    assert [str(name) for name in files if (site / name).read_bytes() != (again / name).read_bytes()] == []


# ---- rulings


def test_every_ruling_quotes_what_is_printed() -> None:
    assert [ruling.id for ruling in load("twentyfive").rulings.values() if not ruling.sources] == []
