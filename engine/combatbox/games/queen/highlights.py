"""Highlights of a mission of Queen of the Skies.

The predicates read only the events and the summary of a mission.
"""

from __future__ import annotations

from combatbox.bomber.effects import battle, mission
from combatbox.bomber.highlights import (
    all_dead,
    bombing,
    crew_safe,
    crew_unhurt,
    ended_with_engines_out,
    fate,
    has_effect,
    has_effect_named,
    kills,
    modified,
    one_gunner,
    row,
    took,
)
from combatbox.core.board import Highlight, by_name
from combatbox.core.log_state import Account, also, ends, fact, is_fact, never, phase, rolled

# ---- predicates of this game


def passing_shot_hits(account: Account) -> bool:
    """Return True if a passing shot hits.

    The roll for a passing shot is the first roll to hit after the shot has been announced.
    """
    waiting = False
    for event in account.events:
        if is_fact(event, "passing_shot"):
            waiting = True
        elif waiting and event["kind"] == "roll" and event["table"] in ("M-1", "M-1-HARD"):
            waiting = False
            if "hit" in event["gives"]:
                return True
    return False


def diver(account: Account) -> bool:
    """Return True if a fighter attacks in a vertical dive."""
    return any(
        effect.is_a(battle.fighter_comes) and effect["position"] == "vertical_dive" for _event, effect in account.done()
    )


def fire_lost(account: Account) -> bool:
    """Return True if an oxygen fire cannot be put out."""
    return any(event["table"] == "BL-3" and effect.name == "bail_out" for event, effect in account.done())


def driven_off_later(account: Account) -> bool:
    """Return True if cover drives off a fighter between two attacks of a wave."""
    again = False
    for event in account.events:
        if event["kind"] == "phase":
            again = event["name"] == "successive_attack"
        elif again and is_fact(event, "driven_off"):
            return True
    return False


def bad_over_the_target(account: Account) -> bool:
    """Return True if a roll gives bad weather over the target."""
    return any(
        event["kind"] == "roll" and event["column"] == "target" and effect == mission.weather_is.bind("bad")
        for event, effect in account.done()
    )


# ---- the list

