"""What the odds of a game are set beside: history, and the model that its tables were balanced with.

A game has them in `results/beside.yaml`; where a figure of ours is far from the model's, the file says which rule does it,
and `faults` holds it to that: no difference without a reason, no reason without a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from combatbox.core.errors import DataError, Problem
from combatbox.core.statistics import Bar, Words, bar, between_of, count, number, share
from combatbox.library.schema import BesideFigureModel, BesideGroupModel, BesideModel, RecordedModel
from combatbox.library.validate import model_of
from combatbox.library.yaml12 import read_yaml
from combatbox.odds.stored_odds import Stored, place

NAME = "beside.yaml"


def fine(value: float) -> str:
    """A share as text, a small one with two decimals: `0.23%`, `64.0%`."""
    return f"{value:.2%}" if value < SMALL else share(value)


SMALL = 0.05
"""Shares below this are told to a hundredth of a per cent."""

WORDS: Mapping[str, Words] = {"share": fine, "number": number, "count": count}
"""How values are written here, by their kind."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure in one scope: ours with its interval, None where it was not counted, and the model's, if it has one."""

    scope: str
    ours: Bar | None
    model: float | None
    far: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A figure beside the others: by scope, what is on record of it, and why ours is far from the model's."""

    figure: str
    title: str
    words: Words
    cells: tuple[Cell, ...]
    history: tuple[str, ...]
    why: str

    @property
    def far(self) -> bool:
        """Whether ours is far from the model's anywhere."""
        return any(cell.far for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Table:
    """Lines that are told of the same scopes, with the words over their columns."""

    title: str
    scopes: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Our odds beside the others. model: what it is."""

    model: str
    tables: tuple[Table, ...]


def read_beside(key: str, base: Path | None = None) -> BesideModel | None:
    """The file of a game; None when it has none. Raises DataError with every fault and its line."""
    path = place(key, base).with_name(NAME)
    if not path.is_file():
        return None
    document, problems = read_yaml(path), list[Problem]()
    model = model_of(document, BesideModel, problems)
    for where, fault in _faults(model) if model else ():
        problems.append(document.problem(where, fault))
    if problems or model is None:
        raise DataError(problems)
    return model


def _faults(model: BesideModel) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What no schema sees: scopes that the group has not, and half a record."""
    for at, group in enumerate(model.groups):
        for index, figure in enumerate(group.figures):
            where = ("groups", at, "figures", index)
            for scope in figure.model.keys() - group.scopes.keys():
                yield where, f"the model's {scope!r} is no scope of the group; write one of {', '.join(group.scopes)}"
            for record in figure.history:
                if (record.hits is None) != (record.of is None) or not (record.text or record.of):
                    yield where, "a record has hits and of, or a text alone"


def beside(model: BesideModel, figures: Mapping[str, Any]) -> Comparison:
    """Our figures beside the others. figures: of the odds, as plain data."""
    return Comparison(model.model, tuple(_table(group, figures, model.far) for group in model.groups))


def _table(group: BesideGroupModel, figures: Mapping[str, Any], far: float) -> Table:
    within = figures.get(group.within, {}) if group.within else figures
    lines = tuple(_line(group, figure, within, far) for figure in group.figures)
    return Table(group.title, tuple(group.scopes.values()), lines)


def _line(group: BesideGroupModel, figure: BesideFigureModel, within: Mapping[str, Any], far: float) -> Line:
    cells = tuple(_cell(scope, figure, within.get(scope, {}).get(figure.figure), far) for scope in group.scopes)
    history = tuple(_recorded(record) for record in figure.history)
    return Line(figure.figure, figure.title, WORDS[figure.kind], cells, history, figure.why)


def _cell(scope: str, figure: BesideFigureModel, given: Any, far: float) -> Cell:
    ours = None if given is None else bar("", given) if isinstance(given, Mapping) else Bar("", given, given, given)
    model = figure.model.get(scope)
    return Cell(scope, ours, model, ours is not None and model is not None and _is_far(ours, model, far))


def _is_far(ours: Bar, model: float, far: float) -> bool:
    return ours.low > model * far or ours.high * far < model


def _recorded(record: RecordedModel) -> str:
    """A record in words, with its source: `73 of 31,387 (0.23%) over the whole war (the booklet, 5.2)`."""
    number = f"{record.hits:,} of {record.of:,}, {record.hits / record.of:.2%}" if record.hits and record.of else ""
    return f"{' '.join(part for part in (number, record.text) if part)} ({record.source})"


def told(beside: Comparison) -> Iterator[str]:
    """The comparison as lines of text."""
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
    return f" ({between_of(ours, words)})" if ours.high > ours.low else ""


def faults(model: BesideModel, item: Stored) -> list[str]:
    """What the file says of our figures and is not so: a figure that they lack, a difference without its reason."""
    lines = [line for table in beside(model, item.found.get("figures", {})).tables for line in table.lines]
    wrong = [
        f"{line.figure}: our odds have no such figure" for line in lines if all(c.ours is None for c in line.cells)
    ]
    for line in lines:
        if line.far and not line.why:
            scopes = ", ".join(cell.scope for cell in line.cells if cell.far)
            wrong.append(
                f"{line.figure}: ours is far from the model's ({scopes}); find the rule that does it and say so under why:"
            )
        if line.why and not line.far:
            wrong.append(f"{line.figure}: has a why:, and ours is not far from the model's any more; strike it")
    return wrong
