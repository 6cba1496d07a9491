"""Simulation of many missions, and the resulting odds. It needs a book but no files.

Mission i of a request always has the dice of seed `SEED/i`: both in the command, which uses all cores
(`odds.simulation`), and on a page, which simulates batch by batch (`play.live_odds`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import replace
from math import exp, log, prod, sqrt
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.decisions import DefaultPlayer, Player, RandomPlayer, StandingOrders
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.game import Setup, fly
from combatbox.core.statistics import Z95, Chain, Estimate, Mark, Mean, Share, estimate, mean
from combatbox.core.table_views import capital
from combatbox.core.tables import Rulebook
from combatbox.play.book import Book, tally_word_name

MISSIONS_A_TOUR = 100
"""The number of missions for which one whole tour is simulated, in games that count the results of tours."""

FLY_ON = "fly_on"
"""The kind of the decision between two missions: whether to continue the tour."""


@frozen
class SimulationRequest:
    """The options of a simulation; with them, another process or machine gets the same result.

    Attributes:
        mission: the number of the mission in the tour; 0 to simulate all missions in turn.
        run: `mission`, or `tour` for whole tours.
        player: one of `PLAYERS`.
        sensible: the kinds of decision for which even a random player follows the doctrine.
        always: standing orders: for each kind of decision, the option to take wherever it is legal.
        scenario: a scenario of the players' own, to simulate in place of the first mission.
        tours: the number of whole tours to simulate besides the missions; 0 for one tour per `MISSIONS_A_TOUR`
            missions.
        strategy: a player of the caller's own, of which a copy flies each run; None for the one that `player` names.
    """

    game: str
    missions: int
    seed: str
    rulings: dict[str, str] = {}
    mission: int = 0
    overlay: str = ""
    run: str = "mission"
    player: str = "doctrine"
    sensible: tuple[str, ...] = ()
    always: dict[str, str] = {}
    tours: int = 0
    scenario: dict[str, Any] | None = None
    strategy: Any = None  # a Player, which is a protocol, and no data to be checked


SURVIVED = "survived"
"""The tally key that all games have in common: the plane, or the player's side, survived."""

PLAYERS = ("doctrine", "random")
"""The players that can decide: `doctrine` takes every default, `random` any legal option."""


def player_of(
    player: str | Player, seed: str, sensible: Collection[str] = (), always: Mapping[str, str] | None = None
) -> Player:
    """Return a player for one run.

    Args:
        player: one of `PLAYERS`, which gets a seed derived from that of the dice, or a player, of which a copy is made.
        seed: the seed of the dice.
        sensible: the kinds of decision for which the player follows the doctrine.
        always: standing orders: an option by kind of decision.

    Raises:
        UnknownName: there is no such player.
    """
    if player == "doctrine":
        return StandingOrders(DefaultPlayer(), always) if always else DefaultPlayer()
    if not isinstance(player, str):
        chooser = deepcopy(player)
    elif player == "random":
        chooser = RandomPlayer(f"{seed}/player")
    else:
        raise UnknownName("player", player, PLAYERS)
    return StandingOrders(StandingOrders(chooser, dict.fromkeys(sensible, "")), always or {})


Counts = Counter[str | Mark]
"""The type of counts by key: the tally keys of a game, and the statistics keys of its figures."""


def fly_runs(book: Book, order: SimulationRequest, start: int, stop: int) -> Counts:
    """Simulate runs `start` to `stop` (exclusive) of a request and count their events."""
    rulebook = book.rulebook(order.rulings, order.scenario)
    game, figures = book.game, book.game.figures
    counted = Counts()
    for number in range(start, stop):
        setup = setup_of(book, rulebook, order, number)
        seed = f"{order.seed}/{number}"
        player = player_of(order.strategy or order.player, seed, order.sensible, order.always)
        state = fly(game, rulebook, SeededDice(seed), run=order.run, setup=setup, player=player)
        marks: list[str | Mark] = [*game.tally(state)]
        if figures:
            marks += figures.count(rulebook, state)
        counted.update(marks)
    return counted


def setup_of(book: Book, rulebook: Rulebook, order: SimulationRequest, number: int) -> Setup[Any]:
    """Return the set-up of run number `number` of a request."""
    figures = book.game.figures
    mission = 1 if order.scenario else order.mission
    if figures is None or order.run != "mission":
        return Setup(mission or 1, scenario=order.scenario)
    mission = mission or number % book.missions + 1
    return Setup(mission, figures.setup(rulebook, mission), order.scenario)


def tours_of(book: Book, order: SimulationRequest) -> SimulationRequest | None:
    """Return the request for whole tours that corresponds to a request for missions.

    Returns:
        The request, or None if the game does not count tours or only one mission is simulated.
    """
    if book.game.figures is None or "tour" not in book.game.runs or order.mission:
        return None
    tours = order.tours or order.missions // MISSIONS_A_TOUR
    goes_on = (*order.sensible, FLY_ON)  # a random player would stop the tour half way
    return replace(order, missions=tours, seed=f"{order.seed}/tour", run="tour", sensible=goes_on) if tours else None


def check_kinds(book: Book, order: SimulationRequest) -> None:
    """Raise UnknownName if the request names a kind of decision that the game does not have."""
    for kind in (*order.sensible, *order.always):
        if kind not in book.kinds:
            raise UnknownName("kind of decision", kind, book.kinds)


