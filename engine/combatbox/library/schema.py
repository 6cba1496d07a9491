"""The permitted content of data files, as pydantic models that also give JSON Schemas.

Effects and conditions are checked against the vocabulary of the game by `library.vocabulary`. Here each is only "a
term, or one term with its arguments".
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Spec = str | dict[str, Any]
Rolls = int | str | list[int]


class Model(BaseModel):
    """A strict model: unknown keys are errors and types are not converted.

    It is built when it is first used, because a command reads only a few kinds of files.
    """

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


Origin = Literal["rulebook", "ancestor", "history", "reconstruction", "owner"]
"""The origin of a value in a table that is rebuilt instead of transcribed.

The rulebook states it, an older game has it, it comes from public history, it was designed for this project, or an
owner of the printed game has entered it.
"""

Origins = Origin | list[Origin]

ORIGIN_ABOUT = (
    "where its values come from, in a game whose printed tables we lack; several where one row holds values of each:"
    " [rulebook, reconstruction]; left out, it is as that of the table"
)


class Stemming(Model):
    """A part of a table that can state the origin of its values."""

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
    times: Spec | None = Field(None, description="a quantity: how many times the modifier counts")
    source: str = ""


class AdjustModel(Stemming):
    """A change of the numbers in cells, which applies under a condition."""

    when: Spec | None = None
    times: str = "1"
    add: int = 0
    least: int | None = Field(None, description="the number is never below this")
    source: str = ""


class FloorModel(Stemming):
    """A natural roll that counts as at least a certain net roll."""

    natural: int = Field(description="a natural roll that counts as at least `net`, whatever the modifiers")
    net: int
    when: Spec | None = None
    source: str = ""


class ForcedModel(Stemming):
    """Effects that happen without a roll, or before the row."""

    when: Spec | None = None
    effects: list[Spec]
    source: str = ""


class SubTableModel(Model):
    """A nested roll with its rows."""

    dice: str
    rows: list[RollRowModel]
    forced: list[ForcedModel] = Field([], description="results that a state brings about without a roll")


class RollRowModel(Stemming):
    """A row that covers one or more rolls."""

    roll: Rolls
    area: str = ""
    effects: list[Spec] = []
    then: SubTableModel | None = None
    again: list[Spec] = Field([], description="conditions under which the roll does not count and is made again")


class CellModel(Model):
    """A cell with a nested roll; other cells are effects or arguments of `cell`."""

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
    printed: str = Field("", description="the source's own notation where it differs from `dice`")
    per: str = Field("", description="what one roll is made for: shell hit, gun, ...")
    used: str = Field("", description="when it is used")
    after: list[str] = Field([], description="tables after which it is used, beside those with a row that leads here")
    instead_of: str = Field("", description="the table in whose place it is rolled on")
    head: str = Field("", description="what stands over the names of the rows of a chart or to-hit table")
    told: str = Field("", description="what a story calls a roll on it, where that is not the title")
    deep: bool = Field(False, description="whether a story shows its rolls one level deeper")
    card: str = Field("", description="the card or sheet the table is printed on")
    source: SourceModel | list[SourceModel]
    variant_of: str = Field("", description="the table it replaces under a ruling")
    optional: bool = False
    added: bool = Field(False, description="of an overlay: the game has no such table, this one is new")
    modifiers: list[ModifierModel] = []
    adjusts: list[AdjustModel] = []
    floors: list[FloorModel] = Field([], description="natural rolls that modifiers cannot spoil")
    forced: list[ForcedModel] = Field([], description="results that a state brings about without a roll")
    first: list[ForcedModel] = Field([], description="done once the dice are read, before the row")
    clamp: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="lowest and highest net roll; rolls beyond are read as these"
    )
    totals_of: int = Field(1, description="up to how many dice may be added up for one roll")
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
    cell: str | None = Field(None, description="the effect whose parameters the cells are")
    rows: list[CellsRowModel] = Field(min_length=1)


class ToHitTable(TableBase):
    """A table that gives the rolls that hit."""

    shape: Literal["to_hit"]
    columns: dict[str, str] = Field(min_length=1)
    hit: list[Spec]
    miss: list[Spec]
    rows: list[HitsRowModel] = Field(min_length=1)


class ChartTable(TableBase):
    """A table that is looked up instead of rolled on."""

    shape: Literal["chart"]
    keys: str = Field("", description="the whole numbers the keys must cover, as 0-25")
    columns: dict[str, str] = {}
    cell: str | None = None
    rows: list[ChartRowModel] = Field(min_length=1)


Wins = Literal["no", "more", "double"]
"""The result of an opposed roll for the first side: not higher, higher, or at least double."""


class OpposedRowModel(Stemming):
    """The effects of one result of an opposed roll."""

    wins: Wins = Field(description="how the total of the first side compares with that of the second")
    effects: list[Spec] = []


class EncounterModel(Model):
    """A column of an opposed table, with the modifier of each side."""

    title: str
    adds: Annotated[list[int], Field(min_length=2, max_length=2)]


class OpposedTable(TableBase):
    """A table on which two sides roll against each other."""

    shape: Literal["opposed"]
    sides: Annotated[list[str], Field(min_length=2, max_length=2, description="the side that wins, and the other")]
    columns: dict[str, EncounterModel] = Field({}, description="none: both sides throw bare dice")
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

    lost: str = Field(description="what we lack, as a sentence names it: its Charts and Tables book")
    ancestor: str = Field("", description="the key of the game that it descends from and shares rows with")


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
    stage: Stage = Field("draft", description="how far it is; each stage has its price in `combatbox verify`")
    links: dict[str, str] = Field({}, description="pages about the game elsewhere: what each is called, its address")
    rebuilt: RebuiltModel | None = Field(
        None, description="given, every table says where its values come from: `origin`"
    )
    constants: dict[str, Any]
    words: dict[str, str] = {}
    tallied: dict[str, str] = Field(
        {}, description="what pages of odds call that which is counted, where the words above do not say it"
    )
    like: str = Field(
        "", description="of a variant that is data alone: the game that it is, but for what its files have otherwise"
    )
    order: dict[str, list[str]] = Field(
        {}, description="headings and the tables under each, all of them, in the order of use; empty: by their ids"
    )


WORD = r"^[a-z][a-z0-9_]*$"
WordName = Annotated[str, Field(pattern=WORD)]
Specs = Spec | list[Spec]
Ways = list[Specs]
Takes = str | list[str]

_PHRASE = "its words, with places: {side} for a parameter, {light_wounds.dead} for a constant, {say.word} for a word of game.yaml; {=number} as it stands, {+number} as a modifier is printed"
_TAKES = "the words that its own parameter may be: a list of game.yaml by its name, or the words themselves"
_SHORT = "a shorter wording: of an effect for the preview of what comes next, of a modifier for a line of a story"


class EffectWord(Model):
    """An effect that data composes from others, with its own name and wording."""

    does: Specs = Field(
        description="what it does: a word of the game's code or one above, with arguments, or several of them"
    )
    takes: Takes = Field("", description=_TAKES)
    words: str = Field("", description=_PHRASE)
    brief: str = Field("", description=_SHORT)
    ends: bool = Field(False, description="no table is used after it where one is used after others")


class ConditionWord(Model):
    """A condition that data composes from others, with its own name and wording."""

    holds: Specs = Field([], description="what must hold, all of it")
    any: Ways = Field([], description="ways of which one must be so; a way is a condition, or a list of which all hold")
    unless: Ways = Field([], description="ways of which none may be so")
    takes: Takes = Field("", description=_TAKES)
    words: str = Field("", description=_PHRASE)
    brief: str = Field("", description=_SHORT)


class QuantityWord(Model):
    """A quantity that data derives from another one, with its own name and wording."""

    counts: Spec = Field(description="what is counted: a word of the game's code or one above, with arguments")
    words: str = Field("", description=_PHRASE)
    brief: str = Field("", description=_SHORT)


class VocabularyModel(Model):
    """`vocabulary.yaml`: the vocabulary terms that the data of a game composes."""

    effects: dict[WordName, EffectWord] = {}
    conditions: dict[WordName, ConditionWord] = {}
    quantities: dict[WordName, QuantityWord] = {}


class OptionModel(Model):
    """An option of a ruling."""

    words: str
    replaces: dict[str, str] = Field({}, description="tables that other tables stand in for")


Code = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$")]
"""The dotted name of a function, class or method.

