"""What comes of many missions of one order: flown, counted, and told as odds. It needs a book, and no files.

Mission i of an order has the dice of seed `SEED/i`, whoever flies it: the command on all cores (`odds.simulation`), or a page piece by
piece (`play.live_odds`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import exp, log, prod, sqrt
from typing import Any

from combatbox.core.decisions import DefaultPlayer, Player, RandomPlayer, StandingOrders
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.game import Setup, fly
from combatbox.core.statistics import Z95, Chain, Estimate, Mark, Mean, Share, estimate, mean
from combatbox.core.table_views import capital
from combatbox.core.tables import Rulebook
from combatbox.play.book import Book

MISSIONS_A_TOUR = 100
"""One whole tour is flown for so many missions, by games that count what comes of tours."""

FLY_ON = "fly_on"
"""The kind of decision between the missions of a tour: whether to go on with it now."""


@dataclass(frozen=True)
class SimulationRequest:
    """What to fly: enough to do it in another process, or on another machine, with the same result.

    mission: its number in the tour, 0 for all of them in turn. run: `mission`, or `tour` to fly whole tours.
    player: one of `PLAYERS`. sensible: kinds of decision that the doctrine takes even for a random player.
    always: an option by kind of decision that is taken wherever it is legal, whoever decides the rest.
    tours: whole tours flown beside the missions, 0 for one in `MISSIONS_A_TOUR`.
    """

    game: str
    missions: int
    seed: str
    rulings: Mapping[str, str] = field(default_factory=dict)
    mission: int = 0
    overlay: str = ""
    run: str = "mission"
    player: str = "doctrine"
    sensible: tuple[str, ...] = ()
    always: Mapping[str, str] = field(default_factory=dict)
    tours: int = 0


SURVIVED = "survived"
"""The word of the tally by which every game is compared."""

PLAYERS = ("doctrine", "random")
"""Who may decide: the doctrine takes every default, the other any legal option."""


def player_of(name: str, seed: str, sensible: tuple[str, ...] = (), always: Mapping[str, str] | None = None) -> Player:
    """A player by name, with a seed of its own beside that of the dice.

    sensible: kinds the doctrine decides anyway. always: standing orders. Raises UnknownName.
    """
    if name not in PLAYERS:
        raise UnknownName("player", name, PLAYERS)
    player: Player = RandomPlayer(f"{seed}/player", sensible) if name == "random" else DefaultPlayer()
    return StandingOrders(player, always) if always else player


Counts = Counter[str | Mark]
"""How often what happened: the words of a game's tally, and the marks of its figures."""


def fly_runs(book: Book, order: SimulationRequest, start: int, stop: int) -> Counts:
    """Fly runs `start` to `stop` of an order and count what happened in them."""
    rulebook = book.rulebook(order.rulings)
    game, figures = book.game, book.game.figures
    counted = Counts()
    for number in range(start, stop):
        setup = setup_of(book, rulebook, order, number)
        seed = f"{order.seed}/{number}"
        player = player_of(order.player, seed, order.sensible, order.always)
        state = fly(game, rulebook, SeededDice(seed), run=order.run, setup=setup, player=player)
        marks: list[str | Mark] = [*game.tally(state)]
        if figures:
            marks += figures.count(rulebook, state)
        counted.update(marks)
    return counted


def setup_of(book: Book, rulebook: Rulebook, order: SimulationRequest, number: int) -> Setup[Any]:
    """What the run of that number in an order begins with."""
    figures = book.game.figures
    if figures is None or order.run != "mission":
        return Setup(order.mission or 1)
    mission = order.mission or number % book.missions + 1
    return Setup(mission, figures.setup(rulebook, mission))


def tours_of(book: Book, order: SimulationRequest) -> SimulationRequest | None:
    """The order of whole tours that goes with one of missions; None where the game counts nothing of tours, or one mission is flown."""
    if book.game.figures is None or "tour" not in book.game.runs or order.mission:
        return None
    tours = order.tours or order.missions // MISSIONS_A_TOUR
    goes_on = (*order.sensible, FLY_ON)  # whoever stands down half way has flown no tour
    return replace(order, missions=tours, seed=f"{order.seed}/tour", run="tour", sensible=goes_on) if tours else None


def check_kinds(book: Book, order: SimulationRequest) -> None:
    """Raise UnknownName for a kind of decision that the game does not ask."""
    for kind in (*order.sensible, *order.always):
        if kind not in book.kinds:
            raise UnknownName("kind of decision", kind, book.kinds)


def check_orders(book: Book, order: SimulationRequest) -> None:
    """Raise UnknownName for a standing order to take what no decision of the kind offers, CombatBoxError for a useless one."""
    known = book.options()
    for kind, option in order.always.items():
        if kind == FLY_ON:
            raise CombatBoxError(
                f"standing order {kind}={option}: a tour is flown to its end, so nobody asks; leave it out"
            )
        if kind in known and not known[kind]:
            raise CombatBoxError(f"standing order {kind}={option}: a name is given once, to one; leave it out")
        if option not in known.get(kind, (option,)):
            raise UnknownName(f"option of {kind}", option, known[kind])
        _check_offered(book, order, kind, next((one for one in known.get(kind, ()) if one == option), option))


