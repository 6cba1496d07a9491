"""A log of a B-29's missions told in plain English: what only a B-29 has, before what any bomber's story tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from combatbox.bomber import campaign_story
from combatbox.bomber.terms import letters_of
from combatbox.core.account import given
from combatbox.core.events import Consult, Event, Fact, Phase, Roll
from combatbox.core.game import Line, Words
from combatbox.core.wording import capital, effect_words, listed

State = Mapping[str, Any]


def tell(event: Event, state: State, words: Words) -> Iterator[Line]:
    """An event as lines of plain English; `state` is the flat state after it."""
    place = event.get("place", "")
    if event["kind"] == "phase" and place in PHASES:
        yield PHASES[place](event, state, words)
    elif event["kind"] == "fact" and place in FACTS:
        text = FACTS[place](event, state, words)
        if text:
            yield Line(DEPTHS.get(place, 1), text)
    elif event["kind"] == "consult" and place in CHARTS:
        yield Line(1, CHARTS[place](event, state, words))
    elif event["kind"] == "roll" and place in ROLLS and event["rule"] and event["table"] in words.tables:
        yield from _rolled(event, ROLLS[place](event, state, words), state, words)
    elif event["kind"] == "choice" and (event["decision"], event["taken"]) in CHOICES:
        text = CHOICES[event["decision"], event["taken"]]
        if text:
            yield Line(1, text)
    elif not _untold(event, place, words):
        yield from campaign_story.tell(event, state, words)


def _untold(event: Event, place: str, words: Words) -> bool:
    """A roll that says only that nothing happens, turn after turn; a chart whose words the next line has anyway.

    What a check leads to is told whatever comes of it: the quiet one is the check itself, on the table of its place.
    """
    if event["kind"] == "consult":
        return next(iter(given(event)), "") in LEADS_ON or place in ("down.at_sea", "formation.roll")
    if event["kind"] != "roll":
        return False
    quiet = place in QUIET and event["table"] == words.places[place].table
    return place == "crew.by_chance" or (quiet and event["gives"] == ["no_effect"])


QUIET = ("zone.event", "oxygen.check", "pressure.check")
"""Places of checks that are told only when something comes of them."""

LEADS_ON = ("pressure_check", "gunfire", "nervous_gunners")
"""What charts bring about that is told by what follows, or is as always."""


# ---- phases


def _turn(event: Phase, state: State, words: Words) -> Line:
    data = event["data"]
    zone, say = data["zone"], words.say
    if zone == words.const["home_zone"]:
        where = "take-off from the Marianas" if data["turn"] == 1 else "over the field"
    elif data["turning"]:
        where = f"zone {zone}, turning for home"
    else:
        bound = "outward bound" if data["leg"] == "out" else "homeward bound"
        there, city = say(f"zone_{zone}"), say(str(state.get("city", "")))
        reached = zone == state.get("target_zone") and data["leg"] == "out" and city not in there
        where = f"zone {zone}, {there}{f', {city}' if reached else ''}, {bound}"
    return Line(0, f"Turn {data['turn']}: {where}")


def _over_target(event: Phase, state: State, words: Words) -> Line:
    site = event["data"]["site"]
    return Line(1, f"Over {words.say(str(state['city']))}{f': {site}' if site else ''}")


def _landing(event: Phase, state: State, words: Words) -> Line:
    return Line(1, f"Coming in to land {LANDS[event['data']['where']]}")


LANDS = {"base": "in the Marianas", "iwo": "on Iwo Jima", "okinawa": "on Okinawa", "japan": "in Japan"}
"""Where she lands, as a story says it."""


def _bail_out(event: Phase, state: State, words: Words) -> Line:
    over = words.say(f"terrain_{event['data']['over']}")
    if event["data"]["controlled"]:
        return Line(1, f"The crew bails out over {over}")
    return Line(1, f"Out of control over {over}: whoever can get out jumps")


def _plain(text: str, depth: int = 1) -> Callable[[Any, State, Words], Line]:
    return lambda event, state, words: Line(depth, text)


def _prepares(event: Phase, state: State, words: Words) -> Line:
    again = ", once more" if event["data"]["again"] else ""
    return Line(0, f"Before mission {event['data']['number']}{again}")


PHASES: dict[str, Callable[[Any, State, Words], Line]] = {
    "campaign.preparing": _prepares,
    "zone.turn": _turn,
    "zone.course": _plain("The navigator takes stock"),
    "zone.assembly": _plain("The formation assembles"),
    "target.start": _over_target,
    "flak.again": _plain("Flak on the way out"),
    "down.start": _plain("She can fly no further"),
    "down.ditching": _plain("Ditching"),
    "down.bail_out": _bail_out,
    "landing.start": _landing,
}


# ---- facts


def _boxes(number: int, words: Words) -> str:
    return f"{words.say(str(number))} box{'' if number == 1 else 'es'}"


def _loaded(event: Fact, state: State, words: Words) -> str:
    bays = event["data"]["bays"]
    tanks = {0: "no tanks in the bays", 1: f"tanks in the {words.say(f'{bays[0]}_bay')}" if bays else ""}
    return f"Fuel: {event['data']['boxes']} boxes, {tanks.get(len(bays), 'tanks in both bays')}."


def _paid(event: Fact, state: State, words: Words) -> str:
    data = event["data"]
    one = "one of them " if data["due"] > 1 else ""
    bay = f", {one}from the {words.say(data['bay'] + '_bay')}" if data["bay"] else ""
    why = PAID_FOR.get(event["who"], "")
    return f"Fuel{why}: {_boxes(data['due'], words)}{bay}; {data['left']} left."


PAID_FOR = {
    "turning": " for turning round",
    "rejoin": " for catching up",
    "search": " for the search",
    "initial point": " for another run",
    "burst": " for the drag",
}
"""What boxes are paid for, where it is not the zone."""


def _altitude(event: Fact, state: State, words: Words) -> str:
    way = "Up" if event["place"] == "zone.climbs" else "Down"
    return f"{way} to {words.say(event['data']['to'] + '_altitude')}."


def _aborts(event: Fact, state: State, words: Words) -> str:
    if event["who"] == "iwo_jima":
        return "The mission is aborted; she goes straight on to Iwo Jima."
    return "The mission is aborted; she turns for home."


def _credit(event: Fact, state: State, words: Words) -> str:
    if event["data"]["scrubbed"]:
        return "The mission was not flown; it is rolled anew."
    return "" if event["data"]["counts"] else "The mission is not credited; its number is flown again."


def _record(event: Fact, state: State, words: Words) -> str:
    data = event["data"]
    where = _target(state, words)
    if not data["counts"]:
        return f"Mission {data['mission']} to {where} does not count."
    bombs = f"{state['per_cent']}% of the bombs where they should fall" if state.get("bombs_dropped") else "not bombed"
    tally = _standing(state, words)
    return f"Mission {data['mission']} to {where}: {bombs}; {words.say('victory_' + data['result'])}. So far {tally}."


def _target(state: State, words: Words) -> str:
    site = state.get("site", "")
    kind = site or words.say(str(state.get("target_type", "")))
    return f"{words.say(str(state.get('city', '')))} ({kind})"


def _standing(state: State, words: Words) -> str:
    ours, theirs, draws = (state.get(f"campaign.{side}", 0) for side in words.const["sides"])
    return f"{_count(ours, 'American win')}, {_count(theirs, 'Japanese win')}, {_count(draws, 'draw')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _over(event: Fact, state: State, words: Words) -> str:
    whose = {"won": "The tour is won", "lost": "The tour is lost", "drawn": "The tour is drawn"}
    data = event["data"]
    wins = f"{_count(data['ours'], 'American win')}, {_count(data['theirs'], 'Japanese win')}"
    return f"{whose[data['result']]}: {wins}, {_count(data['draws'], 'draw')}."


def _struck_out(event: Fact, state: State, words: Words) -> str:
    data = event["data"]
    end = ENDS.get(data["fate"])
    return f"{data['rank']} {data['man']}, {words.say(event['who'])}, {end} ({data['code']})." if end else ""


ENDS = {
    "killed": "was killed in action",
    "went_down": "was killed in action: he went down with the bomber",
    "died_of_wounds": "has died of his wounds",
    "lost_at_sea": "was lost at sea",
    "invalided": "will recover, but is invalided home",
    "captured": "is a prisoner in Japan",
    "captured_at_sea": "was taken from the sea and is a prisoner in Japan",
    "died_in_camp": "died in captivity in Japan",
}
"""What a letter home says of a man who is struck out."""


def _fire(event: Fact, state: State, words: Words) -> str:
    data = event["data"]
    bottle = words.say(data["bottle"])
    whose = "its extinguisher" if data["bottle"] == data["where"] else f"the extinguisher of the {bottle}"
    return f"Fire in the {words.say(data['where'])}: the {words.say(event['who'])} fights it with {whose}."


def _burns_on(event: Fact, state: State, words: Words) -> str:
    then = "the crew must leave at once" if event["data"]["at_once"] else "the crew must leave in the next zone"
    return f"The fire in the {words.say(event['data']['where'])} is out of hand: {then}."


def _moves(event: Fact, state: State, words: Words) -> str:
    data, say = event["data"], words.say
    to = f"{say(data['to'])}'s place" if data["to"] in words.const["crew"] else say(data["to"])
    if data["with_"] == data["to"]:
        return f"The {say(event['who'])} takes the {to}."
    other = f", and the {say(data['with_'])} makes way" if data["with_"] else ""
    return f"The {say(event['who'])} goes to the {to}{other}."


def _range(event: Fact, state: State, words: Words) -> str:
    zones = event["data"]["zones"]
    more = f"{_count_of(zones, 'zone', words)} more" if zones else "no further than this zone"
    return f"One engine is left: it carries her {more}."


def _count_of(number: int, what: str, words: Words) -> str:
    return f"{words.say(str(number))} {what}{'' if number == 1 else 's'}"


def _says(text: str) -> Callable[[Fact, State, Words], str]:
    return lambda event, state, words: text


FACTS: dict[str, Callable[[Fact, State, Words], str]] = {
    "briefing.truk": _says("A free mission: the airfield of Truk, by day and high."),
    "briefing.low_at_night": _says("By night she goes in low."),
    "briefing.bombed_out": lambda e, s, w: f"{w.say(e['data']['city'])} is bombed out: another city is chosen.",
    "fuel.loaded": _loaded,
    "fuel.paid": _paid,
    "fuel.tanks_fall": lambda e, s, w: f"The tanks of the {w.say(e['who'] + '_bay')} fall away.",
    "takeoff.safe": _says("She is safely off the ground."),
    "zone.climbs": _altitude,
    "zone.descends": _altitude,
    "course.gives_up": _says("The target is not found; the bombs go down on something else."),
    "course.looks_for": _says("She is off course and looks for the field."),
    "formation.breaks_up": _says("The formation breaks up; each finds its own way home."),
    "formation.rejoins": _says("She catches up and takes the tail of the formation."),
    "formation.lost": lambda e, s, w: f"{s.get('bomber', 'The bomber')} falls out of formation.",
    "escort.leaves": lambda e, s, w: f"The {w.say(e['data']['type'])}s waggle their wings and turn off.",
    "abort.aborts": _aborts,
    "pressure.given_up": _says("The pressure is let out of the cabins; everyone goes on oxygen."),
    "pressure.none_up_there": _says("Up there the cabins are without pressure; everyone goes on oxygen."),
    "pressure.lost": _says("The cabins lose their pressure; everyone goes on oxygen."),
    "fire.fights_fire": _fire,
    "fire.nobody_fights": lambda e, s, w: f"Fire in the {w.say(e['data']['where'])}, and nobody can fight it.",
    "fire.out_of_hand": _burns_on,
    "fire.drives_out": _says("The fire drives the crew out."),
    "crew.moves": _moves,
    "crew.picked": lambda e, s, w: f"The dice pick the {w.say(e['who'])}.",
    "crew.carried": lambda e, s, w: (
        f"The {w.say(e['data']['by'])} carries the {w.say(e['who'])} into the {w.say(e['data']['to'])}."
    ),
    "engines.descends": lambda e, s, w: f"She cannot hold her height: down to {w.say(e['data']['to'] + '_altitude')}.",
    "engines.range": _range,
    "engines.out_of_range": _says("The last engine carries her no further."),
    "guns.silent": lambda e, s, w: f"The {w.say('gun_' + e['who'])} stays silent.",
    "abort.bombs_fall": _says("The bombs are jettisoned."),
    "bombs.no_bomb_run": lambda e, s, w: (
        "Without bombs there is no bomb run."
        if not e["data"]["aboard"]
        else "The doors of both bays are stuck: no bomb run."
        if e["data"]["stuck"]
        else "She is not at the altitude of the mission: no bomb run."
    ),
    "bombs.halved": lambda e, s, w: f"With one bay shut half of them stay aboard: {e['data']['per_cent']}%.",
    "debriefing.bombed_out": lambda e, s, w: f"{w.say(e['who'])} is bombed out: nothing is left there to burn.",
    "debriefing.credit": _credit,
    "records.record": _record,
    "records.struck_out": _struck_out,
    "campaign.over": _over,
}
"""What a story says of a fact, by its place; nothing where it is empty."""

DEPTHS = {
    "fuel.paid": 2,
    "engines.descends": 1,
    "crew.picked": 2,
    "records.record": 2,
    "records.struck_out": 2,
    "campaign.over": 0,
}
"""How deep a fact is told, where it is not 1."""


# ---- rolls of which the log knows more than the row


def _rolled(event: Roll, outcome: str, state: State, words: Words) -> Iterator[Line]:
    """The line of a roll, with other words for what came of it."""
    for line in campaign_story.tell(event, state, words):
        why = line.text[len(line.bare) - 1 :]
        yield replace(line, text=f"{outcome}{why}", bare=f"{outcome}.")


def _weather(event: Roll, state: State, words: Words) -> str:
    """The weather, and the fuel that it cost or saved indeed: in the jet stream more, outward bound not always any."""
    row, gone = words.rows[event["row"]], _changed(event, "boxes_lost")
    told = [f"{given(event)['weather'][0]} weather"]
    if gone:
        told.append(f"{_boxes(gone, words)} of fuel lost{' in the jet stream' if gone > 1 else ''}")
    if saved := _changed(event, "boxes_restored"):
        told.append(f"{_boxes(saved, words)} of fuel saved")
    return f"{f'{row.area.lower()}: ' if row.area else ''}{'; '.join(told)}"


def _changed(event: Roll, path: str) -> int:
    """By how much a count has changed with an event."""
    return sum(int(new) - int(old or 0) for at, old, new in event["changes"] if at == path)


def _gunners(event: Roll, state: State, words: Words) -> str:
    """Who flies, and which guns are armed: further ones in the Low squadron alone."""
    low = state.get("squadron") == "low"
    effects = [effect for effect in words.rows[event["row"]].effects if low or effect.name != "armed_low"]
    return "; ".join(effect.brief(words.say) for effect in effects)


ROLLS: dict[str, Callable[[Roll, State, Words], str]] = {
    "zone.weather": _weather,
    "briefing.gunners": _gunners,
}
"""What a story says of a roll, by its place, where its row alone would say too much or too little."""


# ---- charts and choices


def _route(event: Consult, state: State, words: Words) -> str:
    zone = state["target_zone"]
    return f"{words.say(str(state['city']))} lies in zone {zone}."


CHARTS: dict[str, Callable[[Consult, State, Words], str]] = {
    "briefing.route": _route,
    "zone.below": lambda e, s, w: (
        f"Below: {listed([w.say(f'terrain_{letter}') for letter in letters_of(w.const, str(s['terrain']))])}."
    ),
    "debriefing.result": lambda e, s, w: f"{capital(w.say('victory_' + str(s['result'])))}.",
    "debriefing.bombing": lambda e, s, w: f"The bombing rates as {effect_words(w.rows[e['row']], w.say).lower()}.",
}
"""What a story says of a chart, by its place."""

CHOICES = {
    ("restore", "restore"): "The cabins are put under pressure again.",
    ("stay", "stay"): "You stay up in the cold.",
    ("overheats", "box"): "A box of fuel more keeps it running.",
    ("overheats", "shut_down"): "It is shut down, its propeller feathered.",
    ("again", "no"): "The fire is left to burn.",
    ("iwo", "land"): "You land at Iwo Jima.",
    ("iwo", "fly_on"): "You fly on past Iwo Jima.",
    ("initial_point", "again"): "You go round for the initial point once more.",
    ("ditch_or_jump", "ditch"): "You ditch.",
    ("ditch_or_jump", "jump"): "You have the crew jump.",
    ("land_or_jump", "land"): "You try to land.",
    ("land_or_jump", "jump"): "You have the crew jump.",
    ("evade", "steady"): "",
}
"""What a story says of a choice; nothing where it is empty."""
