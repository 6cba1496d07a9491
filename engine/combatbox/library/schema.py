"""The permitted content of data files, as pydantic models from which JSON Schemas are generated.

Effects and conditions are checked against the vocabulary of the game by `library.vocabulary`. The models here only
require a term, or one term with its arguments.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Spec = str | dict[str, Any]
Rolls = int | str | list[int]


class Model(BaseModel):
    """A strict model: unknown keys are errors and types are not converted.

    A model is built when it is first used, because a command reads only a few kinds of files.
    """

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


Origin = Literal["rulebook", "ancestor", "history", "reconstruction", "owner"]
"""The origin of a value in a table that is rebuilt instead of transcribed.

The rulebook states it, an older game has it, it comes from public history, it was designed for this project, or an
owner of the printed game has entered it.
"""

Origins = Origin | list[Origin]

ORIGIN_ABOUT = (
    "The origin of its values, in a game whose printed tables are lost; a list such as [rulebook, reconstruction] if the row"
    " has values of several origins; by default the origin of the table."
)


class Stemming(Model):
    """The base of models for those parts of a table that can state the origin of their values."""

    origin: Origins | None = Field(None, description=ORIGIN_ABOUT)


class NoteModel(Stemming):
    """A note with the origin of its content."""

    text: str


class SourceModel(Model):
    """A source of a table, and its kind."""

    kind: Literal["erratum", "card-image", "rulebook", "reconstruction", "ruling", "house"]
    section: str


class CorrectionModel(Model):
    """A value that differs from the printed one, with the source of the correction."""

    row: int | str
    column: str = ""
    was: str
    by: str


class ModifierModel(Stemming):
    """An amount that is added to the roll under a condition."""

    when: Spec | None = None
    add: int | Spec
    times: Spec | None = Field(None, description="A quantity by which the amount is multiplied.")
    source: str = ""


class AdjustModel(Stemming):
    """A change of the numbers in cells, which applies under a condition."""

    when: Spec | None = None
    times: str = "1"
    add: int = 0
    least: int | None = Field(None, description="The minimum of the changed number.")
    source: str = ""


class FloorModel(Stemming):
    """A minimum for the net roll that a certain natural roll gives."""

    natural: int = Field(description="A natural roll that counts as at least `net`, regardless of modifiers.")
    net: int
    when: Spec | None = None
    source: str = ""


class ForcedModel(Stemming):
    """Effects that are applied instead of a roll, or after a roll but before the effects of the row that was rolled."""

    when: Spec | None = None
    effects: list[Spec]
    source: str = ""


class SubTableModel(Model):
    """A nested roll with its rows."""

    dice: str
    rows: list[RollRowModel]
    forced: list[ForcedModel] = Field([], description="Results that apply without a roll while a condition holds.")


class RollRowModel(Stemming):
    """A row that covers one or more rolls."""

    roll: Rolls
    area: str = ""
    effects: list[Spec] = []
    then: SubTableModel | None = None
    again: list[Spec] = Field([], description="Conditions under which the roll does not count and is repeated.")


class CellModel(Model):
    """A cell with a nested roll.

    Other cells are plain effects, or arguments of the effect that `cell` names.
    """

    effects: list[Spec] = []
    then: SubTableModel


class CellsRowModel(Stemming):
    """A row with a cell for each column."""

    roll: Rolls
    area: str = ""
    cells: list[Any]


class HitsRowModel(Stemming):
    """A row of a to-hit table, with the rolls that hit in each column."""

    key: str
    area: str = ""
    hits: list[Rolls | None]


class ChartRowModel(Stemming):
    """A row of a chart, which is found by its key or its condition."""

    key: int | str
    area: str = ""
    when: Spec | None = None
    effects: list[Spec] = []
    cells: list[Any] | None = None


class TableBase(Stemming):
    """The common fields of tables of all shapes."""

    id: str = Field(pattern=r"^[A-Z][A-Z0-9-]*$", max_length=40)
    title: str
    dice: str = "none"
    printed: str = Field("", description="The notation of the source, if it differs from `dice`.")
    per: str = Field("", description="What each roll is for, such as `shell hit` or `gun`.")
    used: str = Field("", description="When the table is used.")
    after: list[str] = Field(
        [], description="Tables after which this table is used, besides those with a row that leads to it."
    )
    instead_of: str = Field("", description="The table that this table replaces in play.")
    head: str = Field("", description="The heading of the first column of a chart or to-hit table.")
    told: str = Field(
        "", description="The name of a roll on the table in an account of a mission, if it is not the title."
    )
    deep: bool = Field(
        False, description="True if an account of a mission indents rolls on this table by one level more."
    )
    card: str = Field("", description="The card or sheet on which the table is printed.")
    source: SourceModel | list[SourceModel]
    variant_of: str = Field("", description="The table that this table replaces under a ruling.")
    optional: bool = False
    added: bool = Field(False, description="In an overlay: true if the game has no table with this id.")
    modifiers: list[ModifierModel] = []
    adjusts: list[AdjustModel] = []
    floors: list[FloorModel] = Field(
        [], description="Natural rolls that count as at least a certain net roll, regardless of modifiers."
    )
    forced: list[ForcedModel] = Field([], description="Results that apply without a roll while a condition holds.")
    first: list[ForcedModel] = Field(
        [], description="Effects that apply after the dice are read and before the effects of the row."
    )
    clamp: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="The lowest and the highest net roll; rolls beyond them count as the nearest of the two."
    )
    totals_of: int = Field(1, description="The maximum number of dice that are added up for one roll.")
    notes: list[str | NoteModel] = []
    corrected: list[CorrectionModel] = []


class RowsTable(TableBase):
    """A table with a row for each roll."""

    shape: Literal["rows"]
    rows: list[RollRowModel] = Field(min_length=1)


class ColumnsTable(TableBase):
    """A table with a cell for each roll and column."""

    shape: Literal["columns"]
    columns: dict[str, str] = Field(min_length=1)
    cell: str | None = Field(None, description="The effect whose arguments stand in the cells.")
    rows: list[CellsRowModel] = Field(min_length=1)


class ToHitTable(TableBase):
    """A table that states which rolls hit."""

    shape: Literal["to_hit"]
    columns: dict[str, str] = Field(min_length=1)
    hit: list[Spec]
    miss: list[Spec]
    rows: list[HitsRowModel] = Field(min_length=1)


class ChartTable(TableBase):
    """A table that is looked up instead of rolled on."""

    shape: Literal["chart"]
    keys: str = Field("", description="The range of whole numbers that the keys must cover, such as 0-25.")
    columns: dict[str, str] = {}
    cell: str | None = None
    rows: list[ChartRowModel] = Field(min_length=1)


Wins = Literal["no", "more", "double"]
"""The result of an opposed roll for the first side: not higher, higher, or at least double."""


class OpposedRowModel(Stemming):
    """The effects of one result of an opposed roll."""

    wins: Wins = Field(description="The result of comparing the total of the first side with that of the second.")
    effects: list[Spec] = []


class EncounterModel(Model):
    """A column of an opposed table, with the modifier of each side."""

    title: str
    adds: Annotated[list[int], Field(min_length=2, max_length=2)]


class OpposedTable(TableBase):
    """A table on which two sides roll against each other."""

    shape: Literal["opposed"]
    sides: Annotated[
        list[str],
        Field(
            min_length=2,
            max_length=2,
            description="The names of the two sides; the rows give the result for the first.",
        ),
    ]
    columns: dict[str, EncounterModel] = Field(
        {}, description="The columns; if there are none, both sides roll without modifiers."
    )
    rows: list[OpposedRowModel] = Field(min_length=1)


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
    """Facts about a game whose printed tables are lost and were rebuilt."""

    lost: str = Field(description="What is lost, as a sentence can name it: `its Charts and Tables book`.")
    ancestor: str = Field(
        "", description="The key of the older game on which this game is based and whose rows it shares."
    )


class GameModel(Model):
    """`game.yaml`: the description of a game, its constants and its texts."""

    key: str
    title: str
    subtitle: str = ""
    designer: str
    publisher: str = ""
    year: str = ""
    players: int
    minutes: list[int]
    summary: str
    stage: Stage = Field(
        "draft", description="The stage of completion; `combatbox verify` checks the requirements of each stage."
    )
    links: dict[str, str] = Field(
        {}, description="Links to pages about the game on other sites: the title and address of each."
    )
    rebuilt: RebuiltModel | None = Field(
        None,
        description="Facts about lost tables; if given, every table must state the origin of its values in `origin`.",
    )
    constants: dict[str, Any]
    words: dict[str, str] = {}
    tallied: dict[str, str] = Field(
        {}, description="Wordings for pages of odds of what is counted, where `words` does not fit."
    )
    like: str = Field(
        "", description="For a variant that consists of data only: the key of the game on which it is based."
    )
    order: dict[str, list[str]] = Field(
        {},
        description="Headings with the tables under each, in the order of use; all tables must be listed. If empty, tables are sorted by id.",
    )


WORD = r"^[a-z][a-z0-9_]*$"
WordName = Annotated[str, Field(pattern=WORD)]
Specs = Spec | list[Spec]
Ways = list[Specs]
Takes = str | list[str]

_PHRASE = "The wording, with placeholders: {side} for a parameter, {light_wounds.dead} for a constant, {say.word} for a word of game.yaml, {=number} for a number as digits, {+number} for a number with its sign."
_TAKES = "The values that its parameter may have: the name of a list of game.yaml, or the values themselves."
_SHORT = "A shorter wording: for an effect in previews of a roll, for a modifier in lines of an account."


class EffectWord(Model):
    """An effect that a game's data composes of other effects, with a separate name and wording."""

    does: Specs = Field(
        description="The effect or effects that the word combines: words of the game's code, or words defined above, with arguments."
    )
    takes: Takes = Field("", description=_TAKES)
    words: str = Field("", description=_PHRASE)
    brief: str = Field("", description=_SHORT)
    ends: bool = Field(
        False,
        description="True if the effect ends a sequence of rolls: no table is used after it, even where one is used after other effects.",
    )


