"""Games in progress as text: saves, and games shared by URL.

A save is one line of JSON with a checksum: how the run began, the last checkpoint of a tour, and the dice and answers
since then. Saves of format 1, which contain a run from its start without fingerprints, can also be read. A shared game
is `game.XXXX`: the key of the game, then the seed, rulings and answers, compressed and encoded for a URL. It comes from
an unknown sender, so all of it is checked like a save, and its length is limited before it is unpacked.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from combatbox.core.annotations import Count, Open, Pattern, frozen
from combatbox.core.dice import BY_HAND, THEN, Dice, EnteredDice, check_faces, seed_from_header
from combatbox.core.errors import LogError
from combatbox.core.events import Digest, Event, SetupData, answers_of, faces_of
from combatbox.core.phrases import plural
from combatbox.play.book import Book
from combatbox.play.canonical_json import check_depth, compact_json, digest, from_json, plain_text, text_lines
from combatbox.play.checkpoint import (
    Checkpoint,
    check_event,
    check_state,
    closed_state,
    fingerprints,
    pack_events,
    parse_state,
    standing_down,
    unpack_records,
)
from combatbox.play.logs import Log, check_log, first_fault, normalize_event, parse_log, save_fault
from combatbox.play.session import SAVE_FORMAT, Answer, Session

SHARED_FORMAT = 1
"""The version of shared texts; other versions are refused."""

MAX_SHARED_CHARACTERS = 24_000
"""The maximum number of characters of a shared text: three times a long tour."""

MAX_SHARED_BYTES = 400_000
"""The maximum size of an unpacked shared text in bytes."""


class _Shared(TypedDict):
    """A shared game, with short keys: format, book, run, set-up, dice, options, words, answers and typed dice."""

    f: Literal[1]
    b: Digest
    r: str
    s: Annotated[SetupData, Open()]
    d: str
    o: dict[str, str]
    k: list[str]
    a: list[tuple[Count, Count]]
    x: NotRequired[Annotated[str, Pattern("^[1-6]*$")]]


# ---- saves


def resume(book: Book, save: Mapping[str, Any], dice: Dice | None = None, *, only: bool = False) -> Session:
    """Return a session that continues a save.

    If the replay of the open mission differs from what was played, the first `advance` raises BookChanged.

    Args:
        book: the book of the game.
        save: the save, as `parse_save` or `parse_shared` returns it.
        dice: the dice of a game that was played with entered dice; of entered dice, only `ask` is used.
        only: True to use these dice even if the save has a seed.

    Raises:
        LogError: the save belongs to another game, or to a tour whose state this version cannot read.
    """
    source = str(save["header"]["dice"])
    earlier, then, last = source.rpartition(THEN)
    if dice is None or isinstance(dice, EnteredDice):
        ask = dice.ask if dice else None
        dice = EnteredDice(ask=ask) if only else EnteredDice.of(last, ask)
    seed = None if only else seed_from_header(source)
    head = save["header"]
    if then and last != BY_HAND and not only:
        raise LogError("the tour was continued with a second seed, and its position in that seed is not known")
    if head["game"] != book.key:
        raise LogError(f"the save is of {head['game']}, not of {book.key}")
    session = Session(
        book,
        run=head["run"],
        setup=book.setup_in(head),
        rulings=head["rulings"],
        seed=seed,
        dice=None if seed is not None else dice,
    )
    session.faces = list(check_faces(save["faces"]))
    session.answers = [Answer(*answer) for answer in save["answers"]]
    session.undone, session.earlier_dice = head.get("undone", 0), f"{earlier}{then}"
    session.expected_trail = save.get("trail", "")
    session.flown_by = save.get("book", head["digest"])
    if "closed" in save:
        _go_on_from(session, save)
    return session


def _go_on_from(session: Session, save: Mapping[str, Any]) -> None:
    """Put a session at the checkpoint of a save.

    Raises:
        LogError: this version cannot read the state of the checkpoint.
    """
    closed, tour, head = save["closed"], session.tour, save["header"]
    if tour is None:
        raise LogError(f"{session.book.title} has no checkpoints in a {session.run}")
    state = parse_state(closed["state"])
    check_state(tour, state, closed["form"])
    past = unpack_records(closed["records"])
    check_event(closed["event"], len(past) + 1)
    event = normalize_event(closed["event"])
    session.journal.events = [*past, event]
    records = tuple(closed["records"])
    session.closed = [Checkpoint(state, event, len(past) + 1, 0, 0, closed["thrown"], closed["missions"], records)]
    session.began, session.is_loaded = head["digest"], True
    session.books = [(number, digest) for number, digest in head.get("books", ())]
    if session.flown_by != session.book.digest and not save["answers"] and not save["trail"]:
        session.books.append((len(past) + 2, session.book.digest))
        session.flown_by = session.book.digest


def save_of_log(book: Book, log: Log) -> dict[str, Any] | None:
    """Return a save from which `resume` continues a log: in the next mission of a suspended tour.

    Returns:
        The save. That of a single mission is at its end. None for a tour that is over.

    Raises:
        LogError: this version cannot read the state of the tour.
        ReplayMismatch: the replay of a suspended tour of an older version differs from its log.
    """
    head, events = log.header, log.events
    books = [digest for _, digest in head.get("books", ())]
    save: dict[str, Any] = {"header": head, "book": (books or [head["digest"]])[-1]}
    tour = book.game.tours.get(head["run"])
    last = standing_down(tour, events)
    if tour is None:
        answers = as_answers(answers_of(events))
        return {**save, "faces": faces_of(events), "answers": answers, "trail": fingerprints(events)}
    if last is None or log.summary.get("tour") != "going on":
        return None
    past = events[: last["n"] - 1]
    closed = {
        **closed_state(book, log),
        "event": {**last, "taken": tour.goes_on, "changes": []},
        "thrown": len(faces_of(events)),
        "missions": 1 + sum(taken == tour.goes_on for _, taken in answers_of(past)),
        "records": [pack_events(past)],
    }
    return {**save, "faces": [], "answers": [], "trail": "", "closed": closed}


def as_answers(choices: Iterable[tuple[str, str]]) -> list[list[Any]]:
    """Return choices as the answers of a save; each is a step, and its place is known after the replay."""
    return [[kind, taken, 0, step, ""] for step, (kind, taken) in enumerate(choices, 1)]


def parse_game(text: str, name: str) -> dict[str, Any] | Log:
    """Parse the text of a save or a log, and validate it.

    Args:
        text: the text.
        name: the name of its file, for messages.

    Raises:
        LogError: the text is neither a save nor a log, or was cut short or edited.
    """
    if is_save(text):
        return parse_save(text, name)
    log = parse_log(text, name)
    check_log(name, log)
    return log


def is_save(text: str) -> bool:
    """Return True if a text begins with a save."""
    try:
        first = from_json(text_lines(text)[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and first.get("kind") == "save"


def parse_save(text: str, name: str, line: int = 1) -> dict[str, Any]:
    """Parse the text of a save.

    Args:
        text: the text of the save.
        name: the name of its file, for messages.
        line: the line number in the file, for messages.

    Raises:
        LogError: the text is not a save, or was cut short or edited.
    """
    try:
        body = from_json(plain_text(text))
    except (ValueError, RecursionError) as error:
        raise LogError(f"{name}:{line}: the line is not a Combat Box save, or was cut short") from error
    if not isinstance(body, dict) or body.get("kind") != "save":
        raise LogError(f"{name}:{line}: the line is not the save of a game in progress")
    if body.get("format") not in range(1, SAVE_FORMAT + 1):
        raise LogError(
            f"{name}:{line}: the save has format {body.get('format')!r}; this version reads 1 to {SAVE_FORMAT}"
        )
    check = body.pop("h", None)
    if check != _digest(body):
        raise LogError(f"{name}:{line}: the save was edited: its checksum is wrong")
    wrong = save_fault(body)
    if wrong:
        raise LogError(f"{name}:{line}: the line is not a Combat Box save: {wrong}")
    return body


def _digest(body: Mapping[str, Any]) -> str:
    """Return the checksum of a save; empty for text that cannot be written to a file (a lone surrogate)."""
    try:
        return digest(body)
    except UnicodeEncodeError:
        return ""


# ---- games shared in an address


def share_text(session: Session) -> str:
    """Return the game so far as a text for a URL.

    Raises:
        LogError: the text would be too long.
    """
    words: dict[str, int] = {}
    events, header = session.journal.events, session.header
    usual = session.book.chosen({})
    answers = [[words.setdefault(word, len(words)) for word in answer] for answer in answers_of(events)]
    data: dict[str, Any] = {
        "f": SHARED_FORMAT,
        "b": session.book.digest,
        "r": session.run,
        "s": header["setup"],
        "d": header["dice"],
        "o": {key: option for key, option in header["rulings"].items() if usual.get(key) != option},
        "k": list(words),
        "a": answers,
    }
    if session.seed is None:
        data["x"] = "".join(map(str, faces_of(events)))
    packed = zlib.compress(compact_json(data).encode(), 9)
    text = f"{session.book.key}.{urlsafe_b64encode(packed).decode().rstrip('=')}"
    if len(text) > MAX_SHARED_CHARACTERS:
        raise LogError("this game is too long for an address; share its file instead")
    return text


def parse_shared(text: str) -> tuple[str, dict[str, Any]]:
    """Parse a shared text.

    Returns:
        The key of the game, and a save from which it continues.

    Raises:
        LogError: the text is too long, damaged, or not a shared game.
    """
    game, separator, encoded = text.strip().partition(".")
    if len(text) > MAX_SHARED_CHARACTERS:
        raise LogError("the text is too long for a shared game")
    if not separator:
        raise LogError("the text is not a shared game")
    try:
        decompressor = zlib.decompressobj()
        packed = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
        text = decompressor.decompress(packed, MAX_SHARED_BYTES).decode()
        check_depth(text)
        data = json.loads(text)
    except (Error, zlib.error, ValueError, RecursionError) as error:
        raise LogError("the shared game cannot be read: it was cut short or changed") from error
    wrong = "it is too long when unpacked" if decompressor.unconsumed_tail else first_fault(_Shared, data)
    if not wrong and any(max(pair) >= len(data["k"]) for pair in data["a"]):
        wrong = "its answers refer to words that it does not contain"
    if wrong:
        raise LogError(f"the text is not a shared Combat Box game: {wrong}")
    header = {
        "game": game,
        "run": data["r"],
        "digest": data["b"],
        "rulings": data["o"],
        "setup": data["s"],
        "dice": data["d"],
    }
    answers = as_answers((data["k"][kind], data["k"][taken]) for kind, taken in data["a"])
    return game, {
        "header": header,
        "faces": [int(face) for face in data.get("x", "")],
        "answers": answers,
        "book": data["b"],
    }


# ---- games handed over between two devices
#
# There is no server, so a device knows only its own copy of the game. It accepts a text that continues this copy, and
# refuses a text that is older or has other answers or dice.


class StaleHandover(LogError):
    """Raised if a shared text does not continue the game on this device."""


@frozen
class _Course:
    """The course of a saved game: how it began, its answers, and the entered dice."""

    begins: tuple[Any, ...]
    answers: list[tuple[str, str]]
    faces: list[int]


def check_goes_on(book: Book, shared: Mapping[str, Any], stored: Mapping[str, Any]) -> None:
    """Check that a shared game continues the game that this device has saved.

    Args:
        book: the book of the game.
        shared: the save in the shared text.
        stored: the save on this device.

    Raises:
        StaleHandover: the shared text belongs to another game, is an earlier state of this game, or has other answers
            or dice.
    """
    new, old = _course(book, shared), _course(book, stored)
    if new.begins != old.begins:
        raise StaleHandover(
            "the link belongs to another game than the one saved on this device under the same id; remove the game here to open it"
        )
    same = min(len(new.answers), len(old.answers))
    differs = next((n for n in range(same) if new.answers[n] != old.answers[n]), None)
    thrown = min(len(new.faces), len(old.faces))
    if differs is not None or new.faces[:thrown] != old.faces[:thrown]:
        where = f"at decision {differs + 1}" if differs is not None else "in the entered dice"
        raise StaleHandover(
            f"the link and the game on this device differ {where}; remove the game here to continue from the link"
        )
    ahead = len(old.answers) - len(new.answers)
    if ahead > 0:
        raise StaleHandover(
            f"the link is stale: the game on this device is {plural(ahead, 'decision')} ahead; "
            "continue that game, or open a newer link"
        )


def _course(book: Book, save: Mapping[str, Any]) -> _Course:
    head, closed = save["header"], save.get("closed")
    past: list[Event] = [*unpack_records(closed["records"]), closed["event"]] if closed else []
    begins = (head["game"], head["run"], head["dice"], head["setup"], book.chosen(head["rulings"]))
    answers = [*answers_of(past), *((answer[0], answer[1]) for answer in save["answers"])]
    by_hand = seed_from_header(head["dice"]) is None
    faces = [*faces_of(past), *save["faces"]] if by_hand else []
    return _Course(begins, answers, faces)
