"""What a game hands to the rooms above it: vocabularies, runs, summary and story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from combatbox.core.board import Board, Highlight
from combatbox.core.decisions import Flow, Player
from combatbox.core.dice import Dice
from combatbox.core.effects import Declared, VocabularyTerm, WordFormatter, condition, effect, quantity
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Header, Journal, SetupData
from combatbox.core.flight import Flight
from combatbox.core.keys import KeysOf
from combatbox.core.places import Hooks, Place
from combatbox.core.roll_context import RollContextFactory
from combatbox.core.scene import SceneFactory
from combatbox.core.statistics import Figures, Follower, Measure
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.drawing.shapes import Figures as TopFigures

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

N = TypeVar("N", bound="DataclassInstance")


@dataclass(frozen=True)
class Setup(Generic[N]):
    """What is decided before a run: which mission of the tour it is, and names.

    mission: its number, from 1. names: a dataclass of the game's own, as its `Game.names` declares them; None where
    everything is called what it is without them, as is each of its fields that is None.
    """

    mission: int = 1
    names: N | None = None

    def as_data(self) -> SetupData:
        """The set-up as logs and saves have it: what was given, and nothing else. `play.log_validation` reads it back."""
        names = asdict(self.names) if self.names is not None else {}
        return {"mission": self.mission, "names": {name: given for name, given in names.items() if given is not None}}


@dataclass(frozen=True)
class NarrationLine:
    """One line of a narrated mission: how deep it is indented, who rolls, the dice, and the text.

    colours: of the dice, in their order, where the rules ask for dice of a colour. bare: the text without the modifiers
    that it names, for whoever shows those apart.
    """

    depth: int
    text: str
    who: str = ""
    dice: tuple[int, ...] = ()
    net: int | None = None
    colours: tuple[str, ...] = ()
    bare: str = ""

    @property
    def shown(self) -> str:
        """The whole line as a terminal shows it: `Tail gun: [6] hit.`, `Flak: [4] = 3: light flak.`"""
        who = f"{self.who}: " if self.who else ""
        dice = f"[{', '.join(map(str, self.dice))}] " if self.dice else ""
        net = f"= {self.net}: ".replace("-", "−") if self.net is not None else ""
        return f"{who}{dice}{net}{self.text}"


Narrator = Callable[[Event, Mapping[str, Any], "NarrationContext"], Iterable[NarrationLine]]


@dataclass(frozen=True)
class NarrationContext:
    """What a story needs beside the log: the rows by id, the tables, the game's way of saying, its constants (typed as the
    game declares them) and places.

    modifiers: what the log names as modifiers, by code. drawing: the game's `drawing.yaml` as it declares it.
    """

    rows: Mapping[str, Row]
    tables: Mapping[str, Table]
    say: WordFormatter
    const: Any
    places: Mapping[str, Place] = field(default_factory=dict)
    modifiers: Mapping[str, VocabularyTerm] = field(default_factory=dict)
    drawing: Any = None

    def title(self, table: str) -> str:
        """The title of a table; its id where it is none of the game's."""
        return self.tables[table].title if table in self.tables else table


@dataclass(frozen=True)
class TourSpec:
    """Where a run of several missions can be laid aside and gone on with: between two of them.

    place: where it is asked whether the next is flown; the option `goes_on` closes the mission before. state: the dataclass of
    all that stands then, of plain data. onward: the flow from there, which takes nothing along but the state.
    """

    place: str
    state: type
    onward: Callable[[Flight[Any]], Flow[None]]
    goes_on: str = "fly_on"


