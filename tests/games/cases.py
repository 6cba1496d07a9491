"""Cases of rules: YAML files beside the tests of a game, each case a situation, dice, answers, and what comes of them.

tests/README.md describes their form. A game's rig says how a situation is set up (`rigged`), which parts of the sequence
of play a case may name (`ACTIONS`), and what it may expect beside the state (`VIEWS`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from importlib import import_module
from inspect import isgenerator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from combatbox.bomber.enums import FlightOver
from combatbox.bomber.gunnery import Shot
from combatbox.core.change_tracking import set_at_path
from combatbox.library.yaml12 import read_yaml

RIGS = {
    "queen": "tests.games.queen.rig",
    "skirmish": "tests.games.skirmish.tabletop",
    "superfort": "tests.games.superfort.b29rig",
    "twentyfive": "tests.games.twentyfive.element",
}
"""The module with the rig of a game, by the folder of its cases."""
_SEVERAL = re.compile(r"(\d+) x (.+)")
_EACH = re.compile(r"(?P<of>.*)\[(?P<no>not )?(?P<only>\w*)(?:=(?P<value>\w+))?\](?:\.(?P<part>.+))?")


class CaseFile(pytest.File):
    """A YAML file of cases; pytest collects one item from each row of each case."""

    def collect(self) -> Iterator[pytest.Item]:
        for case in read_yaml(self.path).data:
            for name, row in rows(case):
                item = CaseItem.from_parent(self, name=f"{case['it']}{name}")
                item.originalname, item.case = case["it"], filled(case, row)
                item.add_marker(pytest.mark.rule(*case.get("rules", ())))
                if case.get("keyed"):
                    item.add_marker("keyed")
                yield item


class CaseItem(pytest.Item):
    """One case with the values of one row."""

    originalname: str
    case: dict[str, Any]

    def runtest(self) -> None:
        Play(import_module(RIGS[self.path.parent.name]), self.case).run(self.case["steps"])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Name the case instead of the code that ran it, if an expectation failed."""
        if isinstance(excinfo.value, Differs):
            return f"{self.name}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


class Differs(AssertionError):
    """What a case expects is not so."""


