"""Checks that everything to which the files of a game refer exists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from combatbox.core.annotations import Known
from combatbox.core.errors import CombatBoxError, Problem, suggest
from combatbox.core.game import Game
from combatbox.core.phrases import parts_of
from combatbox.core.tables import Keys, Row, Table
from combatbox.library import paths
from combatbox.library.schema import OtherTableModel, PlaceModel, PlacesModel, RulesModel, RulingsModel
from combatbox.library.vocabulary import Vocabulary
from combatbox.library.yaml12 import Document
from combatbox.play.book import constants_of
from combatbox.play.dataclass_validation import Where, faults

NO_RESULT = "no_effect"
"""The effect with which a row that replaces a roll may leave a result as it was, where `decides` names it."""


@dataclass
class References:
    """The checks of references in the files of a game.

    Attributes:
        problems: the list to which problems are added.
        documents: the files, by table id or by file name.
        tables: the compiled tables.
        ids: the ids of all tables, including those with problems.
        leads: an item for each row that leads to a table: the file and the path of the row in it, the id of the row's
            table, and the table or place in the order of play to which the row leads.
        variants: the id of the original table, by the id of the variant of the table.
    """

    game: Game
    folder: Path
    overlay: Path | None
    problems: list[Problem]
    documents: Mapping[str, Document]
    tables: Mapping[str, Table]
    ids: set[str]
    leads: list[tuple[Document, Where, str, str]]
    variants: Mapping[str, str]
    constants: dict[str, Any]
    vocabulary: Vocabulary

    def check_ids(self, rulings: RulingsModel | None, rules: RulesModel | None) -> None:
        """Check that every id to which the files refer exists; tables with problems count as existing."""
        self._check_constants()
        known_rules = {rule.id for rule in rules.rules} if rules else None
        for index, ruling in enumerate(rulings.rulings if rulings else ()):
            for key, option in ruling.options.items():
                for old, new in option.replaces.items():
                    where: Where = ("rulings", index, "options", key, "replaces", old)
                    for name in (old, new):
                        self._check_known("table", name, self.ids, "rulings.yaml", where, ruling.id)
                    self._check_columns(old, new, where, ruling.id)
            for number, name in enumerate(ruling.rules if known_rules is not None else ()):
                self._check_known(
                    "rule", name, known_rules, "rulings.yaml", ("rulings", index, "rules", number), ruling.id
                )
        for index, rule in enumerate(rules.rules if rules else ()):
            for number, name in enumerate(rule.tables):
                self._check_known("table", name, self.ids, "rules.yaml", ("rules", index, "tables", number), rule.id)
        for variant, original in self.variants.items():
            self._check_known("table", original, self.ids, variant, ("variant_of",), variant)
        self._check_tours(rulings)
        self._check_last_missions()
        self._check_order()

    def check_leads(self, places: PlacesModel | None) -> None:
        """Check that the tables exist to which rows lead.

        A row names a table, or a place in the order of play where a table is used.
        """
        for document, where, name_of, led in self.leads:
            name = places.places[led].table if places and led in places.places else led
            if name not in self.ids:
                message = f"{name_of}: unknown table {name!r}{suggest(name, self.ids)}"
                self.problems.append(document.problem(where, message))

    def check_places(self, places: PlacesModel | None, rules: RulesModel | None, rulings: RulingsModel | None) -> None:
        """Check that everything to which places refer exists, and that each hook of the game has its place."""
        known = places.places if places and self.ids else {}
        for name, place in known.items():
            where: Where = ("places", name)
            self._check_place_is_played(name, where)
            if place.rule and rules:
                self._check_known(
                    "rule", place.rule, {rule.id for rule in rules.rules}, "places.yaml", (*where, "rule"), name
                )
            if place.table:
                self._check_known("table", place.table, self.ids, "places.yaml", (*where, "table"), name)
            for field, needs in (
                ("under", place.under),
                *(("options_under", other) for other in place.options_under.values()),
            ):
                self._check_under(needs, rulings, (*where, field), name)
            for index, other in enumerate(place.instead):
                self._check_other_table(other, (*where, "instead", index), name)
            self._check_sentences(name, place)
        for name in self.game.hooks:
            if name not in known:
                message = f"the game has a hook at {name!r}, which is not in its order of play{suggest(name, known)}"
                self.problems.append(Problem(paths.display_path(self.folder / "places.yaml"), 1, message))

    def check_needs(self, places: PlacesModel, rulings: RulingsModel) -> None:
        """Check that the tables have all keys that the code looks up in them, and that their rows decide what it needs.

        This includes the tables that a ruling may use instead of others.
        """
        const = constants_of(self.game, self.constants)
        for keys in self.game.pages.keys(const, self.tables) if self.game.pages.keys else ():
            for name in self._tables_at(keys.table, places, rulings):
                if not (keys.bare and not self.tables[name].columns):
                    self._check_keys_of(keys, self.tables[name])
        for place, effects in places.decides.items():
            before, tables = len(self.problems), self._tables_at(place, places, rulings)
            for effect in effects:
                self._check_known("effect", effect, self.vocabulary.effects, "places.yaml", ("decides", place), place)
            if not tables:
                message = f"{place}: there is no such place with a table, constant or table; correct the name"
                self._report("places.yaml", ("decides", place), message)
            for name, at in tables.items() if len(self.problems) == before else ():
                self._check_decides(name, effects, places, at)

    def _tables_at(self, name: str, places: PlacesModel, rulings: RulingsModel) -> dict[str, tuple[str, Where]]:
        """Return the tables that may be used at a place, or that a constant names, or the table with this id.

        The tables that a ruling may use instead of them are among them.

        Returns:
            For each table the file that puts it there, and the path in this file.
        """
        at: dict[str, tuple[str, Where]] = {}
        if name in places.places:
            place = places.places[name]
            at |= {o.table: ("places.yaml", ("places", name, "instead", n)) for n, o in enumerate(place.instead)}
            at[place.table] = "places.yaml", ("places", name)
        else:
            named = self.constants.get(name, [name])
            names = (
                [*named, *named.values()] if isinstance(named, dict) else [named] if isinstance(named, str) else named
            )
            at |= dict.fromkeys(names, ("game.yaml", ("constants", name)))
        for index, ruling in enumerate(rulings.rulings):
            for key, option in ruling.options.items():
                for old, new in option.replaces.items():
                    if old in at:
                        at.setdefault(new, ("rulings.yaml", ("rulings", index, "options", key, "replaces", old)))
        return {table: where for table, where in at.items() if table in self.tables}

    def _check_decides(self, name: str, effects: list[str], places: PlacesModel, at: tuple[str, Where]) -> None:
        """Check that each row of a table has one of these effects, or leads to a table whose rows have one.

        A row of a chart must also decide what none of its cells does.

        Args:
            name: the id of the table.
            effects: the names of the effects.
            places: the order of play.
            at: the file and the path in it by which the table is used, for a table that an overlay moves there.
        """
        results = self.tables[name].results()
        in_cells = {effect.name for cell in results if cell.column for effect in cell.effects}
        for result in (*results, *self.tables[name].forced):
            names = [effect for effect in effects if result.column or effect not in in_cells]
            needed = f"`{'` or `'.join(name for name in names if name != NO_RESULT)}`"
            for row in self._undecided(result, names, places, (name,)) if names else ():
                document = self.documents[row.table]
                message = f"{name} cannot stand in here: not each of its rows gives {needed}; choose another table"
                problem = self.documents[at[0]].problem(at[1], message)
                if is_changed(document, self.overlay):
                    table = self.tables[row.table]
                    where = next(
                        (part, index)
                        for part, rows in (("rows", table.rows), ("forced", table.forced))
                        for index, line in enumerate(rows)
                        if f"{row.line}/".startswith(f"{line.line}/")
                    )
                    problem = document.problem(where, f"{row.id}: decides nothing; give it {needed}")
                self.problems += [problem] if problem not in self.problems else []  # of two places with one table

    def _undecided(self, row: Row, effects: list[str], places: PlacesModel, seen: tuple[str, ...]) -> list[Row]:
        """Return the rows that leave a result out: this one, or those of the nested roll or table to which it leads.

        Args:
            row: the row.
            effects: the names of the effects of which one gives the result; `NO_RESULT` does for a row without a roll.
            places: the order of play.
            seen: the ids of the tables that lead to the row, which need not be checked again.
        """
        known = effects if row.when else [name for name in effects if name != NO_RESULT]
        if any(part.name in known for effect in row.effects for part in (effect, *effect.components())):
            return []
        led = [name for effect in row.effects for name in effect.leads_to()]
        names = (places.places[name].table if name in places.places else name for name in led)
        tables = [*([row.then] if row.then else []), *(self.tables[name] for name in names if name in self.tables)]
        undecided = (
            [
                row
                for result in (*table.results(), *table.forced)
                for row in self._undecided(result, effects, places, (*seen, table.id))
            ]
            if table.id not in seen
            else []
            for table in tables
        )
        return min(undecided, key=len, default=[row])

    def _check_columns(self, old: str, new: str, where: Where, ruling: str) -> None:
        """Check that a table has all columns of the table that it replaces under a ruling."""
        if old not in self.tables or new not in self.tables or self.tables[new].shape == "chart":
            return
        missing = [
            column or "no column" for column in self.tables[old].lookups if column not in self.tables[new].lookups
        ]
        if missing:
            message = (
                f"{ruling}: {new} cannot stand in for {old}: it lacks {', '.join(missing)}; give it the same columns"
            )
            self._report("rulings.yaml", where, message)

    def _check_keys_of(self, keys: Keys, table: Table) -> None:
        """Check that a table has the keys that the code looks up and no others."""
        document, present = self.documents[table.id], keys.present(table)
        missing = [key for key in keys.needed if key not in present]
        known = () if keys.also is None or not is_changed(document, self.overlay) else (*keys.needed, *keys.also)
        for key in present if known else ():
            if key not in known:
                similar = get_close_matches(key, missing, n=1)
                near = f"; did you mean {similar[0]}?" if similar else suggest(key, known)
                message = f"{table.id}: nothing looks up the {keys.kind} {key!r}{near}"
                self.problems.append(document.problem(place_of(key, document), message, key))
                missing = [singular for singular in missing if singular not in similar]
        if missing:
            first, names = missing[0], ", ".join(map(repr, missing))
            wants = f"s {names} are missing; the game looks them up, so add them"
            singular = f" {names} is missing; the game looks it up, so add it"
            place = "" if is_changed(document, self.overlay) else f" in {self._own_file(document)}"
            message = f"{table.id}: the {keys.kind}{wants if missing[1:] else singular}{place}"
            self.problems.append(document.problem(place_of(first, document), message, *missing))

    def _own_file(self, document: Document) -> str:
        """Return the path that a file of the game has in the overlay; without an overlay, the path of the file."""
        return paths.display_path(self.overlay / Path(document.path).name) if self.overlay else document.path

    def _check_other_table(self, other: OtherTableModel, where: Where, name: str) -> None:
        """Check the references of a table that replaces another one in some missions.

        The table must exist, and so must the missions, periods and targets that its conditions name.
        """
        self._check_known("table", other.table, self.ids, "places.yaml", (*where, "table"), name)
        self._check_missions(other.missions, (*where, "missions"), name)
        for what, field, listed in (
            ("period", "periods", "periods"),
            ("target", "targets", "cities"),
            ("type of target", "target_types", "target_types"),
        ):
            for index, value in enumerate(getattr(other, field)):
                known = self.constants.get(listed, ())
                self._check_known(what, value, known, "places.yaml", (*where, field, index), name)

    def _check_missions(self, missions: str, where: Where, name: str) -> None:
        """Check that each range of missions is in ascending order and within the tour."""
        last_of_tour = self.constants.get("missions")
        last_of_tour = last_of_tour if isinstance(last_of_tour, int) else None
        for part in missions.split(",") if missions else ():
            first, _, end = part.strip().partition("-")
            last = int(end or first)
            if not 1 <= int(first) <= last or (last_of_tour and last > last_of_tour):
                message = (
                    f"{name}: missions {part.strip()}: must be in ascending order, between 1 and "
                    f"{last_of_tour or 'the last mission'}"
                )
                self._report("places.yaml", where, message)

    def _check_place_is_played(self, name: str, where: Where) -> None:
        """Check that a place in an overlay exists in the game's order of play, because no code uses a new place."""
        document = self.documents["places.yaml"]
        known = document.below.data["places"] if document.below else {}
        if known and name not in known:
            message = f"{name}: is not in the order of play of the game{suggest(name, known)}"
            self.problems.append(document.problem(where, message))

    def _check_sentences(self, name: str, place: PlaceModel) -> None:
        """Check that the sentences of a place can be parsed, and that those about options name options of the place."""
        where: Where = ("places", name)
        sentences = [place.says] if isinstance(place.says, str) else place.says
        for line in [
            *(sentence if isinstance(sentence, str) else sentence.line for sentence in sentences),
            *place.chosen.values(),
        ]:
            try:
                parts_of(line)
            except CombatBoxError as error:
                self._report("places.yaml", (*where, "says"), f"{name}: {error}")
        for option in place.chosen if place.options else ():
            self._check_known("option", option, place.options, "places.yaml", (*where, "chosen"), name)

    def _check_under(self, needs: Mapping[str, str], rulings: RulingsModel | None, where: Where, name: str) -> None:
        """Check that the rulings and options named by a place exist."""
        known = {ruling.key: ruling.options for ruling in rulings.rulings} if rulings else {}
        for key, option in needs.items():
            self._check_known("ruling", key, known, "places.yaml", where, name)
            if key in known:
                self._check_known(f"option of {key}", option, known[key], "places.yaml", where, name)

    def _check_order(self) -> None:
        """Check the `after` and `instead_of` references of tables, including cycles."""
        for key, table in self.tables.items():
            for number, name in enumerate(table.info.after):
                self._check_known("table", name, self.ids, key, ("after", number), key)
            if table.info.instead_of:
                self._check_known("table", table.info.instead_of, self.ids, key, ("instead_of",), key)
        reported: set[str] = set()
        for key in self.tables:
            predecessors = self._predecessors(key)
            if key in predecessors and key not in reported:
                cycle = [name for name in predecessors if key in self._predecessors(name)]
                reported.update(cycle)
                message = f"{key}: comes after itself, by way of {', '.join(cycle)}; take one out of an `after`"
                self._report(key, ("after",), message)

    def _predecessors(self, key: str) -> list[str]:
        """Return all direct and indirect predecessors of a table.

        In a cycle, the table itself is one of them.
        """
        result: list[str] = []
        todo = list(self.tables[key].info.after)
        while todo:
            name = todo.pop()
            if name in self.tables and name not in result:
                result.append(name)
                todo += self.tables[name].info.after
        return result

    def _check_constants(self) -> None:
        """Check the constants against the declaration in the game's code."""
        document = self.documents.get("game.yaml")
        if document is None or self.game.types.constants is None or not self.constants:
            return
        known = Known(self.constants, self.ids, self.vocabulary.conditions)
        wrong = faults(self.game.types.constants, self.constants, ("constants",), known)
        self.problems += [document.fault(*each) for each in wrong]

    def _check_tours(self, rulings: RulingsModel | None) -> None:
        """Check the lengths of a tour against the options of the ruling `tour_length`.

        Each length must belong to an option, and an option that an overlay adds to the ruling must have a length.
        """
        tours = self.constants.get("tours")
        if rulings is None or not isinstance(tours, dict):
            return
        options = {
            name: ("rulings", index, "options", name)
            for index, ruling in enumerate(rulings.rulings)
            if ruling.key == "tour_length"
            for name in ruling.options
        }
        for name in tours:
            where: Where = ("constants", "tours", name)
            what = "option of the ruling tour_length"
            self._check_known(what, name, options, "game.yaml", where, "constants.tours")
        document = self.documents["rulings.yaml"]
        below = document.below.data["rulings"] if document.below else ()
        known = {name for ruling in below if ruling["key"] == "tour_length" for name in ruling["options"]}
        for name, where in options.items():
            if known and name not in known and name not in tours:
                last = self.constants.get("missions")
                message = (
                    f"tour_length: no tour has a length for the option {name!r}; add it to game.yaml, such as "
                    f"`constants: {{tours: {{{name}: [{{until: {last}, missions: {last}}}]}}}}`"
                )
                self.problems.append(document.problem(where, message))

    def _check_last_missions(self) -> None:
        """Check that no two target tables, and no two periods, end with the same mission."""
        document = self.documents.get("game.yaml")
        for name in ("target_tables", "periods"):
            ends = self.constants.get(name)
            by_last: dict[int, str] = {}
            for key, last in ends.items() if document and isinstance(ends, dict) else ():
                if not isinstance(last, int):
                    continue  # reported by its type
                both = (key, by_last.setdefault(last, key))
                if document and both[0] != both[1]:
                    own, other = both if ("constants", name, key) in document.lines else both[::-1]
                    message = (
                        f"constants.{name}: {own} ends with mission {last}, as {other} does, so one of them is never "
                        "used; give each its own last mission"
                    )
                    self.problems.append(document.problem(("constants", name, own), message))

    def _report(self, file: str, where: Where, message: str, *names: str) -> None:
        """Add a problem at a place in a file, which is named by its table or its name."""
        self.problems.append(self.documents[file].problem(where, message, *names))

    def _check_known(self, what: str, name: str, known: Any, file: str, where: Where, place: str) -> None:
        if name not in known:
            self._report(file, where, f"{place}: unknown {what} {name!r}{suggest(name, known)}", name)


def is_changed(document: Document, overlay: Path | None) -> bool:
    """Return True if a file must be checked in full.

    Without an overlay, this is true for all files; with an overlay, only for the files in the overlay.
    """
    return overlay is None or document.path.startswith(f"{paths.display_path(overlay)}/")


def place_of(key: str, document: Document) -> Where:
    """Return the place of the column or row with a key in a table's file; for a missing row, the place of all rows.

    Args:
        key: the key, of which a row uses the part before `@`.
        document: the file of the table.
    """
    if key in document.data.get("columns", {}):
        return ("columns", key)
    row = key.partition("@")[0]
    rows = enumerate(document.data["rows"])
    return next((("rows", index, "key") for index, row_data in rows if str(row_data.get("key")) == row), ("rows",))
