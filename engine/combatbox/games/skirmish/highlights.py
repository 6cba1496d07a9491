"""Highlights of a game of B-17!, computed from its events and its summary only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from combatbox.core.annotations import record
from combatbox.core.board import Highlight
from combatbox.core.events import Roll
from combatbox.core.log_state import Account
from combatbox.games.skirmish.guns import ENDS, TURRET, WAISTS
from combatbox.games.skirmish.paths import path_of
from combatbox.games.skirmish.state import BOMBERS, ESCORTS, GERMANS, Shot

Shows = Callable[[Account], bool]

GUNS = ("gun", "tail_astern")
"""The columns of S-TAB-COMBAT in which a bomber's gun fires."""


def rolled(table: str, column: str = "", gives: str = "") -> Shows:
    """Return a predicate that is true if a matching roll occurs.

    Args:
        table: the table of the roll.
        column: the column of the roll, empty for any.
        gives: an effect of the roll, empty for any.
    """

    def shows(account: Account) -> bool:
        return any(
            e["kind"] == "roll"
            and e["table"] == table
            and column in ("", e["column"])
            and (not gives or gives in e["gives"])
            for e in account.events
        )

    return shows


@record
class Move:
    """The move of one aircraft.

    Attributes:
        who: the aircraft that moves.
        target: the aircraft at which it fires, if any.
        fire: the rolls of fire during the move.
        gone: the aircraft that were removed during the move.
    """

    who: str
    target: str = ""
    fire: list[Roll] = []
    gone: list[str] = []


def moves(account: Account) -> Iterator[Move]:
    """Yield all moves in order."""
    move: Move | None = None
    for event in account.events:
        if event["kind"] == "fact" and event["name"] == "move":
            if move:
                yield move
            move = Move(event["who"])
        elif move and event["kind"] == "fact" and event["name"] == "attack":
            move.target = event["data"]["target"]
        elif move and event["kind"] == "fact" and event["name"] in ("destroyed", "exits"):
            move.gone.append(event["who"])
        elif move and event["kind"] == "roll" and event["column"]:
            move.fire.append(event)
    if move:
        yield move


def friendly(account: Account) -> bool:
    """Return True if a bomber's gun fires at an escort that moves."""
    return any(move.who in ESCORTS and any(roll["column"] in GUNS for roll in move.fire) for move in moves(account))


def fact(name: str, **wanted: object) -> Shows:
    """Return a predicate that is true if the log has a fact with this name and all these values."""

    def shows(account: Account) -> bool:
        return any(
            e["kind"] == "fact"
            and e["name"] == name
            and all(e["data"].get(key) == value for key, value in wanted.items())
            for e in account.events
        )

    return shows


def fighter_exits(account: Account) -> bool:
    """Return True if a fighter of either side leaves the table."""
    return any(e["kind"] == "fact" and e["name"] == "exits" and e["who"] not in BOMBERS for e in account.events)


def answered_head_on(account: Account) -> bool:
    """Return True if a German fighter fires back at an escort that attacks it head-on."""
    return any(
        move.who in ESCORTS and sum(roll["column"] == "fighters" for roll in move.fire) > 1 for move in moves(account)
    )


def last_volley(account: Account) -> bool:
    """Return True if a bomber that an attack destroyed still fires before it is removed."""
    for move in moves(account):
        own = {str(Shot(move.target, move.who, gun)) for gun in (*ENDS, *WAISTS, TURRET)}
        if move.target in BOMBERS and move.target in move.gone and any(roll["who"] in own for roll in move.fire):
            return True
    return False


def hit_in_its_move(account: Account) -> bool:
    """Return True if a fighter is hit in the move in which it attacks, and survives.

    The first roll of a move is the attack of the fighter; all later rolls are shots at this fighter.
    """
    return any(
        move.target and move.who not in move.gone and any("engine_hits 1" in roll["gives"] for roll in move.fire[1:])
        for move in moves(account)
    )


def straggler(account: Account) -> bool:
    """Return True if some bombers make shorter moves than others in the same turn."""
    flown: set[int] = set()
    for event in account.events:
        if event["kind"] == "phase" and event["name"] == "turn":
            flown = set()
        elif event["kind"] == "fact" and event["name"] == "move" and event["who"] in BOMBERS:
            flown.add(path_of(event["data"]["path"]).total)
            if len(flown) > 1:
                return True
    return False


def turned_formation(account: Account) -> bool:
    """Return True if a bomber turns."""
    return any(
        e["kind"] == "fact" and e["name"] == "move" and e["who"] in BOMBERS and path_of(e["data"]["path"]).pivot
        for e in account.events
    )


