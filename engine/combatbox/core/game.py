"""The interface that a game implements for the layers above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from combatbox.core.board import Board, Highlight
from combatbox.core.decisions import Flow, Player
from combatbox.core.dice import Dice
from combatbox.core.effects import Declared, WordFormatter, condition, effect, quantity
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Header, Journal, SetupData
from combatbox.core.flight import Flight
from combatbox.core.narration import Narrator, SentenceValues
from combatbox.core.places import Hooks
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


@dataclass(frozen=True)
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

        `play.log_validation` converts it back.
        """
        names = asdict(self.names) if self.names is not None else {}
        data: SetupData = {
            "mission": self.mission,
            "names": {name: value for name, value in names.items() if value is not None},
        }
        return {**data, "scenario": dict(self.scenario)} if self.scenario is not None else data


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
    settled: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class GamePages:
    """The parts of a game that only its pages, examples and checks use."""

    survival: Callable[[Rulebook], float | None] | None = field(
        default=None,
        metadata={"about": "Computes the exact probability of surviving a mission; None if it cannot be computed."},
    )
    happenings: Mapping[str, Highlight] = field(
        default_factory=dict, metadata={"about": "The highlights for which missions can be searched, by name."}
    )
    drawings: Callable[[Rulebook, WordFormatter], TopFigures] | None = field(
        default=None,
        metadata={"about": "Draws the figures of the game's chapters, by name, from its geometry or data."},
    )
    scenario_figure: Callable[[Rulebook], TopFigure] | None = field(
        default=None, metadata={"about": "Draws the table of a scenario, from its rulebook."}
    )
    widgets: Mapping[str, Callable[[Rulebook], dict[str, Any]]] = field(
        default_factory=dict,
        metadata={
            "about": "The data of the widgets on the game's pages, by name; each widget has a script and a template with its name.",
        },
    )
    keys: KeysOf | None = field(
        default=None,
        metadata={
            "about": "Returns the keys by which the code of the game looks up rows and columns, to validate the tables.",
        },
    )
    check_tables: Callable[[Any], None] | None = field(
        default=None,
        metadata={
            "about": "Checks, in the rulebook under default rulings, that tables do not contradict each other; raises TableFault.",
        },
    )
    hands: RollContextFactory | None = field(
        default=None,
        metadata={
            "about": "Creates the facts that one roll passes to the next, for rolls on the game's pages without the engine.",
        },
    )


@dataclass(frozen=True)
class DataTypes:
    """The dataclasses by which the data of a game are validated and typed."""

    constants: type | None = field(
        default=None, metadata={"about": "A dataclass to validate the `constants` in `game.yaml`."}
    )
    drawing: type | None = field(
        default=None,
        metadata={"about": "A dataclass to validate `drawing.yaml`, the names of the parts of the game's drawings."},
    )
    names: type | None = field(
        default=None, metadata={"about": "A dataclass to validate the names in a `Setup` from a file."}
    )


@dataclass(frozen=True)
class Game:
    """The interface of a game: first the required parts, then the optional ones.

    The site publishes the `about` of each field. Fields marked `pages` are not included in the engine for browsers.
    """

    key: str = field(metadata={"about": "The key of the game, which is also the name of its folders."})
    effects: Mapping[str, effect] = field(metadata={"about": "The effects of rows, by name."})
    conditions: Mapping[str, condition] = field(
        metadata={"about": "The conditions under which modifiers and rows apply, by name."}
    )
    new_state: Callable[[Rulebook, Setup[Any]], Any] = field(
        metadata={"about": "Creates the state before a run, which is a dataclass."}
    )
    runs: Mapping[str, Callable[[Flight[Any]], Flow[None]]] = field(
        metadata={"about": "The flows of the game by name: `mission`, and `tour` if the game has one."}
    )
    summary: Callable[[Any], dict[str, Any]] = field(metadata={"about": "Returns the outcome of a run as plain data."})
    tally: Callable[[Any], Iterable[str]] = field(
        metadata={"about": "Returns the tally keys of a run, which the odds count; one of them is `survived`."}
    )
    quantities: Mapping[str, quantity] = field(
        default_factory=dict, metadata={"about": "The numbers that modifiers can add, by name."}
    )
    tell: Narrator = field(
        default=lambda _event, _state, _words: (),
        metadata={
            "about": "Describes an event of the log for which no place has a sentence, in lines of plain English."
        },
    )
    forms: Callable[[list[Event], Header, Rulebook], dict[str, Any]] = field(
        default=lambda _events, _header, _book: {},
        metadata={"about": "Returns the values of the record sheets for a log, as plain data."},
    )
    values: SentenceValues = field(
        default=lambda _event, _state, _words: {},
        metadata={"about": "Returns values by name for the sentences of places, in addition to those of every event."},
    )
    form_words: Mapping[str, str] = field(
        default_factory=dict,
        metadata={
            "about": "Labels of fields of the record sheets that differ from their names; an empty label hides the field."
        },
    )
    survives: str = field(
        default="all ends well",
        metadata={"about": "The survival of a mission as a clause, such as `the bomber survives`."},
    )
    figures: Figures | None = field(
        default=None, metadata={"about": "Statistics beyond the tally keys, and their charts."}
    )
    follower: Follower | None = field(
        default=None, metadata={"about": "Follows a single roll to all its outcomes, for exact odds."}
    )
    board: Board = field(default_factory=Board, metadata={"about": "The presentation of the game in play."})
    tours: Mapping[str, TourSpec] = field(
        default_factory=dict,
        metadata={"about": "The runs with several missions, by name: where a mission ends, and how the next begins."},
    )
    hooks: Hooks = field(
        default_factory=dict,
        metadata={
            "about": "Steps of the game before, after or instead of those of shared packages, by place in the order of play."
        },
    )
    options: Callable[[Any], Mapping[str, tuple[str, ...]]] = field(
        default=lambda _constants: {},
        metadata={
            "about": "Returns, from the `constants`, the options of each kind of decision that no place lists; empty for decisions that ask for a name."
        },
    )
    numbered: str = field(
        default="mission",
        metadata={"about": "The word for a numbered mission, such as `scenario`."},
    )
    show: SceneFactory | None = field(
        default=None, metadata={"about": "Creates the observer of events that makes the pictures of a replay."}
    )
    measures: tuple[Measure, ...] = field(
        default=(),
        metadata={
            "about": "The measures that the adviser compares at the end of a mission, the most important first; empty if the game has no adviser."
        },
    )
    scenarios: ScenarioSpec | None = field(
        default=None, metadata={"about": "The scenario files that players can write; None if there are none."}
    )
    types: DataTypes = field(
        default_factory=DataTypes, metadata={"about": "The dataclasses to validate the game's data."}
    )
    pages: GamePages = field(
        default_factory=GamePages,
        metadata={"about": "The parts of the game that pages, examples and checks need.", "pages": True},
    )

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
