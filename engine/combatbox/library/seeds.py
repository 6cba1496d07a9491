"""The examples of a game that are kept as seeds: read, and written anew when their seeds have changed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from combatbox.core.errors import CombatBoxError, DataError, Problem
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.schema import SeedModel, SeedsModel
from combatbox.library.validate import model_of
from combatbox.library.yaml12 import read_yaml


def read_seeds(book: Book) -> list[SeedModel]:
    """The examples of a book that are kept as seeds; none when it has no such file. Raises DataError."""
    if book.seeds is None:
        return []
    document = read_yaml(book.seeds)
    problems: list[Problem] = []
    model = model_of(document, SeedsModel, problems)
    for index, seed in enumerate(model.examples if model else ()):
        if seed.id in {other.id for other in (model.examples[:index] if model else ())} | set(book.scripts):
            problems.append(document.problem(("examples", index), f"{seed.id}: there is another example of that id"))
        try:
            book.chosen(seed.rulings)
        except CombatBoxError as error:
            problems.append(document.problem(("examples", index), f"{seed.id}: {error}"))
    if problems or model is None:
        raise DataError(problems)
    return model.examples


def write_seeds(book: Book, seeds: Mapping[str, str]) -> None:
    """Put new seeds, by the ids of their examples, into the file; everything else stays as it is, comments too."""
    assert book.seeds is not None
    text = book.seeds.read_text(encoding="utf-8")
    for key, seed in seeds.items():
        whole = re.search(rf"^  - id: {re.escape(key)}$(?:\n(?!  - ).*)*", text, re.MULTILINE)
        assert whole, key
        lines = [line for line in whole[0].rstrip().split("\n") if not line.startswith("    seed: ")]
        entry = "\n".join([*lines, f"    seed: {json.dumps(seed)}"])
        text = f"{text[: whole.start()]}{entry}\n{text[whole.end() :].strip() and text[whole.end() + 1 :]}"
    write_atomically(book.seeds, text.encode())