def two_bomb(account: Account) -> bool:
    """Return True if two or more bombers make bomb runs in one turn."""
    runs = 0
    for event in account.events:
        if event["kind"] == "phase":
            runs = 0 if event["name"] == "turn" else runs + (event["name"] == "bomb_run")
            if runs == 2:
                return True
    return False


def flak_at_a_german(account: Account) -> bool:
    """Return True if the target's flak fires at a German fighter."""
    return any(e["kind"] == "roll" and e["table"] == "S-TAB-AA" and e["who"] in GERMANS for e in account.events)


def ties(account: Account) -> bool:
    """Return True if waves tie in the roll that ranks them and roll again."""
    for table in ("S-TAB-WAVE-ESCORT", "S-TAB-WAVE-GERMAN", "S-TAB-WAVE-GERMAN-TURRET"):
        if sum(1 for e in account.events if e["kind"] == "roll" and e["table"] == table) > 3:
            return True
    return False


def late(account: Account) -> bool:
    """Return True if a section fails to arrive three times."""
    return any(
        sum(1 for e in account.events if e["kind"] == "roll" and e["table"] == "S-TAB-ARRIVAL" and e["who"] == who) > 3
        for who in ("section 1", "section 2")
    )


_ALL = (
    # setting up
    Highlight("three waves", "bombers come in three waves", ("S-804",), lambda a: a.summary["waves"] == 3),
    Highlight("waves tie", "waves tie for a die and throw again", ("S-806",), ties),
    # the Germans come
    Highlight(
        "from above", "a section comes in above the bombers", ("S-515",), fact("enters", altitude="above"), ("dive",)
    ),
    Highlight(
        "from below", "a section comes in below the bombers", ("S-515",), fact("enters", altitude="below"), ("climb",)
    ),
    Highlight("from ahead", "a section comes in at twelve o'clock", ("S-511",), fact("enters", hour=12)),
    Highlight("late section", "a section stays away for three turns", ("S-510",), late),
    # moving
    Highlight("straggler", "a damaged bomber falls behind", ("S-303", "S-614"), straggler),
    Highlight("bombers turn", "bombers turn", ("S-613",), turned_formation),
    Highlight("fighter exits", "a fighter leaves the table", ("S-615",), fighter_exits),
    Highlight(
        "hit in its move", "a fighter is hit in the move in which it attacks, and lives", ("S-618",), hit_in_its_move
    ),
    # fire
    Highlight(
        "head-on", "a fighter attacks a bomber from dead ahead", ("S-624",), rolled("S-TAB-COMBAT", "fighter_ahead")
    ),
    Highlight(
        "two engines at once", "one attack takes two engines", ("S-632",), rolled("S-TAB-COMBAT", gives="engine_hits 2")
    ),
    Highlight("dogfight", "fighters fight each other", ("S-623",), rolled("S-TAB-COMBAT", "fighters")),
    Highlight("answered head-on", "a fighter met head-on fires back", ("S-626",), answered_head_on),
    # gunners
    Highlight(
        "dead astern", "a tail gunner fires at one dead astern", ("S-625",), rolled("S-TAB-COMBAT", "tail_astern")
    ),
    Highlight("friendly fire", "a bomber fires at an escort", ("S-644",), friendly),
    Highlight("last volley", "a bomber that is shot down fires first", ("S-643",), last_volley),
    Highlight("german lost", "a German fighter is destroyed", ("S-628",), lambda a: a.summary["germans_lost"] > 0),
    Highlight("escort lost", "an escort is destroyed", ("S-628",), lambda a: a.summary["escorts_lost"] > 0),
    Highlight("bomber lost", "a bomber is destroyed", ("S-627",), lambda a: a.summary["bombers_lost"] > 0),
    Highlight("all bombers lost", "every bomber is destroyed", ("S-402",), lambda a: a.summary["bombers_lost"] >= 4),
    # over the target
    Highlight("two bomb at once", "two bombers bomb in one turn", ("S-701",), two_bomb),
    Highlight("flak hit", "the target's guns hit", ("S-704",), rolled("S-TAB-AA", gives="engine_hits 1")),
    Highlight("flak at a fighter", "the target's guns fire at a fighter", ("S-708",), flak_at_a_german),
    Highlight(
        "two bombs at once",
        "one pair of dice brings two bomb hits",
        ("S-706",),
        rolled("S-TAB-BOMB", gives="bomb_hits 2"),
    ),
    Highlight("americans win", "the target is destroyed", ("S-401",), lambda a: a.summary["result"] == "american"),
    Highlight("germans win", "too few bombs hit", ("S-707",), lambda a: a.summary["result"] == "german"),
)

HIGHLIGHTS: Mapping[str, Highlight] = {highlight.name: highlight for highlight in _ALL}
"""All highlights, by name."""
