"""The commands print, verify, schema and build."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from combatbox.cli.common import (
    EXISTING_FILE,
    FOLDER,
    PATH,
    GameName,
    as_json,
    header_of,
    naming,
    open_book,
    open_games,
    pairs,
    print_json,
    print_lines,
    print_paged,
    progress,
    recording_failures,
    refuse,
    was_given,
    with_tables,
)
from combatbox.cli.lookup import reworded_rules
from combatbox.core.decisions import undrawn
from combatbox.core.errors import CombatBoxError, IncompleteOutput, LogError
from combatbox.core.events import Journal
from combatbox.core.phrases import plural
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import variants
from combatbox.library.load import base_book, load, load_all
from combatbox.play.logs import Log
from combatbox.play.replay import replay_log
from combatbox.play.saves import resume

if TYPE_CHECKING:
    from combatbox.press.shop import PrintOptions, Shop
    from combatbox.press.style import Edge, Mode
    from combatbox.verify.findings import Check

OUT = Path("build")
MOST_SHIFT = 10  # millimetres; a printer that is farther off cannot print backs
STOCKS = (
    "poker",
    "bridge",
    "tarot",
    "jumbo",
    "half-page",
    "poker-9up",
    "poker-8up",
    "tarot-4up",
    "business-10up",
    "label",
)
"""The card stocks of `press.cards`, repeated here so that `--help` need not import the press."""

OPTIONAL_PARTS = ("papers", "bundles", "folder")
"""The parts that a site can be built without: all papers, the bundles (which contain each paper again), and the files
for playing from a folder on disk.
"""


@click.command(name="print")
@click.argument("game", type=GameName(variants=True), required=False)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    envvar="COMBATBOX_PAPER",
    show_envvar=True,
    help="Print for this paper size only; by default for both.",
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("papers"),
    help="Write the PDFs into this folder. PDFs of the same names in it are replaced.",
)
@click.option(
    "--log",
    "logs",
    type=EXISTING_FILE,
    multiple=True,
    help="Fill the sheets from this log, or from a save of the browser or of --save; if given several times, "
    "all copies of a sheet are in one file. For a tour, --only tour-book (or tour-book-folded) prints the tour book.",
)
@click.option(
    "--ink",
    type=click.Choice(["full", "saver"]),
    default="full",
    help="`saver` prints no shaded areas.",
)
@click.option(
    "--colour",
    type=click.Choice(["full", "none"]),
    default="full",
    help="`none` prints in black ink only, each colour as a grey.",
)
@click.option(
    "--duplex",
    type=click.Choice(["long", "short"]),
    default="long",
    help="Edge over which your printer turns the sheet; backs are placed so that they match their fronts.",
)
@click.option(
    "--cards",
    type=click.Choice(STOCKS),
    help="One size for all table cards; by default each has the size that its table needs.",
)
@click.option(
    "--counters",
    type=click.Choice(["16", "19"]),
    help="Millimetres of the counters: 16 (5/8 inch) or 19 (3/4 inch); by default as in their file.",
)
@click.option(
    "--shift-back",
    metavar="X,Y",
    help="Move the backs of cards and counters by X mm to the right and Y mm down, for a printer that prints them "
    "beside their fronts; `test` prints a sheet that shows the numbers.",
)
@click.option(
    "--fold-over",
    is_flag=True,
    help="Print the back of each card and counter beside it, to fold and glue, for a printer that prints on one side only.",
)
@click.option(
    "--bleed",
    type=float,
    is_flag=False,
    flag_value=3.0,
    default=0.0,
    show_default=False,
    metavar="[MM]",
    help="For a print shop: each side of the cards and counters on a page of its own, with trim and bleed boxes, crop marks "
    "and CMYK colours. Without a number the bleed is 3 mm.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Print only this paper, such as mission-chart; may be given several times.",
)
@click.option(
    "--images",
    type=FOLDER,
    metavar="DIR",
    help="Pictures for a digital table instead of PDFs: PNG files, a saved object of Tabletop Simulator, a zip for VASSAL. "
    "Files of the same names in the folder are replaced.",
)
@click.option("--dpi", type=int, default=150, help="Dots per inch of the pictures.")
@click.option(
    "--write",
    "writing",
    multiple=True,
    metavar="FIELD=TEXT",
    help="Print a text in a field of the record sheets: player, date, campaign, begun, ended, or any other by its "
    "name in the fillable PDF. mission-3-note or a man’s name puts a note into the tour book. May be given several times.",
)
@click.option(
    "--flat",
    is_flag=True,
    help="With --log: print the values of the log as text instead of filling fields that can be edited.",
)
@click.option("--dry-run", is_flag=True, help="List the blank papers that would be printed, and print nothing.")
@with_tables
def print_(
    game: str | None,
    paper: str | None,
    out: Path,
    logs: tuple[Path, ...],
    ink: Mode,
    colour: str,
    duplex: Edge,
    cards: str | None,
    counters: str | None,
    shift_back: str | None,
    fold_over: bool,
    bleed: float,
    only: tuple[str, ...],
    images: Path | None,
    dpi: int,
    writing: tuple[str, ...],
    flat: bool,
    dry_run: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Print the sheets, tables, cards and booklets of a game as PDF files, blank or filled in from a log.

    \b
    Values of --cards. Card sizes that you cut yourself, as many on a sheet as fit:
      poker 63 x 88 mm, bridge 57 x 88 mm, tarot 70 x 120 mm, jumbo 89 x 127 mm, half-page
    Card sheets that are sold already cut or scored (millimetres on A4, inches on Letter):
      poker-9up      3 x 3 of 63 x 88 mm or 2.5 x 3.5 in
      poker-8up      4 x 2 of the same, the sheet on its side
      tarot-4up      2 x 2 of 70 x 120 mm or 2.75 x 4.75 in
      business-10up  2 x 5 of 85 x 54 mm or 3.5 x 2 in
      label          2 x 4 of 99.1 x 67.7 mm or 2 x 5 of 4 x 2 in

    \b
    Example:
      combatbox print twentyfive --paper a4
      combatbox print queen --dry-run                     (the names of all papers, for --only)
      combatbox print queen --paper a4 --only mission-chart --only player-aids
      combatbox print queen --ink saver --colour none     (an old laser printer)
      combatbox print queen --paper letter --duplex short --cards poker-8up
      combatbox print queen --counters 19 --fold-over     (large counters, to fold and glue)
      combatbox print --shift-back test                   (what to type if backs are beside their fronts)
      combatbox print queen --paper a4 --bleed --out shop (files for a print shop)
      combatbox print queen --images table --dpi 200      (pictures for Tabletop Simulator and VASSAL)
      combatbox fly twentyfive --seed 7 --log seven.jsonl
      combatbox print twentyfive --log seven.jsonl --out sheets
      combatbox print twentyfive --log seven.jsonl --flat           (for printing, without fields to edit)
      combatbox print queen --log tour.jsonl --write "campaign=Big Week" --write player=Ann
      combatbox print queen --log tour.jsonl --only tour-book      (the tour as a booklet to give away)
      combatbox print queen --only player-aids-large      (large print: aids in 14 points, sheets at twice their size)
      combatbox print queen --log one.jsonl --log two.jsonl        (the charts of both missions in one file)
    """
    from combatbox.press.shop import PrintOptions, open_shop
    from combatbox.press.style import Ink

    if not (game or logs):
        refuse("no game is named to which it belongs", write=writing, ruling=rulings, only=only)
    if flat and not logs:
        raise CombatBoxError("--flat: add --log FILE; a blank sheet has no values")
    if logs:
        refuse("the log contains the rulings of its game", ruling=rulings)
    papers = [paper] if paper else ["a4", "letter"]
    if shift_back == "test":
        from combatbox.press.print_run import print_test_of_backs

        print_lines(path.as_posix() for path in print_test_of_backs(out, papers))
        return
    job = PrintOptions(
        Ink(ink, colour == "full"),
        duplex,
        cards or "",
        bleed,
        tuple(_writing(writing).items()),
        only,
        flat,
        counters or "",
        _millimetres(shift_back or "0,0"),
        fold_over,
    )
    failed: list[str] = []
    made: list[Path] = []
    keys = [game] if game else [*GAMES, *variants(overlay)]
    if dry_run:
        refuse("only blank papers are listed", log=logs, images=images)
        print_paged(
            line for key in keys for line in _planned(open_shop(*open_book(key, overlay, rulings), job=job), papers)
        )
    elif images:
        from combatbox.press.images import write_images

        refuse("it has the blank tables, and no sheets", log=logs)
        if not game:
            raise CombatBoxError("--images: name the game")
        made = write_images(open_shop(*open_book(game, overlay, rulings), job=job), images, papers[0], dpi)
    elif logs:
        made = _filled(game, logs, overlay, out, papers, job, failed)
    else:
        made = _blanks(keys, overlay, rulings, out, papers, job, failed)
    print_lines(path.as_posix() for path in made)
    if failed:
        raise IncompleteOutput(failed)


