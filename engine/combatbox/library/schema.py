"""The permitted content of data files, from which JSON Schemas are generated.

Each class declares a mapping: its keys, their types and defaults, and in its docstring their meaning. Effects and
conditions are checked against the vocabulary of the game by `library.vocabulary`. The classes here only require a term,
or one term with its arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, dataclass_transform

from combatbox.core.annotations import (
    Above,
    FilledList,
    FilledText,
    Max,
    Min,
    Pattern,
    Positive,
    Written,
    make_defaults,
)
from combatbox.core.statistics import DayScore

Spec = str | dict[str, Any]
_RANGE = r"-?[0-9]{1,18}(\s*-\s*-?[0-9]{1,18})?"
Rolls = int | Annotated[str, Written(rf"^\s*{_RANGE}(\s*,\s*{_RANGE})*\s*$")] | list[int]


@dataclass_transform(kw_only_default=True)
class Model:
    """The base of the classes that declare files: each is a dataclass, and an empty list or mapping a default."""

    def __init_subclass__(cls) -> None:
        make_defaults(cls)
        dataclass(kw_only=True)(cls)


Origin = Literal["rulebook", "ancestor", "history", "reconstruction", "owner"]
"""The origin of a value in a table that is rebuilt instead of transcribed.

The rulebook states it, an older game has it, it comes from public history, it was designed for this project, or an
owner of the printed game has entered it.
"""

Origins = Origin | list[Origin]


class Stemming(Model):
    """The base of models for those parts of a table that can state the origin of their values.

    Attributes:
        origin: the origin of its values, in a game whose printed tables are lost; a list such as [rulebook,
            reconstruction] if the row has values of several origins; by default the origin of the table.
    """

    origin: Origins | None = None


class NoteModel(Stemming):
    """A note with the origin of its content.

    Attributes:
        text: the text of the note.
    """

    text: str


class SourceModel(Model):
    """A source of a table, and its kind.

    Attributes:
        kind: the kind of source.
        section: the section of the rulebook, or the card, on which the table is printed.
    """

    kind: Literal["erratum", "card-image", "rulebook", "reconstruction", "ruling", "house"]
    section: str


class CorrectionModel(Model):
    """A value that differs from the printed one, with the source of the correction.

    Attributes:
        row: the roll or key of the corrected row.
        column: the column of the corrected cell; empty for the whole row.
        was: the value that is printed.
        by: the source of the correction, such as an erratum.
    """

    row: int | str
    column: str = ""
    was: str
    by: str


class ModifierModel(Stemming):
    """An amount that is added to the roll under a condition.

    Attributes:
        when: the condition under which it applies; always if it is left out.
        add: the amount: a number, or a quantity of the vocabulary.
        times: a quantity by which the amount is multiplied.
        source: the section of the source that states it.
    """

    when: Spec | None = None
    add: int | Spec
    times: Spec | None = None
    source: str = ""


class AdjustModel(Stemming):
    """A change of the numbers in cells, which applies under a condition.

    Attributes:
        when: the condition under which it applies; always if it is left out.
        times: the fraction by which the number is multiplied, such as 3/2.
        add: the number that is added afterwards.
        least: the minimum of the changed number.
        source: the section of the source that states it.
    """

    when: Spec | None = None
    times: str = "1"
    add: int = 0
    least: int | None = None
    source: str = ""


class FloorModel(Stemming):
    """A minimum for the net roll that a certain natural roll gives.

    Attributes:
        natural: a natural roll that counts as at least `net`, regardless of modifiers.
        net: the lowest net roll that it gives.
        when: the condition under which it applies; always if it is left out.
        source: the section of the source that states it.
    """

    natural: int
    net: int
    when: Spec | None = None
    source: str = ""


class ForcedModel(Stemming):
    """Effects that are applied instead of a roll, or after a roll but before the effects of the row that was rolled.

    Attributes:
        when: the condition under which they apply; always if it is left out.
        effects: the effects, in the order in which they apply.
        source: the section of the source that states them.
    """

    when: Spec | None = None
    effects: list[Spec]
    source: str = ""


class SubTableModel(Model):
    """A nested roll with its rows.

    Attributes:
        dice: the dice of the nested roll, such as 1d6.
        rows: the rows of the nested roll.
        forced: results that apply without a roll while a condition holds.
    """

    dice: str
    rows: list[RollRowModel]
    forced: list[ForcedModel] = []


class RollRowModel(Stemming):
    """A row that covers one or more rolls.

    Attributes:
        roll: the rolls that the row covers: a number, a range such as 7-9, or a list.
        area: the part of the plane that the row names.
        effects: the effects of the row, in the order in which they apply.
        then: another roll that the row requires.
        again: conditions under which the roll does not count and is repeated.
    """

    roll: Rolls
    area: str = ""
    effects: list[Spec] = []
    then: SubTableModel | None = None
    again: list[Spec] = []


class CellModel(Model):
    """A cell with a nested roll.

    Other cells are plain effects, or arguments of the effect that `cell` names.

    Attributes:
        effects: the effects that apply before the nested roll.
        then: the nested roll.
    """

    effects: list[Spec] = []
    then: SubTableModel


class CellsRowModel(Stemming):
    """A row with a cell for each column.

    Attributes:
        roll: the rolls that the row covers: a number, a range such as 7-9, or a list.
        area: the part of the plane that the row names.
        cells: the cells, in the order of the columns: effects, the arguments of `cell`, or a nested roll.
    """

    roll: Rolls
    area: str = ""
    cells: list[Any]


class HitsRowModel(Stemming):
    """A row of a to-hit table, with the rolls that hit in each column.

    Attributes:
        key: the key by which the row is found.
        area: the part of the plane that the row names.
        hits: the rolls that hit, in the order of the columns; null where nothing can hit.
    """

    key: str
    area: str = ""
    hits: list[Rolls | None]


class ChartRowModel(Stemming):
    """A row of a chart, which is found by its key or its condition.

    Attributes:
        key: the key by which the row is found, or its label.
        area: the part of the plane that the row names.
        when: the condition under which the row applies.
        effects: the effects of the row, in the order in which they apply.
        cells: the cells, in the order of the columns.
    """

    key: int | str
    area: str = ""
    when: Spec | None = None
    effects: list[Spec] = []
    cells: list[Any] | None = None


class TableBase(Stemming):
    """The common fields of tables of all shapes.

    Attributes:
        id: the id, which is printed and does not change, because links, logs and tests use it.
        title: the title.
        dice: the dice, such as 2d6, d66 or 1d6-opposed; `none` for a chart.
        printed: the notation of the source, if it differs from `dice`.
        per: what each roll is for, such as `shell hit` or `gun`.
        used: when the table is used.
        after: tables after which this table is used, besides those with a row that leads to it.
        instead_of: the table that this table replaces in play.
        head: the heading of the first column of a chart or to-hit table.
        told: the name of a roll on the table in an account of a mission, if it is not the title.
        deep: true if an account of a mission indents rolls on this table by one level more.
        card: the card or sheet on which the table is printed.
        source: the source of the table, or several sources.
        variant_of: the table that this table replaces under a ruling.
        optional: true if the table belongs to an optional rule.
        added: in an overlay: true if the game has no table with this id.
        modifiers: the modifiers that are added to a roll on the table.
        adjusts: changes of the numbers in its cells.
        floors: natural rolls that count as at least a certain net roll, regardless of modifiers.
        forced: results that apply without a roll while a condition holds.
        first: effects that apply after the dice are read and before the effects of the row.
        clamp: the lowest and the highest net roll; rolls beyond them count as the nearest of the two.
        totals_of: the maximum number of dice that are added up for one roll.
        notes: the notes below the table.
        corrected: the values that differ from the printed ones.
    """

    id: Annotated[str, Pattern("^[A-Z][A-Z0-9-]*$"), Max(40)]
    title: str
    dice: str = "none"
    printed: str = ""
    per: str = ""
    used: str = ""
    after: list[str] = []
    instead_of: str = ""
    head: str = ""
    told: str = ""
    deep: bool = False
    card: str = ""
    source: SourceModel | list[SourceModel]
    variant_of: str = ""
    optional: bool = False
    added: bool = False
    modifiers: list[ModifierModel] = []
    adjusts: list[AdjustModel] = []
    floors: list[FloorModel] = []
    forced: list[ForcedModel] = []
    first: list[ForcedModel] = []
    clamp: Annotated[list[int], Min(2), Max(2)] | None = None
    totals_of: int = 1
    notes: list[str | NoteModel] = []
    corrected: list[CorrectionModel] = []


class RowsTable(TableBase):
    """A table with a row for each roll.

    Attributes:
        shape: the shape `rows`, which a file need not state.
        rows: the rows, which together cover every roll.
    """

    shape: Literal["rows"]
    rows: Annotated[list[RollRowModel], Min(1)]


class ColumnsTable(TableBase):
    """A table with a cell for each roll and column.

    Attributes:
        shape: the shape `columns`.
        columns: the columns: the heading of each, by its key.
        cell: the effect whose arguments stand in the cells.
        rows: the rows, each with a cell for every column.
    """

    shape: Literal["columns"]
    columns: Annotated[dict[str, str], Min(1)]
    cell: str | None = None
    rows: Annotated[list[CellsRowModel], Min(1)]


class ToHitTable(TableBase):
    """A table that states which rolls hit.

    Attributes:
        shape: the shape `to_hit`.
        columns: the columns: the heading of each, by its key.
        hit: the effects of a roll that hits.
        miss: the effects of a roll that misses.
        rows: the rows, each with the rolls that hit in every column.
    """

    shape: Literal["to_hit"]
    columns: Annotated[dict[str, str], Min(1)]
    hit: list[Spec]
    miss: list[Spec]
    rows: Annotated[list[HitsRowModel], Min(1)]


class ChartTable(TableBase):
    """A table that is looked up instead of rolled on.

    Attributes:
        shape: the shape `chart`.
        keys: the range of whole numbers that the keys must cover, such as 0-25.
        columns: the columns: the heading of each, by its key; none if each row has one result.
        cell: the effect whose arguments stand in the cells.
        rows: the rows, in the order in which their conditions are tried.
    """

    shape: Literal["chart"]
    keys: str = ""
    columns: dict[str, str] = {}
    cell: str | None = None
    rows: Annotated[list[ChartRowModel], Min(1)]


Wins = Literal["no", "more", "double"]
"""The result of an opposed roll for the first side: not higher, higher, or at least double."""


class OpposedRowModel(Stemming):
    """The effects of one result of an opposed roll.

    Attributes:
        wins: the result of comparing the total of the first side with that of the second.
        effects: the effects of the result, in the order in which they apply.
    """

    wins: Wins
    effects: list[Spec] = []


class EncounterModel(Model):
    """A column of an opposed table, with the modifier of each side.

    Attributes:
        title: the heading of the column.
        adds: the modifiers of the first and of the second side.
    """

    title: str
    adds: Annotated[list[int], Min(2), Max(2)]


class OpposedTable(TableBase):
    """A table on which two sides roll against each other.

    Attributes:
        shape: the shape `opposed`.
        sides: the names of the two sides; the rows give the result for the first.
        columns: the columns; if there are none, both sides roll without modifiers.
        rows: the rows: one for each result.
    """

    shape: Literal["opposed"]
    sides: Annotated[list[str], Min(2), Max(2)]
    columns: dict[str, EncounterModel] = {}
    rows: Annotated[list[OpposedRowModel], Min(1)]


SHAPES: dict[str, type[RowsTable | ColumnsTable | ToHitTable | ChartTable | OpposedTable]] = {
    "rows": RowsTable,
    "columns": ColumnsTable,
    "to_hit": ToHitTable,
    "chart": ChartTable,
    "opposed": OpposedTable,
}


Stage = Literal["draft", "playable", "proven"]
STAGES: dict[Stage, str] = {
    "draft": "its tables load, are whole and say on page and paper what their files say",
    "playable": "nothing in it is unused, and its worked examples replay to their end",
    "proven": "each table has a second transcription, each rule its sentence, its code and its test, and its odds are stored",
}
"""The stages of completion of a game, with their requirements."""


class RebuiltModel(Model):
    """Facts about a game whose printed tables are lost and were rebuilt.

    Attributes:
        lost: what is lost, as a sentence can name it: `its Charts and Tables book`.
        ancestor: the key of the older game on which this game is based and whose rows it shares.
    """

    lost: str
    ancestor: str = ""


class GameModel(Model):
    """`game.yaml`: the description of a game, its constants and its texts.

    Attributes:
        key: the key of the game, which is also the name of its folder.
        title: the title of the game.
        subtitle: the subtitle of the game.
        designer: the designer of the printed game.
        publisher: the publisher of the printed game, with the year of each edition.
        year: the year in which the game appeared.
        players: the number of players.
        minutes: the shortest and the longest playing time, in minutes.
        summary: a few sentences about the game, for readers who do not know it.
        stage: the stage of completion; `combatbox verify` checks the requirements of each stage.
        links: links to pages about the game on other sites: the title and address of each.
        rebuilt: facts about lost tables; if given, every table must state the origin of its values in `origin`.
        constants: the numbers and lists that the code of the game reads.
        words: the wordings of names that differ from the name itself, by name.
        tallied: wordings for pages of odds of what is counted, where `words` does not fit.
        day: the points of a mission of the day; a game without it has no such mission.
        like: for a variant that consists of data only: the key of the game on which it is based.
        order: headings with the tables under each, in the order of use; all tables must be listed. If empty, tables are
            sorted by id.
    """

    key: str
    title: str
    subtitle: str = ""
    designer: str
    publisher: str = ""
    year: str = ""
    players: int
    minutes: list[int]
    summary: str
    stage: Stage = "draft"
    links: dict[str, str] = {}
    rebuilt: RebuiltModel | None = None
    constants: dict[str, Any]
    words: dict[str, str] = {}
    tallied: dict[str, str] = {}
    day: DayScore | None = None
    like: str = ""
    order: dict[str, list[str]] = {}


WORD = r"^[a-z][a-z0-9_]*$"
WordName = Annotated[str, Pattern(WORD)]
Specs = Spec | list[Spec]
Ways = list[Specs]
Takes = str | list[str]


class EffectWord(Model):
    """An effect that a game's data composes of other effects, with a separate name and wording.

    Attributes:
        does: the effect or effects that the word combines: words of the game's code, or words defined above, with
            arguments.
        takes: the values that its parameter may have: the name of a list of game.yaml, or the values themselves.
        words: the wording, with placeholders: {side} for a parameter, {light_wounds.dead} for a constant, {say.word}
            for a word of game.yaml, {=number} for a number as digits, {+number} for a number with its sign.
        brief: a shorter wording: for an effect in previews of a roll, for a modifier in lines of an account.
        ends: true if the effect ends a sequence of rolls: no table is used after it, even where one is used after other
            effects.
    """

    does: Specs
    takes: Takes = ""
    words: str = ""
    brief: str = ""
    ends: bool = False


class ConditionWord(Model):
    """A condition that a game's data composes of other conditions, with a separate name and wording.

    Attributes:
        holds: conditions that must all hold.
        any: alternatives of which at least one must hold; each is a condition, or a list of conditions that must all
            hold.
        unless: alternatives of which none may hold.
        takes: the values that its parameter may have: the name of a list of game.yaml, or the values themselves.
        words: the wording, with placeholders: {side} for a parameter, {light_wounds.dead} for a constant, {say.word}
            for a word of game.yaml, {=number} for a number as digits, {+number} for a number with its sign.
        brief: a shorter wording: for an effect in previews of a roll, for a modifier in lines of an account.
    """

    holds: Specs = []
    any: Ways = []
    unless: Ways = []
    takes: Takes = ""
    words: str = ""
    brief: str = ""


class QuantityWord(Model):
    """A quantity that a game's data derives from another quantity, with a separate name and wording.

    Attributes:
        counts: the quantity on which it is based: a word of the game's code, or a word defined above, with arguments.
        words: the wording, with placeholders: {side} for a parameter, {light_wounds.dead} for a constant, {say.word}
            for a word of game.yaml, {=number} for a number as digits, {+number} for a number with its sign.
        brief: a shorter wording: for an effect in previews of a roll, for a modifier in lines of an account.
    """

    counts: Spec
    words: str = ""
    brief: str = ""


class VocabularyModel(Model):
    """`vocabulary.yaml`: the vocabulary terms that a game defines in its data by combining other terms.

    Attributes:
        effects: the effects by name.
        conditions: the conditions by name.
        quantities: the quantities by name.
    """

    effects: dict[WordName, EffectWord] = {}
    conditions: dict[WordName, ConditionWord] = {}
    quantities: dict[WordName, QuantityWord] = {}


class OptionModel(Model):
    """An option of a ruling.

    Attributes:
        words: the answer as a sentence.
        replaces: tables that the option replaces, and their replacements.
    """

    words: str
    replaces: dict[str, str] = {}


Code = Annotated[str, Pattern(r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$")]
"""The dotted name of a function, class or method.

