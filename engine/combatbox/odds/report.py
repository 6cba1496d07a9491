"""What is shown of a game's odds: its charts and sheets, and their comparison with history and with a model.

The page of odds and the command `odds` show both. The model is a simplified simulation with which the tables of the game were balanced. Its results and the historical
records are in the game's file `results/beside.yaml`. If one of our values differs widely from the model's, the file
states the reason. `comparison_faults` checks that each such difference has a reason, and that there are no other reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from combatbox.core.annotations import frozen
from combatbox.core.statistics import Bar, Chart, Group, Words, bar, count, fine_share, format_interval, number, share
from combatbox.library.schema import BesideFigureModel, BesideGroupModel, BesideModel, RecordedModel
from combatbox.library.yaml12 import checked_model, read_yaml
from combatbox.odds.simulation import stored_survival
from combatbox.odds.stored_odds import Stored, place
from combatbox.play.batch import SURVIVED, event_words
from combatbox.play.book import Book

Odds = Mapping[str, Any]
"""The odds of a game as plain data, as returned by `odds_of`."""


def groups_of(book: Book, odds: Odds) -> list[Group]:
    """Return all charts and sheets of a simulation, in the order of display."""
    return [*_own(book, odds, "before"), _ends(book, odds), *_own(book, odds, "after")]


def _own(book: Book, odds: Odds, when: Literal["before", "after"]) -> Sequence[Group]:
    """Return the groups that the game defines for display before, or after, the chart of how missions end."""
    figures, counted = book.game.figures, odds.get("figures")
    if figures is None or not counted:
        return ()
    shown = figures.before if when == "before" else figures.after
    return shown(book.const, book.say, counted)


def _ends(book: Book, odds: Odds) -> Group:
    """Return the chart of how missions end.

    Tally keys that the game shows in charts of its own are omitted.
    """
    events, figures = odds["events"], book.game.figures
    apart = figures.apart(book.const) if figures else ()
    survival = odds["mission_survival"]
    shown = {key: survival if key == SURVIVED else figure for key, figure in events.items() if key not in apart}
    bars = [bar(event_words(book, key), figure) for key, figure in shown.items()]
    about = f"Share of {odds['missions']:,} missions. Lines overlap, for one mission may count in several: they do not add up to 100%."
    if SURVIVED in shown and survival.get("exact") is not None:
        about += (
            f" That {book.game.survives} is worked out exactly from the tables; of the missions flown it was"
            f" {share(events[SURVIVED]['value'])}."
        )
    elif SURVIVED in shown and stored_survival(book):
        about += f" That {book.game.survives} is simulated as well: it is worked out for the game's own tables alone."
    ordered = sorted(bars, key=lambda one: -one.value)
    return Group("How missions end", (Chart("ends", "How often each thing happens", about, ordered, heading="What"),))


# ---- the comparison with a model

NAME = "beside.yaml"


def fine(value: float) -> str:
    """Format a share as a percentage, with two decimals if it is small: `0.23%`, `64.0%`."""
    return fine_share(value) if value < SMALL else share(value)


SMALL = 0.05
"""Shares below this value are shown with two decimals of a per cent."""

WORDS: Mapping[str, Words] = {"share": fine, "number": number, "count": count}
"""The function that formats the values of a figure, by the kind of figure."""


@frozen
class Cell:
    """The values of one statistic in one scope, such as missions 1 to 10.

    Attributes:
        scope: the key of the scope.
        ours: our value with its interval; None if our odds lack it.
        model: the model's value; None if there is none.
        far: True if the two values differ by more than the permitted factor.
    """

    scope: str
    ours: Bar | None
    model: float | None
    far: bool


@frozen
class Line:
    """The values of one statistic in all scopes.

    Attributes:
        figure: the key of the statistic in our odds.
        words: a function that formats the values.
        history: the historical records, as text.
        why: the reason why our values differ widely from the model's; empty if none is stated.
    """

    figure: str
    title: str
    words: Words
    cells: tuple[Cell, ...]
    history: tuple[str, ...]
    why: str

    @property
    def far(self) -> bool:
        """True if our value is far from the model's in any scope."""
        return any(cell.far for cell in self.cells)


@frozen
class ComparedGroup:
    """Lines with the same scopes; the scopes are the headings of the columns."""

    title: str
    scopes: tuple[str, ...]
    lines: tuple[Line, ...]


@frozen
class Comparison:
    """Our odds compared with historical records and a model.

    Attributes:
        model: a description of the model.
        tables: the compared statistics, in a table for each group of them.
    """

    model: str
    tables: tuple[ComparedGroup, ...]


