"""The interface that a game implements for the layers above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from combatbox.core.annotations import frozen
from combatbox.core.board import Board, Highlight
from combatbox.core.decisions import Flow, Hooks, Player
from combatbox.core.dice import Dice
from combatbox.core.effects import Declared, WordFormatter, condition, effect, quantity
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Header, Journal, SetupData
from combatbox.core.flight import Flight
from combatbox.core.narration import Narrator, SentenceValues
from combatbox.core.roll_context import RollContextSpec
from combatbox.core.scene import SceneFactory
from combatbox.core.shapes import Figure as TopFigure
from combatbox.core.shapes import Figures as TopFigures
from combatbox.core.statistics import Figures, Follower, Measure
from combatbox.core.tables import KeysOf, Rulebook

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

N = TypeVar("N", bound="DataclassInstance")

RollContextFactory = Callable[[Rulebook, Callable[[str], str]], RollContextSpec]
"""Creates a game's roll context from its rulebook and a function that translates terms of the data into English."""


@frozen
class Setup(Generic[N]):
    """The choices made before a run.

    Attributes:
        mission: the number of the mission in the tour, from 1.
        names: the names, in the dataclass that the game declares as `Game.names`. If this or one of its fields is None,
            the game's default names are used.
        scenario: a scenario of the players' own as plain data (`ScenarioSpec`); None for a mission of the game.
    """

    mission: int = 1
    names: N | None = None
    scenario: Mapping[str, Any] | None = None

    def as_data(self) -> SetupData:
        """Return the set-up for logs and saves, with only the names that were set.

        `Book.setup` converts it back.
        """
        names = asdict(self.names) if self.names is not None else {}
        data: SetupData = {
            "mission": self.mission,
            "names": {name: value for name, value in names.items() if value is not None},
        }
        return {**data, "scenario": dict(self.scenario)} if self.scenario is not None else data


@frozen
class TourSpec:
    """The point between two missions at which a tour can be interrupted.

    Attributes:
        place: the place in the order of play where the player is asked whether to fly the next mission.
        state: the dataclass of the state from which a tour continues at this point; it contains plain data only.
        onward: a function that returns the flow for the rest of the tour, which depends on the state only.
        goes_on: the option at `place` that continues the tour.
    """

    place: str
    state: type
    onward: Callable[[Flight[Any]], Flow[None]]
    goes_on: str = "fly_on"


@frozen
class ScenarioSpec:
    """The scenario files of a game, which replace its first mission.

    Attributes:
        type: the dataclass of a scenario; its field `rules` has the options of rulings, by id or key.
        prose: the fields that do not affect play; logs and saves leave them out.
        apply: a function that returns a rulebook with a scenario in place of the first mission.
        faults: a function that yields what makes a scenario unplayable, each with its path in the data.
        following: a function that returns, from a scenario and the state at its end, the next scenario of the campaign
            to which it belongs, as plain data; None if there is none.
        standing: a function that returns in sentences, from a scenario of a campaign and the state at its end, what each
            side has won.
        points: a function that returns the points of both sides and the chance of the first, from a scenario of `type`,
            the values of its parts, and the constants of the game.
        printed: a function that returns, as plain data, what holds for everything that a scenario leaves out.
        contest: a function that returns in words, from a rulebook and the number of a mission, who fights whom and what
            wins.
        settled: the field of a scenario that replaces a ruling, by the ruling's key; only its default is accepted.
    """

    type: type
    prose: tuple[str, ...]
    apply: Callable[[Any, Any], Any]  # Any: a rulebook of the game, and a scenario of `type`
    faults: Callable[[Any, Any], Iterable[tuple[tuple[str | int, ...], str]]]
    following: Callable[[Mapping[str, Any], Any], Mapping[str, Any] | None]
    standing: Callable[[Mapping[str, Any], Any], str]
    points: Callable[[Any, Mapping[str, float], Any], dict[str, float]]
    printed: Callable[[Any], dict[str, Any]]
    contest: Callable[[Any, int], str]
    settled: Mapping[str, str] = {}


