"""What `data` in the `shop.yaml` of B-17! holds."""

from __future__ import annotations

from typing import Annotated

from combatbox.core.declared import Least
from combatbox.press.records import dataclass

Number = int | float
Some = Annotated[int, Least(1)]


@dataclass(frozen=True, slots=True)
class Model:
    """The drawing of a model, and how many of its units a metre is; hull: the part from nose to tail."""

    title: str
    art: str
    units: Some
    hull: str = ""


@dataclass(frozen=True, slots=True)
class Models:
    bomber: Model
    escort: Model
    german: Annotated[list[Model], Least(1)]


@dataclass(frozen=True, slots=True)
class Size:
    """Models of one size; stands: the side of their faces and their height, in millimetres."""

    times: Some
    turned: bool
    bomber_stand: list[Number]
    fighter_stand: list[Number]


@dataclass(frozen=True, slots=True)
class Sizes:
    small: Size
    large: Size


@dataclass(frozen=True, slots=True)
class Sticks:
    longest: Some
    sets: Some


@dataclass(frozen=True, slots=True)
class Log:
    """Lines in a column of the log, and columns side by side."""

    front: Some
    front_columns: Some
    back: Some
    back_columns: Some


@dataclass(frozen=True, slots=True)
class Data:
    """room: for models on the smallest sheet, in millimetres. ruled: what is said of rules that a ruling may change."""

    models: Models
    room: Annotated[list[Number], Least(2)]
    sizes: Sizes
    target: str
    parts: Annotated[list[str], Least(1)]
    sticks: Sticks
    turning: Some
    log: Log
    short: dict[str, str]
    ruled: dict[str, dict[str, str]]