class ConditionWord(Model):
    """A condition that a game's data composes of other conditions, with a separate name and wording."""

    holds: Specs = Field([], description="Conditions that must all hold.")
    any: Ways = Field(
        [],
        description="Alternatives of which at least one must hold; each is a condition, or a list of conditions that must all hold.",
    )
    unless: Ways = Field([], description="Alternatives of which none may hold.")
    takes: Takes = Field("", description=_TAKES)
    words: str = Field("", description=_PHRASE)
    brief: str = Field("", description=_SHORT)


class QuantityWord(Model):
    """A quantity that a game's data derives from another quantity, with a separate name and wording."""

    counts: Spec = Field(
        description="The quantity on which it is based: a word of the game's code, or a word defined above, with arguments."
    )
    words: str = Field("", description=_PHRASE)
    brief: str = Field("", description=_SHORT)


class VocabularyModel(Model):
    """`vocabulary.yaml`: the vocabulary terms that a game defines in its data by combining other terms."""

    effects: dict[WordName, EffectWord] = {}
    conditions: dict[WordName, ConditionWord] = {}
    quantities: dict[WordName, QuantityWord] = {}


class OptionModel(Model):
    """An option of a ruling."""

    words: str
    replaces: dict[str, str] = Field({}, description="Tables that the option replaces, and their replacements.")