@frozen
class GamePages:
    """The parts of a game that only its pages, examples and checks use.

    Attributes:
        survival: computes the exact probability of surviving a mission; None if it cannot be computed.
        happenings: the highlights for which missions can be searched, by name.
        drawings: draws the figures of the game's chapters, by name, from its geometry or data.
        scenario_figure: draws the table of a scenario, from its rulebook.
        widgets: the data of the widgets on the game's pages, by name; each widget has a script and a template with its
            name.
        keys: returns the keys by which the code of the game looks up rows and columns, to validate the tables.
        check_tables: checks, in the rulebook under default rulings, that tables do not contradict each other; raises
            TableFault.
        hands: creates the facts that one roll passes to the next, for rolls on the game's pages without the engine.
    """

    survival: Callable[[Rulebook], float | None] | None = None
    happenings: Mapping[str, Highlight] = {}
    drawings: Callable[[Rulebook, WordFormatter], TopFigures] | None = None
    scenario_figure: Callable[[Rulebook], TopFigure] | None = None
    widgets: Mapping[str, Callable[[Rulebook], dict[str, Any]]] = {}
    keys: KeysOf | None = None
    check_tables: Callable[[Any], None] | None = None
    hands: RollContextFactory | None = None


@frozen
class DataTypes:
    """The dataclasses by which the data of a game are validated and typed.

    Attributes:
        constants: a dataclass to validate the `constants` in `game.yaml`.
        drawing: a dataclass to validate `drawing.yaml`, the names of the parts of the game's drawings.
        names: a dataclass to validate the names in a `Setup` from a file.
    """

    constants: type | None = None
    drawing: type | None = None
    names: type | None = None


@frozen
class Game:
    """The interface of a game: first the required parts, then the optional ones.

    The site publishes the description of each field. Fields marked `pages` are not included in the engine for browsers.

    Attributes:
        key: the key of the game, which is also the name of its folders.
        effects: the effects of rows, by name.
        conditions: the conditions under which modifiers and rows apply, by name.
        new_state: creates the state before a run, which is a dataclass.
        runs: the flows of the game by name: `mission`, and `tour` if the game has one.
        summary: returns the outcome of a run as plain data.
        tally: returns the tally keys of a run, which the odds count; one of them is `survived`.
        quantities: the numbers that modifiers can add, by name.
        tell: describes an event of the log for which no place has a sentence, in lines of plain English.
        forms: returns the values of the record sheets for a log, as plain data.
        values: returns values by name for the sentences of places, in addition to those of every event.
        form_words: labels of fields of the record sheets that differ from their names; an empty label hides the field.
        survives: the survival of a mission as a clause, such as `the bomber survives`.
        figures: statistics beyond the tally keys, and their charts.
        follower: follows a single roll to all its outcomes, for exact odds.
        board: the presentation of the game in play.
        tours: the runs with several missions, by name: where a mission ends, and how the next begins.
        hooks: steps of the game before, after or instead of those of shared packages, by place in the order of play.
        options: returns, from the `constants`, the options of each kind of decision that no place lists; empty for
            decisions that ask for a name.
        numbered: the word for a numbered mission, such as `scenario`.
        show: creates the observer of events that makes the pictures of a replay.
        measures: the measures that the adviser compares at the end of a mission, the most important first; empty if the
            game has no adviser.
        scored: further measures, which count only for the points of a mission of the day.
        scenarios: the scenario files that players can write; None if there are none.
        types: the dataclasses to validate the game's data.
        pages: the parts of the game that pages, examples and checks need.
    """

    key: str
    effects: Mapping[str, effect]
    conditions: Mapping[str, condition]
    new_state: Callable[[Rulebook, Setup[Any]], Any]
    runs: Mapping[str, Callable[[Flight[Any]], Flow[None]]]
    summary: Callable[[Any], dict[str, Any]]
    tally: Callable[[Any], Iterable[str]]
    quantities: Mapping[str, quantity] = {}
    tell: Narrator = lambda _event, _state, _words: ()
    forms: Callable[[list[Event], Header, Rulebook], dict[str, Any]] = lambda _events, _header, _book: {}
    values: SentenceValues = lambda _event, _state, _words: {}
    form_words: Mapping[str, str] = {}
    survives: str = "all ends well"
    figures: Figures | None = None
    follower: Follower | None = None
    board: Board = field(default_factory=Board)
    tours: Mapping[str, TourSpec] = {}
    hooks: Hooks = field(default_factory=dict)
    options: Callable[[Any], Mapping[str, tuple[str, ...]]] = lambda _constants: {}
    numbered: str = "mission"
    show: SceneFactory | None = None
    measures: tuple[Measure, ...] = ()
    scored: tuple[Measure, ...] = ()
    scenarios: ScenarioSpec | None = None
    types: DataTypes = field(default_factory=DataTypes)
    pages: GamePages = field(default_factory=GamePages, metadata={"pages": True})

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    def __post_init__(self) -> None:
        """Check that the terms of the vocabulary are declared functions."""
        for word in (*self.effects.values(), *self.conditions.values(), *self.quantities.values()):
            check_declared(word)