@dataclass(frozen=True)
class Game:
    """A game as the rest of the house sees it: what every game has, then what it may have.

    What each part is for stands beside it; the page of the contract on the site is made from there. What `pages` alone ask
    for is not in the engine that a browser plays with.
    """

    key: str = field(metadata={"about": "its short name, that of its folders"})
    effects: Mapping[str, effect] = field(metadata={"about": "what rows of its tables do, by name"})
    conditions: Mapping[str, condition] = field(metadata={"about": "when modifiers and rows count, by name"})
    quantities: Mapping[str, quantity] = field(metadata={"about": "numbers that modifiers add, by name"})
    new_state: Callable[[Rulebook, Setup[Any]], Any] = field(metadata={"about": "the state before a run: a dataclass"})
    runs: Mapping[str, Callable[[Flight[Any]], Flow[None]]] = field(
        metadata={"about": "its flows by name: `mission`, and a whole `tour` where there is one"}
    )
    summary: Callable[[Any], dict[str, Any]] = field(metadata={"about": "how a run ended, as plain data"})
    tally: Callable[[Any], Iterable[str]] = field(
        metadata={"about": "what a run counts as in the odds; `survived` is one of its words"}
    )
    tell: Narrator = field(metadata={"about": "an event of the log as lines of plain English"})
    forms: Callable[[list[Event], Header, Rulebook], dict[str, Any]] = field(
        metadata={"about": "the record sheets filled in from a log, as plain data"}
    )
    form_words: Mapping[str, str] = field(
        default_factory=dict,
        metadata={"about": "what their fields are called where that is not their name; nothing: not for readers"},
    )
    survives: str = field(
        default="all ends well",
        metadata={"about": "what it is called to survive a mission, as a clause: `the bomber survives`"},
    )
    figures: Figures | None = field(default=None, metadata={"about": "what it counts beyond its tally, and its charts"})
    survival: Callable[[Rulebook], float | None] | None = field(
        default=None,
        metadata={"about": "the exact chance to survive a mission; None where it cannot be found", "pages": True},
    )
    follower: Follower | None = field(
        default=None, metadata={"about": "how a single roll is followed to its end for exact odds"}
    )
    board: Board = field(default_factory=Board, metadata={"about": "how it looks at the table while it is played"})
    happenings: Mapping[str, Highlight] = field(
        default_factory=dict, metadata={"about": "what examples can be looked for, by name", "pages": True}
    )
    tours: Mapping[str, TourSpec] = field(
        default_factory=dict,
        metadata={
            "about": "of its runs those of several missions, by name: where one is closed, and how the rest goes on"
        },
    )
    hooks: Hooks = field(
        default_factory=dict,
        metadata={"about": "what it puts before, after or instead of what a shared room plays at a named place"},
    )
    options: Callable[[Any], Mapping[str, tuple[str, ...]]] = field(
        default=lambda _constants: {},
        metadata={
            "about": "by kind every option that may ever be legal where no place tells them, from its `constants`; none where a name is asked"
        },
    )
    numbered: str = field(
        default="mission", metadata={"about": "what the number of a mission is called: `scenario`, where each is one"}
    )
    show: SceneFactory | None = field(
        default=None, metadata={"about": "who follows its missions event by event, for what a replay shows of them"}
    )
    drawings: Callable[[Rulebook, WordFormatter], TopFigures] | None = field(
        default=None,
        metadata={"about": "figures of its chapters, by name, drawn from its own geometry or data", "pages": True},
    )
    widgets: Mapping[str, Callable[[Rulebook], dict[str, Any]]] = field(
        default_factory=dict,
        metadata={
            "about": "what the widgets of its pages are given, by name; each has a script and a template so called",
            "pages": True,
        },
    )
    constants: type | None = field(
        default=None, metadata={"about": "a dataclass of what `constants` in its `game.yaml` holds, to check it by"}
    )
    keys: KeysOf | None = field(
        default=None,
        metadata={
            "about": "the keys by which its code looks up rows and columns, from its constants and tables, to check them by",
            "pages": True,
        },
    )
    drawing: type | None = field(
        default=None,
        metadata={"about": "a dataclass of its `drawing.yaml`: what replays and boards call the parts of its drawings"},
    )
    names: type | None = field(
        default=None, metadata={"about": "a dataclass of the names in a `Setup`, to read those that come from files"}
    )
    measures: tuple[Measure, ...] = field(
        default=(),
        metadata={"about": "what its adviser counts at the end of a mission, the weightiest first; none without"},
    )
    hands: RollContextFactory | None = field(
        default=None,
        metadata={
            "about": "what a roll tells the next, where its tables are rolled on without the engine",
            "pages": True,
        },
    )

    def __post_init__(self) -> None:
        """Check that its words are declared functions."""
        for word in (*self.effects.values(), *self.conditions.values(), *self.quantities.values()):
            check_declared(word)


D = TypeVar("D", bound=Declared[Any])


def vocabulary_index(*words: D) -> dict[str, D]:
    """The words of a vocabulary by their names.

    Raises CombatBoxError for two of one name, and for a class: words are declared functions.
    """
    found: dict[str, D] = {}
    for word in words:
        check_declared(word)
        if word.name in found:
            raise CombatBoxError(f"two words of the vocabulary are called {word.name!r}")
        found[word.name] = word
    return found


def check_declared(word: object) -> None:
    """Raise CombatBoxError for what is not a declared function: words were classes once, and a plug-in may still have them."""
    if not isinstance(word, Declared):
        raise CombatBoxError(
            f"{word!r}: not a word of a vocabulary; write a function under @effect, @condition or @quantity"
            " of combatbox.core.effects"
        )


def declared_in(kind: type[D], *modules: ModuleType) -> dict[str, D]:
    """The words of a kind (`effect`, `condition`, `quantity`) that these modules declare, by their names.

    Raises CombatBoxError for two of one name.
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
    """Fly one run of a game from its start to its end and give back the final state.

    Raises UnknownName for a run the game does not have, and what the dice, the player or the tables raise.
    """
    if run not in game.runs:
        raise UnknownName(f"run of {game.key}", run, game.runs)
    state = game.new_state(book, setup or Setup())
    flight: Flight[Any] = Flight(book, dice, state, player, journal, hooks=game.hooks)
    flight.run(game.runs[run](flight))
    return state