Code = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$")]
"""The dotted name of a function, class or method.

It is relative to the package of the game, or else to `combatbox`.
"""

CODE_ABOUT = (
    "The functions, classes and methods that implement it, relative to the game's package or to combatbox, such as waves.cover;"
    " a word of vocabulary.yaml is written as vocabulary.effects.rafts_out."
)


class RulingModel(Model):
    """A decision on a point where the sources contradict each other or are silent."""

    id: str
    key: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    question: str
    sources: list[str] = []
    options: dict[str, OptionModel] = Field(min_length=1)
    default: str
    why: str
    rules: list[str] = []
    code: list[Code] = Field([], description=CODE_ABOUT)
    added: bool = Field(False, description="In an overlay: true if the game has no ruling with this id.")


class RulingsModel(Model):
    """`rulings.yaml`: the rulings of a game."""

    rulings: list[RulingModel]


class RuleModel(Model):
    """A rule of the rulebook, with the tables and the code that implement it."""

    id: str
    kind: str
    title: str
    tables: list[str] = []
    code: list[Code] = Field([], description=CODE_ABOUT)
    optional: bool = False
    erratum: str = Field("", description="The name of the rule among the publisher's errata, such as `erratum 10`.")


class RulesModel(Model):
    """`rules.yaml`: every rule of a game."""

    rules: list[RuleModel]