It is relative to the package of the game, or else to `combatbox`.
"""

CODE_ABOUT = (
    "the functions, classes and methods that carry it, below the game's own package or else below combatbox: waves.cover;"
    " a word of vocabulary.yaml as vocabulary.effects.rafts_out"
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
    added: bool = Field(False, description="of an overlay: the game has no such ruling, this one is new")


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
    erratum: str = Field("", description="what it is called as one of the publisher's errata: erratum 10")


class RulesModel(Model):
    """`rules.yaml`: every rule of a game."""

    rules: list[RuleModel]


class SayingModel(Model):
    """A sentence of the narration, with the values that it requires."""

    line: str = Field(description="with placeholders such as {who}; empty for no line")
    given: dict[str, str | int | bool | list[str | int]] = Field(
        {}, description="what the event or the state holds, by the names of gaps; a list: one of these"
    )


class OtherTableModel(Model):
    """A table that replaces the table of a place in some missions.

    It is used in the missions that match all of the given conditions.
    """

    table: str
    missions: str = Field("", pattern=r"^(\d+(-\d+)?(, ?\d+(-\d+)?)*)?$", description="numbers of missions: 6-10, 12")
    periods: list[str] = Field([], description="periods of the campaign, of constants.periods")
    targets: list[str] = Field([], description="targets, of constants.cities")
    target_types: list[str] = Field([], description="types of targets, of constants.target_types")


class PlaceModel(Model):
    """A place in the order of play, with its rule, its table and its question."""

    called: str = ""
    rule: str = ""
    table: str = ""
    instead: Annotated[
        list[OtherTableModel],
        Field(description="tables that are used here instead in some missions; the first that fits"),
    ] = []
    question: str = ""
    help: str = ""
    no: str = ""
    told: str = ""
    about: str = ""
    options: dict[str, str] = {}
    under: Annotated[
        dict[str, str], Field(description="nothing is asked here unless these rulings, by key, have these options")
    ] = {}
    options_under: Annotated[
        dict[str, dict[str, str]], Field(description="the same for options of one kind (`spray`), by that kind")
    ] = {}
    says: Annotated[
        str | list[str | SayingModel],
        Field(description="the lines of the account for events here; the first that fits is used"),
    ] = []
    chosen: Annotated[dict[str, str], Field(description="the line for a decision, by the option taken")] = {}
    depth: Annotated[int, Field(ge=0, le=3, description="how deep these lines are nested")] = 1


class PlacesModel(Model):
    """`places.yaml`: the places in the order of play, by name."""

    places: dict[Annotated[str, Field(pattern=r"^[a-z_]+\.[a-z_]+$")], PlaceModel]


class ChanceModel(Model):
    """A named probability of an outcome of a roll, including all rolls that follow from it."""

    id: str = Field(pattern=r"^[a-z0-9-]+$")
    words: str = Field(description="the question as a statement, without the number: One shell kills the pilot")
    table: str
    column: str = ""
    outcome: str = Field(description="the code of an effect met on the way, or what the state shows: dead pilot")


class ChancesModel(Model):
    """`odds.yaml`: the named probabilities of a game."""

    chances: list[ChanceModel]


class ChangeModel(Model):
    """A correction of a table's data or of the implementation of a rule."""

    date: str = Field(pattern=r"^\d{4}-\d\d-\d\d$", description="when it came into the project, such as 2026-11-22")
    words: str = Field(
        description="what was wrong and what holds now, for a player; tables and rulings named are linked"
    )
    rules: list[str] = []
    rows: list[str] = Field([], description="tables, or rows of them: G-6, G-6/1-5")


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
    filler: bool = Field(False, description="the source prints no dice here; these fit its words")