def _millimetres(words: str) -> tuple[float, float]:
    """Parse the value of `--shift-back`.

    Raises:
        CombatBoxError: it is not two numbers of at most 10.
    """
    with suppress(ValueError):
        x, y = map(float, words.split(","))
        if max(abs(x), abs(y)) <= MOST_SHIFT:
            return x, y
    raise CombatBoxError(
        f"--shift-back: expected X,Y in millimetres, at most {MOST_SHIFT} each, for example 1.5,-1, or test (got {words!r})"
    )


def _planned(shop: Shop, papers: Sequence[str]) -> Iterator[str]:
    """Yield a line for each paper that a print run would make: its name, its sizes and its title."""
    sizes = " and ".join(papers)
    for product in shop.products:
        yield f"{shop.book.key}/{product.name:<28}  {sizes}  {product.title}"


def _journal_of(book: Book, game: Log | dict[str, Any]) -> Journal:
    """Replay a log, or a save up to the decision that it waits for, and return the journal."""
    if isinstance(game, Log):
        return replay_log(book, game).journal
    session = resume(book, game)
    session.advance()
    return session.journal


def _filled(
    game: str | None,
    logs: Sequence[Path],
    overlay: Path | None,
    out: Path,
    papers: list[str],
    job: PrintOptions,
    failed: list[str],
) -> list[Path]:
    """Print the record sheets that logs and saves fill; add messages about those that cannot be printed to `failed`.

    Raises:
        LogError: the logs are of several games, or of another game.
    """
    from combatbox.press.print_run import print_filled

    opened = [(log, one) for log in logs for one in open_games(log, overlay)]
    key = game or header_of(opened[0][1])["game"]
    for log, one in opened:
        if header_of(one)["game"] != key:
            raise LogError(f"{log}:1: the log is of {header_of(one)['game']}, not of {key}")
    book, _ = open_book(key, overlay, ())
    journals = []
    for log, one in opened:
        with naming(log):
            journals.append(_journal_of(book, one))
    name = "-".join(dict.fromkeys(log.stem for log in logs))
    made: list[Path] = []
    for size in papers:
        with recording_failures(made, failed, several=False):
            made += print_filled(book, journals, out / key, size, name, job=job)
    return made


