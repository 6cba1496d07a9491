"""A flight: dice, player, rulebook, journal and state of one run, and the one path from dice to effects."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from combatbox.core.decisions import Decision, Flow, Player, check_choice
from combatbox.core.dice import Dice
from combatbox.core.effects import Effect
from combatbox.core.errors import IllegalChoice, UnknownName
from combatbox.core.events import Journal
from combatbox.core.tables import Row, Rulebook, Table

S = TypeVar("S")
R = TypeVar("R")


class Flight(Generic[S]):
    """One run of a game. The state belongs to it alone; nothing here outlives it.

    With `journal` None nothing is logged and a roll costs little more than its dice. A `dry` flight has no
    state: rows are found and logged, effects are not applied and conditions not asked.
    """

    __slots__ = ("book", "const", "dice", "dry", "journal", "player", "rulings", "state", "tables")

    def __init__(
        self,
        book: Rulebook,
        dice: Dice,
        state: S,
        player: Player | None = None,
        journal: Journal | None = None,
        *,
        dry: bool = False,
    ) -> None:
        self.book = book
        self.dry = dry
        self.tables = book.tables
        self.const = book.constants
        self.rulings = book.rulings
        self.dice = dice
        self.player = player
        self.state = state
        self.journal = journal
        if journal and not dry:
            journal.watch(state)

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

    def _table(self, table_id: str) -> Table:
        table = self.tables.get(table_id)
        if table is None:
            raise UnknownName("table", table_id, self.tables)
        return table

    def _roll(self, table: Table, who: str, column: str, count: int, add: int, rule: str) -> Row:
        reading = table.notation
        faces = self.dice.throw(count or reading.count, table.id, who)
        natural = reading.read(faces)
        net = natural + add
        if table.modifiers:
            net += sum(amount for _, amount in self.modifiers(table))
        row = table.at(net, column)
        if self.journal:
            self._log_roll(table, who, column, rule, faces, natural, add, net, row)
        if not self.dry:
            for effect in row.effects:
                effect.apply(self)
        if row.then:
            return self._roll(row.then, who, "", 0, 0, rule)
        return row

    def modifiers(self, table: Table) -> list[tuple[str, int]]:
        """The modifiers of a table that count now, as (code, amount)."""
        if self.dry:
            return []
        found: list[tuple[str, int]] = []
        for modifier in table.modifiers:
            if modifier.when is None or modifier.when.holds(self):
                add = modifier.add
                if isinstance(add, int):
                    found.append((modifier.when.code if modifier.when else "always", add))
                else:
                    found.append((add.code, add.amount(self)))
        return found

    def _log_roll(
        self,
        table: Table,
        who: str,
        column: str,
        rule: str,
        faces: tuple[int, ...],
        natural: int,
        add: int,
        net: int,
        row: Row,
    ) -> None:
        assert self.journal
        modifiers = [[code, amount] for code, amount in self.modifiers(table)]
        if add:
            modifiers.append(["given", add])
        self.journal.add(
            "roll",
            rule=rule,
            table=table.id,
            column=column,
            who=who,
            dice=list(faces),
            natural=natural,
            modifiers=modifiers,
            net=net,
            row=row.id,
            gives=codes(row.effects),
        )

    def look_up(self, table_id: str, key: str, who: str = "", *, rule: str = "") -> Row:
        """Apply the row of a chart with this key. Raises UnknownName for a table or key that is not there."""
        table = self._table(table_id)
        row = table.find(key)
        self._apply_chart_row(table, row, who, rule)
        return row

    def consult(self, table_id: str, who: str = "", *, rule: str = "") -> Row | None:
        """Apply the first row of a chart whose condition holds; None if no condition does.

        Raises UnknownName for a table that is not there.
        """
        table = self._table(table_id)
        for row in table.rows:
            if row.when is not None and row.when.holds(self):
                self._apply_chart_row(table, row, who, rule)
                return row
        return None

    def _apply_chart_row(self, table: Table, row: Row, who: str, rule: str) -> None:
        if self.journal:
            self.journal.add("consult", rule=rule, table=table.id, who=who, row=row.id, gives=codes(row.effects))
        for effect in row.effects:
            effect.apply(self)

    def phase(self, name: str, rule: str, who: str = "", **data: Any) -> None:
        """Log that a stretch of play begins."""
        if self.journal:
            self.journal.add("phase", name=name, rule=rule, who=who, data=data)

    def fact(self, name: str, rule: str, who: str = "", **data: Any) -> None:
        """Log something that the rules bring about without a roll."""
        if self.journal:
            self.journal.add("fact", name=name, rule=rule, who=who, data=data)

    def run(self, flow: Flow[R]) -> R:
        """Fly a flow to its end, putting each decision to the player and logging the answer.

        Raises IllegalChoice when the player answers with something that is no option.
        """
        answer: str | None = None
        try:
            while True:
                decision = flow.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
                answer = self._decide(decision)
        except StopIteration as end:
            if self.journal:
                self.journal.settle()
            return end.value  # type: ignore[no-any-return]

    def _decide(self, decision: Decision) -> str:
        if self.player is None:
            raise IllegalChoice(f"nobody is there to decide {decision.kind!r} ({decision.rule})")
        answer = check_choice(decision, self.player.choose(decision, self))
        if self.journal:
            self.journal.add(
                "choice",
                rule=decision.rule,
                decision=decision.kind,
                who=decision.who,
                options=list(decision.options),
                taken=answer,
            )
        return answer


def codes(effects: tuple[Effect, ...]) -> list[str]:
    """The effects as log codes."""
    return [effect.code for effect in effects]