def _check_offered(book: Book, order: SimulationRequest, kind: str, option: str) -> None:
    """Raise CombatBoxError for a standing order that is not offered under these rulings, or between missions alone."""
    ruled = book.rulebook(order.rulings).ruled
    barred = [place.bars(option, ruled) for place in book.places.values() if place.question and place.called == kind]
    if barred and all(barred):
        needed = " ".join(f"--ruling {ruling}={need}" for ruling, need in barred[0].items())
        raise CombatBoxError(f"standing order {kind}={option}: nobody is offered that as the rulings are; add {needed}")
    if kind in book.game.board.between and (order.mission or "tour" not in book.game.runs):
        raise CombatBoxError(
            f"standing order {kind}={option}: is asked between the missions of a tour; leave --mission out"
        )


def tallied(key: str) -> str:
    """Among a book's words, the name of what a word of the tally is called."""
    return f"tallied {key}"


def event_words(book: Book, key: str) -> str:
    """A word of the tally, as people say it; behind a colon the cause, in the game's words: `lost: flak_destroys`."""
    if tallied(key) in book.words:
        return book.words[tallied(key)]
    words = book.game.survives if key == SURVIVED else ": ".join(book.say(part) for part in key.split(": "))
    return capital(words.replace("_", " "))


_reckoned: dict[tuple[object, ...], float | None] = {}


def exact_survival(book: Book, rulings: Mapping[str, str]) -> float | None:
    """The exact chance to survive a mission, where the game can reckon it; once for the tables and rulings: it takes a second."""
    rulebook, reckon = book.rulebook(rulings), book.game.survival
    key = rulebook.game, rulebook.digest, *sorted(rulebook.rulings.items())
    if key not in _reckoned:
        _reckoned[key] = reckon(rulebook) if reckon else None
    return _reckoned[key]


def non_default_rulings(book: Book, rulings: Mapping[str, str]) -> dict[str, str]:
    """The options of chosen rulings that are not their defaults, by the rulings' ids."""
    return {k: v for k, v in book.chosen(rulings).items() if v != book.rulings[k].default}


def odds_of(
    book: Book, order: SimulationRequest, counted: Counts, toured: Counts, exact: float | None
) -> dict[str, Any]:
    """The odds of a game as plain data: survival of a mission, of the tour, what happens how often, and its figures.

    counted: of the missions of the order, toured: of the whole tours that go with them. exact: the chance to survive, where it is
    known. The chance to finish a tour is what the game's figures say of it, else a mission's survival as often in a row;
    `tour_method` says which. A game without tours has neither.
    """
    figures, missions = book.game.figures, book.missions
    events = {str(key): n for key, n in counted.items() if isinstance(key, str)}
    survival = replace(estimate(events.get(SURVIVED, 0), order.missions), exact=exact)
    odds: dict[str, Any] = {
        "game": book.key,
        "missions": order.missions,
        "seed": order.seed,
        "mission": order.mission,
        "player": order.player,
        "always": dict(order.always),
        "digest": book.digest,
        "rulings": non_default_rulings(book, order.rulings),
        "mission_survival": survival.to_json(),
        "events": {key: estimate(n, order.missions).to_json() for key, n in sorted(events.items())},
    }
    if "tour" in book.game.runs:
        odds["tour_completion"] = survival.power(missions).to_json()
        odds["tour_method"] = f"survival of a mission, {missions} times in a row"
    if figures:
        odds["mission_numbers"] = str(order.mission or f"1 to {missions} in turn")
        marks = {key: n for key, n in (counted + toured if toured else counted).items() if not isinstance(key, str)}
        worked: dict[str, Any] = figured(figures.work_out(book.rulebook(order.rulings), marks))
        odds |= {key: worked.pop(key) for key in ("tour_completion", "tour_method") if key in worked}
        odds["figures"] = worked
    return odds


def figured(data: Any) -> Any:
    """Figures of a game with every share, mean and chain as an estimate (plain data); None where nothing was counted."""
    if isinstance(data, Mapping):
        return {key: figured(value) for key, value in data.items()}
    if isinstance(data, Share):
        return estimate(data.hits, data.of).to_json() if data.of else None
    if isinstance(data, Mean):
        return mean(data).to_json() if data.counts else None
    return chain(data).to_json() if isinstance(data, Chain) else data


def chain(links: Chain) -> Estimate:
    """A product of shares with its 95 % interval on the scale of logarithms (delta method).

    The variance of each share is taken from `(hits + 1) / (of + 2)`, so that a few runs that all went well do not
    look certain. Where one link never held, the upper bound is that of all links together.
    """
    value = prod(share.hits / share.of for share in links.shares)
    if not value:
        return Estimate(0.0, 0.0, prod(estimate(share.hits, share.of).high for share in links.shares))
    variance = 0.0
    for share in links.shares:
        likely = (share.hits + 1) / (share.of + 2)
        variance += (1 - likely) / (likely * share.of)
    half = Z95 * sqrt(variance)
    return Estimate(value, exp(log(value) - half), min(1.0, exp(log(value) + half)))
