"""Check that the engine in a browser writes the same bytes as the command.

Run `make test-browser-parity`, or `python tests/browser_parity.py [GAME ...] --seeds 200`. Every shipped mission of each game is
played again with its dice and choices, one decision at a time, and further seeds by the doctrine, in Chromium on the built site (or
in Firefox: `--firefox`). The logs are compared with those that are simulated here.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import sync_playwright

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal, answers_of
from combatbox.core.game import fly
from combatbox.games import GAMES
from combatbox.library.load import load
from combatbox.play.logs import Log, log_text, parse_log

PLAYED = """async ([game, orders]) => {
    const engine = await cbEngine.open({game});
    const sums = [];
    for (const {begin, choices, run} of orders) {
        let seen = await engine.call("begin", begin);
        for (const taken of choices) seen = await engine.call("answer", {taken});
        if (!seen.over) seen = await engine.call("auto", {stretch: run});
        const text = new TextEncoder().encode(await engine.call("log"));
        const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
        sums.push([...sum].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
    engine.close();
    return sums;
}"""
"""Plays games to their ends on a page that has play.js; gives the SHA-256 of each log."""

SCRIPT = """(address) => new Promise((resolve, reject) => {
    const tag = Object.assign(document.createElement("script"), {src: address, onload: () => resolve(null), onerror: reject});
    document.head.append(tag);
})"""
"""Loads a script into a page."""


class Evaluates(Protocol):
    """A page of either browser."""

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        """Return the result of a function in the page."""


Order = tuple[str, dict[str, Any], str]
"""A game to be played: its name, the order for the page, and the SHA-256 of the expected log."""


def by_doctrine(key: str, seeds: Sequence[str]) -> Iterator[Order]:
    """Yield missions by seed, as `combatbox fly GAME --seed SEED --mission N` logs them."""
    book = load(key)
    rulebook, run = book.rulebook(), next(iter(book.game.runs))
    for number, seed in enumerate(seeds):
        mission = number % book.missions + 1
        setup = book.setup(mission, {})
        journal = Journal(book.header(run, rulebook.rulings, setup, f"seed {seed}"))
        state = fly(
            book.game, rulebook, SeededDice(seed), run=run, setup=setup, player=DefaultPlayer(), journal=journal
        )
        text = log_text(Log(journal.header, journal.events, book.game.summary(state)))
        begin = {"seed": seed, "mission": mission, "run": run}
        yield f"{key} seed {seed}", {"begin": begin, "choices": [], "run": run}, sha256(text.encode()).hexdigest()


def shipped(site: Path, key: str) -> Iterator[Order]:
    """Yield the missions of the site that have a seed, with the choices of their logs, which do not record titles."""
    for path in sorted(site.glob(f"api/v1/{key}/examples/*.jsonl")):
        log = parse_log(path.read_text(encoding="utf-8"), path.name)
        head = log.header
        if not head["dice"].startswith("seed ") or any(event["place"] == "" for event in log.events[:1]):
            continue
        head.pop("title", None)
        text = log_text(Log(head, log.events, log.summary))
        setup = head["setup"]
        begin = {
            "seed": head["dice"].removeprefix("seed "), "run": head["run"], "mission": setup["mission"],
            "names": {name: value for name, value in setup["names"].items() if value is not None}, "rulings": head["rulings"],
        }  # fmt: skip
        choices = [taken for _kind, taken in answers_of(log.events)]
        yield path.stem, {"begin": begin, "choices": choices, "run": head["run"]}, sha256(text.encode()).hexdigest()


def differing(page: Evaluates, key: str, orders: Sequence[Order]) -> list[str]:
    """Return the names of the missions whose logs differ in the page."""
    sums = page.evaluate(PLAYED, [key, [order for _name, order, _sum in orders]])
    return [name for (name, _order, wanted), got in zip(orders, sums, strict=True) if got != wanted]


@contextmanager
def _page(address: str, in_firefox: bool) -> Iterator[Evaluates]:
    """Open a plain page of a site in a browser."""
    from tests.browser.conftest import chromium_here
    from tests.browser.firefox import firefox

    if in_firefox:
        with firefox() as page:
            page.goto(f"{address}/about.html")
            yield page
        return
    with sync_playwright() as playwright:
        browser = chromium_here(playwright)
        chromium = browser.new_page()
        chromium.goto(f"{address}/about.html")
        yield chromium
        browser.close()


def main() -> int:
    """Play all missions, and report the differences."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--site", type=Path, default=Path("build/site"))
    parser.add_argument("--firefox", action="store_true", help="play in Firefox")
    asked = parser.parse_args()
    from tests.browser.conftest import Handler, serving

    wrong = []
    with serving(partial(Handler, directory=str(asked.site))) as address, _page(address, asked.firefox) as page:
        page.evaluate(SCRIPT, f"{address}/assets/js/play.js")
        for key in asked.games:
            orders = [*shipped(asked.site, key), *by_doctrine(key, [f"bytes/{n}" for n in range(asked.seeds)])]
            found = differing(page, key, orders)
            print(
                f"{key}: {len(orders) - asked.seeds} shipped missions and {asked.seeds} seeds, {len(found)} differ",
                flush=True,
            )
            wrong += found
    print("\n".join(wrong) or "all the same to the byte")
    return bool(wrong)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    sys.exit(main())