def check_orders(book: Book, order: SimulationRequest) -> None:
    """Check the standing orders of a request.

    Raises:
        UnknownName: no decision of this kind has the option that an order names.
        CombatBoxError: the order would never have an effect.
    """
    known = book.options()
    for kind, option in order.always.items():
        if kind == FLY_ON:
            raise CombatBoxError(f"standing order {kind}={option}: tours always run to their end; leave it out")
        if kind in known and not known[kind]:
            raise CombatBoxError(f"standing order {kind}={option}: the decision asks for a name; leave it out")
        if option not in known.get(kind, (option,)):
            raise UnknownName(f"option of {kind}", option, known[kind])
        _check_offered(book, order, kind, next((name for name in known.get(kind, ()) if name == option), option))


def _check_offered(book: Book, order: SimulationRequest, kind: str, option: str) -> None:
    """Raise CombatBoxError if an option is not offered under the request's rulings or in its run."""
    ruled = book.rulebook(order.rulings).ruled
    barred = [place.bars(option, ruled) for place in book.places.values() if place.question and place.called == kind]
    if barred and all(barred):
        needed = " ".join(f"--ruling {ruling}={need}" for ruling, need in barred[0].items())
        raise CombatBoxError(f"standing order {kind}={option}: these rulings do not offer the option; add {needed}")
    if kind in book.game.board.between and (order.mission or "tour" not in book.game.runs):
        raise CombatBoxError(
            f"standing order {kind}={option}: the decision is between the missions of a tour; leave --mission out"
        )


def event_words(book: Book, key: str) -> str:
    """Return the wording of a tally key; a cause may follow the key after a colon, as in `lost: flak_destroys`."""
    if tally_word_name(key) in book.words:
        return book.words[tally_word_name(key)]
    words = book.game.survives if key == SURVIVED else ": ".join(book.say(part) for part in key.split(": "))
    return capital(words.replace("_", " "))


def non_default_rulings(book: Book, rulings: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen options that differ from the defaults, by the id of the ruling."""
    return {k: v for k, v in book.chosen(rulings).items() if v != book.rulings[k].default}


def odds_of(
    book: Book, order: SimulationRequest, counted: Counts, toured: Counts, exact: float | None
) -> dict[str, Any]:
    """Return the odds of a game as plain data.

    The odds are the probabilities of surviving a mission and of finishing a tour, the frequency of each event, and
    further statistics that the game defines (`figures`). The probability of finishing a tour is one of these statistics
    if the game computes it. Otherwise it is the probability of surviving a mission, to the power of the number of
    missions. `tour_method` names the method. A game without tours has neither of these two values, nor has a game
    whose figures need whole tours if none was simulated.

    Args:
        book: the book of the game.
        order: the request that was simulated.
        counted: the counts from the simulated missions.
        toured: the counts from the whole tours that were simulated besides the missions.
        exact: the exact probability of surviving a mission, if known.
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
    if order.scenario:
        odds["scenario"] = dict(order.scenario)
    if "tour" in book.game.runs:
        odds["tour_completion"] = survival.power(missions).to_json()
        odds["tour_method"] = f"survival of a mission, {missions} times in a row"
    if figures:
        odds["mission_numbers"] = str(order.mission or f"1 to {missions} in turn")
        marks = {key: n for key, n in (counted + toured if toured else counted).items() if not isinstance(key, str)}
        figure_data: dict[str, Any] = figure_estimates(figures.work_out(book.rulebook(order.rulings), marks))
        odds |= {key: figure_data.pop(key) for key in ("tour_completion", "tour_method") if key in figure_data}
        if odds.get("tour_completion", odds) is None:
            del odds["tour_completion"], odds["tour_method"]
        odds["figures"] = figure_data
    return odds


def figure_estimates(data: Any) -> Any:
    """Convert a game's statistics to plain data, with an estimate in place of each share, mean and chain.

    The estimate is None where nothing was counted.
    """
    if isinstance(data, Mapping):
        return {key: figure_estimates(value) for key, value in data.items()}
    if isinstance(data, Share):
        return estimate(data.hits, data.of).to_json() if data.of else None
    if isinstance(data, Mean):
        return mean(data).to_json() if data.counts else None
    return chain_estimate(data).to_json() if isinstance(data, Chain) else data


def chain_estimate(product: Chain) -> Estimate:
    """Return the product of a chain's shares, with its 95 % interval computed on the log scale (delta method).

    The variance of each share is computed from `(hits + 1) / (of + 2)`, so that a few runs that all succeeded do not
    look certain. If a share is 0, the upper bound is the product of the upper bounds of all shares.
    """
    value = prod(share.hits / share.of for share in product.shares)
    if not value:
        return Estimate(0.0, 0.0, prod(estimate(share.hits, share.of).high for share in product.shares))
    variance = 0.0
    for share in product.shares:
        smoothed = (share.hits + 1) / (share.of + 2)
        variance += (1 - smoothed) / (smoothed * share.of)
    half_width = Z95 * sqrt(variance)
    return Estimate(value, exp(log(value) - half_width), min(1.0, exp(log(value) + half_width)))
