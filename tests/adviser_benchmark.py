"""Measure the adviser: missions by the doctrine against missions that follow his advice.

    python tests/adviser_benchmark.py queen --kinds abort evade drive_off --missions 200

Both sets of missions use the same dice. The adviser's choice is the option with the most missions won and bombers home among
those that he marks as better in one of the two and as worse in neither. Each line of the report is a measure of the game with both means and their difference (95 % interval).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection
from math import sqrt
from multiprocessing import get_context

from combatbox.core.game import Setup
from combatbox.core.statistics import Z95
from combatbox.library.load import load
from combatbox.odds.parallel_advice import advise
from combatbox.odds.worker import book_of
from combatbox.play.adviser import FLIGHTS, Outcome
from combatbox.play.batch import SimulationRequest, setup_of
from combatbox.play.session import Session


def flown(key: str, number: int, kinds: Collection[str], flights: int) -> tuple[Outcome, Counter[str]]:
    """Return the measures at the end of a mission, and the number of changed decisions by kind."""
    book = book_of(key, "")
    setup: Setup = setup_of(book, book.rulebook({}), SimulationRequest(key, 1, "advised"), number)
    session = Session(book, seed=f"advised/{number}", setup=setup)
    session.advance()
    otherwise: Counter[str] = Counter()
    while session.decision is not None:
        decision = session.decision
        taken = decision.default
        if decision.kind in kinds and len(decision.options) > 1 and not session.opponent:
            taken = best(session, flights)
            otherwise[f"{decision.kind} asked"] += 1
            otherwise[f"{decision.kind} {taken}"] += taken != decision.default
        session.answer(taken)
    return tuple(int(measure.of(session.flight.state)) for measure in book.game.measures), otherwise


def best(session: Session, flights: int) -> str:
    """Return the option with the best value among those that the adviser marks as better; else the doctrine's."""
    advice = advise(session, flights)
    worth = {
        str(option.option): sum(compared.estimate.value for compared in option.comparisons if compared.measure.share)
        for option in advice.options
        if str(option.option) == advice.doctrine
        or (
            (better := {compared.better for compared in option.comparisons if compared.measure.share}) >= {1}
            and -1 not in better
        )
    }
    return max(worth, key=lambda option: worth[option])


def _piece(order: tuple[str, int, tuple[str, ...], int]) -> tuple[Outcome, Outcome, Counter[str]]:
    key, number, kinds, flights = order
    advised, otherwise = flown(key, number, kinds, flights)
    return flown(key, number, (), 0)[0], advised, otherwise


def main() -> None:
    """Fly both sets of missions and print the comparison."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--kinds", nargs="+", required=True)
    parser.add_argument("--missions", type=int, default=100)
    parser.add_argument("--flights", type=int, default=FLIGHTS)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    orders = [(args.game, number, tuple(args.kinds), args.flights) for number in range(args.missions)]
    with get_context("spawn").Pool(args.jobs) as pool:
        pairs = list(pool.imap_unordered(_piece, orders))
    otherwise = sum((pair[2] for pair in pairs), Counter())
    for at, measure in enumerate(load(args.game).game.measures):
        usual, mine = ([pair[which][at] for pair in pairs] for which in (0, 1))
        differences = [one - other for one, other in zip(mine, usual, strict=True)]
        middle = sum(differences) / len(pairs)
        error = Z95 * sqrt(sum((one - middle) ** 2 for one in differences)) / len(pairs)
        print(
            f"{measure.title:<28} doctrine {sum(usual) / len(pairs):7.3f}  adviser {sum(mine) / len(pairs):7.3f}  "
            f"difference {middle:+.3f} ± {error:.3f}"
        )
    for name, times in sorted(otherwise.items()):
        print(f"  {name:<40} {times}")


if __name__ == "__main__":
    main()