class SayingModel(Model):
    """A sentence of the narration, with the values that are required for using it."""

    line: str = Field(description="The line, with placeholders such as {who}; empty if the event has no line.")
    given: dict[str, str | int | bool | list[str | int]] = Field(
        {},
        description="The required values of the event or the state, by placeholder name; a list allows any of its values.",
    )


class OtherTableModel(Model):
    """A table that replaces the table of a place in some missions.

    These are the missions that meet all of the stated conditions.
    """

    table: str
    missions: str = Field(
        "", pattern=r"^(\d+(-\d+)?(, ?\d+(-\d+)?)*)?$", description="Numbers of missions, such as `6-10, 12`."
    )
    periods: list[str] = Field([], description="Periods of the campaign, by their names in constants.periods.")
    targets: list[str] = Field([], description="Targets, by their names in constants.cities.")
    target_types: list[str] = Field([], description="Types of targets, by their names in constants.target_types.")


class PlaceModel(Model):
    """A place in the order of play, with its rule, its table and its question."""

    called: str = ""
    rule: str = ""
    table: str = ""
    instead: Annotated[
        list[OtherTableModel],
        Field(description="Tables that replace the table of this place in some missions; the first that fits is used."),
    ] = []
    question: str = ""
    help: str = ""
    no: str = ""
    told: str = ""
    about: str = ""
    options: dict[str, str] = {}
    under: Annotated[
        dict[str, str],
        Field(
            description="The rulings, by key, and their options under which the player is asked here; otherwise nothing is asked."
        ),
    ] = {}
    options_under: Annotated[
        dict[str, dict[str, str]], Field(description="The same for options of one kind, such as `spray`, by kind.")
    ] = {}
    says: Annotated[
        str | list[str | SayingModel],
        Field(description="The lines of the account for events at this place; the first that fits is used."),
    ] = []
    chosen: Annotated[
        dict[str, str], Field(description="The line of the account for a decision, by the chosen option.")
    ] = {}
    depth: Annotated[int, Field(ge=0, le=3, description="The level of indentation of these lines.")] = 1
    colours: Annotated[
        list[str],
        Field(
            description="For each die of a roll with a line, the value that is its colour, such as `const.colours.left`."
        ),
    ] = []


class PlacesModel(Model):
    """`places.yaml`: the places in the order of play, by name."""

    places: dict[Annotated[str, Field(pattern=r"^[a-z_]+\.[a-z_]+$")], PlaceModel]
    decides: Annotated[
        dict[str, list[str]],
        Field(
            description="The effects of which each row of a table must have one, unless it leads to another table. The "
            "key is a place, for every table that may be used there, a constant that names tables, or a table."
        ),
    ] = {}


