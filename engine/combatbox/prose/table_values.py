"""The values that prose cites, so that every number comes from tables and constants.

The website and the printed booklets call the same functions, so their values agree.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from combatbox.core.effects import Condition
from combatbox.core.enumeration import code_odds, format_chance
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.phrases import join_words, listed, plural, signed, span
from combatbox.core.statistics import estimate
from combatbox.core.table_views import RowView, capital, cells_of, effect_words
from combatbox.core.tables import Table, unique_rows
from combatbox.library.book import Book
from combatbox.library.scenarios import contest_figures, read_scenario
from combatbox.odds.stored_odds import stored_for

NAMES = (
    "rolls",
    "odds",
    "words",
    "when",
    "hits",
    "floor",
    "mod",
    "limit",
    "say",
    "const",
    "inches",
    "word",
    "home",
    "simulated",
    "scenario",
    "points",
)


class Values:
    """The functions that look up values for prose; a missing value is an error."""

    def __init__(self, book: Book) -> None:
        self.book = book

    # ---- what a table holds

    def rolls(self, table_id: str, code: str, column: str = "") -> str:
        """Return the rolls of a table that have a given effect: `5–6`.

        For a chart, return the keys of the rows that have the effect.
        """
        table = self.book.table(table_id)
        is_chart = table.shape == "chart"
        rows = unique_rows(table.rows if is_chart else table.lookups[column].values())
        chosen = [row for row in rows if code in row.codes()]
        if not chosen:
            raise UnknownName(f"effect of {table.id}", code, [known for row in rows for known in row.codes()])
        if is_chart:
            return ", ".join(row.key.replace("-", "–") for row in chosen)
        return span([roll for row in chosen for roll in row.rolls])

    def hits(self, table_id: str, key: str, column: str = "") -> str:
        """Return the rolls that hit in a row of a to-hit table: `5–6`, or `6`."""
        table = self.book.table(table_id)
        if column not in table.columns and len(table.columns) != 1:
            raise UnknownName(f"column of {table.id}", column, table.columns)
        return self._row(table_id, key).cells[list(table.columns).index(column) if column else 0]

    def odds(self, table_id: str, code: str, column: str = "") -> str:
        """Return the exact probability of an effect in a roll on a table, as text: `1 in 6`."""
        self.rolls(table_id, code, column)
        return format_chance(code_odds(self.book.table(table_id), column).get(code, Fraction(0)))

    def words(self, table_id: str, key: str) -> str:
        """Return the effects of a row, worded for use inside a sentence: `nose gun and top turret gun`.

        Args:
            table_id: the table.
            key: the key of a chart's row, or a roll.
        """
        row = self._row(table_id, key)
        table = self.book.table(table_id)
        cell = cells_of(table, next(each for each in table.rows if each.id == row.id))[0]
        return _small(effect_words(cell, self.book.say, in_prose=True) if cell else row.cells[0])

    def when(self, table_id: str, key: str) -> str:
        """Return the condition of a chart's row: `three or more engines out`."""
        return _small(self._row(table_id, key).area)

    def floor(self, table_id: str) -> str:
        """Return the natural roll that has a minimum result, whatever the modifiers: `6`."""
        table = self.book.table(table_id)
        if not table.floors:
            raise CombatBoxError(
                f"{table.id}: has no natural roll that counts regardless of modifiers; name another table"
            )
        return str(table.floors[0].natural)

    def mod(self, table_id: str, code: str, *also: str) -> str:
        """Return the printed amount of a modifier: `−3`.

        Args:
            table_id: the table.
            code: the code of the modifier's condition.
            *also: further tables on which the amount must be the same.
        """
        amounts = [self._amount(table, code) for table in (table_id, *also)]
        if len(set(amounts)) > 1:
            raise CombatBoxError(f"{code} is {', '.join(map(signed, amounts))} on {', '.join((table_id, *also))}")
        return signed(amounts[0])

    def _amount(self, table_id: str, code: str) -> int:
        table = self.book.table(table_id)
        amounts = table.fixed_modifiers
        if code not in amounts:
            raise UnknownName(f"modifier of {table.id}", code, amounts)
        return amounts[code]

    def limit(self, table_id: str, name: str) -> str:
        """Return the number in a condition of a table: 5 for `mission_at_most: 5`."""
        table = self.book.table(table_id)
        numbers = {c.name: n for c in _conditions(table) for n in c.parameters() if isinstance(n, int)}
        if name not in numbers:
            raise UnknownName(f"condition with a number of {table.id}", name, numbers)
        return str(numbers[name])

    def _row(self, table_id: str, key: str) -> RowView:
        table = self.book.table(table_id)
        rows = dict(zip((row.key or span(row.rolls) for row in table.rows), self.book.view(table).rows, strict=False))
        if key not in rows:
            raise UnknownName(f"row of {table.id}", key, rows)
        return rows[key]

    # ---- what the game holds

    def say(self, word: str) -> str:
        """Return the wording of a term in the game's word list: `10,000 feet` for `low_altitude`."""
        if word not in self.book.meta.words:
            raise UnknownName("word", word, self.book.meta.words)
        return self.book.say(word)

    def home(self) -> str:
        """Return the name of the land or place from which the bomber flies: the word `england` of the word list."""
        return capital(self.book.say("england"))

    def const(self, path: str) -> str:
        """Return a constant of `game.yaml` as text, with digits for numbers.

        In `path`, dots separate nested keys; the entries of a list have the keys 0, 1, 2 and so on. A list is returned
        as `2, 3 and 4` or `2 to 10` (see `listed`), a range as `11 to 25`.
        """
        value = self._constant(path)
        if isinstance(value, list):
            return listed(value)
        if isinstance(value, dict):
            if set(value) != {"first", "last"}:
                raise CombatBoxError(f"constant {path} is a mapping of {', '.join(value)}; name one of these keys")
            return f"{value['first']} to {value['last']}"
        return str(value)

    def inches(self, path: str, less: str = "") -> str:
        """Return a length that a constant states in thousandths of an inch, or the distance of two places: `11`."""
        numbers = [self._constant(part) for part in (path, less) if part]
        if not all(isinstance(number, int) for number in numbers):
            raise CombatBoxError(f"constant {path} is not a length; name a number")
        return f"{(numbers[0] - sum(numbers[1:])) / 1000:g}"

    def word(self, path: str) -> str:
        """Return a number from the constants as a word: `four`; for a list or mapping, the number of its entries."""
        value = self._constant(path)
        return self.book.say(str(len(value) if isinstance(value, list | dict) else value))

    def simulated(self, order: str, *path: str) -> str:
        """Return a share from the stored odds as a percentage.

        Args:
            order: the id of the request in `results/odds.json`.
            *path: the keys that lead to the share, such as `by_scenario`, `1`, `won`.

        Returns:
            The share in whole per cent (`53%`), or `not flown yet` if the request has no results.

        Raises:
            UnknownName: there is no such request.
        """
        orders = {item.id: item for item in stored_for(self.book)}
        if order not in orders:
            raise UnknownName("order of odds", order, orders)
        value: Any = orders[order].found.get("figures", {})
        for key in (*path, "value"):
            value = value.get(key) if isinstance(value, dict) else None
        return "not flown yet" if value is None else f"{value:.0%}"

    def scenario(self, name: str, what: str) -> str:
        """Return a fact about a scenario file of the game.

        Args:
            name: the name of the scenario, such as `low-fuel`.
            what: a fact, as `scenario_fact` lists them.

        Raises:
            UnknownName: there is no such scenario or fact.
        """
        return scenario_fact(self.book, name, read_scenario(self.book, name), contest_figures(self.book), what)

    def points(self, part: str) -> str:
        """Return the points of a part of a scenario, or the number of `games` or `designs` to which they were fitted.

        Raises:
            UnknownName: the points have no such part.
        """
        figures = contest_figures(self.book)
        if part in figures["fitted"]:
            return f"{figures['fitted'][part]:,}"
        if part not in figures["values"]:
            raise UnknownName("part of a scenario", part, figures["values"])
        return f"{figures['values'][part]:g}"

    def _constant(self, path: str) -> Any:
        value: Any = self.book.meta.constants
        for part in path.split("."):
            if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
                value = value[int(part)]
            elif isinstance(value, dict) and part in value:
                value = value[part]
            else:
                raise UnknownName("constant", path, value if isinstance(value, dict) else ())
        return value


def _conditions(table: Table) -> Iterator[Condition]:
    """Yield every condition that occurs in a table."""
    for row in (*table.walk(), *table.keys.values()):
        yield from row.again
        if row.when:
            yield row.when
    yield from table.stated()


def _small(text: str) -> str:
    """Return the text with a lower-case first letter, except for Me 109 or B-17."""
    return text if text[:1].isupper() and not text[1:2].islower() else f"{text[:1].lower()}{text[1:]}"


# ---- facts about scenario files


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