D = TypeVar("D", bound=Declared[Any])


def vocabulary_index(*words: D) -> dict[str, D]:
    """Return vocabulary terms, indexed by name.

    Raises:
        CombatBoxError: two terms have the same name, or a term is a class instead of a declared function.
    """
    index: dict[str, D] = {}
    for word in words:
        check_declared(word)
        if word.name in index:
            raise CombatBoxError(f"{word.name!r}: two words of the vocabulary have this name; rename one")
        index[word.name] = word
    return index


def check_declared(word: object) -> None:
    """Check that a vocabulary term is a declared function; plug-ins of early versions declared classes.

    Raises:
        CombatBoxError: the term is not a declared function.
    """
    if not isinstance(word, Declared):
        raise CombatBoxError(
            f"{word!r}: not a word of a vocabulary; declare a function with @effect, @condition or @quantity"
            " of combatbox.core.effects"
        )


def declared_in(kind: type[D], *modules: ModuleType) -> dict[str, D]:
    """Return the vocabulary terms of one kind that these modules declare, indexed by name.

    Args:
        kind: `effect`, `condition` or `quantity`.
        *modules: the modules to search.

    Raises:
        CombatBoxError: two terms have the same name.
    """
    words = ((module, word) for module in modules for word in vars(module).values() if isinstance(word, kind))
    return vocabulary_index(*(word for module, word in words if word.function.__module__ == module.__name__))


def fly(
    game: Game,
    book: Rulebook,
    dice: Dice,
    *,
    run: str = "mission",
    setup: Setup[Any] | None = None,
    player: Player | None = None,
    journal: Journal | None = None,
) -> Any:
    """Play one run of a game from its start to its end.

    Args:
        game: the game.
        book: its rulebook under the rulings in force.
        dice: the source of dice.
        run: the name of one of the game's `runs`.
        setup: the mission and names; the first mission by default.
        player: the player who answers decisions; without a player, the first decision raises IllegalChoice.
        journal: the journal that records the events; None for no log.

    Returns:
        The final state.

    Raises:
        UnknownName: the game has no such run.
        CombatBoxError: an error of the dice, the player or the tables.
    """
    if run not in game.runs:
        raise UnknownName(f"run of {game.key}", run, game.runs)
    state = game.new_state(book, setup or Setup())
    flight: Flight[Any] = Flight(book, dice, state, player, journal, hooks=game.hooks)
    flight.run(game.runs[run](flight))
    return state
