"""A flight: the state of one run, and the only path from dice to effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import GeneratorType
from typing import Any, Final, Generic, Literal, TypeVar

from combatbox.core.decisions import (
    Decision,
    DefaultPlayer,
    Flow,
    Hook,
    Hooks,
    Option,
    Place,
    Player,
    Step,
    check_choice,
)
from combatbox.core.dice import SIDES, THROWS, Dice, SeededDice, notation
from combatbox.core.effects import Condition
from combatbox.core.errors import IllegalChoice, UnknownName
from combatbox.core.events import Added, Journal
from combatbox.core.tables import C_co, GameRulebook, R_co, Row, Table

S_co = TypeVar("S_co", covariant=True)
R = TypeVar("R")


class GameFlight(Generic[S_co, C_co, R_co]):
    """One run of a game, with its state.

    If `journal` is None, nothing is logged and a roll costs little more than its dice. A `dry` flight has no state:
    rows are looked up and logged, but effects are not applied and conditions are not tested.
    """

    __slots__ = (
        "_dice",
        "book",
        "chance",
        "chosen",
        "const",
        "dry",
        "floored",
        "hooks",
        "journal",
        "natural",
        "net",
        "place",
        "places",
        "player",
        "reconsider",
        "rolled",
        "row",
        "ruled",
        "rulings",
        "state",
        "tables",
        "unwatched",
    )

    def __init__(
        self,
        book: GameRulebook[C_co, R_co],
        dice: Dice,
        state: S_co,
        player: Player | None = None,
        journal: Journal | None = None,
        *,
        dry: bool = False,
        hooks: Hooks | None = None,
    ) -> None:
        self.book = book
        self.places = book.places
        self.hooks: Hooks = hooks or {}
        self.chosen = ""
        """The ids of the tables chosen for this mission, joined by `|`; empty if no place has a choice of tables."""
        self.place = ""
        """The current place in the order of play."""
        self.ruled = book.ruled
        self.dry = dry
        self.tables = book.tables
        self.rolled = book.rolled
        self.const = book.constants
        self.rulings = book.rulings
        self.dice = dice
        self.player = player
        self.state = state
        self.row: Row | None = None
        self.net = 0
        self.natural = 0
        """The last natural roll on a table with `first` rows; `net` is the same roll with modifiers."""
        self.floored = False
        self.journal = journal
        self.unwatched = journal is None and type(player) is DefaultPlayer
        """True if questions are neither logged nor put to a person; a question without effect can then be skipped."""
        self.reconsider: Callable[[Row], bool] | None = None
        """A function that lets a player repeat a roll. It is called with the row that was rolled, before the row is
        applied, and returns True to repeat the roll."""
        if journal and not dry:
            journal.watch(state)

    @property
    def dice(self) -> Dice:
        """The source of dice."""
        return self._dice

    @dice.setter
    def dice(self, dice: Dice) -> None:
        self._dice = dice
        self.chance: Callable[[], float] | None = None
        """The random sequence of the dice if a roll may take the fast path, otherwise None."""
        if type(dice) is SeededDice and not self.dry and type(self.tables) is dict:  # other mappings record each access
            self.chance = dice.chance

    # ---- the order of play

    def enter(self, name: str) -> Place:
        """Move to a place in the order of play and return it.

        Raises:
            UnknownName: the game has no such place.
        """
        try:  # at every roll: faster than a call of `get`
            place = self.places[name]
        except KeyError:
            raise UnknownName("place in the order of play", name, self.places) from None
        self.place = name
        return place

    def choose_tables(self, facts: Mapping[str, str | int]) -> None:
        """Choose the table of each place that has several, depending on facts of the mission.

        Args:
            facts: the values of `mission`, `period`, `target` and `target_type`, as far as they are known.
        """
        chosen = {name: place.table_for(facts) for name, place in self.book.places.items() if place.instead}
        if not chosen:
            return
        places = self.book.places
        self.places = {**places, **{name: replace(places[name], table=table) for name, table in chosen.items()}}
        self.rolled = {}
        self.chosen = "|".join(chosen.values())

    def step(self, name: str, does: Step) -> Flow[Any]:
        """Play the step of a place immediately, including the game's hooks.

        Args:
            name: the place in the order of play.
            does: a function that plays the step for a flight, and returns a flow or a plain result.

        Returns:
            A flow that ends with the result of `does`, or of the hook that replaces it.

        Raises:
            UnknownName: the game has no such place.
        """
        if name not in self.places:
            self.enter(name)  # raises the error
        self.place = name
        if self.hooks and name in self.hooks:
            return self._hooked(self.hooks[name], does)
        result = does(self)
        if result is None or result is EMPTY_FLOW:
            return EMPTY_FLOW
        return result if type(result) is GeneratorType else _as_flow(result)

    def _hooked(self, hook: Hook, does: Step) -> Flow[Any]:
        if hook.before:
            yield from _as_flow(hook.before(self))
        result = yield from _as_flow((hook.instead or does)(self))
        if hook.after:
            yield from _as_flow(hook.after(self))
        return result

    def table(self, name: str) -> Table:
        """Return the table that is used at a place in the order of play.

        Raises:
            UnknownName: the game has no such place or table.
        """
        try:
            return self.tables[self.places[name].table]
        except KeyError:
            return self._table(self.enter(name).table)  # raises the error

    def ask(self, name: str, options: tuple[str, ...], default: str, who: str = "", question: str = "") -> Decision:
        """Return the decision that is asked at a place; the flow must yield it.

        Args:
            name: the place in the order of play.
            options: the legal options.
            default: the option that a player without a preference takes.
            who: the man, gun or fighter that the decision is about.
            question: the question to ask, instead of the `question` of the place.
        """
        return self.enter(name).decision(options, default, who, question)

    def roll(self, name: str, who: str = "", column: str = "", count: int = 0, add: int = 0, table: str = "") -> Row:
        """Roll at a place in the order of play and apply the row that is reached.

        If the dice come from a seed, a roll on a `quick` table takes a fast path, because this is the most frequently
        executed code. The fast path does the same as `_roll`; a test rolls on every table of every game on both paths.

        Args:
            name: the place in the order of play.
            who: the man, gun or fighter for whom the roll is made.
            column: the column, for tables with columns.
            count: the number of dice if it differs from the notation.
            add: a modifier in addition to the modifiers of the table.
            table: the id of a table to use instead of the place's table.

        Returns:
            The last row reached.

        Raises:
            UnknownName: the game has no such place, table or column.
        """
        chance, journal = self.chance, self.journal
        if chance is None or count or self.reconsider is not None:
            return self._roll(self._table_at(name, table), who, column, count, add, self.places[name].rule)
        try:
            target = self._table_at(name, table) if table else self.rolled[name]
        except KeyError:
            target = self.rolled[name] = self._table_at(name, "")
        while True:
            self.place = name  # the second die is thrown at the place of the first, even if its row moved the flight
            if target.forced and (forced := self._forced(target, who, self.places[name].rule)):
                return forced
            dice = target.quick
            if not dice:
                return self._roll(target, who, column, 0, add, self.places[name].rule)
            throw = int(chance() * SIDES) if dice == 1 else int(chance() * SIDES) * SIDES + int(chance() * SIDES)
            net = natural = target.naturals[throw]
            added: Sequence[Added] = ()
            if target.modified or add:
                added = () if journal is None else self.modifiers(target)
                net += add + (target.bonus(self) if journal is None else sum([amount for _, amount in added]))
                if natural in target.floored:
                    net, _ = self._floor(target, natural, net)
            try:
                row = target.by_net[column][net]
            except KeyError:
                row = target.row_for(net, column)
            again = row.again and self._is_repeated(row)
            if journal is not None:
                faces, rule = THROWS[dice][throw], self.places[name].rule
                self._log_roll(journal, target, row, who, column, rule, faces, natural, add, added, net, again)
            if again:
                continue
            self.row = row
            for do in row.does:
                do(self)
            if row.then is None:
                return row
            target, column, add = row.then, "", 0

    def _table_at(self, name: str, table: str) -> Table:
        """Move to a place and return the table to roll on, by default the place's."""
        place = self.enter(name)
        return self._table(table or place.table)

    # ---- dice and charts

    def roll_on(
        self, table_id: str, who: str = "", *, column: str = "", count: int = 0, add: int = 0, rule: str = ""
    ) -> Row:
        """Roll on a table and apply the row that is reached.

        Args:
            table_id: the table.
            who: the man, gun or fighter for whom the roll is made.
            column: the column, for tables with columns.
            count: the number of dice to add up, if it differs from the notation.
            add: a modifier in addition to the modifiers of the table.
            rule: the id of the rule that requires the roll.

        Returns:
            The last row reached.

        Raises:
            UnknownName: the game has no such table or column.
        """
        return self._roll(self._table(table_id), who, column, count, add, rule)

    def _roll(self, table: Table, who: str, column: str, count: int, add: int, rule: str) -> Row:
        """Roll, find the row and apply its effects, with every feature of tables."""
        dry, journal, place, throw = self.dry, self.journal, self.place, self._dice.throw
        while True:
            if table.forced and not dry and (forced := self._forced(table, who, rule)):
                return forced
            faces = throw(count or table.count, table.id, who)
            natural = faces[0] if len(faces) == 1 else sum(faces) if table.sums else table.notation.read(faces)
            if table.modified:
                net, floored, added = self._net(table, natural, natural + add)
            else:
                net, floored, added = natural + add, False, ()
            try:
                row = table.by_net[column][net]
            except KeyError:
                row = table.row_for(net, column)
            if table.adjusts:
                row = self._adjusted(table, row)
            again = row.again and not dry and self._is_repeated(row)
            if journal:
                self._log_roll(journal, table, row, who, column, rule, faces, natural, add, added, net, again)
            if again or (self.reconsider and self.reconsider(row)):
                continue
            self.row = row
            if not dry:
                if table.first:
                    self.natural = natural
                    self._apply_first(table, who, net, floored, rule)
                for do in row.does:
                    do(self)
            if row.then is None:
                return row
            self.place = place  # the second die is thrown at the place of the first, even if its row moved the flight
            table, column, count, add = row.then, "", 0, 0

    def _table(self, table_id: str) -> Table:
        table = self.tables.get(table_id)
        if table is None:
            raise UnknownName("table", table_id, self.tables)
        return table

    def _forced(self, table: Table, who: str, rule: str) -> Row | None:
        """Apply and return the first result that the state forces without a roll, if any."""
        for row in table.forced:
            if row.asks is None or row.asks(self):
                self._apply_chart_row(table, row, who, rule)
                return row
        return None

    def _net(self, table: Table, natural: int, net: int) -> tuple[int, bool, Sequence[Added]]:
        """Return the net roll, True if a floor was applied, and the modifiers to log."""
        added: Sequence[Added] = ()
        if self.journal:
            added = self.modifiers(table)
            for _, amount in added:
                net += amount
        elif not self.dry:
            net += table.bonus(self)
        if natural in table.floored:
            return *self._floor(table, natural, net), added
        return net, False, added

    def row_at(self, table: Table, natural: int, column: str = "", add: int = 0) -> Row:
        """Return the row that a natural roll would reach now; nothing is rolled or changed.

        Args:
            table: the table.
            natural: the natural roll.
            column: the column, in a table with columns.
            add: a modifier in addition to the modifiers of the table.
        """
        return table.row_for(self._net(table, natural, natural + add)[0], column)

    def _floor(self, table: Table, natural: int, net: int) -> tuple[int, bool]:
        """Return the net roll, raised to the floor if one applies, and True if one does."""
        floored = False
        for floor in table.floors:
            if natural == floor.natural and self._holds(floor.when):
                net, floored = max(net, floor.net), True
        return net, floored

    def _is_repeated(self, row: Row) -> bool:
        """Return True if the roll that reached this row must be repeated."""
        return any(condition.holds(self) for condition in row.again)

    def _apply_first(self, table: Table, who: str, net: int, floored: bool, rule: str) -> None:
        """Apply the rows that take effect when the dice are read, before the row that is reached."""
        self.net, self.floored = net, floored
        for before in table.first:
            if before.asks is None or before.asks(self):
                self._apply_chart_row(table, before, who, rule)

    def _holds(self, condition: Condition | None) -> bool:
        """Return True if a condition holds; a dry flight tests none."""
        return condition is None or (not self.dry and condition.holds(self))

    def roll_extra(self, name: str, dice: str, who: str = "") -> int:
        """Roll extra dice for the row that was just reached; the caller applies the result.

        If the player may repeat rolls, the extra dice can be rolled again like any others.

        Args:
            name: the place in the order of play.
            dice: a notation such as `2d6`.
            who: the man, gun or fighter for whom the roll is made.

        Returns:
            The natural roll.
        """
        rule = self.enter(name).rule
        reading = notation(dice)
        row = self.row
        row_id = row.id if row else ""
        table = row.table if row else ""
        while True:
            faces = self._dice.throw(reading.count, table, who)
            natural = reading.read(faces)
            if self.journal:
                thrown = {"dice": list(faces), "natural": natural, "modifiers": [], "net": natural}
                self.journal.log("roll", name, rule, table=table, column="", who=who, row=row_id, gives=[], **thrown)
            if row is None or self.reconsider is None or not self.reconsider(row):
                return natural

    def modified(self, table: Table) -> int:
        """Return the sum of a table's modifiers whose conditions hold now."""
        if self.dry:
            return 0
        return table.bonus(self)

    def modifiers(self, table: Table) -> list[Added]:
        """Return the modifiers of a table whose conditions hold now, as (code, amount)."""
        if self.dry:
            return []
        return [
            added if amount is None else (added[0], amount(self))
            for asks, added, amount in table.descriptions or table.describe_modifiers()
            if asks is None or asks(self)
        ]

    def _adjusted(self, table: Table, row: Row) -> Row:
        """Return the row, changed by the adjustments whose conditions hold."""
        holding = tuple([adjust for adjust in table.adjusts if self._holds(adjust.when)])
        return table.changed(row, holding) if holding else row

    def _log_roll(
        self,
        journal: Journal,
        table: Table,
        row: Row,
        who: str,
        column: str,
        rule: str,
        faces: tuple[int, ...],
        natural: int,
        add: int,
        added: Sequence[Added],
        net: int,
        again: object,
    ) -> None:
        journal.log(
            "roll",
            self.place,
            rule,
            table=table.id,
            column=column,
            who=who,
            dice=[*faces],
            natural=natural,
            modifiers=[*added, ("given", add)] if add else [*added],
            net=net,
            row=row.id,
            gives=["again"] if again else row.codes(),
        )

    def look_up(self, name: str, key: str, who: str = "", table: str = "") -> Row:
        """Apply and return the row of a chart that has this key.

        Args:
            name: the place in the order of play.
            key: the key of the row.
            who: the man, gun or fighter for whom the chart is used.
            table: the id of a chart to use instead of the place's chart.

        Raises:
            UnknownName: the game has no such place, table or key.
        """
        place = self.enter(name)
        chart = self._table(table or place.table)
        row = chart.find(key)
        self._apply_chart_row(chart, row, who, place.rule)
        return row

    def consult(self, name: str, who: str = "", table: str = "") -> Row | None:
        """Apply the first row of a chart whose condition holds, and return the row.

        Args:
            name: the place in the order of play.
            who: the man, gun or fighter for whom the chart is consulted.
            table: the id of a chart to use instead of the place's chart.

        Returns:
            The row, or None if no condition holds.

        Raises:
            UnknownName: the game has no such place or table.
        """
        place = self.enter(name)
        chart = self._table(table or place.table)
        for row in chart.rows:
            if row.asks is not None and row.asks(self):
                self._apply_chart_row(chart, row, who, place.rule)
                return row
        return None

    def _apply_chart_row(self, table: Table, row: Row, who: str, rule: str) -> None:
        if self.journal:
            self.journal.log("consult", self.place, rule, table=table.id, who=who, row=row.id, gives=row.codes())
        for do in row.does:
            do(self)

    def phase(self, name: str, who: str = "", **data: Any) -> None:
        """Log the beginning of a phase at its place in the order of play.

        Args:
            name: the place in the order of play, which is also the name of the phase.
            who: the man or player concerned, if any.
            data: further details that the game logs.
        """
        self._log_note("phase", name, who, data)

    def fact(self, name: str, who: str = "", **data: Any) -> None:
        """Log something that a rule causes without a roll of dice.

        Args:
            name: the place in the order of play, which is also the name of the fact.
            who: the man or player concerned, if any.
            data: further details that the game logs.
        """
        self._log_note("fact", name, who, data)

    def _log_note(self, kind: Literal["phase", "fact"], name: str, who: str, data: dict[str, Any]) -> None:
        place = self.enter(name)
        if self.journal:
            self.journal.log(kind, name, place.rule, name=place.called, who=who, data=data)

    def run(self, flow: Flow[R]) -> R:
        """Run a flow to its end, passing each decision to the player.

        Returns:
            The flow's result.

        Raises:
            IllegalChoice: the player's answer is not legal.
        """
        answer: Option | None = None
        if flow is EMPTY_FLOW:
            flow = _finished_flow(None)
        try:
            while True:
                decision = flow.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
                answer = self.decide(decision)
        except StopIteration as end:
            if self.journal:
                self.journal.flush_changes()
            return end.value  # type: ignore[no-any-return]

    def decide(self, decision: Decision) -> Option:
        """Pass a decision to the player, check the answer and log it.

        Raises:
            IllegalChoice: there is no player, or the answer is not legal.
        """
        if self.player is None:
            raise IllegalChoice(f"the flight has no player to decide {decision.kind!r} ({decision.rule})")
        answer = decision.option(check_choice(decision, self.player.choose(decision, self)))
        if self.journal:
            about = {"decision": decision.kind, "who": decision.who, "options": decision.texts, "taken": str(answer)}
            self.journal.log("choice", decision.place, decision.rule, **about)
        return answer


class Flight(GameFlight[S_co, Any, Any]):
    """A flight of any game, for code that is independent of constants and rulings."""

    __slots__ = ()


def _as_flow(result: Any) -> Flow[Any]:
    """Return a step's flow, or a flow that ends immediately with a plain result."""
    if result is None or result is EMPTY_FLOW:
        return EMPTY_FLOW
    return result if type(result) is GeneratorType else _finished_flow(result)


EMPTY_FLOW: Final[Flow[Any]] = ()  # type: ignore[assignment]
"""A flow without decisions that returns None, for `yield from`.

A step that rarely asks for a decision should be a plain function that returns this constant or a flow, because starting
a generator without decisions doubles the cost of the step.
"""


def _finished_flow(result: Any) -> Flow[Any]:
    """Return a flow without decisions that ends with this result."""
    yield from ()
    return result