class StepModel(Model):
    """A step of a script, with its rolls and choices."""

    step: str
    title: str
    text: str = ""
    play: list[PlayModel] = []
    after: dict[str, Any] = Field({}, description="state after the step: path and value")
    override: dict[str, Any] = Field(
        {}, description="state that the source's own example sets against its rules as the step begins; needs `departs`"
    )
    departs: str = Field("", description="why the source's own example differs from its rules here")


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
    section: str = Field(description="the section of the rules that it is an example of")
    title: str
    text: str = Field(description="a sentence or two in our words: what to look at")
    shows: list[str] = Field(min_length=1, description="happenings that it must show; `no ...` for those it must not")
    mission: int = 1
    rulings: dict[str, str] = {}
    player: Literal["doctrine", "random"] = Field(
        "doctrine", description="who decides; random takes any legal option, for what the doctrine never does"
    )
    seed: str = Field("", description="of the dice; `combatbox example GAME --renew` finds one")


class SeedsModel(Model):
    """`seeds.yaml`: the examples of a game that are stored as seeds."""

    examples: list[SeedModel]


class CaptionModel(Model):
    """A caption that is shown when play first reaches a place, or first asks there."""

    at: str = Field(description="a place in the order of play, from `places.yaml`")
    text: str = Field(min_length=1, description="a few sentences in our words: what happens here, and what to look at")