def read_beside(key: str, base: Path | None = None) -> BesideModel | None:
    """Return the data of a game's comparison file (`results/beside.yaml`), or None if the game has no such file.

    Args:
        key: the key of the game.
        base: a folder of tables to use instead of the project's folder.

    Raises:
        DataError: the file has problems; all of them are listed.
    """
    path = place(key, base).with_name(NAME)
    if not path.is_file():
        return None
    return checked_model(read_yaml(path), BesideModel, _faults)


def _faults(model: BesideModel) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the problems that a schema cannot detect: unknown scopes and incomplete records, each with its place."""
    for group_index, group in enumerate(model.groups):
        for index, figure in enumerate(group.figures):
            place = ("groups", group_index, "figures", index)
            for scope in figure.model.keys() - group.scopes.keys():
                yield (
                    place,
                    f"the model's {scope!r} is not a scope of the group; write one of {', '.join(group.scopes)}",
                )
            for record in figure.history:
                if (record.hits is None) != (record.of is None) or not (record.text or record.of):
                    yield place, "a record needs both hits and of, or only a text"


def beside(model: BesideModel, figures: Mapping[str, Any]) -> Comparison:
    """Compare the statistics in our odds with the historical records and model results in a comparison file.

    Args:
        model: the data of the comparison file.
        figures: the statistics in our odds, as plain data.
    """
    return Comparison(model.model, tuple(_group(group, figures, model.far) for group in model.groups))


def _group(group: BesideGroupModel, figures: Mapping[str, Any], far: float) -> ComparedGroup:
    scoped = figures.get(group.within, {}) if group.within else figures
    lines = tuple(_line(group, figure, scoped, far) for figure in group.figures)
    return ComparedGroup(group.title, tuple(group.scopes.values()), lines)


def _line(group: BesideGroupModel, figure: BesideFigureModel, scoped: Mapping[str, Any], far: float) -> Line:
    cells = tuple(_cell(scope, figure, scoped.get(scope, {}).get(figure.figure), far) for scope in group.scopes)
    history = tuple(_recorded(record) for record in figure.history)
    return Line(figure.figure, figure.title, WORDS[figure.kind], cells, history, figure.why)


def _cell(scope: str, figure: BesideFigureModel, figure_value: Any, far: float) -> Cell:
    ours = (
        None
        if figure_value is None
        else bar("", figure_value)
        if isinstance(figure_value, Mapping)
        else Bar("", figure_value, figure_value, figure_value)
    )
    model = figure.model.get(scope)
    is_far = ours is not None and model is not None and (ours.low > model * far or ours.high * far < model)
    return Cell(scope, ours, model, is_far)


def _recorded(record: RecordedModel) -> str:
    """Format a historical record: `73 of 31,387, 0.23% over the whole war (5.2)`."""
    number = f"{record.hits:,} of {record.of:,}, {record.hits / record.of:.2%}" if record.hits and record.of else ""
    return f"{' '.join(part for part in (number, record.text) if part)} ({record.source})"


def comparison_lines(beside: Comparison) -> Iterator[str]:
    """Yield the comparison as lines of text for a terminal."""
    yield f"beside the model and history. {beside.model}"
    for table in beside.tables:
        yield table.title
        for line in table.lines:
            yield f"  {line.title}"
            for scope, cell in zip(table.scopes, line.cells, strict=True):
                ours = "-" if cell.ours is None else f"{line.words(cell.ours.value)}{_between(cell.ours, line.words)}"
                model = "" if cell.model is None else f"  model {line.words(cell.model)}{'  far' if cell.far else ''}"
                yield f"    {scope:<18} {ours:<26}{model}"
            yield from (f"    history: {record}" for record in line.history)
            if line.far and line.why:
                yield f"    why: {line.why}"


def _between(ours: Bar, words: Words) -> str:
    return f" ({format_interval(ours, words)})" if ours.high > ours.low else ""


def comparison_faults(model: BesideModel, item: Stored) -> list[str]:
    """Return the problems that are found when stored odds are compared with a comparison file.

    The problems are statistics that the odds lack, wide differences without a reason, and reasons without such a
    difference.
    """
    lines = [line for table in beside(model, item.found.get("figures", {})).tables for line in table.lines]
    problems = [
        f"{line.figure}: our odds have no figure of this name"
        for line in lines
        if all(c.ours is None for c in line.cells)
    ]
    for line in lines:
        if line.far and not line.why:
            scopes = ", ".join(cell.scope for cell in line.cells if cell.far)
            problems.append(
                f"{line.figure}: ours is far from the model's ({scopes}); find the rule behind it and name it under why:"
            )
        if line.why and not line.far:
            problems.append(f"{line.figure}: has a why:, but ours is no longer far from the model's; remove it")
    return problems
