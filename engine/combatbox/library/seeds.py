"""Reads and updates `seeds.yaml`, the examples that are stored as seeds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial

from combatbox.core.errors import CombatBoxError
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.schema import SeedModel, SeedsModel
from combatbox.library.validate import checked_model
from combatbox.library.yaml12 import Where, read_yaml


def read_seeds(book: Book) -> list[SeedModel]:
    """Read the examples that are stored as seeds; empty if the file does not exist.

    Raises:
        DataError: the file has problems.
    """
    if book.seeds is None:
        return []
    return checked_model(read_yaml(book.seeds), SeedsModel, partial(_faults, book)).examples


def _faults(book: Book, model: SeedsModel) -> Iterator[tuple[Where, str]]:
    """Yield the repeated ids and the unknown rulings of examples, each with its place in the file."""
    taken = set(book.scripts)
    for index, seed in enumerate(model.examples):
        if seed.id in taken:
            yield ("examples", index), f"{seed.id}: another example has this id; ids are unique"
        taken.add(seed.id)
        try:
            book.chosen(seed.rulings)
        except CombatBoxError as error:
            yield ("examples", index), f"{seed.id}: {error}"


def write_seeds(book: Book, seeds: Mapping[str, str]) -> None:
    """Write new seeds of some examples into `seeds.yaml`.

    Args:
        book: the book of the game.
        seeds: the new seeds, by the id of the example.
    """
    assert book.seeds is not None
    text = book.seeds.read_text(encoding="utf-8")
    for key, seed in seeds.items():
        example = re.search(rf"^  - id: {re.escape(key)}$(?:\n(?!  - ).*)*", text, re.MULTILINE)
        assert example, key
        lines = [line for line in example[0].rstrip().split("\n") if not line.startswith("    seed: ")]
        entry = "\n".join([*lines, f"    seed: {json.dumps(seed)}"])
        text = f"{text[: example.start()]}{entry}\n{text[example.end() :].strip() and text[example.end() + 1 :]}"
    write_atomically(book.seeds, text.encode())
