"""JSON Schemas of logs and compiled books, of `combatbox tables GAME --json`, and of the files in `/api/`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import MISSING
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

from combatbox.core.annotations import Max, Min, Open, Pattern, declared_fields
from combatbox.core.decisions import OtherTable, Place, Sentence
from combatbox.core.events import LOG_FORMAT, EventBase, Header
from combatbox.core.tables import Adjust, Floor, Info, Modifier, Row, Table
from combatbox.library.dataclass_schema import DRAFT, Schema, declared_schema, described, record_schema, schema_of
from combatbox.library.schema import SHAPES, Origin, RuleModel, RulingModel, SightingModel
from combatbox.play.book_codec import BOOK_FORM, stored_fields
from combatbox.play.logs import EVENTS, ClosedState

Codes = list[str]
"""Codes of effects or conditions: a name and its arguments, separated by blanks."""

Columns = dict[str, str]
"""A text for each column key, or for `result` if the table has no columns."""

Digest = Annotated[str, Pattern("^[0-9a-f]{16}$")]
"""A digest of all tables, rules and rulings of a game."""

Two = Annotated[list[int], Min(2), Max(2)]
Files = dict[str, str]
"""Paths of files, relative to the folder of the file that names them."""


class ExportedForced(TypedDict):
    """Effects that apply without a roll (`forced`: the first whose condition holds), or before the row (`first`).

    Attributes:
        words: the condition in words.
        amount: the effects in words, as the page of the table states them.
        source: the section of the source that states it.
        when: the condition as a code; empty if there is none.
        id: the id of the row with these effects.
        effects: the effects as codes: a name and its arguments, separated by blanks.
        result: the wording of the effects.
        leads: the ids of the tables to which it leads.
    """

    words: str
    amount: str
    source: str
    when: str
    id: str
    effects: Codes
    result: str
    leads: list[str]


class ExportedUnrolled(TypedDict):
    """Effects that apply in place of a nested roll.

    Attributes:
        id: the id of the row with these effects.
        when: the condition as a code; empty if there is none.
        effects: the effects as codes: a name and its arguments, separated by blanks.
        result: the wording of the effects.
        leads: the ids of the tables to which it leads.
    """

    id: str
    when: str
    effects: Codes
    result: str
    leads: list[str]


class ExportedSecond(TypedDict):
    """A nested roll with its rows.

    Attributes:
        id: the id of the nested roll.
        dice: the notation of its dice.
        forced: the effects that apply in its place.
        rows: its rows.
    """

    id: str
    dice: str
    forced: list[ExportedUnrolled]
    rows: list[ExportedRow]


class ExportedAdjusted(TypedDict):
    """The adjusted cells.

    Attributes:
        cells: the wording of each cell, by column key or `result`.
        codes: the codes of each cell, by column key or `result`.
    """

    cells: Columns
    codes: Columns


class ExportedRow(TypedDict):
    """A row of a table. A net roll beyond `clamp` counts as the nearest value of `clamp`.

    Attributes:
        id: the id of the row; it does not change, because links, logs and tests use it.
        roll: every net roll, or every D66 value, that the row covers.
        key: the key of the row in a chart or a to-hit table.
        area: the area that the row names.
        area_said: true if the wording of the row already names its area.
        cells: the wording of each cell, by column key or `result`.
        codes: the codes of each cell, by column key or `result`; `-` if the cell is empty.
        effects: the effects as codes: a name and its arguments, separated by blanks.
        when: the condition of the row as a code; empty if there is none.
        again: the roll is repeated while one of these conditions holds.
        then: a nested roll of the row.
        anchor: the anchor of the row on the page of its table.
        leads: the tables to which each cell leads, by column key or `result`.
        hits: in to-hit tables: the net rolls that hit, by column.
        wins: in opposed tables: the throws of both sides that lead to this row, each as two digits, by column or
            `result`.
        thens: in tables with columns: the nested rolls of single cells, by column.
        adjusted: the cells after adjustments, by the conditions that hold; conditions are in the table's order and
            joined by ` + `.
    """

    id: str
    roll: list[int]
    key: str
    area: str
    area_said: bool
    cells: Columns
    codes: Columns
    effects: Codes
    when: str
    again: Codes
    then: ExportedSecond | None
    anchor: str
    leads: dict[str, list[str]]
    hits: NotRequired[dict[str, list[int]]]
    wins: NotRequired[dict[str, list[int]]]
    thens: NotRequired[dict[str, ExportedSecond]]
    adjusted: NotRequired[dict[str, ExportedAdjusted]]


class ExportedModifier(TypedDict):
    """A modifier, which is added to the natural roll while `when` holds.

    Attributes:
        words: the condition in words.
        amount: the amount in words.
        source: the section of the source that states it.
        when: the condition as a code; empty if there is none.
        add: a number, or the code of the quantity that is added.
        times: the code of the quantity by which `add` is multiplied; empty if there is none.
    """

    words: str
    amount: str
    source: str
    when: str
    add: int | str
    times: str


class ExportedAdjust(TypedDict):
    """A change of the number in a cell: it is multiplied by `times`, rounded down, and increased by `add`.

    Attributes:
        words: the condition in words.
        amount: the change in words.
        source: the section of the source that states it.
        when: the condition as a code; empty if there is none.
        times: a fraction, such as 3/2.
        add: the number that is added.
    """

    words: str
    amount: str
    source: str
    when: str
    times: str
    add: int


class ExportedFloor(TypedDict):
    """A natural roll that counts as at least this net roll, regardless of modifiers.

    Attributes:
        words: the condition in words.
        amount: the minimum in words.
        source: the section of the source that states it.
        when: the condition as a code; empty if there is none.
        natural: the natural roll.
        net: the lowest net roll that it gives.
    """

    words: str
    amount: str
    source: str
    when: str
    natural: int
    net: int


class ExportedRequirement(TypedDict):
    """A condition of the roll, not of the state: the net roll is at most this number, and no floor applied.

    Attributes:
        net_at_most: the highest net roll.
    """

    net_at_most: int


class ExportedOption(TypedDict):
    """A condition that an option of a ruling is chosen.

    Attributes:
        id: the id of the ruling.
        option: the option.
    """

    id: str
    option: str


class ExportedCondition(TypedDict):
    """A condition of the state.

    Attributes:
        words: the condition in words.
        roll: what it requires of the roll, if it is a condition of the roll.
        always: true if the condition holds in every state, so that it need not be evaluated.
        ruling: the option of a ruling that it requires.
        default: true if the option is the default of the ruling.
    """

    words: str
    roll: NotRequired[ExportedRequirement]
    always: NotRequired[Literal[True]]
    ruling: NotRequired[ExportedOption]
    default: NotRequired[bool]


class ExportedQuantity(TypedDict):
    """A quantity of the state.

    Attributes:
        words: the quantity in words.
    """

    words: str


class ExportedSource(TypedDict):
    """A source of the table.

    Attributes:
        kind: the kind of source.
        section: the section of the rulebook, or the card, on which the table is printed.
    """

    kind: str
    section: str


class ExportedErratum(TypedDict):
    """A value that differs from the printed one.

    Attributes:
        row: the roll or key of the row.
        column: the column of the cell; empty for the whole row.
        was: the value that is printed.
        by: the source of the correction.
    """

    row: str
    column: str
    was: str
    by: str


class ExportedChance(TypedDict):
    """A named chance: the result of a roll on this table, followed through every table that it leads to.

    Attributes:
        id: the name by which pages refer to it.
        words: the outcome as a statement.
        column: the column that is rolled on; empty if the table has only one.
        outcome: the code of an effect that occurs on the way, or a fact of the state afterwards.
        exact: the exact probability, as a fraction.
        value: the probability as a number.
    """

    id: str
    words: str
    column: str
    outcome: str
    exact: NotRequired[Annotated[str, Pattern(r"^\d+(/\d+)?$")]]
    value: NotRequired[Annotated[float, Min(0), Max(1)]]


class ExportedOrigins(TypedDict):
    """The origins of its values, in a game whose printed tables are lost.

    Attributes:
        rebuilt: true if the table was rebuilt, so that it is not the printed one.
        rows: the origins of each row, by its id.
        modifiers: the origins of the modifiers, in the order of the pages.
        notes: the origins of the notes.
    """

    rebuilt: bool
    rows: dict[str, list[Origin]]
    modifiers: list[list[Origin]]
    notes: list[list[Origin]]


class ExportedTable(TypedDict):
    """A table, chart or list.

    Attributes:
        id: the id of the table.
        title: the title of the table.
        shape: the form of the table.
        dice: the notation of the dice: 1d6 to 9d6, d66, 3d6-highest, 1d6-opposed, or none for a chart.
        printed: the notation of the source, if it differs.
        per: what each roll is for.
        used: when the table is used.
        after: tables after which this table is used, besides those that lead to it.
        instead_of: the table that this table replaces in play.
        card: the card on which the table is printed.
        optional: true if the table belongs to an optional rule.
        variant_of: the table that this table replaces under a ruling.
        columns: the columns: the heading of each, by its key.
        rows: the rows.
        modifiers: the modifiers of the roll.
        adjusts: the changes of numbers in cells.
        floors: the minimum net rolls of natural rolls.
        forced: the effects that apply without a roll.
        first: the effects that apply before those of the row.
        clamp: the lowest and the highest net roll; null for a chart.
        most_dice: the maximum number of dice that are added up for one roll; 0 for a chart.
        conditions: all conditions that a roll depends on, by code.
        quantities: the quantities that modifiers use, by code.
        notes: the notes of the table.
        source: the sources of the table.
        errata: the values that differ from the printed ones.
        chances: the named chances of a roll on this table.
        hit: the effects of a hit.
        miss: the effects of a miss.
        hit_result: the wording of the effects of a hit.
        miss_result: the wording of the effects of a miss.
        hit_leads: the ids of the tables to which a hit leads.
        miss_leads: the ids of the tables to which a miss leads.
        origins: the origins of its values, in a game whose printed tables are lost.
        sides: in an opposed table: the names of the two sides.
        adds: in an opposed table: the modifiers of both sides, by column or `result`.
    """

    id: str
    title: str
    shape: Literal["rows", "columns", "to_hit", "chart", "opposed"]
    dice: str
    printed: str
    per: str
    used: str
    after: list[str]
    instead_of: str
    card: str
    optional: bool
    variant_of: str
    columns: Columns
    rows: list[ExportedRow]
    modifiers: list[ExportedModifier]
    adjusts: list[ExportedAdjust]
    floors: list[ExportedFloor]
    forced: list[ExportedForced]
    first: list[ExportedForced]
    clamp: Two | None
    most_dice: int
    conditions: dict[str, ExportedCondition]
    quantities: dict[str, ExportedQuantity]
    notes: list[str]
    source: list[ExportedSource]
    errata: list[ExportedErratum]
    chances: list[ExportedChance]
    hit: NotRequired[Codes]
    miss: NotRequired[Codes]
    hit_result: NotRequired[str]
    miss_result: NotRequired[str]
    hit_leads: NotRequired[list[str]]
    miss_leads: NotRequired[list[str]]
    origins: NotRequired[ExportedOrigins]
    sides: NotRequired[list[str]]
    adds: NotRequired[dict[str, Two]]


class ExportedGame(TypedDict):
    """A game with all its tables, rulings and rules.

    Attributes:
        game: the key of the game.
        title: the title of the game.
        digest: a digest of all tables, rules and rulings of the game.
        tables: the tables.
        rulings: the rulings.
        rules: the rules.
    """

    game: str
    title: str
    digest: Digest
    tables: list[ExportedTable]
    rulings: list[RulingModel]
    rules: list[RuleModel]


class RuleIndex(TypedDict):
    """The rules of a game.

    Attributes:
        game: the key of the game.
        digest: a digest of all tables, rules and rulings of the game.
        rules: the rules.
    """

    game: str
    digest: Digest
    rules: list[RuleModel]


class RulingIndex(TypedDict):
    """The rulings of a game.

    Attributes:
        game: the key of the game.
        digest: a digest of all tables, rules and rulings of the game.
        rulings: the rulings.
    """

    game: str
    digest: Digest
    rulings: list[RulingModel]


class ExampleEntry(TypedDict):
    """A simulated mission.

    Attributes:
        id: the name of the mission in addresses.
        title: the title of the mission.
        text: what to look at in the mission.
        source: the source of the mission: transcribed from a rulebook, or found by a seed of the dice.
        seed: the seed of the dice; empty if the dice are printed.
        rulings: the chosen option of each ruling.
        events: the number of events in the log.
        summary: the outcome of the mission, with fields defined by the game.
        page: the address of its page, relative to the root of the site.
        log: the path of its log, relative to the folder of this file.
    """

    id: str
    title: str
    text: str
    source: Literal["printed", "seed"]
    seed: str
    rulings: dict[str, str]
    events: int
    summary: dict[str, Any]
    page: str
    log: str


class ExampleIndex(TypedDict):
    """The missions of a game that are replayed on the site.

    Attributes:
        game: the key of the game.
        digest: a digest of all tables, rules and rulings of the game.
        examples: the missions.
    """

    game: str
    digest: Digest
    examples: list[ExampleEntry]


class ReplayRow(TypedDict):
    """The row occurs in a mission that is replayed on the site.

    Attributes:
        row: the id of the row, without column, hit or miss.
        table: the id of its table.
        example: the name of the mission.
        event: the number of the event in the log.
    """

    row: str
    table: str
    seen: Literal["replay"]
    example: str
    event: int


class MissionRow(TypedDict):
    """The row occurs in a mission or tour that the command flies.

    Attributes:
        row: the id of the row, without column, hit or miss.
        table: the id of its table.
        fly: the command.
    """

    row: str
    table: str
    seen: Literal["mission"]
    fly: str


class OtherRow(TypedDict):
    """The row occurs in no mission.

    Attributes:
        row: the id of the row, without column, hit or miss.
        table: the id of its table.
        seen: the reason: it came up in none of the simulated missions (`missing`), no log names its table although
            the engine reads it (`read`), or its table is not used in play (`unused`).
    """

    row: str
    table: str
    seen: Literal["missing", "read", "unused"]


class RowIndex(TypedDict):
    """The rows of a game's tables, each with a mission in which it occurs.

    Attributes:
        game: the key of the game.
        digest: a digest of all tables, rules and rulings of the game.
        rows: the rows.
    """

    game: str
    digest: Digest
    rows: list[ReplayRow | MissionRow | OtherRow]


class GameFiles(TypedDict):
    """The files of a game.

    Attributes:
        game: the key of the game.
        title: the title of the game.
        digest: a digest of all tables, rules and rulings of the game.
        files: the path of each file, relative to the folder of this file.
        tables: the path of the file of each table.
        logs: the path of the log of each mission that is replayed on the site.
    """

    game: str
    title: str
    digest: Digest
    files: Files
    tables: Files
    logs: Files


class ApiIndex(TypedDict):
    """The files of this version, and their schemas.

    Attributes:
        version: the version of the form of the files.
        games: the games with their files.
        schemas: the path of the schema of each kind of file.
    """

    version: int
    games: list[GameFiles]
    schemas: Files


def _titled(title: str, schema: Schema) -> Schema:
    return {"$schema": DRAFT, "title": title, **schema}


def export_schema() -> Schema:
    """Return the schema of an exported game."""
    return _titled("A game of Combat Box as exported", schema_of(ExportedGame))


def api_schemas() -> dict[str, Schema]:
    """Return the schemas of the files in `/api/` by file name, except those of logs and books."""
    game = export_schema()
    return {
        "game.json": game,
        "table.json": _titled("A table of Combat Box", {"$ref": "#/$defs/table", "$defs": game["$defs"]}),
        "rules.json": _paged("The rules of a game of Combat Box", RuleIndex, RuleModel),
        "rulings.json": _paged("The rulings of a game of Combat Box", RulingIndex, RulingModel),
        "examples.json": _titled("The missions of a game that are replayed on the site", schema_of(ExampleIndex)),
        "rows.json": _titled("The rows of a game's tables, with missions in which they occur", _rows()),
        "index.json": _titled("The files of this version", schema_of(ApiIndex)),
    }


def _paged(title: str, index: type, kind: type) -> Schema:
    """Return the schema of the rules or rulings of a game, each with the address of its page on the site."""
    schema = schema_of(index)
    model = schema["$defs"][kind.__name__]
    about = "The address of its page, relative to the root of the site."
    model["properties"]["page"] = {"type": "string", "description": about}
    model["required"].append("page")
    return _titled(title, schema)


def _rows() -> Schema:
    """Return the schema of a list of table rows, each with a mission in which the row occurs."""
    schema, flight = schema_of(RowIndex), record_schema(SightingModel)["properties"]
    del flight["lines"]
    mission = schema["$defs"]["MissionRow"]
    mission["properties"] |= flight
    mission["required"] += flight
    return schema


# ---- compiled books


class Stored(NamedTuple):
    """Marks a part of a book that `play.book_codec` stores by its declaration in the engine.

    Attributes:
        kind: the dataclass.
    """

    kind: type

    @property
    def schema(self) -> Schema:
        """The schema that refers to its definition."""
        return {"$ref": f"#/$defs/{self.kind.__name__}"}


class CompiledRuling(TypedDict):
    """A ruling from whose options a player chooses, or one that has a single option.

    Attributes:
        key: the name by which options are chosen.
        default: the option that applies unless a player chooses another one.
        question: the question that the options answer.
        replaces: for a single option, the tables that it replaces, and their replacements.
        options: the options of a ruling with more than one: the wording of each, and the tables that it replaces.
        optional: true if the ruling switches an optional rule on.
    """

    key: str
    default: str
    question: NotRequired[str]
    replaces: NotRequired[dict[str, str]]
    options: NotRequired[dict[str, Annotated[list[Any], Min(1), Max(2)]]]
    optional: NotRequired[Literal[True]]


class Titled(TypedDict):
    """Facts that players see.

    Attributes:
        title: the title.
    """

    title: str


class CompiledBook(TypedDict):
    """Everything that the engine needs to play a game. Fields with their default value are left out.

    Attributes:
        kind: the kind of file: a compiled book.
        schema: the version of the form; other versions are refused.
        version: the version of the program that compiled the book.
        digest: a digest of everything that affects play.
        game: the key of the game.
        code: the `Game` of the book, as package.module:NAME; empty for a plug-in's game.
        about: what players see of `game.yaml`, such as the title.
        constants: the numbers and lists that the code of the game reads.
        words: the wordings of names that differ from the name itself, by name.
        vocabulary: the effects, conditions and quantities, each as its kind (e, c or q if it is declared in code; E, C
            or Q if it is composed of earlier ones), its name and its arguments.
        rows: the rows of all tables; nested rows precede the row that contains them.
        tables: the tables by id.
        rulings: the rulings by id.
        rules: the kind and the title of each rule by which a player decides, by id.
        places: the places in the order of play, by name.
        variants: for each variant table, the id of the table that it replaces under a ruling.
        examples: the examples, with the title of each.
        drawing: the names of the parts of the aircraft in the game's drawings.
        like: for a variant: the key of the game on which it is based.
    """

    kind: Literal["book"]
    schema: Literal[1]
    version: str
    digest: Digest
    game: str
    code: str
    about: Annotated[Titled, Open()]
    constants: dict[str, Any]
    words: dict[str, str]
    vocabulary: list[tuple[Literal["e", "c", "q", "E", "C", "Q"], str, dict[str, Any]]]
    rows: list[Annotated[Any, Stored(Row)]]
    tables: dict[str, Annotated[Any, Stored(Table)]]
    rulings: dict[str, CompiledRuling]
    rules: dict[str, tuple[str, str]]
    places: dict[str, Annotated[Any, Stored(Place)]]
    variants: dict[str, str]
    examples: list[Annotated[Titled, Open()]]
    drawing: NotRequired[dict[str, Any]]
    like: NotRequired[str]


def book_schema(keys: Collection[str]) -> Schema:
    """Return the schema of a compiled book, from the declarations by which books are written and read.

    Args:
        keys: the keys of the existing games.
    """
    schema = schema_of(CompiledBook)
    schema["properties"]["game"]["enum"] = list(keys)
    kinds = (Table, Row, Modifier, Adjust, Floor, Info, Place, Sentence, OtherTable)
    defs = schema["$defs"] | {kind.__name__: _stored(kind) for kind in kinds}
    defs["Modifier"]["properties"]["adds"] = {
        "type": "integer",
        "description": "The index in `vocabulary` of the quantity that is added instead of a number.",
    }
    defs["Table"]["properties"]["shape"]["enum"] = list(SHAPES)
    defs["Table"]["required"].remove("id")  # which is the key of a whole table
    return _titled(f"A compiled book of Combat Box, form {BOOK_FORM}", {**schema, "$defs": defs})


def _stored(kind: Any) -> Schema:
    """Return the schema of a dataclass in a book."""
    about, words = described(kind)
    properties = {
        key: {**item.form.schema, **({"description": words[item.name]} if item.name in words else {})}
        for key, item in stored_fields(kind).items()
    }
    needed = [key for key, item in stored_fields(kind).items() if item.default is MISSING]
    return {
        "type": "object",
        "description": about,
        "properties": properties,
        "required": needed,
        "additionalProperties": False,
    }


# ---- logs


def log_schema(keys: Collection[str]) -> Schema:
    """Return the schema of one line of an event log, from the types of `core.events`.

    Args:
        keys: the keys of the existing games.
    """
    header = record_schema(Header)["properties"]
    header |= {"format": {"const": LOG_FORMAT, "description": "The version of the format."}}
    if keys:
        header["game"]["enum"] = list(keys)
    needed = ("format", *(key for key, item in declared_fields(Header).items() if item.required))
    words = "The first line: everything that is needed to replay the run."
    lines = {"header": _line(words, header, needed) | {"additionalProperties": True}}
    shared = record_schema(EventBase)["properties"]
    for kind, record in EVENTS.items():
        known = record_schema(record)
        lines[kind] = _line(known["description"], known["properties"] | shared, known["required"])
    summary = {"type": "object", "description": "The outcome of the run, with fields defined by the game."}
    closed = declared_schema(Annotated[ClosedState, Open()])
    lines["end"] = _line("The last line: the outcome of the run.", {"summary": summary, "closed": closed}, ["summary"])
    for kind, line in lines.items():
        line["properties"]["kind"] = {"const": kind, "description": "The kind of the line."}
    return {
        "$schema": DRAFT,
        "title": f"A line of a Combat Box event log, format {LOG_FORMAT}",
        "description": "A log is a text file of JSON lines. Each line is an object of one of these kinds.",
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"enum": list(lines)}},
        "allOf": [
            {"if": {"properties": {"kind": {"const": kind}}}, "then": {"$ref": f"#/$defs/{kind}"}} for kind in lines
        ],
        "$defs": lines,
    }


def _line(words: str, fields: Schema, needed: Iterable[str]) -> Schema:
    """Return the schema of a line of a log with these fields, its kind and its checksum."""
    about = "The checksum of this line and all lines before it."
    check = {"type": "string", "pattern": "^[0-9a-f]{12}$", "description": about}
    return {
        "type": "object",
        "description": words,
        "properties": {**fields, "kind": {}, "h": check},
        "required": list(dict.fromkeys(["kind", *needed, "h"])),
        "additionalProperties": False,
    }