def _blanks(
    keys: list[str],
    overlay: Path | None,
    rulings: tuple[str, ...],
    out: Path,
    papers: list[str],
    job: PrintOptions,
    failed: list[str],
) -> list[Path]:
    """Print the blank papers of games; add messages about those that cannot be printed to `failed`."""
    from combatbox.press.print_run import print_run
    from combatbox.press.shop import open_shop

    made: list[Path] = []
    with progress("printing", len(keys) * len(papers)) as reach:
        steps = count(1)
        for key in keys:
            with recording_failures(made, failed, several=len(keys) > 1):
                shop = open_shop(*open_book(key, overlay, rulings), job=job)
                made += print_run(shop, out / key, papers, lambda: reach(next(steps)))
    return made


def _writing(texts: tuple[str, ...]) -> dict[str, str]:
    """Parse the texts for fields of the record sheets.

    Raises:
        CombatBoxError: an argument is not FIELD=TEXT, or a field is given twice.
    """
    written = pairs("--write", texts, "FIELD=TEXT, for example player=Ann")
    for name, words in written.items():
        if not words.isprintable():
            raise CombatBoxError(f"--write {name}: {words!r} has a control character; write one line")
        for warning in undrawn(words):
            click.echo(f"combatbox: {warning}", err=True)
    return written


@click.command()
@click.argument("game", type=GameName(variants=True), required=False)
@click.option(
    "--site",
    type=PATH,
    default=OUT / "site",
    help="Folder of the built site, which is checked in a checkout.",
)
@click.option(
    "--prints",
    type=PATH,
    default=OUT / "print",
    help="Folder of the printed PDFs, which are checked in a checkout.",
)
@as_json
@with_tables
def verify(
    game: str | None, site: Path, prints: Path, json_: bool, overlay: Path | None, rulings: tuple[str, ...]
) -> None:
    """Check that tables, transcriptions, engine, odds, prose, site and PDFs agree.

    The command prints a line for each check. The checks of rules, site, PDFs and stored results are those of a checkout
    of the project.

    With --tables the command checks your tables instead: that they are complete, and that the engine plays them as they
    are written. If the printed tables of the game are lost, it also checks that your tables agree with the statements
    of the rulebook. At the end it lists, row by row, how your tables differ from the game's own. It does not compare
    your tables with the logs and transcriptions of the game's own tables.

    \b
    Example:
      combatbox verify
      combatbox verify twentyfive
      combatbox verify twentyfive --tables my-tables    (see: combatbox new --help)
    """
    from combatbox.library.overlay import differences
    from combatbox.odds.example_search import stale_examples
    from combatbox.verify.checks import run_checks

    refuse("the checks cover all rulings", ruling=rulings)
    books = {game: load(game, overlay)} if game else load_all(overlay)
    built_site, paper = (site, prints) if not overlay else (_if_named("site", site), _if_named("prints", prints))
    checks = run_checks(
        books, site=built_site, prints=paper, project=paths.checkout(), overlay=overlay, jobs=os.cpu_count() or 1
    )
    if overlay:
        checks.append(_check_printing(books))
    differing = {
        key: [str(each) for each in differences(base_book(book), book)] for key, book in books.items() if overlay
    }
    is_ok = all(check.ok for check in checks)
    rules = {key: list(reworded_rules(base_book(books[key]), books[key])) for key in differing if is_ok}
    stale = {f"{key}/{name}": why for key in differing for name, why in stale_examples(books[key]).items()}
    if json_:
        result = {"checks": [check.to_json() for check in checks], "ok": is_ok}
        print_json(result | ({"differences": differing, "rules": rules, "examples": stale} if overlay else {}))
    else:
        print_lines(line for check in checks for line in check.lines())
        for key, lines in differing.items():
            click.echo(f"Differences from the {tables_below(books[key])}: {'' if lines else 'none'}".rstrip())
            print_lines(f"     {line}" for line in (*lines, *rules.get(key, ())))
        if stale:
            many = plural(len(stale), "example")
            click.echo(f"{many} no longer fit these tables and are shown with the game's own; --json lists them")
    if not is_ok:
        raise click.exceptions.Exit(1)


