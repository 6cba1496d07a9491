"""What the accounts of Queen of the Skies and its variants must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from tests.accounts.reading import AccountRules, Moment, Sentence, Wanted

from combatbox.bomber.enums import FIGHTERS
from combatbox.core.phrases import number_word

WORSE = {
    "B-1": (6,), "B-2": (6,), "M-3": (6,), "M-4": (1,), "O-2": (6,), "O-3": (1, 1), "O-4": (1, 1), "BL-4": (4,), "BL-1": (1, 2),
    "BL-1-DAMAGE": (3,), "P-1": (6, 6), "P-2": (5, 6), "P-4": (5, 6), "P-5": (1, 1), "P-6": (3, 4), "G-9": (1, 2), "G-10": (1, 2),
    "G-10-EXPLOSION": (6,),
}  # fmt: skip
"""Dice that break what has a limit, burst inside and come down badly."""

PEOPLE = r"men\.(?P<man>[a-z_]+)"
EVERYONE = r"everyone aboard|crew lost at sea|plane and crew are lost"
"""Words that name all men aboard at once."""


# ---- gate 1


def part(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """A part is named; at its limit the account says that it is out or comes off, and which hit it was."""
    const = moment.book.const
    broken = const.all_parts[match["part"]]
    if broken.counted:
        most = const.limit_of(broken.kind)
        return r"(?=.*\bhit)" + (r"(?=.*(\bout\b|comes? off))" if old < most <= new else "")
    named = PARTS.get(broken.kind) or "".join(f"(?=.*{word})" for word in broken.kind.split("_")[:-1])
    return f"(?=.*{broken.side}){named}"


PARTS = {
    "oxygen_system_out": "all oxygen out",
    "bomb_doors_out": "bomb (bay )?doors",
    "turret_mechanism_out": "turret",
    "burst_inside": "",
    "feathering_system_out": "feathering system",
}


def oxygen(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """Oxygen that has had its last hit is out."""
    return r"oxygen.*\bout\b" if old < moment.book.const.oxygen_hits <= new else "oxygen"


def place(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """A man who leaves his station moves, dies or leaves the plane; all that is said."""
    return "goes to|carried|brought|makes? way|takes the controls|trapped" if new else DEATH + "|" + LEAVES


def fate(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """A fate is told as what it is."""
    return {
        "killed": DEATH, "went_down": "goes? down", "lost_at_sea": "lost at sea", "died_of_wounds": "dies of his wounds",
        "bailed_out": "bails out", "captured": "captured|captivity", "returned": "back (in|at)", "rescued": "rescued",
        "recovers": "recovers", "invalided": "flies no more", "sent_home": "goes home",
    }.get(new, f"no such fate: {new}")  # fmt: skip


def fewer_bursts(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """A gun that has used bursts is said to fire."""
    return f"{moment.book.say('gun_' + match['gun'])}|overboard|bursts go".lower()


def plane_fate(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """The fate of the plane is told, unless the crew has left her or she is down where she cannot be fetched."""
    lost = ("down.jump", "down.crash", "down.ditch", "down.crushed", "damage.crash_wound")
    if moment.event["place"] in lost and new in ("wrecked", "destroyed"):
        return ""
    if moment.after["plane.burst_inside"] or moment.after["plane.landing_gear_out"]:
        return (
            "" if new in ("safe", "repairable") else "beyond repair|wreck|destroyed|lost|explode"
        )  # the next line says it
    words = {"safe": "plane safe", "repairable": "repaired by", "irreparable": "beyond repair"}
    return words.get(new, "wreck|destroyed|plane is lost|goes down|explode")


def unless_lost(words: str) -> Wanted:
    """Return what tells a change that no longer matters once the plane is lost."""
    return lambda moment, match, old, new: "" if moment.after["lost"] else words


DEATH = r"killed|dies?\b|end of him|explode|goes? down|go down|lost at sea|goes? down with"
LEAVES = r"bails out|captured|rescued|back (in|at)|picked up"

TOLD: dict[str, Any] = {
    rf"{PEOPLE}\.light": "wound",
    rf"{PEOPLE}\.serious": "serious",
    rf"{PEOPLE}\.dead": DEATH,
    rf"{PEOPLE}\.frostbitten": "frostbite",
    rf"{PEOPLE}\.trapped": "trapped",
    rf"{PEOPLE}\.ace_for_a_day": "ace",
    rf"{PEOPLE}\.kills": "destroyed",
    rf"{PEOPLE}\.station": place,
    r"stations\.\w+": lambda m, match, old, new: place(m, match, old, new) if new else f"{place(m, match, old, 'x')}|{place(m, match, old, '')}",
    rf"{PEOPLE}\.fate": fate,
    r"pilot_at_controls": "takes the controls",
    r"rabbits_feet": "rabbit's foot",
    r"guns\.(?P<gun>\w+)\.bursts": fewer_bursts,
    r"guns\.(?P<gun>\w+)\.out": r"\bout\b",
    r"guns\.(?P<gun>\w+)\.jammed": lambda m, match, old, new: "jam" if new else "works? again|cleared|overboard",
    r"guns\.(?P<gun>\w+)\.thrown_out": "overboard",
    r"engines\.\d\.out": lambda m, match, old, new: r"\bout\b|stop" if new else "starts again",
    r"engines\.\d\.feathered": lambda m, match, old, new: "feather|stopped" if new else "starts again",
    r"engines\.\d\.unfeathered": lambda m, match, old, new: "not feathered" if new else "starts again",
    r"engines\.\d\.burning": lambda m, match, old, new: "on fire" if new else "fire out",
    r"engines\.\d\.charges": "fire|burning",
    r"engines\.\d\.stop_by": lambda m, match, old, new: "oil" if new else r"stopped|\bout\b|oil",
    r"plane\.bombs_aboard": "bombs away|jettison|overboard|explode|bombs are lost",
    r"plane\.thrown_out": "overboard",
    r"plane\.extinguishers": "fire|burning|overboard",
    r"plane\.fate": plane_fate,
    r"plane\.(?P<part>\w+)": part,
    r"city|target_type": "target:",
    r"increased_flak": "more flak",
    r"formation": "lead|middle|tail",
    r"squadron": "squadron",
    r"turn": "turn",
    r"zone": "zone|england|back over",
    r"leg": "home",
    r"terrain": "below: |turn",
    r"weather": "weather|turn",
    r"cover": "cover|turn",
    r"altitude": "feet",
    r"out_of_formation": unless_lost("formation|falls"),
    r"diving_until": "formation",
    r"two_turns": unless_lost("two turns|starts again"),
    r"aborting": "turns? for home",
    r"must_abort": "abort",
    r"leaking_tanks": "leak",
    r"fuel_turn|fuel_zone": "fuel",
    r"range_zone": lambda m, match, old, new: "one engine will carry" if new > 0 else "",
    r"oxygen_hits\.(?P<station>\w+)": oxygen,
    r"heat_out\.(?P<station>\w+)": "heat",
    r"(loose_formation|tight_formation|aggressive_friends|bad_communications)": "formation|friends|communications",
    r"failed_engine": lambda m, match, old, new: "engine|out" if new else "starts|fire out|oil|",
    r"waves_due": "wave|none come",
    r"waves\.\d+\.(no_attackers|random_event)": "drive them off|unforeseen|rolled again|no attackers",
    r"waves\.\d+\.driven_(first|later)": "escort",
    r"waves\.\d+\.evading": "evasive",
    r"waves\.\d+\.fighters\.\d+\.(damage|fca|fboa)": "damage|destroyed|breaks off",
    r"waves\.\d+\.fighters\.\d+\.position": "comes again|from",
    r"waves\.\d+\.fighters\.\d+\.status": "pilot",
    r"waves\.\d+\.fighters\.\d+\.untouchable": "comes again|from",
    r"waves\.\d+\.fighters\.\d+\.hit": "hits|misses",
    r"aimed\.\w+": "at the|sprayed|pass",
    r"flak": "flak",
    r"fires": "fire|oxygen burns|burning",
    r"bail_out": r"bails? out|comes off|nobody can fight it",
    r"lost": "explode|goes down",
    r"aim_result": "target",
    r"bombs_dropped": "bombs away",
    r"per_cent": "%|\\[",
    r"result": "victory|draw",
}  # fmt: skip

UNTOLD = {
    r"(fighter|man|gun|engine|engine_dead|side|passing_shot|spraying|aim|hits|shells|located|walking|bursting|wound_add|fire|fire_tries)":
        "whom or what the roll in progress is about",
    rf"{PEOPLE}\.silent(_next)?": "follows from a move or a fire that is told, by rule",
    r"waves\.\d+\.done|wave_now|under_attack|attacked|waves": "the place in the order of play",
    r"waves\.\d+\.fighters\.\d+\.(attacks|gone|why)": "who comes again is told as he does, who left is not in that list",
    r"turn_in_zone|turns_here|zones_entered|low_flak_done|zone_modifier|target_weather|base_weather": "counts and copies of what is told",
    r"low_why|shot_out|flak_causes|failed_engine": "the reason, which the sentence before gives",
    r"leaves_formation": "told when the wave is over and she falls out",
    r"events|in_event|engine_event|engines_seen": "bookkeeping of the order of play",
    r"hit_by_flak": "each hit is told by its own shot",
    r"abandoned|mayday": "known from the bail-out that is told",
    r"landed|down_terrain|target_zone": "the heading of the landing and the briefing say it",
    r"counts": "whether a mission counts is told by its record in a tour",
    r"range_zone": "a limit that the range told last replaces",
    r"waves\.\d+\.fighters\.\d+\.hit": "told by the roll, and reset before the next one",
}  # fmt: skip


# ---- gate 2


def rest(mission: Sequence[Moment], number: int) -> Sequence[Moment]:
    """The moments after this one, up to the debriefing."""
    end = next((n for n, moment in enumerate(mission) if moment.event["place"] == "debriefing.start"), len(mission))
    return mission[number + 1 : end]


def newly_dead(moment: Moment) -> list[str]:
    """Return the men who die at a moment."""
    return [match["man"] for match, _, new in moment.changed(rf"{PEOPLE}\.dead") if new]


def crew_as_told(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Nobody is killed in the landing after the crew's fate is told, but a man crushed in his turret."""
    killed = (m for m in rest(mission, number) if any(new == "killed" for _, _, new in m.changed(rf"{PEOPLE}\.fate")))
    return all(moment.event["place"] in ("down.crushed", "down.capture") for moment in killed)


