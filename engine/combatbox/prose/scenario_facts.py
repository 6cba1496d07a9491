"""Facts about the scenario files of a game, as prose cites them."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.core.errors import UnknownName
from combatbox.core.statistics import estimate
from combatbox.core.table_views import join_words, plural
from combatbox.library.book import Book


def scenario_fact(book: Book, name: str, scenario: Mapping[str, Any], figures: Mapping[str, Any], what: str) -> str:
    """Return a fact about a scenario as text.

    The facts are the texts of its file (`title`, `summary`, `americans`, `germans`), its `setup` in a sentence, the
    `hits` that win, a `link` to the page that plays it, the share of simulated games that the Americans `won` with
    its interval, and the points of both sides with the share expected from them (`points`). A campaign has `repairs`,
    `pilots_back`, `replacements` and `reserves`; of it, `won` is the share of campaigns, `evenings` the shares evening
    by evening, and `later` its later evenings.

    Args:
        book: the book of the game.
        name: the name of the scenario.
        scenario: the scenario.
        figures: the points and simulated chances of the game's scenarios.
        what: the name of the fact.

    Raises:
        UnknownName: there is no such fact.
    """
    chances = figures["chances"][name]

    def won() -> str:
        share = estimate(chances["won"], chances["games"])
        what = "campaigns" if "campaign" in scenario else "games"
        return (
            f"{share.value:.1%} (between {share.low:.1%} and {share.high:.1%}) of {chances['games']:,} simulated {what}"
        )

    def points() -> str:
        worth = book.scenario_points(scenario, figures["values"])
        sides = f"{worth['americans']:.0f} points for the Americans, {worth['germans']:.0f} for the Germans"
        return f"{sides}: an expected {worth['chance']:.0%}"

    texts = ("title", "summary", "americans", "germans", "hits")
    facts: dict[str, Callable[[], str]] = {
        "setup": lambda: _setup(book, scenario),
        "won": won,
        "points": points,
        "evenings": lambda: join_words([f"{share / chances['games']:.0%}" for share in chances["evenings"]]),
        "link": lambda: f'<a href="play.html{scenario_hash(book.as_played(scenario))}">Play this</a>',
        "repairs": lambda: str(scenario["campaign"]["repairs"]),
        "pilots_back": lambda: f"{scenario['campaign']['pilots_back']}%",
        "replacements": lambda: _aircraft(scenario["campaign"]["replacements"]),
        "reserves": lambda: _aircraft(
            {**scenario["campaign"]["reserves"], "bombers": len(scenario["campaign"]["reserves"]["bombers"])}
        ),
        "later": lambda: "; ".join(_evening(evening) for evening in scenario["campaign"]["evenings"]),
    }
    if what in texts:
        return str(scenario[what])
    if what not in facts:
        raise UnknownName("fact of a scenario", what, (*texts, *facts))
    return facts[what]()


def scenario_hash(scenario: Mapping[str, Any]) -> str:
    """Return the part of an address that holds a scenario, as `scripts/src/scenario/link.js` reads it."""
    text = json.dumps(scenario, ensure_ascii=False, separators=(",", ":"))
    return f"#scenario={urlsafe_b64encode(text.encode()).decode().rstrip('=')}"


def _setup(book: Book, scenario: Mapping[str, Any]) -> str:
    """Return a sentence with the forces, the hits that win, and what differs from the printed table."""
    forces = scenario["forces"]
    each = _aircraft(forces)
    waves = forces.get("waves", 1)
    parts = [
        f"{each}{f' in each of {waves} waves' if waves > 1 else ''}",
        f"{plural(scenario['hits'], 'bomb hit')} to win",
    ]
    return "; ".join([*parts, *_differences(book, scenario)]) + "."


def _aircraft(numbers: Mapping[str, int]) -> str:
    """Return numbers of aircraft in words: `4 bombers, 2 escorts and 1 German`."""
    named = (("bombers", "bomber"), ("escorts", "escort"), ("germans", "German"))
    return join_words([plural(numbers[key], word) for key, word in named if numbers.get(key)])


def _differences(book: Book, scenario: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a scenario states of its table, target, damage and rules."""
    if table := scenario.get("table"):
        yield f"a table {table['width']} by {table['length']} inches"
    if target := scenario.get("target"):
        yield f"a target {target['width']} by {target['depth']} inches"
    if damage := scenario.get("damage"):
        named = (book.say(who).lower() for who in ("leader", "left", "right", "last"))
        yield "damage at the start: " + ", ".join(f"{who} {n}" for who, n in zip(named, damage, strict=False))
    for rule, option in scenario.get("rules", {}).items():
        ruling = book.ruling(rule)
        yield f"{book.say(ruling.key)} {option} ({ruling.id})"


def _evening(evening: Mapping[str, Any]) -> str:
    """Return a later evening of a campaign in a few words."""
    parts = [f"{evening['title']}, {plural(evening['hits'], 'hit')}"]
    if forces := evening.get("forces"):
        parts.append(_aircraft(forces))
    parts += [
        f"{what} {' by '.join(map(str, evening[what].values()))} inches"
        for what in ("table", "target")
        if what in evening
    ]
    return ", ".join(parts)
