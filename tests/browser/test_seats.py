"""Both seats: the German player has the same table, and two people share a device or use a link each."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .conftest import DESKTOP, PATIENCE, PHONE, Opener, Watch
from .test_pages import violations
from .test_play import over, question, reopened, saved_games, settled, usual

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 640}


def begun(page: Page, order: str, title: str = "Two") -> None:
    """Begin a game with these rulings and dice."""
    page.evaluate(f"() => cbPlay.table.begin({order}, '{title}')")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)


def seat(page: Page, words: str) -> None:
    """Set a game up for a seat, and begin it."""
    page.click("[data-action=setup]")
    page.get_by_role("group", name="I fly").get_by_label(words, exact=True).check()
    page.click(".cb-play__setup [type=submit]")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)


def is_curtained(page: Page) -> bool:
    return "cb-play--curtain" in (page.get_attribute("#play-table", "class") or "")


def move_asked(page: Page) -> None:
    """Choose the default options until a move on the table top is asked for."""
    while not page.locator(".cb-moves__grip").count():
        usual(page)


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [SMALL, DESKTOP])
def test_the_german_seat_has_the_table_with_arcs_dragging_and_advice(
    visit: Opener, size: dict[str, int], gate: bool
) -> None:
    watch = visit("skirmish/play.html", size)
    page = watch.page
    seat(page, "Germans")
    assert page.locator(".cb-play__itself").count() == 0, "one person plays: nobody takes turns"
    move_asked(page)
    assert page.locator(".cb-top [data-model]").count() > 3
    assert page.locator("[data-slot=air] pre").count() == 0, "no map of letters"
    assert page.locator(".cb-model--ghost").is_visible()
    assert page.locator(".cb-moves path").count() > 2, "the arcs of the model that moves"
    ghost = page.locator(".cb-model--ghost")
    turned = int(ghost.get_attribute("aria-valuenow") or "")
    ghost.focus()
    page.keyboard.press("ArrowLeft")
    assert ghost.get_attribute("aria-valuenow") == str(turned - 5)
    assert page.input_value(".cb-play__typed input") == ghost.get_attribute("aria-valuetext")
    while not page.locator("[data-action=advise]").count():  # Where only one move is possible, there is no advice.
        usual(page)
    page.click("[data-action=advise]")
    expect(page.locator(".cb-play__options small").first).to_contain_text("(")
    page.click("[data-action=advise]")
    expect(page.locator("[data-slot=advice]")).to_contain_text("missions flown on")
    answers = 0
    while not over(page) and answers < (3 if gate else 12):
        assert not is_curtained(page)
        usual(page)
        answers += 1
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert reopened("skirmish", saved_games(page)[0]["text"])["turn"] == ""
    assert not watch.troubles


@pytest.mark.thorough
def test_seats_are_chosen_beside_the_scenario_and_not_among_the_rulings(visit: Opener) -> None:
    for game, seats in (("skirmish", 3), ("queen", 2), ("superfort", 0)):
        page = visit(f"{game}/play.html", PHONE).page
        page.click("[data-action=setup]")
        expect(page.locator(".cb-play__setup h2")).to_be_visible()
        assert page.locator("[name=seat]").count() == seats
        for key in ("solo", "german_policy", "two_player"):
            assert page.locator(f"[data-ruling={key}]").count() == 0
        if seats:
            first, second = page.locator(".cb-play__setup fieldset").all()[:2]
            assert first.inner_text().startswith("What to fly")
            assert second.inner_text().startswith("I fly")
        assert violations(page) == []


@pytest.mark.thorough
def test_two_at_one_device_see_the_same_table_where_nothing_is_hidden(visit: Opener) -> None:
    watch = visit("skirmish/play.html", PHONE)
    page = watch.page
    seat(page, "Both, or two players")
    sides = set()
    for _ in range(40):
        if over(page):
            break
        assert not is_curtained(page)
        assert page.locator("[data-action=uncover]").count() == 0
        turn = page.locator(".cb-play__itself b", has_text="player of the")
        if turn.count():
            sides.add(turn.inner_text())
        usual(page)
    assert sides == {"player of the Americans", "player of the Germans"}
    assert not watch.troubles


@pytest.mark.thorough
def test_the_second_player_in_queen_sees_the_drawing_and_nothing_that_is_secret(visit: Opener) -> None:
    watch = visit("queen/play.html", PHONE)
    page = watch.page
    begun(page, "{seed: '13', mission: 6, rulings: {two_player: 'on'}}")
    assert page.locator("[data-note^='crew/']").count() > 8
    while not page.locator("[data-action=uncover]").count():
        usual(page)
    assert is_curtained(page)
    assert page.inner_text("[data-slot=live]") != "", "what was decided is told"
    page.click("[data-action=uncover]")
    assert page.locator(".cb-air [data-fighter], .cb-air__fighters > *").count() > 0
    assert page.locator(".cb-play__picture").count() == 0
    assert page.locator("[data-note^='crew/'], [data-note^='gun/'], [data-note^='out/']").count() == 0
    assert page.locator(".cb-player__title", has_text="What shows from outside").count() == 1
    page.locator("[data-slot=words]").locator("..").locator("summary").click()
    expect(page.locator("[data-slot=words] li").first).to_be_visible()
    assert not re.search(r"wound|bombardier: |ammunition", page.inner_text("[data-slot=words]"))
    assert page.locator("[data-action=advise]").count() == 0, "an adviser would tell what is hidden"
    assert violations(page) == []
    while not page.locator("[data-action=uncover]").count():
        usual(page)
    page.click("[data-action=uncover]")
    assert page.locator("[data-note^='crew/']").count() > 8, "the bomber's player has the whole chart again"
    assert not watch.troubles


# ---- two devices


@pytest.fixture
def devices(chromium: Browser, address: str) -> Iterator[tuple[Watch, Watch]]:
    """Return two phones with their own games; their share sheets record what is shared."""
    contexts: list[BrowserContext] = []
    pages = []
    for _ in range(2):
        context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        context.add_init_script(
            "Object.defineProperty(navigator, 'share', {value: async what => { window.shared = what; }})"
        )
        contexts.append(context)
        pages.append(Watch(context.new_page(), address))
    yield pages[0], pages[1]
    for context in contexts:
        context.close()


def link(page: Page) -> str:
    """Return the link that was passed to the share sheet of the device."""
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("() => { const what = window.shared; window.shared = null; return what; }")
    assert shared["text"].startswith("Now the ")
    return str(shared["url"])


def taken(page: Page, url: str) -> None:
    """Open a link on a device."""
    page.goto("about:blank")
    page.goto(url)
    page.locator("[data-action=watch_shared]").tap()
    page.wait_for_selector("#play-table:visible, [data-slot=trouble]:visible")
    settled(page)


def of_a_side(page: Page) -> None:
    """Play until the other device decides."""
    while not page.locator("[data-action=sit_both]").count() and not over(page):
        usual(page)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "order", "sides"),
    [
        ("skirmish", "{seed: '7', rulings: {german_policy: 'player'}}", ("Americans", "Germans")),
        ("queen", "{seed: '13', mission: 6, rulings: {two_player: 'on'}}", ("bomber's player", "German player")),
    ],
)
def test_a_game_is_handed_to_and_fro_by_link(
    devices: tuple[Watch, Watch], game: str, order: str, sides: tuple[str, str]
) -> None:
    (one, other), urls = devices, []
    one.page.goto(f"{one.home}/{game}/play.html")
    begun(one.page, order)
    while sides[1] not in one.page.inner_text(".cb-play__ask"):
        usual(one.page)
    one.page.locator("[data-action=hand_over]").first.tap()
    pages = [other.page, one.page]
    for number in range(4):
        urls.append(link(pages[1]))
        if over(pages[1]):
            break
        page = pages[0]
        page.goto("about:blank")
        page.goto(urls[-1])
        door = page.locator("[data-action=watch_shared]")
        assert sides[(number + 1) % 2] in door.inner_text(), "it is said whose turn it is before anything is loaded"
        door.tap()
        expect(page.locator("#play-table")).to_be_visible()
        settled(page)
        assert not is_curtained(page)
        assert page.locator("[data-action=option]").count() > 0, "it can be played at once"
        top = page.evaluate("() => document.getElementById('play-table').getBoundingClientRect().top")
        assert top < 10, "the table fills the screen"
        of_a_side(page)
        if over(page):
            break
        assert question(page).startswith("Now the ")
        assert is_curtained(page) == (game == "queen")
        assert page.locator("[data-lit]").count() == 0, "what the other decides cannot be decided here"
        page.keyboard.press("a")
        page.locator("[data-action=hand_over]").tap()
        pages.reverse()
    assert len(urls) > 2
    assert not one.troubles
    assert not other.troubles


@pytest.mark.thorough
def test_a_stale_link_and_another_course_are_refused_with_the_reason(devices: tuple[Watch, Watch]) -> None:
    one, other = (watch.page for watch in devices)
    one.goto(f"{devices[0].home}/skirmish/play.html")
    begun(one, "{seed: '7', rulings: {german_policy: 'player'}}")
    while "Germans" not in one.inner_text(".cb-play__ask"):
        usual(one)
    one.locator("[data-action=hand_over]").tap()
    first = link(one)
    taken(other, first)
    of_a_side(other)
    other.locator("[data-action=hand_over]").tap()
    second = link(other)
    taken(one, second)
    assert one.locator("[data-action=option]").count() > 0
    of_a_side(one)

    taken(other, first)
    expect(other.locator("[data-slot=trouble]")).to_contain_text("The link is stale: the game on this device is")
    assert other.locator("#play-table").is_hidden()
    assert violations(other) == []
    other.get_by_role("button", name="Go on with the game here").tap()
    settled(other)
    assert question(other) == "Now the player of the Americans decides"

    one.locator("[data-action=hand_over]").tap()
    taken(other, link(one))
    assert other.locator("[data-action=option]").count() > 0
    while not one.locator("[data-action=option]:not([data-usual])").count():  # Undo within one's own turn.
        one.locator("[data-action=undo][data-size=choice]").tap()
        settled(one)
    one.locator("[data-action=option]:not([data-usual])").last.tap()
    settled(one)
    of_a_side(one)
    one.locator("[data-action=hand_over]").tap()
    taken(other, link(one))
    expect(other.locator("[data-slot=trouble]")).to_contain_text("differ at decision")


@pytest.mark.thorough
def test_a_game_handed_over_goes_on_for_both_on_this_device_where_nobody_answers(
    devices: tuple[Watch, Watch],
) -> None:
    page = devices[0].page
    page.goto(f"{devices[0].home}/skirmish/play.html")
    begun(page, "{seed: '7', rulings: {german_policy: 'player'}}")
    page.locator("[data-action=hand_over]").tap()
    link(page)
    page.reload()
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    expect(page.locator("[data-action=sit_both]")).to_be_visible()
    page.locator("[data-action=sit_both]").tap()
    settled(page)
    assert page.locator("[data-action=option]").count() > 0
    usual(page)
    for damaged in ("#turn=%.x.skirmish.AAAA", "#turn=somebody.abc.queen.AAAA"):
        page.goto("about:blank")
        page.goto(f"{devices[0].home}/skirmish/play.html{damaged}")
        page.locator("[data-action=watch_shared]").tap()
        expect(page.locator("[data-slot=trouble]")).to_contain_text("the shared game cannot be read", ignore_case=True)


def test_a_link_that_is_opened_over_a_game_is_offered_and_that_game_is_saved(devices: tuple[Watch, Watch]) -> None:
    one, other = (watch.page for watch in devices)
    one.goto(f"{devices[0].home}/skirmish/play.html")
    begun(one, "{seed: '7', rulings: {german_policy: 'player'}}")
    one.locator("[data-action=hand_over]").tap()
    url = link(one)
    other.goto(f"{devices[1].home}/skirmish/play.html")
    begun(other, "{seed: '99', rulings: {german_policy: 'player'}}", "Mine")
    usual(other)
    mine = saved_games(other)[0]["text"]
    other.evaluate("url => { location.href = url; }", url.replace(devices[0].home, devices[1].home))
    expect(other.locator("[data-action=watch_shared]")).to_be_focused()
    other.locator("[data-action=watch_shared]").tap()
    expect(other.locator("#play-table")).to_be_visible()
    settled(other)
    assert mine in [game["text"] for game in saved_games(other)]
    assert len(saved_games(other)) == 2