def plane_as_told(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """The plane ends as it is told."""
    words = {"safe": "safe", "beyond repair": "irreparable", "repaired": "repairable", "wrecked": "wrecked"}
    return bool(mission[-1].after["plane.fate"] == words[match["fate"]])


def some_die(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Somebody dies there, or in what is looked up within it, unless a rabbit's foot has the roll made again."""
    here = mission[number].event["place"]
    within = takewhile(lambda moment: moment.event["place"] in (here, "mission.rabbits_foot"), mission[number:])
    return any(newly_dead(moment) for moment in within)


def she_flies(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Neither the plane nor the last man aboard is lost yet."""
    before = mission[number].before
    return not before["lost"] and before["plane.fate"] not in ("wrecked", "destroyed")


def has_not_fired(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """The fighter that is told not to fire has not fired in this attack."""
    fighter = mission[number].before["fighter"]
    for moment in reversed(mission[:number]):
        if moment.event["place"] in ("guns.allocated", "attack.successive", "wave.start"):
            return True
        if moment.event["place"] == "attack.fire" and moment.event.get("who") == FIGHTERS[fighter]:
            return False
    return True


def fuel_as_told(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """The fuel lasts as long as is told."""
    after = mission[number].after
    left = {"turn": after["fuel_turn"] - after["turn"], "zone": after["fuel_zone"] - after["zones_entered"]}[
        match["unit"]
    ]
    return bool(number_word(left) == match["number"])


def is_so(path: str, *values: Any) -> Any:
    """The state has one of these values, in the event's `who` where the path has a star."""

    def needs(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
        moment = mission[number]
        return moment.before.get(path.replace("*", moment.event.get("who", ""))) in values

    return needs


def never(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """A sentence that is wrong wherever it stands."""
    return False


def side_named(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Two wings at once have no side."""
    return bool(mission[number].event["place"].startswith(("event", "zone")))


def alone(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Only one fighter hits in this attack, so that the shell is his."""
    hitting = set()
    for moment in reversed(mission[:number]):
        if moment.event["place"] in ("guns.allocated", "flak.to_hit"):
            break
        if moment.event["place"] == "attack.shells":
            hitting.add(moment.event["who"])
    return len(hitting) < 2


SENTENCES = (
    Sentence(r"crew (safe|rescued|lost at sea)", crew_as_told, "the crew fares otherwise"),
    Sentence(r"plane (?P<fate>safe|beyond repair|repaired|wrecked)", plane_as_told, "the plane ends otherwise"),
    Sentence(r"everyone in the .* (is|are) killed|everyone aboard is killed", some_die, "nobody is there to be killed"),
    Sentence(r"^bombs aboard: .*no roll", she_flies, "the plane is gone already"),
    Sentence(r"does not fire|without firing", has_not_fired, "it has fired"),
    Sentence(r"breaks off after this attack", has_not_fired, "its attack is over"),
    Sentence(r"fuel for (?P<number>\w+) more (?P<unit>turn|zone)s?\b(?! only at)", fuel_as_told, "the fuel lasts otherwise"),
    Sentence(r"\(seriously wounded, or trapped", never, "one reason holds, not two"),
    Sentence(r"\(seriously wounded\), no roll", is_so("men.*.serious", True), "he is not seriously wounded"),
    Sentence(r"\(trapped\), no roll", is_so("men.*.trapped", True), "he is not trapped"),
    Sentence(r"bombs (are )?no longer aboard", is_so("plane.bombs_aboard", False), "they are aboard"),
    Sentence(r"makes way", is_so("men.*.serious", False), "he is carried"),
    Sentence(r"takes the controls", is_so("men.*.serious", False), "he is not fit"),
    Sentence(r"^wings: ", side_named, "one wing is struck, and it has a side"),
    Sentence(r"^shell: ", alone, "two fighters hit, and the shell is of one of them"),
    Sentence(r"\] accident\.", never, "the next die decides whether he comes to harm"),
    Sentence(r"[+−]\d+ ([^,()]+), (.*, )?[+−]\d+ \1(?=[,)])", never, "one reason is given twice"),
    Sentence(r"lies .* and ", never, "two lie there"),
    Sentence(r"once or more", never, "it is known whether it was once"),
    Sentence(r"fighter cover.*: no effect", never, "it means that there is no cover"),
    Sentence(r"12: crew rescued \([^)]*−(?![^)]*natural)", never, "a natural 12 saves, whatever is subtracted"),
)  # fmt: skip


# ---- gate 4


def deaths(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield each man who dies, with his role and his name."""
    for man in newly_dead(moment):
        name = str(moment.after.get(f"men.{man}.name", ""))
        yield man, "|".join(filter(None, (moment.book.say(man).lower(), re.escape(name.lower()))))


DUTY = ("fire.fights_fire", "fire.attempt", "controls.takes_controls", "guns.aim")


AFTER_DEATH = ("bombs.aim", "bombs.accuracy")
"""Rolls that are named after a man whether he makes them or not; that he does not is in their modifiers."""


def acts(moment: Moment) -> Iterator[str]:
    """Yield who acts though he cannot."""
    event, before = moment.event, moment.before
    who, where = event.get("who", ""), event["place"]
    if f"men.{who}.dead" in before and not where.startswith(("records", "campaign")):
        if before[f"men.{who}.dead"] and where not in AFTER_DEATH:
            yield f"the {who} is dead"
        if before[f"men.{who}.fate"] and not where.startswith(("down", "debriefing")) and where not in AFTER_DEATH:
            yield f"the {who} is not aboard"
        if before[f"men.{who}.serious"] and where in DUTY:
            yield f"the {who} is seriously wounded"
    if where in ("guns.fire", "guns.hard", "guns.spray", "guns.damage") and event["kind"] == "roll":
        man = before["man"]
        if before[f"men.{man}.dead"] or before[f"men.{man}.serious"] or before[f"men.{man}.fate"]:
            yield f"the {man} fires though he cannot"
        if any(before[f"guns.{before['gun']}.{broken}"] for broken in ("out", "thrown_out")):
            yield f"the {who} gun is out"
    if where == "attack.fire" and before[f"waves.{before['wave_now']}.fighters.{FIGHTERS.index(who)}.gone"]:
        yield f"{who} has left"


RULES = AccountRules(
    TOLD, UNTOLD, SENTENCES, deaths, DEATH, EVERYONE, acts, WORSE, {"abort": 0.9, "move": 0.8, "jettison": 0.5}
)