class ChanceModel(Model):
    """A named probability of an outcome of a roll, including all rolls that follow from it."""

    id: str = Field(pattern=r"^[a-z0-9-]+$")
    words: str = Field(
        description="The outcome as a statement without its probability, such as `One shell kills the pilot`."
    )
    table: str
    column: str = ""
    outcome: str = Field(
        description="The code of an effect that occurs on the way, or a fact of the state afterwards, such as `dead pilot`."
    )


class ChancesModel(Model):
    """`odds.yaml`: the named probabilities of a game."""

    chances: list[ChanceModel]


class ChangeModel(Model):
    """A correction of a table's data or of the implementation of a rule."""

    date: str = Field(pattern=r"^\d{4}-\d\d-\d\d$", description="The date of the correction, such as 2026-11-22.")
    words: str = Field(
        description="The error and its correction, written for players; ids of tables and rulings become links."
    )
    rules: list[str] = []
    rows: list[str] = Field([], description="Tables or rows, such as G-6 or G-6/1-5.")


class ChangesModel(Model):
    """`changes.yaml`: the corrections of a game."""

    changes: list[ChangeModel] = Field(min_length=1)


class BlockModel(Model):
    """A mission that is embedded in a page: a script, an example or a seed."""

    game: str
    script: str | None = None
    example: str | None = None
    seed: int | str | None = None
    mission: int | None = None
    title: str = ""


class PlayModel(Model):
    """An entry of a script: a roll with its dice, or a choice."""

    roll: str | None = None
    who: str | None = None
    dice: list[int] | None = None
    sum: int | None = None
    gives: list[str] | None = None
    net: int | None = None
    choose: str | None = None
    take: str | None = None
    filler: bool = Field(
        False, description="True if the source prints no dice here, so that these were chosen to fit its text."
    )


class StepModel(Model):
    """A step of a script, with its rolls and choices."""

    step: str
    title: str
    text: str = ""
    play: list[PlayModel] = []
    after: dict[str, Any] = Field({}, description="The expected state after the step, by path.")
    override: dict[str, Any] = Field(
        {},
        description="Values of the state that are set when the step begins, because the source's example breaks its own rules; requires `departs`.",
    )
    departs: str = Field("", description="The reason why the source's example differs from its own rules in this step.")


class ScriptModel(Model):
    """The script of a printed example, for its replay."""

    game: str
    title: str
    run: str = "mission"
    intro: str = ""
    source: str
    mission: int = 1
    names: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    steps: list[StepModel] = Field(min_length=1)
    summary: dict[str, Any] = {}


