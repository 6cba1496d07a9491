"""A flight: dice, player, rulebook, journal and state of one run, and the one path from dice to effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import GeneratorType
from typing import Any, Final, Generic, TypeVar

from combatbox.core.decisions import Decision, DefaultPlayer, Flow, Option, Player, check_choice
from combatbox.core.dice import SIDES, THROWS, Dice, SeededDice, notation
from combatbox.core.effects import Condition
from combatbox.core.errors import IllegalChoice, UnknownName
from combatbox.core.events import Added, Journal
from combatbox.core.places import Hook, Hooks, Place, Step
from combatbox.core.tables import C_co, GameRulebook, R_co, Row, Table

S_co = TypeVar("S_co", covariant=True)
R = TypeVar("R")


class GameFlight(Generic[S_co, C_co, R_co]):
    """One run of a game. The state belongs to it alone; nothing here outlives it.

    With `journal` None nothing is logged and a roll costs little more than its dice. A `dry` flight has no
    state: rows are found and logged, effects are not applied and conditions not asked.
    """

    __slots__ = (
        "_dice", "book", "chance", "const", "dry", "floored", "hooks", "journal", "natural", "net", "place", "places", "player",
        "reconsider", "rolled", "row", "ruled", "rulings", "state", "tables", "unwatched",
    )  # fmt: skip

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
        self.place = ""
        """The place in the order of play that has been reached."""
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
        """What the dice of the last roll with something `first` showed, before modifiers; `net` with them."""
        self.floored = False
        self.journal = journal
        self.unwatched = journal is None and type(player) is DefaultPlayer
        """Nobody sees what is asked, and every answer is the default: a question whose default does nothing may be left out."""
        self.reconsider: Callable[[Row], bool] | None = None
        """Where a game lets a player throw again: called with the row that a roll reached, before it does anything."""
        if journal and not dry:
            journal.watch(state)

    @property
    def dice(self) -> Dice:
        """Where faces come from."""
        return self._dice

    @dice.setter
    def dice(self, dice: Dice) -> None:
        self._dice = dice
        self.chance: Callable[[], float] | None = None
        """The numbers that the dice are made of, where a roll may go the short way."""
        if type(dice) is SeededDice and not self.dry and type(self.tables) is dict:  # another notes who reads it
            self.chance = dice.chance

    # ---- the order of play

    def enter(self, name: str) -> Place:
        """Go to a place in the order of play and give it back. Raises UnknownName for one that the game does not have."""
        try:  # asked at every roll: a place that is not there costs an exception, one that is there no call
            place = self.places[name]
        except KeyError:
            place = self._place(name)
        self.place = name
        return place

    def _place(self, name: str) -> Place:
        place = self.places.get(name)
        if place is None:
            raise UnknownName("place in the order of play", name, self.places)
        return place

    def step(self, name: str, does: Step) -> Flow[Any]:
        """What stands at a place, to be played at once, with what the game puts before, after or instead of it.

        does: a flow, or a plain function, of the flight. What it gives back is given back, also where a hook stands in
        for it. Raises UnknownName for a place that the game does not have.
        """
        if name not in self.places:
            self._place(name)
        self.place = name
        if self.hooks and name in self.hooks:
            return self._hooked(self.hooks[name], does)
        done = does(self)
        if done is None or done is EMPTY_FLOW:
            return EMPTY_FLOW
        return done if type(done) is GeneratorType else _played(done)

    def _hooked(self, hook: Hook, does: Step) -> Flow[Any]:
        if hook.before:
            yield from _played(hook.before(self))
        given = yield from _played((hook.instead or does)(self))
        if hook.after:
            yield from _played(hook.after(self))
        return given

    def table(self, name: str) -> Table:
        """The table of a place in the order of play. Raises UnknownName."""
        try:
            return self.tables[self.places[name].table]
        except KeyError:
            return self._table(self._place(name).table)

    def ask(self, name: str, options: tuple[str, ...], default: str, who: str = "", question: str = "") -> Decision:
        """The decision that is asked at a place; the flow yields it."""
        return self.enter(name).decision(options, default, who, question)

    def roll(self, name: str, who: str = "", column: str = "", count: int = 0, add: int = 0, table: str = "") -> Row:
        """Roll at a place in the order of play, on its table or the one given; the rest as for `roll_on`.

        Where nothing but a log looks on it goes the short way, as far as the tables are `quick`: the most travelled path there
        is. It does what `_roll` does; a test rolls on every table of every game by both.
        """
        chance, journal = self.chance, self.journal
        if chance is None or count or self.reconsider is not None:
            return self._roll(self._rolled(name, table), who, column, count, add, self.places[name].rule)
        try:
            rolled = self._rolled(name, table) if table else self.rolled[name]
        except KeyError:
            rolled = self.rolled[name] = self._rolled(name, "")
        while True:
            self.place = name  # a second die belongs where the first was thrown, wherever its row has led meanwhile
            if rolled.forced and (forced := self._forced(rolled, who, self.places[name].rule)):
                return forced
            dice = rolled.quick
            if not dice:
                return self._roll(rolled, who, column, 0, add, self.places[name].rule)
            throw = int(chance() * SIDES) if dice == 1 else int(chance() * SIDES) * SIDES + int(chance() * SIDES)
            net = natural = rolled.naturals[throw]
            found: Sequence[Added] = ()
            if rolled.modified or add:
                found = () if journal is None else self.modifiers(rolled)
                net += add + (rolled.bonus(self) if journal is None else sum([amount for _, amount in found]))
                if natural in rolled.floored:
                    net, _ = self._floor(rolled, natural, net)
            try:
                row = rolled.by_net[column][net]
            except KeyError:
                row = rolled.row_for(net, column)
            again = row.again and self._again(row)
            if journal is not None:
                faces, rule = THROWS[dice][throw], self.places[name].rule
                self._log_roll(journal, rolled, row, who, column, rule, faces, natural, add, found, net, again)
            if again:
                continue
            self.row = row
            for do in row.does:
                do(self)
            if row.then is None:
                return row
            rolled, column, add = row.then, "", 0

    def _rolled(self, name: str, table: str) -> Table:
        """The table that is rolled on at a place, its own or the one given; the place has been reached then."""
        try:
            place = self.places[name]
        except KeyError:
            place = self._place(name)
        self.place = name
        return self.tables.get(table or place.table) or self._table(table or place.table)

    # ---- dice and charts

    def roll_on(
        self, table_id: str, who: str = "", *, column: str = "", count: int = 0, add: int = 0, rule: str = ""
    ) -> Row:
        """Roll on a table and do what the row says. Gives back the last row reached.

        who: for whom the roll is made. column: for tables with columns. count: number of dice when it
        differs from the notation (totals of several dice). add: a modifier beyond those of the table.
        rule: the rule that asks for the roll.
        Raises UnknownName for a table or column that does not exist.
        """
        return self._roll(self._table(table_id), who, column, count, add, rule)

    def _roll(self, table: Table, who: str, column: str, count: int, add: int, rule: str) -> Row:
        """The whole way from dice to effects, with all that a table may have: what it lacks costs a glance here, no call."""
        dry, journal, place, throw = self.dry, self.journal, self.place, self._dice.throw
        while True:
            if table.forced and not dry and (forced := self._forced(table, who, rule)):
                return forced
            faces = throw(count or table.count, table.id, who)
            natural = faces[0] if len(faces) == 1 else sum(faces) if table.sums else table.notation.read(faces)
            if table.modified:
                net, floored, found = self._net(table, natural, natural + add)
            else:
                net, floored, found = natural + add, False, ()
            try:
                row = table.by_net[column][net]
            except KeyError:
                row = table.row_for(net, column)
            if table.adjusts:
                row = self._adjusted(table, row)
            again = row.again and not dry and self._again(row)
            if journal:
                self._log_roll(journal, table, row, who, column, rule, faces, natural, add, found, net, again)
            if again or (self.reconsider and self.reconsider(row)):
                continue
            self.row = row
            if not dry:
                if table.first:
                    self.natural = natural
                    self._first(table, who, net, floored, rule)
                for do in row.does:
                    do(self)
            if row.then is None:
                return row
            self.place = place  # the second die belongs where the first was thrown, wherever its row has led meanwhile
            table, column, count, add = row.then, "", 0, 0

    def _table(self, table_id: str) -> Table:
        table = self.tables.get(table_id)
        if table is None:
            raise UnknownName("table", table_id, self.tables)
        return table

    def _forced(self, table: Table, who: str, rule: str) -> Row | None:
        """The result that the state brings about without a roll, if one does."""
        for row in table.forced:
            if row.asks is None or row.asks(self):
                self._apply_chart_row(table, row, who, rule)
                return row
        return None

    def _net(self, table: Table, natural: int, net: int) -> tuple[int, bool, Sequence[Added]]:
        """The net roll, whether the natural one is one that modifiers cannot spoil, and the modifiers for the log."""
        found: Sequence[Added] = ()
        if self.journal:
            found = self.modifiers(table)
            for _, amount in found:
                net += amount
        elif not self.dry:
            net += table.bonus(self)
        if natural in table.floored:
            return *self._floor(table, natural, net), found
        return net, False, found

    def _floor(self, table: Table, natural: int, net: int) -> tuple[int, bool]:
        """The net roll where the natural one may be one that modifiers cannot spoil, and whether it is."""
        floored = False
        for floor in table.floors:
            if natural == floor.natural and self._holds(floor.when):
                net, floored = max(net, floor.net), True
        return net, floored

    def _again(self, row: Row) -> bool:
        """Whether the throw does not count and is made again."""
        return any(condition.holds(self) for condition in row.again)

    def _first(self, table: Table, who: str, net: int, floored: bool, rule: str) -> None:
        """What is done once the dice are read, before the row."""
        self.net, self.floored = net, floored
        for before in table.first:
            if before.asks is None or before.asks(self):
                self._apply_chart_row(table, before, who, rule)

    def _holds(self, condition: Condition | None) -> bool:
        """Whether a condition holds; a dry flight asks none."""
        return condition is None or (not self.dry and condition.holds(self))

    def roll_extra(self, name: str, dice: str, who: str = "") -> int:
        """Throw more dice for the row just reached, and read them, at a place; what they do is the caller's business.

        They are a roll like any other: where a player may throw again, he may throw these again.
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
                self.journal.roll(
                    table, row_id, list(faces), place=name, rule=rule, who=who, natural=natural, net=natural
                )
            if row is None or self.reconsider is None or not self.reconsider(row):
                return natural

    def modified(self, table: Table) -> int:
        """The sum of a table's modifiers that count now: what `modifiers` says, without the names."""
        if self.dry:
            return 0
        return table.bonus(self)

    def modifiers(self, table: Table) -> list[Added]:
        """The modifiers of a table that count now, as (code, amount)."""
        if self.dry:
            return []
        return [
            added if amount is None else (added[0], amount(self))
            for asks, added, amount in table.told or table.describe_modifiers()
            if asks is None or asks(self)
        ]

    def _adjusted(self, table: Table, row: Row) -> Row:
        """The row with its numbers changed by the adjusts that hold; made once for each set of them."""
        holding = tuple([adjust for adjust in table.adjusts if self._holds(adjust.when)])
        return table.changed(row, holding) if holding else row

    def _log_roll(
        self, journal: Journal, table: Table, row: Row, who: str, column: str, rule: str, faces: tuple[int, ...], natural: int,
        add: int, found: Sequence[Added], net: int, again: object,
    ) -> None:  # fmt: skip
        journal.add({
            "n": len(journal.events) + 1, "kind": "roll", "place": self.place, "rule": rule, "table": table.id,
            "column": column, "who": who, "dice": [*faces], "natural": natural,
            "modifiers": [*found, ("given", add)] if add else [*found], "net": net, "row": row.id,
            "gives": ["again"] if again else row.given.copy() or row.codes(), "changes": [],
        })  # fmt: skip

    def look_up(self, name: str, key: str, who: str = "", table: str = "") -> Row:
        """Apply the row with this key of the chart of a place, or of the one given. Raises UnknownName for a place, table or key that is not there."""
        place = self.enter(name)
        chart = self._table(table or place.table)
        row = chart.find(key)
        self._apply_chart_row(chart, row, who, place.rule)
        return row

    def consult(self, name: str, who: str = "", table: str = "") -> Row | None:
        """Apply the first row whose condition holds of the chart of a place, or of the one given; None if no condition does.

        Raises UnknownName for a place or table that is not there.
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
            self.journal.consult(table.id, row.id, self.place, rule, who, row.given.copy() or row.codes())
        for do in row.does:
            do(self)

    def phase(self, name: str, who: str = "", **data: Any) -> None:
        """Log that a stretch of play begins, at its place."""
        if self.journal:
            place = self.enter(name)
            self.journal.phase(place.called, name, place.rule, who, data)
            return
        if name not in self.places:
            self._place(name)
        self.place = name

    def fact(self, name: str, who: str = "", **data: Any) -> None:
        """Log something that the rules bring about without a roll, at its place."""
        if self.journal:
            place = self.enter(name)
            self.journal.fact(place.called, name, place.rule, who, data)
            return
        if name not in self.places:
            self._place(name)
        self.place = name

    def run(self, flow: Flow[R]) -> R:
        """Fly a flow to its end, putting each decision to the player and logging the answer.

        Raises IllegalChoice when the player answers with something that is no option.
        """
        answer: Option | None = None
        if flow is EMPTY_FLOW:
            flow = _given(None)
        try:
            while True:
                decision = flow.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
                answer = self.decide(decision)
        except StopIteration as end:
            if self.journal:
                self.journal.flush_changes()
            return end.value  # type: ignore[no-any-return]

    def decide(self, decision: Decision) -> Option:
        """Put a decision to the player, check and log the answer. Raises IllegalChoice."""
        if self.player is None:
            raise IllegalChoice(f"nobody is there to decide {decision.kind!r} ({decision.rule})")
        taken = self.player.choose(decision, self)
        answer = decision.listed(taken)  # what is listed is legal
        if answer is None:
            answer = decision.option(check_choice(decision, taken))
        if self.journal:
            self.journal.choice(decision.kind, decision.texts, str(answer), decision.place, decision.rule, decision.who)
        return answer


class Flight(GameFlight[S_co, Any, Any]):
    """A flight of any game, to code that knows none of its constants and rulings."""

    __slots__ = ()


def _played(done: Any) -> Flow[Any]:
    """The flow that a step is, or one that asks nothing and ends with what a plain step gave back."""
    if done is None or done is EMPTY_FLOW:
        return EMPTY_FLOW
    return done if type(done) is GeneratorType else _given(done)


EMPTY_FLOW: Final[Flow[Any]] = ()  # type: ignore[assignment]
"""A flow that asks nothing and gives nothing back: `yield from` takes it for one. What seldom has anything to ask is best a plain
function, which gives this back or else a flow: a flow that is begun to no purpose costs twice what it has to look at."""


def _given(done: Any) -> Flow[Any]:
    """A flow that asks nothing."""
    yield from ()
    return done