def _check_printing(books: Mapping[str, Book]) -> Check:
    """Print the blank papers of games with an overlay into a temporary folder, and report what `print` would refuse.

    The papers of our own tables are printed by `build`, and `verify` reads them back.
    """
    from combatbox.verify.findings import Check, Finding, check_result

    try:
        from combatbox.press.errors import PapersFailed
        from combatbox.press.print_run import print_game
    except ModuleNotFoundError as error:
        return Check("print", not_run=f"it needs {error.name}; install combatbox[print]")
    findings: list[Finding] = []
    printed = [book for book in books.values() if book.overlay]
    for book in printed:
        with TemporaryDirectory() as folder:
            try:
                print_game(book, Path(folder), "a4")
            except PapersFailed as error:
                findings += [Finding(name, why) for name, why in error.failed.items()]
    return check_result("print", findings, (len(printed), "game"))


def _if_named(name: str, path: Path) -> Path | None:
    """Return the folder of a product if the user named it; otherwise None.

    The products in the default folder are not checked, because they were built with the game's own tables.
    """
    return path if was_given(name) else None


def tables_below(book: Book) -> str:
    """Return a description of the tables that a book modifies: `printed tables of queen`."""
    below = base_book(book)
    origin = "" if below.variant_folder else "rebuilt " if book.meta.rebuilt else "printed "
    return f"{origin}tables of {below.key}"


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.option(
    "--out",
    type=FOLDER,
    default=OUT / "schema",
    help="Write the schemas into this folder. Schemas of the same names in it are replaced.",
)
@with_tables
def schema(game: str | None, out: Path, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Write the JSON Schemas of the data files, the files of sheets, the logs and the other JSON formats.

    With GAME, the key of a plug-in, it writes the schemas of that plug-in's data files.

    \b
    Example:
      combatbox schema --out tables/schema
    """
    refuse("the schemas are the same for all tables and rulings", ruling=rulings, tables=overlay)
    from combatbox.library.schemas import schemas, write_schemas
    from combatbox.press.sheet_schemas import sheet_schemas

    keys = paths.packaged_with(game or "")
    print_lines(path.as_posix() for path in write_schemas(out, {**schemas(keys), **sheet_schemas(keys)}))


@click.command()
@click.option(
    "--out",
    type=FOLDER,
    default=OUT,
    help="Build into this folder. The site in it is replaced; PDFs and examples that are not built again stay.",
)
@click.option(
    "--without",
    type=click.Choice(OPTIONAL_PARTS),
    multiple=True,
    help="Leave a part out of the site: `papers`, all PDFs; `bundles`, the archives that contain each PDF a second time; "
    "`folder`, the files for playing from a folder on disk. May be given several times.",
)
@with_tables
def build(out: Path, without: tuple[str, ...], overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Build everything: every PDF, the worked examples, the site.

    \b
    Example:
      combatbox build
      combatbox build --out /tmp/combatbox
      combatbox build --without bundles --without folder
    """
    refuse("the site and the papers show all options of every ruling", ruling=rulings)
    import mkdocs  # noqa: F401 - at once, before anything is made

    from combatbox.cli.builder import build_all

    failed: list[str] = []
    print_lines(build_all(out, load_all(overlay), failed, overlay, without))
    if failed:
        raise IncompleteOutput(failed)
