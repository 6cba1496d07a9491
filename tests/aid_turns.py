"""Count how often a mission turns a sheet of the player aids: `python -m tests.aid_turns queen`.

Missions are flown by seed with the default player. All sheets start with their fronts up; when a table on a hidden side is rolled on
or consulted, its sheet is turned.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import groupby

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.press import reference
from combatbox.press.shop import Shop, open_shop

MISSIONS = 60


def lookups(book: Book, missions: int) -> list[list[str]]:
    """Return the tables that each mission looks up, in order and without repetitions of the last one."""
    rules = book.rulebook()
    names = {table.id: name for name, table in rules.tables.items()}
    found = []
    for number in range(missions):
        seed, setup = f"aids/{number}", book.setup(1 + number % 25, {})
        journal = Journal(book.header("mission", rules.rulings, setup, seed))
        fly(book.game, rules, SeededDice(seed), run="mission", setup=setup, player=DefaultPlayer(), journal=journal)
        reached = (event["table"] for event in journal.events if event["kind"] in ("roll", "consult"))
        tables = (names[name.partition("/")[0]] for name in reached)  # BL-1/5 is a roll within BL-1
        found.append([name for name, _ in groupby(tables)])
    return found


def turns(missions: Sequence[Sequence[str]], faces: Sequence[Sequence[str]]) -> float:
    """Return the mean number of turns a mission, with these tables on each face."""
    order = reference.printing_order([(str(face), []) for face in range(len(faces))])
    spot = {name: divmod(place, 2) for place, (face, _) in enumerate(order) for name in faces[int(face)]}
    count = 0
    for tables in missions:
        up: dict[int, int] = {}
        for name in tables:
            if name in spot:
                sheet, side = spot[name]
                count += side != up.get(sheet, 0)
                up[sheet] = side
    return count / len(missions)


def faces_of(shop: Shop) -> list[list[str]]:
    """Return the tables of each face of a game's aids."""
    (product,) = (product for product in shop.catalogue.products if product.kind == "aids")
    return [[name.words for name in face.tables] for face in product.faces]


def main() -> None:
    """Print the turns of the aids of a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--missions", type=int, default=MISSIONS)
    options = parser.parse_args()
    book = load(options.game)
    missions = lookups(book, options.missions)
    now = turns(missions, faces_of(open_shop(book)))
    print(f"{book.meta.title}: {now:.1f} turns a mission (mean of {len(missions)})")


if __name__ == "__main__":
    main()
