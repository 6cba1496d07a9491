"""Highlights of a game of B-17!, computed from its events and its summary only."""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.core.annotations import record
from combatbox.core.board import Highlight, by_name
from combatbox.core.events import Roll
from combatbox.core.log_state import Account, Shows, ends, fact, is_fact, is_phase, rolled
from combatbox.games.skirmish.guns import ENDS, TURRET, WAISTS
from combatbox.games.skirmish.paths import parse_move
from combatbox.games.skirmish.state import BOMBERS, ESCORTS, GERMANS, Shot

GUNS = ("gun", "tail_astern")
"""The columns of S-TAB-COMBAT in which a bomber's gun fires."""


def gives(table: str, effect: str) -> Shows:
    """Return a predicate that is true if a roll on a table has this effect."""
    return lambda account: any(effect in roll["gives"] for roll in account.logged("roll", table=table))


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
        if is_fact(event, "move"):
            if move:
                yield move
            move = Move(event["who"])
        elif move and is_fact(event, "attack"):
            move.target = event["data"]["target"]
        elif move and is_fact(event, "destroyed", "exits"):
            move.gone.append(event["who"])
        elif move and event["kind"] == "roll" and event["column"]:
            move.fire.append(event)
    if move:
        yield move


def friendly(account: Account) -> bool:
    """Return True if a bomber's gun fires at an escort that moves."""
    return any(move.who in ESCORTS and any(roll["column"] in GUNS for roll in move.fire) for move in moves(account))


def fighter_exits(account: Account) -> bool:
    """Return True if a fighter of either side leaves the table."""
    return any(event["who"] not in BOMBERS for event in account.logged("fact", name="exits"))


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
        if is_phase(event, "turn"):
            flown = set()
        elif is_fact(event, "move") and event["who"] in BOMBERS:
            flown.add(parse_move(event["data"]["path"]).total)
            if len(flown) > 1:
                return True
    return False


def turned_formation(account: Account) -> bool:
    """Return True if a bomber turns."""
    moves = account.logged("fact", name="move")
    return any(move["who"] in BOMBERS and parse_move(move["data"]["path"]).pivot for move in moves)


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
    return any(roll["who"] in GERMANS for roll in account.logged("roll", table="S-TAB-AA"))


def ties(account: Account) -> bool:
    """Return True if waves tie in the roll that ranks them and roll again."""
    tables = ("S-TAB-WAVE-ESCORT", "S-TAB-WAVE-GERMAN", "S-TAB-WAVE-GERMAN-TURRET")
    return any(len([*account.logged("roll", table=table)]) > 3 for table in tables)


def late(account: Account) -> bool:
    """Return True if a section fails to arrive three times."""
    sections = ("section 1", "section 2")
    return any(len([*account.logged("roll", table="S-TAB-ARRIVAL", who=who)]) > 3 for who in sections)


HIGHLIGHTS = by_name(
    # setting up
    Highlight("three waves", "bombers come in three waves", ("S-804",), ends("waves", 3)),
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
        "head-on",
        "a fighter attacks a bomber from dead ahead",
        ("S-624",),
        rolled("S-TAB-COMBAT", column="fighter_ahead"),
    ),
    Highlight(
        "two engines at once", "one attack takes two engines", ("S-632",), gives("S-TAB-COMBAT", "engine_hits 2")
    ),
    Highlight("dogfight", "fighters fight each other", ("S-623",), rolled("S-TAB-COMBAT", column="fighters")),
    Highlight("answered head-on", "a fighter met head-on fires back", ("S-626",), answered_head_on),
    # gunners
    Highlight(
        "dead astern",
        "a tail gunner fires at one dead astern",
        ("S-625",),
        rolled("S-TAB-COMBAT", column="tail_astern"),
    ),
    Highlight("friendly fire", "a bomber fires at an escort", ("S-644",), friendly),
    Highlight("last volley", "a bomber that is shot down fires first", ("S-643",), last_volley),
    Highlight("german lost", "a German fighter is destroyed", ("S-628",), lambda a: a.summary["germans_lost"] > 0),
    Highlight("escort lost", "an escort is destroyed", ("S-628",), lambda a: a.summary["escorts_lost"] > 0),
    Highlight("bomber lost", "a bomber is destroyed", ("S-627",), lambda a: a.summary["bombers_lost"] > 0),
    Highlight("all bombers lost", "every bomber is destroyed", ("S-402",), lambda a: a.summary["bombers_lost"] >= 4),
    # over the target
    Highlight("two bomb at once", "two bombers bomb in one turn", ("S-701",), two_bomb),
    Highlight("flak hit", "the target's guns hit", ("S-704",), gives("S-TAB-AA", "engine_hits 1")),
    Highlight("flak at a fighter", "the target's guns fire at a fighter", ("S-708",), flak_at_a_german),
    Highlight(
        "two bombs at once",
        "one pair of dice brings two bomb hits",
        ("S-706",),
        gives("S-TAB-BOMB", "bomb_hits 2"),
    ),
    Highlight("americans win", "the target is destroyed", ("S-401",), ends("result", "american")),
    Highlight("germans win", "too few bombs hit", ("S-707",), ends("result", "german")),
)
"""All highlights, by name."""