class SeedModel(Model):
    """An example that is stored as a seed, with the events that it must show."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    section: str = Field(description="The section of the rules that the example illustrates.")
    title: str
    text: str = Field(description="One or two sentences in our own words about what to look at.")
    shows: list[str] = Field(
        min_length=1, description="The names of highlights that the mission must show; `no` before a name excludes it."
    )
    mission: int = 1
    rulings: dict[str, str] = {}
    player: Literal["doctrine", "random"] = Field(
        "doctrine",
        description="The player who decides; `random` chooses any legal option, for events to which the doctrine never leads.",
    )
    seed: str = Field("", description="The seed of the dice; `combatbox example GAME --renew` finds one.")


class SeedsModel(Model):
    """`seeds.yaml`: the examples of a game that are stored as seeds."""

    examples: list[SeedModel]


class CaptionModel(Model):
    """A caption of the tutorial for one place in the order of play.

    It is shown when play first reaches the place, or first asks for a decision there.
    """

    at: str = Field(description="A place in the order of play, from `places.yaml`.")
    text: str = Field(
        min_length=1, description="A few sentences in our own words about what happens here and what to look at."
    )


class LessonModel(Model):
    """`first-mission.yaml`: a tutorial mission, with captions for places in the order of play."""

    mission: int = Field(1, ge=1, description="The number of the mission in the tour.")
    seed: str = Field(min_length=1, description="The seed of the dice.")
    rulings: dict[str, str] = {}
    intro: str = Field(min_length=1, description="The text before the first roll.")
    captions: list[CaptionModel] = Field(
        min_length=1, description="The captions, in the order in which play reaches their places."
    )
    end: str = Field(min_length=1, description="The text at the end of the mission.")


class SightingModel(Model):
    """A mission or tour that shows table rows that occur in no example."""

    run: Literal["mission", "tour"] = "mission"
    mission: int = Field(1, ge=1, description="The number of the mission in the tour; for a tour, 1.")
    player: Literal["doctrine", "random"] = "doctrine"
    rulings: dict[str, str] = {}
    seed: str = Field(min_length=1, description="The seed of the dice.")
    lines: list[str] = Field(
        min_length=1,
        description="The printed rows that the mission shows, by the ids of rows without column, hit or miss.",
    )


class SightingsModel(Model):
    """`rows.yaml`: missions in which certain table rows occur, and the rows for which no mission was found."""

    flown: int = Field(ge=1, description="The number of missions that were simulated to find them.")
    missions: list[SightingModel]
    missing: list[str] = Field([], description="Printed rows that came up in none of the simulated missions.")
    read: list[str] = Field(
        [], description="Tables that the engine reads in these missions, although no log names them."
    )
    unused: list[str] = Field(
        [], description="Tables that are neither rolled on nor read in play, such as forms of the record sheets."
    )


class RecordedModel(Model):
    """A historical figure with its source: a number of cases out of a total, or a text."""

    hits: int | None = Field(None, description="The number of cases; requires their total, `of`.")
    of: int | None = Field(None, gt=0)
    text: str = Field("", description="The unit, or the whole record if it is not a number.")
    source: str


class BesideFigureModel(Model):
    """A figure of the odds, with the corresponding values of a model and of historical records."""

    figure: str = Field(description="The name of the figure in each scope.")
    title: str
    kind: Literal["share", "number", "count"] = "share"
    model: dict[str, float | int] = Field({}, description="The value of the model in each scope.")
    history: list[RecordedModel] = []
    why: str = Field("", description="The rule that causes the difference, if our figure is far from the model's.")


class BesideGroupModel(Model):
    """Figures that are compared in the same scopes, such as ranges of missions."""

    title: str
    within: str = Field(
        "",
        description="The group of our figures that contains the scopes; empty if the figures themselves are the scopes.",
    )
    scopes: dict[str, str] = Field(
        min_length=1, description="The heading of the column of each scope, by the scope's name in the figures."
    )
    figures: list[BesideFigureModel] = Field(min_length=1)


class BesideModel(Model):
    """`results/beside.yaml`: historical and model values to compare with a game's odds."""

    model: str = Field(description="What the model is, and what it leaves out.")
    far: float = Field(
        gt=1,
        description="A figure is far from the model's if its whole interval differs by more than this factor.",
    )
    groups: list[BesideGroupModel] = Field(min_length=1)


class QuestionsModel(Model):
    """`site/<game>/questions.yaml`: questions that lead to rules, tables, rulings and pages."""

    questions: dict[str, Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]] = Field(
        description="Questions and phrases that players would type, by the id of a rule, table or ruling, or by the address within the game of a page, a section or a row of a table."
    )


class SearchModel(Model):
    """`site/search.yaml`: synonyms that the search uses to find the terms of the site."""

    names: dict[str, list[str]] = Field(description="The names of each game in questions.")
    skip: list[str] = Field(description="Words of a question that the search ignores.")
    examples: dict[str, list[str]] = Field(
        description="Sample questions for each game; `site` has those about no game."
    )
    same: list[list[str]] = Field(description="Groups of words with the same meaning.")
    terms: dict[str, list[str]] = Field(
        description="Words and phrases by which readers ask for a term, each with less weight than the term itself."
    )
