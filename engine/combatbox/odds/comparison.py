"""Comparison of a game's odds with historical records and with the results of a model.

The model is a simplified simulation with which the tables of the game were balanced. Its results and the historical
records are in the game's file `results/beside.yaml`. If one of our values differs widely from the model's, the file
states the reason. `faults` checks that each such difference has a reason, and that there are no other reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from combatbox.core.statistics import Bar, Words, bar, count, format_interval, number, share
from combatbox.library.schema import BesideFigureModel, BesideGroupModel, BesideModel, RecordedModel
from combatbox.library.yaml12 import checked_model, read_yaml
from combatbox.odds.stored_odds import Stored, place

NAME = "beside.yaml"


def fine(value: float) -> str:
    """Format a share as a percentage, with two decimals if it is small: `0.23%`, `64.0%`."""
    return f"{value:.2%}" if value < SMALL else share(value)


SMALL = 0.05
"""Shares below this value are shown with two decimals of a per cent."""

WORDS: Mapping[str, Words] = {"share": fine, "number": number, "count": count}
"""The function that formats the values of a figure, by the kind of figure."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Table:
    """Lines with the same scopes; the scopes are the headings of the columns."""

    title: str
    scopes: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Our odds compared with historical records and a model.

    Attributes:
        model: a description of the model.
        tables: the compared statistics, in a table for each group of them.
    """

    model: str
    tables: tuple[Table, ...]


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
    return Comparison(model.model, tuple(_table(group, figures, model.far) for group in model.groups))


def _table(group: BesideGroupModel, figures: Mapping[str, Any], far: float) -> Table:
    scoped = figures.get(group.within, {}) if group.within else figures
    lines = tuple(_line(group, figure, scoped, far) for figure in group.figures)
    return Table(group.title, tuple(group.scopes.values()), lines)


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
    return Cell(scope, ours, model, ours is not None and model is not None and _is_far(ours, model, far))


def _is_far(ours: Bar, model: float, far: float) -> bool:
    return ours.low > model * far or ours.high * far < model


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


def faults(model: BesideModel, item: Stored) -> list[str]:
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
