"""What the accounts of B-29 Superfortress must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tests.accounts import bombers
from tests.accounts.bombers import DEATH, LEAVES, PEOPLE, newly_dead
from tests.accounts.reading import AccountRules, Moment, Sentence

from combatbox.core.phrases import number_word

WORSE = {
    "T5-1": (6, 6), "R5-2": (1,), "T5-3": (1, 4), "T5-3-COORDINATED": (6,), "T5-9": (6, 6), "T5-10": (6, 6), "T5-15": (6, 6),
    "R5-5": (1, 1), "R7-1-PRESSURE": (6,), "T7-11": (1, 1), "R4-2-OXYGEN": (6, 6), "T7-13": (4,), "T7-2": (1, 1), "T7-12": (6,),
    "T7-1": (2, 1), "T7-5": (4, 5), "T7-6": (1, 1), "T7-7": (1, 3), "T7-9": (6, 6), "T7-14": (1,), "T6-4": (1, 1), "T4-2": (1, 1),
    "T4-8": (1, 1), "R4-6": (6, 6), "T4-1": (1,), "T4-10": (1, 1), "T6-3": (6, 6), "T8-1": (1, 1), "T8-3": (1, 2), "T3-2": (1, 1),
    "T4-9": (1, 1), "R4-8": (1, 1), "T4-3": (6, 6), "T6-8": (6,), "T8-6": (3,), "T7-8": (5, 4), "T7-10": (6,),
}  # fmt: skip
"""Dice that bring a fight, a hard way and what breaks."""


# ---- gate 1


def part(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """A part is named; at its limit the account says that it is out or comes off."""
    broken = moment.book.const.all_parts[match["part"]]
    if broken.counted:
        most = moment.book.const.limit_of(broken.kind)
        return r"(?=.*\bhit)" + (r"(?=.*(\bout\b|comes? off))" if old < most <= new else "")
    if broken.kind in PARTS:
        return PARTS[broken.kind] if new else "the doors are open"
    return f"(?=.*{broken.side.replace('port', 'left').replace('starboard', 'right')})" + "".join(
        f"(?=.*{word})" for word in broken.kind.split("_")[:-1]
    )


PARTS = {
    "fwd_doors_out": "doors", "aft_doors_out": "doors", "door_controls_out": "doors of both bays", "fwd_release_out": "release gear",
    "aft_release_out": "release gear", "tail_ammunition_hit": "ammunition", "autopilot_out": "automatic pilot",
    "oxygen_system_out": "oxygen", "bomb_controls_out": "bomb controls|dropped by hand", "turrets_out": "turrets", "burst_inside": "beyond repair", "port_raft_out": "left life raft",
    "starboard_raft_out": "right life raft", "power_unit_out": "power unit", "feathering_system_out": "feathering",
    "engine_extinguishers_out": "engine extinguishers", "pilot_controls_out": "pilot.s controls", "copilot_controls_out": "copilot.s controls",
}  # fmt: skip


def fate(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """A fate is told as what it is; that all who live are taken prisoner is told once, before the first roll for one."""
    if new == "captured" and moment.event["place"] == "down.prisoner":
        return ""
    return {
        "killed": DEATH, "went_down": "goes? down", "lost_at_sea": "lost at sea|sinks", "died_of_wounds": "dies of his wounds",
        "bailed_out": "jumps clear", "captured": "captured|prisoner", "captured_at_sea": "japanese boat", "returned": "back (in|at|on|with)",
        "rescued": "rescued", "recovers": "recovers", "invalided": "flies no more", "died_in_camp": "dies in captivity",
        "stood_down": "aboard",
    }.get(new, f"no such fate: {new}")  # fmt: skip


def place(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """A man who leaves his station moves, dies or leaves the plane; all that is said, for prisoners once."""
    if moment.event["place"] == "down.prisoner":
        return ""
    moves = r"goes (back )?to|takes (the|his) place|takes the controls|carries|makes way|taken prisoner"
    return f"{moves}|{DEATH}|{LEAVES}|jumps clear|rescued|aboard|boat"


def plane_fate(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """The fate of the plane is told, unless the crew has left her or she is down where she cannot be fetched."""
    if moment.event["place"] in ("down.jump", "down.ditch", "landing.jumps", "down.at_sea"):
        return ""
    if moment.event["place"] == "landing.land" and any(
        moment.after[f"plane.{part}"] for part in ("burst_inside", "landing_gear_out")
    ):
        return ""  # what follows decides
    words = {"safe": "plane safe", "repairable": "repaired by", "irreparable": "beyond repair"}
    return words.get(new, "wreck|destroyed|lost|goes down|explode|crash")


def boxes(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """Boxes of fuel that are lost or saved are counted."""
    return rf"\b{number_word(abs(new - old))} box(es)?\b|\ba box\b"


DIES = DEATH + "|sinks with"
MOVES: dict[str, Any] = {rf"{PEOPLE}\.station": place, r"stations\.\w+": place, r"rooms\.\w+": place}
TOLD: dict[str, Any] = {
    **{path: words for path, words in bombers.TOLD.items() if path.startswith((PEOPLE, "engines", "guns")) and "kills" not in path},
    rf"{PEOPLE}\.kills": r"shot down|to his credit",
    rf"{PEOPLE}\.fate": fate,
    rf"{PEOPLE}\.light": "wound",
    rf"{PEOPLE}\.dead": DIES,
    r"engines\.\d\.charges": "fire|burning|charge",
    r"engines\.\d\.out": lambda m, match, old, new: r"\bout\b|stop|shut down" if new else "starts again",
    r"range_zone": "carries her",
    **MOVES,
    r"guns\.(?P<gun>\w+)\.thrown_out": "armed",
    r"engines\.\d\.stop_by": lambda m, match, old, new: "oil" if new else r"stopped|\bout\b|oil",
    r"pilot_at_controls": "takes the controls",
    r"plane\.bombs_aboard": "bombs away|jettison|overboard|explode|bombs go down",
    r"plane\.fate": plane_fate,
    r"plane\.extinguishers": "",
    r"plane\.(?P<part>\w+)": part,
    r"city|target_type|site|great_city": "target|mission|cities",
    r"band": "altitude|goes in low",
    r"time": "night|day",
    r"truk": "briefing",
    r"squadron": "squadron",
    r"formation": "formation",
    r"briefed": "resistance expected",
    r"escort": "escort",
    r"escort_met": lambda m, match, old, new: "met" if new else "wing|breaks up|out of formation|wave|",
    r"takeoff|landing_time": "take-off and landing",
    r"turn": "turn",
    r"zone": "zone|over the field|iwo",
    r"leg": "home",
    r"weather": "weather",
    r"altitude": "altitude",
    r"compass": lambda m, match, old, new: "course" if new else "",
    r"course": lambda m, match, old, new: "course" if new else "",
    r"out_of_formation": lambda m, match, old, new: "formation|falls|alone|aborted" if new else "formation",
    r"broke_up": lambda m, match, old, new: "breaks up" if m.event["place"] == "formation.breaks_up" else "",
    r"off_time": "missed|too late",
    r"two_turns": lambda m, match, old, new: "two turns" if new else "",
    r"internal": lambda m, match, old, new: "box" if m.event["place"] == "fuel.paid" else boxes(m, match, old, new),
    r"boxes_lost|boxes_restored": boxes,
    r"wing_leak": "leak",
    r"tanks_shut": "no more fuel|cannot be used|bay",
    r"last_drops|out_of_fuel": "last drops",
    r"pressurized": "pressure|decompression",
    r"pressure_lost": "pressure",
    r"tunnel_pierced": "tunnel",
    r"compromised\.\w+": lambda m, match, old, new: "pressure" if old == 0 and new == 0 else "",
    r"bottles\.\w+": lambda m, match, old, new: "extinguisher" if new < old else "",
    r"burning\.\w+": "fire",
    r"searchlit": lambda m, match, old, new: "found and held" if new else "light is out|",
    r"evading": lambda m, match, old, new: "evasive" if new else "",
    r"resistance": lambda m, match, old, new: "resistance|fighters" if new else "",
    r"visibility": "visibility",
    r"flak": "flak",
    r"aim_result": "target",
    r"per_cent": "%|bombs go down on something else",
    r"bombs_dropped": "bombs away|bombs go down",
    r"sea": "sea",
    r"ditched": "ditch|two",
    r"scrubbed": "does not take off|not flown",
    r"off_runway": "runway|off the",
    r"to_iwo": "iwo",
    r"aborting": "aborted|turns for home|iwo|target is not found",
    r"must_abort": "abort",
    r"oxygen_hits\.(?P<station>\w+)": bombers.oxygen,
    r"heat_out\.(?P<station>\w+)": "heat",
    r"waves\.\d+\.fighters\.\d+\.(damage|fca|fboa)": "damage|shot down|destroyed|collision|lost",
    r"waves\.\d+\.fighters\.\d+\.position": "comes again|from|attack",
    r"waves\.\d+\.fighters\.\d+\.status": "pilot",
    r"waves\.\d+\.fighters\.\d+\.hit": lambda m, match, old, new: "hits|misses" if new else "",
    r"fires": "fire|burn",
    r"bail_out": "jump|bail|leave|down|fire|comes off",
    r"lost": "explode|goes down|lost|crash|collide",
    r"shot_out": "",
    r"aimed\.\w+": "at the|gun fires",
}  # fmt: skip

UNTOLD = {
    r"(fighter|man|gun|engine|engine_dead|side|hits|shells|located|walking|bursting|wound_add|fire|fire_tries|cabin|clocks|attack_round)":
        "whom or what the roll in progress is about",
    rf"{PEOPLE}\.silent(_next)?|moved|carried|fought\.\w+": "who has done his share of the turn",
    r"waves\.\d+\.done|wave_now|under_attack|attacked|attacks|ahead|turned|in_event|moment|assembled|briefed_in":
        "the place in the order of play",
    r"waves\.\d+\.fighters\.\d+\.(attacks|gone|why|untouchable)": "who comes again is told as he does, who left is not in that list",
    r"turn_in_zone|turns_here|zones_entered|zone_modifier|target_weather|weather_in|checked_in|checks|strayed|off_zones|rendezvous":
        "counts and copies of what is told",
    r"terrain|searchlights|flak_add|target_zone|early|gasping|flak_time|abandoned|mayday|parachuted|landed|down_terrain":
        "known from the heading that is told",
    r"boxes_used|boxes_at_start|aux_zone|fwd_boxes|aft_boxes|tanks_carried|tanks_dropped": "the sentence of the fuel tells what is left in all",
    r"thin_since|air_checked|repressurized|given_up|compromised\.\w+|sank_in": "the turns of what is told",
    r"low_why|shot_out|causes|flak_causes|lost_to|counts|result|leaves_formation|events|engine_event|engines_seen|failed_engine|hit_by_flak":
        "reasons and bookkeeping; the debriefing tells what comes of them",
    rf"{PEOPLE}\.missions": "the record counts the missions of each man",
    r"marker": "each method tells its own amount",
    r"aim_spoiled|air_bomb|cabin_fires|at_light": "part of the sentence on what is done",
}  # fmt: skip


# ---- gate 2


def nothing_to_burn(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """No box that can be used is left."""
    after = mission[number].after
    shut = after.get("tanks_shut", [])
    return not after["internal"] + sum(after[f"{bay}_boxes"] for bay in ("fwd", "aft") if bay not in shut)


def fuel_left(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Return True if this number of boxes is left."""
    after = mission[number].after
    return sum(after[path] for path in ("internal", "fwd_boxes", "aft_boxes")) == int(match["left"])