class LessonModel(Model):
    """`first-mission.yaml`: a tutorial mission, with captions for places in the order of play."""

    mission: int = Field(1, ge=1, description="its number in the tour")
    seed: str = Field(min_length=1, description="of the dice")
    rulings: dict[str, str] = {}
    intro: str = Field(min_length=1, description="the text before the first dice")
    captions: list[CaptionModel] = Field(min_length=1, description="in the order in which play comes to them")
    end: str = Field(min_length=1, description="the text at the end")


class SightingModel(Model):
    """A mission or tour that shows rows which no example shows."""

    run: Literal["mission", "tour"] = "mission"
    mission: int = Field(1, ge=1, description="its number in the tour; a tour begins with the first")
    player: Literal["doctrine", "random"] = "doctrine"
    rulings: dict[str, str] = {}
    seed: str = Field(min_length=1, description="of the dice")
    lines: list[str] = Field(min_length=1, description="printed lines by their rows' ids, without column, hit or miss")


class SightingsModel(Model):
    """`rows.yaml`: the missions that show rows, and the rows for which no mission was found."""

    flown: int = Field(ge=1, description="how many missions were flown to find them")
    missions: list[SightingModel]
    missing: list[str] = Field([], description="lines that came up in none of the missions flown")
    read: list[str] = Field([], description="tables that the engine reads in these missions and the log never names")
    unused: list[str] = Field(
        [], description="tables that nothing in play rolls on or reads: forms of the record sheets"
    )


class RecordedModel(Model):
    """A historical figure with its source: hits out of a total, or a text."""

    hits: int | None = Field(None, description="the number of cases, with `of`")
    of: int | None = Field(None, gt=0)
    text: str = Field("", description="the unit, or the record itself if it is not a number")
    source: str


class BesideFigureModel(Model):
    """A figure of the odds, with the values of a model and of historical records."""

    figure: str = Field(description="its name in each scope of the figures")
    title: str
    kind: Literal["share", "number", "count"] = "share"
    model: dict[str, float | int] = Field({}, description="by scope what the model gives")
    history: list[RecordedModel] = []
    why: str = Field("", description="where ours is far from the model: which rule does it")


class BesideGroupModel(Model):
    """Figures that are compared in the same scopes."""

    title: str
    within: str = Field(
        "", description="the group of our figures that has the scopes; empty for the figures themselves"
    )
    scopes: dict[str, str] = Field(min_length=1, description="by name in the figures what stands over its column")
    figures: list[BesideFigureModel] = Field(min_length=1)


class BesideModel(Model):
    """`results/beside.yaml`: historical and model values to compare with a game's odds."""

    model: str = Field(description="what the model is, and what it leaves out")
    far: float = Field(
        gt=1,
        description="a figure is far from the model's if its whole interval differs by more than this factor",
    )
    groups: list[BesideGroupModel] = Field(min_length=1)


class QuestionsModel(Model):
    """`site/<game>/questions.yaml`: questions that lead to rules, tables, rulings and pages."""

    questions: dict[str, Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]] = Field(
        description="by id of a rule, table or ruling, or by address within the game of a page, a section or a table's row, questions and phrases as a player would type them"
    )


class SearchModel(Model):
    """`site/search.yaml`: synonyms that the search uses to find the terms of the site."""

    names: dict[str, list[str]] = Field(description="by game, what it is called in a question")
    skip: list[str] = Field(description="words that a question is not about")
    examples: dict[str, list[str]] = Field(description="by game (`site` for the pages of none), questions to try")
    same: list[list[str]] = Field(description="words that stand for each other")