def rows(case: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a suffix for the name and the values of each row under `each`; one without either if there is none."""
    if "each" not in case:
        yield "", {}
        return
    names, *table = case["each"]
    for number, row in enumerate(table, 1):
        values = dict(zip(names, row, strict=True))
        shown = [f"{name}{number}" if isinstance(value, (dict, list)) else str(value) for name, value in values.items()]
        yield f"[{'-'.join(shown)}]", values


def filled(node: Any, row: Mapping[str, Any]) -> Any:
    """Return a part of a case with `$name` replaced by the values of a row; a whole `$name` keeps the type."""
    if isinstance(node, dict):
        return {key: filled(value, row) for key, value in node.items() if key != "each"}
    if isinstance(node, list):
        return [filled(item, row) for item in node]
    if isinstance(node, str) and "$" in node:
        if node[1:] in row:
            return row[node[1:]]
        return re.sub(r"\$(\w+)", lambda found: str(row[found[1]]), node)
    return node


def faces(dice: Any, rig: ModuleType) -> Any:
    """Return the dice of a case by table: `as in` adds those of a constant of the rig, `3 x miss` is three results."""
    if isinstance(dice, list):
        return dice
    shared = getattr(rig, dice["as in"]) if "as in" in dice else {}
    return shared | {
        table: [one for wanted in many for one in _several(wanted)] for table, many in dice.items() if table != "as in"
    }


def _several(wanted: Any) -> list[Any]:
    found = _SEVERAL.fullmatch(wanted) if isinstance(wanted, str) else None
    return [found[2]] * int(found[1]) if found else [wanted]


class Play:
    """The play of a case: a rig, and the result of the last roll or action. Each verb of a step is a method."""

    def __init__(self, module: ModuleType, case: Mapping[str, Any]) -> None:
        self.module = module
        self.result: Any = None
        self.start(case)

    def run(self, steps: list[dict[str, Any]]) -> None:
        """Do the steps in order: the first key of a step is its verb, the others are named arguments."""
        for step in steps:
            (verb, value), *more = step.items()
            getattr(self, verb)(value, **dict(more))

    def start(self, case: Mapping[str, Any]) -> None:
        """Begin (again) with the dice, answers, set-up and wave of a case."""
        dice = faces(case.get("dice", {}), self.module)
        self.rig = self.module.rigged(dice, case.get("answers", {}), deepcopy(case.get("with", {})))
        self.flight, self.state = self.rig.flight, self.rig.state
        if "wave" in case:
            self.wave(case["wave"])

    def wave(self, fighters: list[str], **more: Any) -> None:
        """Put fighters around the bomber."""
        self.rig.wave(*(tuple(fighter.split()) for fighter in fighters), **more)

    def at(self, place: list[Any]) -> None:
        """Put the bomber over a zone of the route to a city."""
        self.rig.at(*place)

    def kill(self, role: str) -> None:
        """That man is dead."""
        self.rig.kill(role)

    def set(self, values: Mapping[str, Any]) -> None:
        """Set values of the state, by path; a path may begin with a property, such as `attacker`."""
        for path, value in values.items():
            first, _, rest = path.partition(".")
            found = isinstance(getattr(type(self.state), first, None), property)
            node, below = (getattr(self.state, first), rest) if found else (self.state, path)
            set_at_path(node, below, deepcopy(value))

    def add(self, values: Mapping[str, int]) -> None:
        """Add to values of the state."""
        self.set({path: self.seen(path) + value for path, value in values.items()})

    def append(self, values: Mapping[str, Any]) -> None:
        """Append to lists of the state."""
        for path, value in values.items():
            self.seen(path).append(value)

    def dice(self, dice: Mapping[str, Any]) -> None:
        """Replace the dice that are left of some tables."""
        self.rig.dice.faces |= faces(dice, self.module)

    def answer(self, answers: Mapping[str, Any]) -> None:
        """Replace some answers."""
        self.rig.player.answers |= answers

    def roll_on(self, args: Any, **more: Any) -> None:
        """Roll on a table, for a man if one is named."""
        self._of_flight("roll_on", args, more)

    def roll(self, args: Any, **more: Any) -> None:
        """Roll at a place of the sequence of play."""
        self._of_flight("roll", args, more)

    def consult(self, args: Any, **more: Any) -> None:
        """Consult the chart of a place."""
        self._of_flight("consult", args, more)

    def look_up(self, args: Any, **more: Any) -> None:
        """Look up the key of a place's chart."""
        self._of_flight("look_up", args, more)

    def _of_flight(self, name: str, args: Any, more: dict[str, Any]) -> None:
        self.result = getattr(self.flight, name)(*(args if isinstance(args, list) else [args]), **more)

    def do(self, call: Any, *, ends: bool = False, **more: Any) -> None:
        """Do an action of the rig with arguments; `ends` if the flight must be over with it."""
        name, *args = call if isinstance(call, list) else [call]
        if ends:
            with pytest.raises(FlightOver):
                self._act(name, args, more)
        else:
            self._act(name, args, more)

    def _act(self, name: str, args: list[Any], more: dict[str, Any]) -> None:
        of_state = args[:1] == ["@"]
        args = [self._argument(arg) for arg in args]
        found = self.module.ACTIONS[name](*([] if of_state else [self.flight]), *args, **more)
        self.result = self.flight.run(found) if isgenerator(found) else found

    def _argument(self, arg: Any) -> Any:
        """Return an argument: `@men.pilot` is a part of the state, `@` all of it, `shot` a shot of a gun."""
        if isinstance(arg, dict) and "shot" in arg:
            return Shot(*arg["shot"])
        if isinstance(arg, list):
            return [self._argument(one) for one in arg]
        if isinstance(arg, str) and arg.startswith("@"):
            return self.seen(arg[1:]) if arg[1:] else self.state
        return arg

    def then(self, expected: Mapping[str, Any]) -> None:
        """Expect values of the state, of the dice, of the questions or of the last result."""
        for name, wanted in expected.items():
            seen = self.seen(name)
            if not agrees(seen, wanted):
                raise Differs(f"{name} is {plain(seen)!r}, not {wanted!r}")

    def seen(self, name: str) -> Any:
        """Return what a name of an expectation stands for: a view of the rig, or a path in the state."""
        word, _, rest = name.partition(" ")
        if word in ("all", "any", "len", "sum"):
            many = self.seen(rest)
            return {"all": all, "any": any, "len": len, "sum": sum}[word](
                many.values() if isinstance(many, dict) else many
            )
        if word == "count":
            of, _, item = rest.partition(" ")
            return self.seen(of).count(item)
        if found := _EACH.fullmatch(name):
            return each(self.seen(found["of"]), found)
        return walk(*self._root(word, rest))

    def _root(self, word: str, rest: str) -> tuple[Any, list[str]]:
        """Return the object at which a path begins, and the steps of the path."""
        first, *steps = word.split(".")
        match first:
            case "result":
                return self.result, steps
            case "state":
                return self.state, steps
            case "tables":
                return self.rig.dice.tables(), steps
            case "thrown":
                thrown = self.rig.dice.thrown
                return ([who for table, who in thrown if rest in ("for", f"for {table}")] if rest else thrown), steps
            case "dice":
                return self.rig.dice.rest(), rest.split(".")[1:]
            case "asked":
                return (
                    [decision.who for decision in self.rig.player.asked] if rest else self.rig.player.kinds()
                ), steps
            case "decisions":
                return self.rig.player.asked, steps
            case "options":
                return self.rig.player.options(*rest.split()), []
            case "modifiers":
                table, *steps = rest.split(".")
                return dict(self.flight.modifiers(self.flight.tables[table])), steps
            case "column":
                return self.rig.dice.columns[rest], []
            case "modified":
                return self.flight.modified(self.flight.table(rest)), []
        if view := getattr(self.module, "VIEWS", {}).get(first):
            return view(self.rig, *rest.split()), steps
        return self.state, [first, *steps]


MISSING = object()


def walk(node: Any, steps: list[str]) -> Any:
    """Return the part of an object at the end of a path of fields, keys and indexes."""
    for step in steps:
        if isinstance(node, Mapping):
            node = node.get(step, MISSING) if step in node or not hasattr(node, "default_factory") else node[step]
        elif isinstance(node, (list, tuple)) and step.lstrip("-").isdigit():
            node = node[int(step)]
        else:
            node = getattr(node, step)
    return node


def each(many: Any, found: re.Match[str]) -> list[Any]:
    """Return a part of each object in a list or mapping, or of those with a field: `men[dead].role`, `guns[out].key`."""
    pairs = many.items() if isinstance(many, Mapping) else enumerate(many)
    parts = []
    for key, one in pairs:
        if found["only"]:
            value = getattr(one, found["only"])
            if (str(value) == found["value"] if found["value"] else bool(value)) is bool(found["no"]):
                continue
        if found["part"] == "key":
            parts.append(key)
        elif found["part"]:
            got = [walk(one, path.split(".")) for path in found["part"].split("+")]
            parts.append(got[0] if len(got) == 1 else got)
        else:
            parts.append(one)
    return parts


def agrees(seen: Any, wanted: Any) -> bool:
    """Return whether a value is as wanted: equal, true or false, or as `not`, `has`, `lacks`, `set`, `sorted` say."""
    if isinstance(wanted, bool):
        return bool(seen) is wanted
    if isinstance(wanted, dict) and len(wanted) == 1:
        ((how, value),) = wanted.items()
        if how == "not":
            return plain(seen) != value
        if how in ("has", "lacks"):
            return (value in seen) is (how == "has")
        if how == "set":
            return len({str(one) for one in plain(list(seen))}) == len(value) and all(
                one in plain(list(seen)) for one in value
            )
        if how == "sorted":
            return sorted(seen) == value
        if how == "unset":
            return seen is MISSING
    return plain(seen) == wanted


def plain(value: Any) -> Any:
    """Return a value with lists for tuples, so that it compares with YAML."""
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return value
