"""Prints the record sheets of a game without its catalogue, so that the engine in a browser can print them, too.

`shop.sheet_set` converts the files that printing needs to JSON, which is part of the site. From this JSON,
`print_charts` prints the filled sheets of a finished game. It needs only a compiled book, which lacks the data that
only YAML files have.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast
from unicodedata import normalize

from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Journal
from combatbox.core.plugin import load_object
from combatbox.core.tables import Rulebook
from combatbox.press import art, fonts, layout, style
from combatbox.press.blocks import Writing
from combatbox.press.document import Document, imprint, rulings_remark
from combatbox.press.errors import PressError, UnprintableText
from combatbox.press.layout import Layout
from combatbox.press.provider import FieldValues, Fillings, Provider, SheetContext

if TYPE_CHECKING:
    from combatbox.library import book as from_yaml
    from combatbox.play.book import Book


def draw_sheet(
    sheet: Layout,
    document: Document,
    provider: Provider,
    context: SheetContext,
    fillings: Sequence[FieldValues],
    *,
    keyed: bool,
    writing: Writing | None = None,
) -> None:
    """Draw a record sheet once for each set of field values.

    Args:
        sheet: the layout of the sheet.
        document: the document to draw into.
        provider: the game's provider, with the functions that supply data for its sheets.
        context: the input of the provider's functions.
        fillings: the field values, one set for each copy of the sheet.
        keyed: True to begin field names with the key of the copy of the sheet, because there are several copies.
        writing: the texts that the player puts into fields.
    """
    names, draw_functions = dict(provider.names(context)), provider.draw_functions(context)
    for filling in fillings:
        layout.render(
            sheet,
            document,
            {**names, **filling.names},
            values=filling.values,
            draw_functions=draw_functions,
            writing=writing,
            key=filling.key if keyed else "",
        )


def names_in(journal: Journal) -> set[str]:
    """Return the names of bombers and men in a log, as they stand in the texts of record sheets."""
    changes = (change for event in journal.events for change in event["changes"])
    names = (new for path, _old, new in changes if path.rpartition(".")[2] in ("bomber", "name"))
    return {
        fonts.with_boxes(normalize("NFC", " ".join(name.split()))) for name in names if isinstance(name, str) and name
    }


def print_charts(
    book: Book, rules: Rulebook, forms: Mapping[str, Any], journal: Journal, sheets: str, paper: str
) -> list[dict[str, str]]:
    """Print the record sheets of a game, filled from a log, with all copies of a sheet in one file.

    Args:
        book: the book of the game.
        rules: the rulebook of the log.
        forms: the result of `Game.forms` for the log.
        journal: the log.
        sheets: the sheets of the game as JSON, from `shop.sheet_set`.
        paper: the name of the paper size, such as `a4`.

    Returns:
        The name, title and PDF (in base64) of each sheet for which the log has values.

    Raises:
        CombatBoxError: a sheet has no space for a text, or the tables lack something that a sheet needs.
    """
    with reported_to_player():
        facts, provider, context = read_sheet_set(book, rules, sheets)
        return list(_charts(provider.fill(context, forms), facts, provider, context, paper, names_in(journal)))


def read_sheet_set(book: Book, rules: Rulebook, sheets: str) -> tuple[dict[str, Any], Provider, SheetContext]:
    """Parse the sheets of a game, from `shop.sheet_set`, and make their drawings available.

    Returns:
        The data of the sheets, the game's provider, and the input of its functions.
    """
    facts: dict[str, Any] = json.loads(sheets)
    for name, text in facts["art"].items():
        art.add(name, text)
    # what fills sheets and tour books reads nothing that only a book from YAML files has
    return facts, load_object(facts["provider"]), SheetContext(cast("from_yaml.Book", book), rules, facts["data"])


@contextmanager
def reported_to_player() -> Iterator[None]:
    """Convert the errors of printing to messages for a player, whose own tables can lack what the sheets need."""
    try:
        yield
    except UnprintableText as error:
        raise PressError(f"“{error.text}” is too long for its place on the sheet") from error
    except CombatBoxError:
        raise
    except Exception as error:  # the reader's own tables may lack anything that a sheet reads
        reason = f"{type(error).__name__}: {error}"
        raise PressError(f"these tables lack what the sheets need ({reason}); add it to them") from error


def _charts(
    fillings: Fillings,
    facts: Mapping[str, Any],
    provider: Provider,
    context: SheetContext,
    paper: str,
    names: Collection[str],
) -> Iterator[dict[str, str]]:
    remarks = [facts["remark"], rulings_remark(context.book, context.rules)]
    for name, (title, text) in facts["sheets"].items():
        copies = fillings.get(name, ())
        if not copies:
            continue
        mark = imprint(lambda: context.book.digest, facts["title"], f"{title}, filled", remarks, facts["web"])
        with Document(mark, paper=style.paper(paper), editable=True) as document:
            document.names = names
            sheet = layout.read(text, f"{name}.yaml")
            draw_sheet(sheet, document, provider, context, copies, keyed=len(copies) > 1)
        yield {"name": name, "title": title, "pdf": b64encode(document.pdf()).decode()}