def state_before(path: str, *values: Any) -> Any:
    """The state has one of these values before the sentence."""
    return bombers.is_so(path, *values)


def silent(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Each reason for which there is no radio navigation holds."""
    moment, why = mission[number], match["why"] or ""
    if moment.event["place"] != "course.radio":
        return True
    holds = {"radio out": moment.before["plane.radio_out"]}
    for man in ("radio_operator", "navigator"):
        before = moment.before
        out = any(before[f"men.{man}.{field}"] for field in ("dead", "serious", "frostbitten"))
        busy = man in before["carried"] or f"fought.{man}" in before
        holds[f"no {moment.book.say(man)}"] = out or busy or before[f"men.{man}.station"] != man
    return {reason for reason, is_so in holds.items() if is_so} == set(re.split(", | and ", why))


def place_empty(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Nobody sits there who is alive."""
    return not newly_dead(mission[number])


SENTENCES = (
    Sentence(r"fuel: no box is left to burn", nothing_to_burn, "boxes are left"),
    Sentence(r"^fuel: .*; (?P<left>\d+) left\.", fuel_left, "another number is left"),
    Sentence(r"no box of fuel is left to lose", nothing_to_burn, "boxes are left"),
    Sentence(r"crew safe", bombers.crew_as_told, "the crew fares otherwise"),
    Sentence(r"plane (?P<fate>safe|beyond repair|repaired|wrecked)", bombers.plane_as_told, "the plane ends otherwise"),
    Sentence(r"everyone aboard is killed", bombers.some_die, "nobody is there to be killed"),
    Sentence(r"nobody is at the .* station", place_empty, "somebody is"),
    Sentence(r"bombs (are )?no longer aboard", state_before("plane.bombs_aboard", False), "they are aboard"),
    Sentence(r"\((?P<why>[^)]*)\), no roll", silent, "another reason holds"),
    Sentence(r"loss of the formation", state_before("assembled", True), "she was never in it"),
    Sentence(r"[+−]\d+ ([^,()]+), (.*, )?[+−]\d+ \1(?=[,)])", bombers.never, "one reason is given twice"),
    Sentence(r"takes the controls", bombers.is_so("men.*.serious", False), "he is not fit"),
    Sentence(r", or no\b|once or more", bombers.never, "it is known which"),
    Sentence(r"she falls out of formation|lost sight of the others – out of formation", state_before("out_of_formation", False), "she flew alone"),
    Sentence(r"does not fire|without firing", bombers.has_not_fired, "it has fired"),
    Sentence(r"breaks off after this attack", bombers.has_not_fired, "its attack is over"),
)  # fmt: skip


# ---- gate 4

EVERYONE = r"plane and crew are lost|everyone (aboard|in it)|with everyone|sinks with"


DUTY = ("fire.fights_fire", "controls.takes_controls")
AFTER = ("down", "landing", "debriefing", "records", "campaign")


def acts(moment: Moment) -> Iterator[str]:
    """Yield who acts though he cannot."""
    event, before = moment.event, moment.before
    who, where = event.get("who", ""), event["place"]
    if f"men.{who}.dead" in before and not where.startswith(
        ("records", "campaign", "crew.picked", "crew.carr", "crew.helper", "damage")
    ):
        if before[f"men.{who}.dead"] and where not in ("course.determined", *WITHOUT_HIM):
            yield f"the {who} is dead"
        if before[f"men.{who}.fate"] and not where.startswith(AFTER) and where not in WITHOUT_HIM:
            yield f"the {who} is not aboard"
        if before[f"men.{who}.serious"] and where in DUTY:
            yield f"the {who} is seriously wounded"
    if where in ("guns.fire", "guns.hard", "guns.damage") and event["kind"] == "roll":
        man = before["man"]
        if before[f"men.{man}.dead"] or before[f"men.{man}.serious"] or before[f"men.{man}.fate"]:
            yield f"the {man} fires though he cannot"
        if before[f"guns.{who}.out"] or before[f"guns.{who}.thrown_out"]:
            yield f"the {who} is out"


WITHOUT_HIM = (
    "course.pilotage",
    "course.reckoning",
    "course.stars",
    "course.radio",
    "course.determined",
    "bombs.aim",
    "bombs.accuracy",
)
"""Rolls that are named after a man whether he makes them or not; that he does not is in their modifiers."""

INTERRUPTS = r"pressure\.(check|decompression|lost)|oxygen\.check|flak\.every_result|crew\.(by_chance|picked)|damage\.(wound|crash_wound)|engines\.feather|damage\.engine_fire"

RULES = AccountRules(
    TOLD, UNTOLD, SENTENCES, bombers.deaths, DIES, EVERYONE, acts, WORSE,
    {"move": 0.4, "carry_to": 0.6, "abort": 0.9, "altitude": 0.6, "jump": 0.5, "jump_man": 0.5}, interrupts=INTERRUPTS,
)  # fmt: skip
