"""Measure how often a mission turns a sheet of the player aids, and find better faces for tables.

    python -m tests.aid_turns queen                 # the turns of the aids as they are
    python -m tests.aid_turns queen --search        # then every move and exchange of tables that needs fewer

Missions are flown by seed with the default player. All sheets start with their fronts up; when a table on a hidden side is rolled on
or consulted, its sheet is turned. The search makes the move of one table, or the exchange of two, that saves most turns, as long as
every face is still one page on both papers in type of the same size. It repeats this until no change saves a twentieth of a turn.
Tables that belong together (BL-1, BL-1-FIRE) move together.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.play.log_validation import setup_of
from combatbox.play.replay import header
from combatbox.press import reference
from combatbox.press.catalogue import Product, Section
from combatbox.press.shop import Shop, open_shop
from combatbox.press.style import PAPERS

MISSIONS = 60
WORTH = 0.05  # turns a mission that a move must save

Places = Mapping[str, int]
"""The index of the face that shows each table."""


def lookups(book: Book, missions: int) -> list[list[str]]:
    """Return the tables that each mission looks up, in order and without repetitions of the last one."""
    rules = book.rulebook()
    names = {table.id: name for name, table in rules.tables.items()}
    found = []
    for number in range(missions):
        seed, setup = f"aids/{number}", setup_of(book, 1 + number % 25, {})
        journal = Journal(header(book, "mission", rules.rulings, setup, seed))
        fly(book.game, rules, SeededDice(seed), run="mission", setup=setup, player=DefaultPlayer(), journal=journal)
        reached = (event["table"] for event in journal.events if event["kind"] in ("roll", "consult"))
        tables = (names[name.partition("/")[0]] for name in reached)  # BL-1/5 is a roll within BL-1
        found.append([name for name, _ in groupby(tables)])
    return found


def turns(missions: Sequence[Sequence[str]], places: Places, faces: int) -> float:
    """Return the mean number of turns a mission."""
    order = reference.printing_order([(str(face), []) for face in range(faces)])
    sides = {int(face): divmod(place, 2) for place, (face, _) in enumerate(order)}
    spot = {name: sides[face] for name, face in places.items()}
    count = 0
    for tables in missions:
        up: dict[int, int] = {}
        for name in tables:
            if name in spot:
                sheet, side = spot[name]
                count += side != up.get(sheet, 0)
                up[sheet] = side
    return count / len(missions)


class Arrangement:
    """The aids of a game, whose tables can be moved between faces.

    Attributes:
        product: the aids in the catalogue.
        families: the tables that move together, by the name of the first.
        ids: the tables in the order of the faces, each with its id in the catalogue.
        places: the number of the face of each table.
        looks: the type of today's aids, by paper.
    """

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        (self.product,) = (product for product in shop.catalogue.products if product.kind == "aids")
        self.families: dict[str, tuple[str, ...]] = {}
        self.ids = {name.words: name for face in self.product.faces for name in face.tables}
        self.places: dict[str, int] = {}
        for at, face in enumerate(self.product.faces):
            names = [name.words for name in face.tables]
            self.places |= dict.fromkeys(names, at)
            for first, family in groupby(names, key=_family(names)):
                self.families[first] = (*self.families.get(first, ()), *family)
        self._laid: dict[tuple[str, bool, tuple[str, ...]], bool] = {}

    def moved(self, places: Places) -> Product:
        """Return the aids with the tables on these faces, in the order of the game's tables."""
        faces = [
            replace(face, tables=tuple(id for name, id in self.ids.items() if places[name] == at))
            for at, face in enumerate(self.product.faces)
        ]
        return replace(self.product, faces=tuple(faces))

    def fits(self, places: Places) -> bool:
        """Return True if each face is one page on both papers, in the smallest type of aids."""
        sections = self.shop.catalogue.faces(self.shop.book, self.shop.context.rules, self.moved(places))
        return all(
            any(all(self._is_page(paper, section, turned) for section in sections) for turned in (False, True))
            for paper in PAPERS
        )

    def _is_page(self, paper: str, section: Section, turned: bool) -> bool:
        key = (paper, turned, tuple(view.id for view in section.tables))
        if key not in self._laid:
            kind = reference.AIDS._replace(ways=(reference.AIDS.ways[turned],), looks=reference.AIDS.looks[-1:])
            self._laid[key] = len(reference.lay_out(PAPERS[paper], [section], kind)) == 1
        return self._laid[key]

    def options(self, places: Places) -> Iterator[tuple[str, dict[str, int]]]:
        """Yield every move of a family and every exchange of two."""
        for first, family in self.families.items():
            for face in range(len(self.product.faces)):
                if face != places[first]:
                    yield f"{first} to face {face + 1}", {**places, **dict.fromkeys(family, face)}
        for one, other in combinations(self.families, 2):
            if places[one] != places[other]:
                exchanged = {
                    **dict.fromkeys(self.families[one], places[other]),
                    **dict.fromkeys(self.families[other], places[one]),
                }
                yield f"{one} for {other}", {**places, **exchanged}


def _family(tables: Sequence[str]) -> Callable[[str], str]:
    """Return a function that maps a table to the first of these tables whose name begins its own."""
    return lambda name: next((first for first in tables if name == first or name.startswith(f"{first}-")), name)


def search(
    arrangement: Arrangement, missions: Sequence[Sequence[str]], keep: int
) -> Iterator[tuple[float, str, Places]]:
    """Yield the best move again and again, with the turns that are left.

    Args:
        arrangement: the aids.
        missions: the tables that each mission looks up.
        keep: the number of best options that are tried for their size.
    """
    places, faces = dict(arrangement.places), len(arrangement.product.faces)
    now = turns(missions, places, faces)
    while True:
        ranked = sorted(
            ((turns(missions, moved, faces), words, moved) for words, moved in arrangement.options(places)),
            key=lambda option: option[0],
        )
        better = [option for option in ranked if option[0] <= now - WORTH][:keep]
        best = next((option for option in better if arrangement.fits(option[2])), None)
        if best is None:
            return
        now, _, places = best[0], best[1], best[2]
        yield best


def main() -> None:
    """Print the turns of the aids of a game and, on request, the moves that save some."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--missions", type=int, default=MISSIONS)
    parser.add_argument("--search", action="store_true", help="search moves and exchanges of tables")
    parser.add_argument("--keep", type=int, default=40, help="how many of the best options are laid out")
    options = parser.parse_args()
    book = load(options.game)
    arrangement = Arrangement(open_shop(book))
    missions = lookups(book, options.missions)
    faces = len(arrangement.product.faces)
    now = turns(missions, arrangement.places, faces)
    print(f"{book.meta.title}: {now:.1f} turns a mission (mean of {len(missions)})")
    places: Places = arrangement.places
    for left, words, moved in search(arrangement, missions, options.keep) if options.search else ():
        print(f"  {words}: {left:.1f}", flush=True)
        places = moved
    for face in arrangement.moved(places).faces if options.search else ():
        print(f"{face.title}: {', '.join(face.tables)}")


if __name__ == "__main__":
    main()