HIGHLIGHTS = by_name(
    # before and on the way
    Highlight("lead bomber", "you fly as lead bomber", ("Q5.1c-1",), has_effect(mission.formation_is.bind("lead"))),
    Highlight("no fighters", "no fighter comes near you", ("Q5.2c-1",), never(phase("wave")), ("quiet mission",)),
    Highlight("three waves", "three waves come in one turn", ("Q6.6-1",), phase("wave", who="wave 3")),
    Highlight(
        "fighters driven off", "cover drives fighters off", ("Q6.2-1",), fact("driven_off"), ("cover drives off",)
    ),
    Highlight("driven off later", "cover drives off fighters that come again", ("Q6.5a-3",), driven_off_later),
    Highlight("vertical dive", "a fighter dives at you", ("Q-B3e",), diver, ("diver",)),
    Highlight("second attack", "a fighter that hit comes again", ("Q6.5a-1",), phase("successive_attack")),
    Highlight("third attack", "a fighter makes all its attacks", ("Q6.5b-1",), phase("successive_attack", number=2)),
    Highlight(
        "extra fighter",
        "a straggler, lead or tail bomber meets its extra fighter",
        ("Q5.1c-2", "Q13.1a"),
        lambda account: any(e["table"] == "B-3-EXTRA" for e in account.reached()),
    ),
    # guns
    Highlight("fighter destroyed", "your gunners destroy a fighter", ("Q6.3c-1",), kills(1), ("kill",)),
    Highlight("three fighters destroyed", "your gunners destroy three fighters", ("Q6.3c-1",), kills(3)),
    Highlight("double kill", "one gunner destroys two fighters", ("Q17.0-5",), one_gunner(2)),
    Highlight("ace", "one gunner destroys five fighters", ("Q9.3-2",), one_gunner(5)),
    Highlight("passing shot", "the tail guns fire a passing shot", ("Q9.2-2",), fact("passing_shot")),
    Highlight("passing shot hit", "a passing shot hits", ("Q9.2-4",), passing_shot_hits, ("passing shot hits",)),
    Highlight("no passing shot", "a passing shot comes to nothing", ("Q9.2-3",), fact("no_passing_shot")),
    Highlight("spray fire", "a gun sprays (with that option)", ("Q9.5-1",), rolled("M-5")),
    Highlight(
        "position chosen",
        "the German player places a fighter (with two players)",
        ("Q21.0-3",),
        fact("position_chosen"),
    ),
    Highlight("gun jammed", "a gun jams", ("Q-M5b", "Q-B7e"), has_effect_named("gun_jammed"), ("jam", "jammed gun")),
    Highlight("gun unjammed", "a jammed gun is cleared", ("Q-M5b",), has_effect_named("gun_unjammed")),
    Highlight("gun out", "a gun is put out of action", ("Q9.4-2",), has_effect_named("gun_out")),
    Highlight("bursts passed", "bursts are passed to an empty gun", ("Q9.4-3",), fact("passes_bursts")),
    Highlight(
        "pilot status",
        "an ace flies one of the fighters (with that option)",
        ("Q20.0-1",),
        has_effect(battle.fighter_pilot.bind("ace")),
        ("enemy ace",),
    ),
    # hits
    Highlight("walking hits", "a fighter's shells walk along the bomber", ("Q-B5a",), has_effect_named("walking_hits")),
    Highlight("wing root hit", "a wing root is hit", ("Q-BL1a",), has_effect_named("wing_root_hit")),
    Highlight("wing off", "a wing comes off", ("Q-BL1a",), has_effect_named("wing_off")),
    Highlight(
        "engine out", "an engine is out at the end", ("Q10.1-1",), ended_with_engines_out(1), ("one engine out",)
    ),
    Highlight("two engines out", "two engines are out at the end", ("Q10.2-1",), ended_with_engines_out(2)),
    Highlight("three engines out", "three engines are out at the end", ("Q10.3-1",), ended_with_engines_out(3)),
    Highlight("all engines out", "no engine runs any more", ("Q10.4-1",), ended_with_engines_out(4), ("no engines",)),
    Highlight(
        "runaway engine", "an engine runs away", ("Q-BL1d",), row("BL-1-DAMAGE", "5/1-5", "5/6"), ("runaway propeller",)
    ),
    Highlight("runaway engine lost", "a runaway engine cannot be stopped", ("Q-BL1d",), row("BL-1-DAMAGE", "5/6")),
    Highlight(
        "propeller unfeathered", "a propeller does not feather", ("Q-BL1c",), has_effect_named("propeller_unfeathered")
    ),
    Highlight("engine fire", "an engine burns", ("Q-BL1e-1",), has_effect_named("engine_fire")),
    Highlight("oil leak", "an engine loses its oil", ("Q-BL1e-2",), has_effect_named("oil_leak")),
    Highlight("fuel leak", "a tank leaks", ("Q-BL1g",), has_effect_named("fuel_leak", "fuel_limit")),
    Highlight("fuel fire", "a tank burns", ("Q-BL1f",), has_effect_named("fuel_fire")),
    Highlight("out of fuel", "fuel or range is at an end", ("Q-BL1g-2", "Q10.3-4"), fact("out_of_range")),
    Highlight(
        "thrown out", "everything is thrown out on the last engine", ("Q10.3-2",), fact("range", thrown_out=True)
    ),
    Highlight("landing gear out", "the landing gear is out", ("Q-E26",), has_effect_named("landing_gear_out")),
    Highlight("control cables", "a control cable is hit", ("Q15.2c",), has_effect_named("control_cable_hit")),
    Highlight("intercom out", "the intercom is out", ("Q9.2-5",), has_effect_named("intercom_out")),
    Highlight("radio out", "the radio is out", ("Q16.4-2",), has_effect_named("radio_out")),
    Highlight("bombs explode", "a hit sets off the bombs", ("Q-P3.5",), has_effect_named("bombs_explode")),
    Highlight("bomb doors stuck", "the bomb bay doors do not open", ("Q8.0a",), has_effect_named("bomb_doors_out")),
    Highlight(
        "ball gunner trapped",
        "the ball turret is out, its gunner trapped in it",
        ("Q-P5c",),
        has_effect_named("turret_mechanism_out"),
        ("trapped",),
    ),
    # heat, oxygen, fire
    Highlight("heat out", "the heat of a suit is out", ("Q11.0-1",), has_effect_named("heat_out")),
    Highlight("frostbite", "a man is frostbitten", ("Q11.0-3",), has_effect_named("frostbite")),
    Highlight(
        "oxygen out", "an oxygen supply is hit", ("Q12.1-1",), has_effect_named("oxygen_hit", "oxygen_system_out")
    ),
    Highlight("oxygen fire", "oxygen burns", ("Q12.2-1",), has_effect_named("oxygen_fire")),
    Highlight("fire put out", "an oxygen fire is put out", ("Q12.2-4",), has_effect_named("fire_out")),
    Highlight("fire lost", "an oxygen fire cannot be put out", ("Q12.2-5",), fire_lost),
    Highlight(
        "goes down low", "the bomber goes down to 10,000 feet", ("Q12.1-2", "Q11.0-2"), fact("descends"), ("descends",)
    ),
    Highlight("climbs back", "the bomber climbs back", ("Q12.1-4",), fact("climbs")),
    # crew
    Highlight("light wound", "a man is lightly wounded", ("Q14.0-1",), has_effect_named("light_wound")),
    Highlight("serious wound", "a man is seriously wounded", ("Q14.0-1",), has_effect_named("serious_wound")),
    Highlight("killed", "a man is killed", ("Q14.0-1",), fate("killed"), ("man killed",)),
    Highlight("dies of wounds", "a man dies of his wounds at home", ("Q5.2g-3",), fate("died_of_wounds")),
    Highlight("invalided", "a wounded man is invalided home", ("Q5.2g-3",), fate("invalided")),
    Highlight(
        "pilot down", "somebody else must take the controls", ("Q14.2c",), fact("takes_controls"), ("pilot hit",)
    ),
    Highlight("nobody to fly", "nobody is left to fly the bomber", ("Q14.2c",), fact("nobody_to_fly")),
    Highlight(
        "men change stations", "a man takes over another's station", ("Q14.0-2",), fact("moves"), ("crew moves",)
    ),
    Highlight("crew unhurt", "nobody is hurt at all", ("Q5.2g-3",), crew_unhurt),
    Highlight(
        "crew safe", "every man is alive, free and fit to fly again", ("Q5.2g-3",), crew_safe, ("whole crew safe",)
    ),
    Highlight("crew lost", "no man lives", ("Q7.1-2",), all_dead, ("all dead",)),
    # formation
    Highlight("out of formation", "the bomber leaves its formation", ("Q13.0-1",), fact("leaves_formation")),
    Highlight("evasive action", "the bomber evades", ("Q15.0-1",), fact("evades")),
    Highlight("light flak", "a low straggler meets light flak", ("Q13.1d-1",), phase("light_flak")),
    Highlight("jettison", "the bombs are jettisoned", ("Q13.2c", "Q10.1-1"), fact("jettisons"), ("bombs jettisoned",)),
    Highlight("abort", "the mission is aborted", ("Q8.0-1",), fact("aborts"), ("aborted",)),
    Highlight("forced abort", "the rules order the bomber home", ("Q8.0h-2",), fact("aborts", ordered=True)),
    # over the target
    Highlight("bad weather", "the weather over the target is bad", ("Q5.2d-2",), bad_over_the_target),
    Highlight(
        "heavy flak", "the flak over the target is heavy", ("Q5.2d-4",), has_effect(battle.flak_is.bind("heavy"))
    ),
    Highlight("hit by flak", "flak hits over the target", ("Q5.2d-4",), rolled("O-4", who="target"), ("flak hit",)),
    Highlight(
        "burst inside plane",
        "a shell bursts inside the bomber",
        ("Q19.2a",),
        has_effect_named("burst_inside"),
        ("burst inside", "bip"),
    ),
    Highlight(
        "burst survived",
        "the bomber survives a burst inside",
        ("Q19.2d-1",),
        also(has_effect_named("burst_survived"), never(ends("lost", "bombs_explode"))),
    ),
    Highlight("bombs dropped by hand", "bombs are dropped by hand", ("Q-O6d",), modified("O-6", "bombs_by_hand")),
    Highlight("on target", "the bomb run is on target", ("Q5.2d-5",), ends("aim", "on_target")),
    Highlight("off target", "the bomb run is off target", ("Q5.2d-5",), ends("aim", "off_target")),
    Highlight("excellent bombing", "half of the bombs or more are on target", ("Q7.3-5",), bombing(50)),
    # coming down
    Highlight("bail-out", "the crew bails out", ("Q-G6",), phase("bail_out"), ("bails out", "parachutes")),
    Highlight(
        "uncontrolled bail-out",
        "the crew bails out of a bomber out of control",
        ("Q-G7b",),
        phase("bail_out", table="G-7"),
    ),
    Highlight("jump over England", "men jump before a bad landing", ("Q-E24",), took("jump", "jump"), ("jump",)),
    Highlight("ditching", "the bomber ditches", ("Q16.4-1",), phase("ditching"), ("ditches",)),
    Highlight(
        "rescued from the sea",
        "men are rescued from the sea",
        ("Q16.4-2",),
        has_effect_named("rescued", "crew_rescued"),
    ),
    Highlight("lost at sea", "a man is lost at sea", ("Q16.4-2",), fate("lost_at_sea")),
    Highlight(
        "crash landing",
        "the bomber crash-lands on the Continent",
        ("Q16.3-1",),
        phase("crash_landing"),
        ("crash lands",),
    ),
    Highlight("captured", "men become prisoners of war", ("Q-G7e",), fate("captured"), ("prisoners of war", "pow")),
    Highlight(
        "returns from the Continent",
        "a man comes back from behind the lines",
        ("Q-G7e",),
        fate("returned"),
        ("evader", "walks home"),
    ),
    Highlight("landing without gear", "the bomber lands in England with its gear out", ("Q-E26",), rolled("G-9-GEAR")),
    Highlight(
        "safe landing",
        "the bomber lands safely in England",
        ("Q16.2-1",),
        also(ends("landed", "england"), ends("plane", "safe")),
    ),
    Highlight(
        "plane beyond repair",
        "the bomber comes home but never flies again",
        ("Q7.1-2",),
        also(ends("landed", "england"), ends("plane", "irreparable", "wrecked")),
    ),
    Highlight(
        "bomber lost", "the bomber does not come home", ("Q7.1-2",), never(ends("landed", "england")), ("plane lost",)
    ),
    Highlight("victory", "the 8th Air Force wins", ("Q7.1-1",), ends("result", "eighth_air_force")),
    Highlight("defeat", "the German Air Defence wins", ("Q7.1-2",), ends("result", "german_air_defence")),
    Highlight("draw", "the mission is a draw", ("Q7.1-3",), ends("result", "draw")),
    # options
    Highlight(
        "random event",
        "a random event happens (with that option)",
        ("Q18.0-1",),
        phase("random_event"),
        ("random events",),
    ),
    Highlight(
        "rabbit's foot", "a rabbit's foot is found (with random events)", ("Q-B7c",), has_effect_named("rabbits_foot")
    ),
    Highlight(
        "rabbit's foot spent",
        "a rabbit's foot is spent (with random events)",
        ("Q18.0-3",),
        took("rabbits_foot", "again"),
    ),
    Highlight(
        "mid-air accident", "there is an accident in mid-air (with random events)", ("Q-B7g-1",), rolled("B-7-ACCIDENT")
    ),
    Highlight(
        "ace for a day",
        "a gunner is an ace for a day (with random events)",
        ("Q-B7f",),
        has_effect_named("ace_for_a_day"),
    ),
    Highlight("extreme cold", "extreme cold jams guns (with random events)", ("Q-B7e",), rolled("B-7-COLD")),
    Highlight("engine failure", "an engine fails by itself (with random events)", ("Q-B7a",), rolled("B-7-ENGINE")),
)
"""All highlights, by name."""