It is relative to the package of the game, or else to `combatbox`.
"""


class RulingModel(Model):
    """A decision on a point where the sources contradict each other or are silent.

    Attributes:
        id: the id of the ruling, such as Q-R07.
        key: the name by which options are chosen, such as `wave_rolls`.
        question: the point that the sources leave open, as a question.
        sources: the sections of the sources that contradict each other or are silent.
        options: the answers from which a player can choose, by name.
        default: the option that applies unless a player chooses another one.
        why: the reason for the default.
        rules: the ids of the rules that the ruling concerns; if the first one is optional, the ruling switches it on.
        code: the functions, classes and methods that implement it, relative to the game's package or to combatbox, such
            as waves.cover; a word of vocabulary.yaml is written as vocabulary.effects.rafts_out.
        added: in an overlay: true if the game has no ruling with this id.
    """

    id: str
    key: Annotated[str, Pattern("^[a-z][a-z0-9_]*$")]
    question: str
    sources: list[str] = []
    options: Annotated[dict[str, OptionModel], Min(1)]
    default: str
    why: str
    rules: list[str] = []
    code: list[Code] = []
    added: bool = False


class RulingsModel(Model):
    """`rulings.yaml`: the rulings of a game.

    Attributes:
        rulings: the rulings, in the order in which they are shown.
    """

    rulings: list[RulingModel]


class RuleModel(Model):
    """A rule of the rulebook, with the tables and the code that implement it.

    Attributes:
        id: the id of the rule, which is the number of its section in the rulebook.
        kind: the kind of rule, such as `combat` or `landing`.
        title: a short title in our own words.
        tables: the tables that implement the rule.
        code: the functions, classes and methods that implement it, relative to the game's package or to combatbox, such
            as waves.cover; a word of vocabulary.yaml is written as vocabulary.effects.rafts_out.
        optional: true if players may leave the rule out.
        erratum: the name of the rule among the publisher's errata, such as `erratum 10`.
        often_missed: what players easily forget about the rule, in one sentence with a full stop; it may call the same
            functions as the chapters, such as `{{ word("fighters") }}`.
    """

    id: str
    kind: str
    title: str
    tables: list[str] = []
    code: list[Code] = []
    optional: bool = False
    erratum: str = ""
    often_missed: Annotated[str, Pattern(r"^(\S.*\.)?$")] = ""


class RulesModel(Model):
    """`rules.yaml`: every rule of a game.

    Attributes:
        rules: the rules, in the order of the rulebook.
    """

    rules: list[RuleModel]


class SayingModel(Model):
    """A sentence of the narration, with the values that are required for using it.

    Attributes:
        line: the line, with placeholders such as {who}; empty if the event has no line.
        given: the required values of the event or the state, by placeholder name; a list allows any of its values.
    """

    line: str
    given: dict[str, str | int | bool | list[str | int]] = {}


class OtherTableModel(Model):
    """A table that replaces the table of a place in some missions.

    These are the missions that meet all of the stated conditions.

    Attributes:
        table: the id of the table that is used instead.
        missions: numbers of missions, such as `6-10, 12`.
        periods: periods of the campaign, by their names in constants.periods.
        targets: targets, by their names in constants.cities.
        target_types: types of targets, by their names in constants.target_types.
    """

    table: str
    missions: Annotated[str, Pattern(r"^(\d+(-\d+)?(, ?\d+(-\d+)?)*)?$")] = ""
    periods: list[str] = []
    targets: list[str] = []
    target_types: list[str] = []


class PlaceModel(Model):
    """A place in the order of play, with its rule, its table and its question.

    Attributes:
        called: the name of the place in messages, if it is not the last part of its key.
        rule: the id of the rule that applies here.
        table: the table that is rolled on here.
        instead: tables that replace the table of this place in some missions; the first that fits is used.
        question: the question that a player is asked here.
        help: an explanation of the question.
        no: the wording of the answer that does nothing.
        told: the name of a roll here in an account of a mission.
        about: a description of what the question is about, with placeholders.
        options: the wording of each answer, by its name.
        under: the rulings, by key, and their options under which the player is asked here; otherwise nothing is asked.
        options_under: the same for options of one kind, such as `spray`, by kind.
        says: the lines of the account for events at this place; the first that fits is used.
        chosen: the line of the account for a decision, by the chosen option.
        depth: the level of indentation of these lines.
        colours: for each die of a roll with a line, the value that is its colour, such as `const.colours.left`.
    """

    called: str = ""
    rule: str = ""
    table: str = ""
    instead: list[OtherTableModel] = []
    question: str = ""
    help: str = ""
    no: str = ""
    told: str = ""
    about: str = ""
    options: dict[str, str] = {}
    under: dict[str, str] = {}
    options_under: dict[str, dict[str, str]] = {}
    says: str | list[str | SayingModel] = []
    chosen: dict[str, str] = {}
    depth: Annotated[int, Min(0), Max(3)] = 1
    colours: list[str] = []


class PlacesModel(Model):
    """`places.yaml`: the places in the order of play, by name.

    Attributes:
        places: the places by name, such as `route.weather`.
        decides: the effects of which each row of a table must have one, unless it leads to another table. The key is a
            place, for every table that may be used there, a constant that names tables, or a table.
    """

    places: dict[Annotated[str, Pattern(r"^[a-z_]+\.[a-z_]+$")], PlaceModel]
    decides: dict[str, list[str]] = {}


class ChanceModel(Model):
    """A named probability of an outcome of a roll, including all rolls that follow from it.

    Attributes:
        id: the name by which pages refer to the probability.
        words: the outcome as a statement without its probability, such as `One shell kills the pilot`.
        table: the table that is rolled on first.
        column: the column of this table; empty if it has only one.
        outcome: the code of an effect that occurs on the way, or a fact of the state afterwards, such as `dead pilot`.
    """

    id: Annotated[str, Pattern("^[a-z0-9-]+$")]
    words: str
    table: str
    column: str = ""
    outcome: str


class ChancesModel(Model):
    """`odds.yaml`: the named probabilities of a game.

    Attributes:
        chances: the probabilities, in the order in which they are shown.
    """

    chances: list[ChanceModel]


class ChangeModel(Model):
    """A correction of a table's data or of the implementation of a rule.

    Attributes:
        date: the date of the correction, such as 2026-11-22.
        words: the error and its correction, written for players; ids of tables and rulings become links.
        rules: the ids of the rules that are concerned.
        rows: tables or rows, such as G-6 or G-6/1-5.
    """

    date: Annotated[str, Pattern(r"^\d{4}-\d\d-\d\d$")]
    words: str
    rules: list[str] = []
    rows: list[str] = []


class ChangesModel(Model):
    """`changes.yaml`: the corrections of a game.

    Attributes:
        changes: the corrections, the latest first.
    """

    changes: Annotated[list[ChangeModel], Min(1)]


class BlockModel(Model):
    """A mission that is embedded in a page: a script, an example or a seed."""

    game: str
    script: str | None = None
    example: str | None = None
    seed: int | str | None = None
    mission: int | None = None
    title: str = ""


class PlayModel(Model):
    """An entry of a script: a roll with its dice, or a choice.

    Attributes:
        roll: the table that is rolled on.
        who: the man, gun or fighter that the entry concerns.
        dice: the faces of the dice.
        sum: the sum of two dice, if the source does not print their faces.
        gives: the expected codes of effects.
        net: the expected net roll.
        choose: the name of the decision.
        take: the answer to the decision.
        filler: true if the source prints no dice here, so that these were chosen to fit its text.
    """

    roll: str | None = None
    who: str | None = None
    dice: list[int] | None = None
    sum: int | None = None
    gives: list[str] | None = None
    net: int | None = None
    choose: str | None = None
    take: str | None = None
    filler: bool = False


class StepModel(Model):
    """A step of a script, with its rolls and choices.

    Attributes:
        step: the number of the step in the source.
        title: the title of the step.
        text: the text of the step, in our own words.
        play: the rolls and choices of the step, in the order of play.
        after: the expected state after the step, by path.
        override: values of the state that are set when the step begins, because the source's example breaks its own
            rules; requires `departs`.
        departs: the reason why the source's example differs from its own rules in this step.
    """

    step: str
    title: str
    text: str = ""
    play: list[PlayModel] = []
    after: dict[str, Any] = {}
    override: dict[str, Any] = {}
    departs: str = ""


class ScriptModel(Model):
    """The script of a printed example, for its replay.

    Attributes:
        game: the key of the game.
        title: the title of the example.
        run: the kind of run, such as `mission`.
        intro: the text before the first step.
        source: the source in which the example is printed.
        mission: the number of the mission in the tour.
        names: the names of bombers and men, as the game declares them.
        rulings: the option of each ruling that is not played by its default.
        steps: the steps, in the order of play.
        summary: the expected outcome, by the name of each value.
    """

    game: str
    title: str
    run: str = "mission"
    intro: str = ""
    source: str
    mission: int = 1
    names: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    steps: Annotated[list[StepModel], Min(1)]
    summary: dict[str, Any] = {}


class SeedModel(Model):
    """An example that is stored as a seed, with the events that it must show.

    Attributes:
        id: the name of the example in addresses.
        section: the section of the rules that the example illustrates.
        title: the title of the example.
        text: one or two sentences in our own words about what to look at.
        shows: the names of highlights that the mission must show; `no` before a name excludes it.
        mission: the number of the mission in the tour.
        rulings: the option of each ruling that is not played by its default.
        player: the player who decides; `random` chooses any legal option, for events to which the doctrine never leads.
        seed: the seed of the dice; `combatbox example renew GAME` finds one.
    """

    id: Annotated[str, Pattern("^[a-z][a-z0-9-]*$")]
    section: str
    title: str
    text: str
    shows: FilledList
    mission: int = 1
    rulings: dict[str, str] = {}
    player: Literal["doctrine", "random"] = "doctrine"
    seed: str = ""


class SeedsModel(Model):
    """`seeds.yaml`: the examples of a game that are stored as seeds.

    Attributes:
        examples: the examples, in the order in which they are shown.
    """

    examples: list[SeedModel]


class CaptionModel(Model):
    """A caption of the tutorial for one place in the order of play.

    It is shown when play first reaches the place, or first asks for a decision there.

    Attributes:
        at: a place in the order of play, from `places.yaml`.
        text: a few sentences in our own words about what happens here and what to look at.
    """

    at: str
    text: FilledText


class LessonModel(Model):
    """`first-mission.yaml`: a tutorial mission, with captions for places in the order of play.

    Attributes:
        mission: the number of the mission in the tour.
        seed: the seed of the dice.
        rulings: the option of each ruling that is not played by its default.
        intro: the text before the first roll.
        captions: the captions, in the order in which play reaches their places.
        end: the text at the end of the mission.
    """

    mission: Positive = 1
    seed: FilledText
    rulings: dict[str, str] = {}
    intro: FilledText
    captions: Annotated[list[CaptionModel], Min(1)]
    end: FilledText


class SightingModel(Model):
    """A mission or tour that shows table rows that occur in no example.

    Attributes:
        run: a single mission, or a whole tour.
        mission: the number of the mission in the tour; for a tour, 1.
        player: the player who decides: the doctrine, or any legal option by chance.
        rulings: the option of each ruling that is not played by its default.
        seed: the seed of the dice.
        lines: the printed rows that the mission shows, by the ids of rows without column, hit or miss.
    """

    run: Literal["mission", "tour"] = "mission"
    mission: Positive = 1
    player: Literal["doctrine", "random"] = "doctrine"
    rulings: dict[str, str] = {}
    seed: FilledText
    lines: FilledList


class SightingsModel(Model):
    """`rows.yaml`: missions in which certain table rows occur, and the rows for which no mission was found.

    Attributes:
        flown: the number of missions that were simulated to find them.
        missions: the missions and tours, each with the rows that it shows.
        missing: printed rows that came up in none of the simulated missions.
        read: tables that the engine reads in these missions, although no log names them.
        unused: tables that are neither rolled on nor read in play, such as forms of the record sheets.
    """

    flown: Positive
    missions: list[SightingModel]
    missing: list[str] = []
    read: list[str] = []
    unused: list[str] = []


class RecordedModel(Model):
    """A historical figure with its source: a number of cases out of a total, or a text.

    Attributes:
        hits: the number of cases; requires their total, `of`.
        of: the total number of cases.
        text: the unit, or the whole record if it is not a number.
        source: the source of the record.
    """

    hits: int | None = None
    of: Positive | None = None
    text: str = ""
    source: str


class BesideFigureModel(Model):
    """A figure of the odds, with the corresponding values of a model and of historical records.

    Attributes:
        figure: the name of the figure in each scope.
        title: the name of the figure for readers.
        kind: the unit: a share of missions, a number, or a count.
        model: the value of the model in each scope.
        history: the historical records of the figure.
        why: the rule that causes the difference, if our figure is far from the model's.
    """

    figure: str
    title: str
    kind: Literal["share", "number", "count"] = "share"
    model: dict[str, float | int] = {}
    history: list[RecordedModel] = []
    why: str = ""


class BesideGroupModel(Model):
    """Figures that are compared in the same scopes, such as ranges of missions.

    Attributes:
        title: the heading of the group.
        within: the group of our figures that contains the scopes; empty if the figures themselves are the scopes.
        scopes: the heading of the column of each scope, by the scope's name in the figures.
        figures: the figures of the group.
    """

    title: str
    within: str = ""
    scopes: Annotated[dict[str, str], Min(1)]
    figures: Annotated[list[BesideFigureModel], Min(1)]


class BesideModel(Model):
    """`results/beside.yaml`: historical and model values to compare with a game's odds.

    Attributes:
        model: what the model is, and what it leaves out.
        far: a figure is far from the model's if its whole interval differs by more than this factor.
        groups: the groups of figures, each with its own scopes.
    """

    model: str
    far: Annotated[float, Above(1)]
    groups: Annotated[list[BesideGroupModel], Min(1)]


class QuestionsModel(Model):
    """`site/<game>/questions.yaml`: questions that lead to rules, tables, rulings and pages.

    Attributes:
        questions: questions and phrases that players would type, by the id of a rule, table or ruling, or by the
            address within the game of a page, a section or a row of a table.
    """

    questions: dict[str, Annotated[list[FilledText], Min(1)]]


class SearchModel(Model):
    """`site/search.yaml`: synonyms that the search uses to find the terms of the site.

    Attributes:
        names: the names of each game in questions.
        skip: words of a question that the search ignores.
        examples: sample questions for each game; `site` has those about no game.
        same: groups of words with the same meaning.
        slips: common misspellings that are other words, or far from what is meant, each with the word meant.
        terms: words and phrases by which readers ask for a term, each with less weight than the term itself.
    """

    names: dict[str, list[str]]
    skip: list[str]
    examples: dict[str, list[str]]
    slips: dict[str, str]
    same: list[list[str]]
    terms: dict[str, list[str]]
