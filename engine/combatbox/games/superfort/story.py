"""Narration of a log of B-29 missions.

It adds to the narration of all bomber games the events for which the sentences in the data are not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from combatbox.bomber import story
from combatbox.bomber.effects.battle import sections_struck
from combatbox.bomber.story import named, position_of
from combatbox.core.effects import VocabularyTerm
from combatbox.core.events import Event, Fact, Reached, Roll
from combatbox.core.log_state import changes_of, parse_effects, tree
from combatbox.core.narration import Detail, NarrationLine
from combatbox.core.phrases import join_words
from combatbox.core.table_views import capital
from combatbox.games.superfort import fuel, navigation
from combatbox.games.superfort.state import SuperfortNarration

State = story.State
"""The flat state of a log after an event."""


def tell(event: Event, state: State, words: SuperfortNarration) -> Iterator[NarrationLine]:
    """Narrate an event.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    place = event["place"]
    if "row" in event:
        if not _is_skipped(event, words):
            yield from _reached(event, state, words)
        if event["kind"] == "roll":
            yield from story.marks_of_burst(event, state, words)
        yield from _kills(event, state, words)
        if place != "down.prisoner" and any(new == "captured" for _, _, new in event["changes"]):
            yield NarrationLine(2, "The survivors are taken prisoner.")
    elif place == "zone.course":
        yield NarrationLine(1, words.places[place].told, detail=Detail())
    elif place == "records.start":
        yield NarrationLine(1, words.places[place].told)
        yield from _saved(state, words)
    else:
        yield from story.tell(event, state, words)


def values(event: Event, state: State, words: SuperfortNarration) -> Mapping[str, Callable[[], str]]:
    """Return values for the sentences of places: the fighter of the event, who fires, and the area of the row."""
    return {
        "fighter": lambda: story.fighter_called(state, event["who"], words),
        "allocated": lambda: _allocated(event, state, words),  # type: ignore[arg-type]
        "area": lambda: story.name_before(event, words),  # type: ignore[arg-type]
        "left": lambda: _left(event, state),
        "reasons": lambda: join_words(_reasons(event["data"]["why"], state, words)),  # type: ignore[typeddict-item]
    }


def _reasons(causes: list[str], state: State, words: SuperfortNarration) -> list[str]:
    """Return the reasons for an abort; a bomber that was never in the formation has not lost it."""
    lost = "why_formation" if state["assembled"] else "want_of_a_formation"
    return [words.say(lost if cause == "formation" else f"why_{cause}") for cause in causes]


def _left(event: Event, state: State) -> str:
    """Return the boxes of fuel that are left, after a box that leaks away on entering a zone."""
    return f"{'another leaks away; ' if _changed(event, 'boxes_lost') else ''}{sum(state[boxes] for boxes in BOXES)}"


def _reached(event: Reached, state: State, words: SuperfortNarration) -> Iterator[NarrationLine]:
    """Narrate a roll or a chart."""
    if event["kind"] == "roll" and (outcome := _outcome(event, state, words)):
        yield story.worded(event, outcome, state, words)
    elif sections := parse_effects(event).get("walking_hits"):
        yield from _walk(event, sections, state, words)
    elif event["place"] in navigation.METHODS:
        when = words.rows[event["row"]].when
        for line in story.tell(event, state, words):
            reason = _silence(state, words)
            text = line.text.replace(when.words(words.say) if when else reason, reason)
            name = reason if when else f"{line.who[:1].lower()}{line.who[1:]}"
            yield replace(line, text=text, detail=Detail(name, _changed(event, "marker")))
    elif event["kind"] == "consult":
        yield from story.tell(event, state, words)
    elif event["place"] == "course.determined":
        others = [pair for pair in event["modifiers"] if pair[0] != "navigation_marker"]
        yield replace(story.tell_roll(event, state, words), sums=tuple(story.reasons(others, words)))
    else:
        outcome = story.outcome_of(event, state, words)
        yield story.worded(event, text_of_no_effect(event, outcome, state, words) or outcome, state, words)


def _silence(state: State, words: SuperfortNarration) -> str:
    """Return why there is no radio navigation: the radio is out, or a man is not at his post or not fit for it."""
    absent = [
        f"no {words.say(man)}"
        for man in ("radio_operator", "navigator")
        if state[f"men.{man}.station"] != man
        or state[f"men.{man}.serious"]
        or state[f"men.{man}.frostbitten"]
        or man in state["carried"]
        or f"fought.{man}" in state
    ]
    return join_words([*(["radio out"] if state["plane.radio_out"] else []), *absent])


def _is_skipped(event: Reached, words: SuperfortNarration) -> bool:
    """Return True for an event that is not narrated.

    Routine checks without a result are skipped, and so are charts whose text the next line repeats. A further roll that
    a check calls for is always narrated; it is recognized by its table, which is not that of the check.
    """
    place = event["place"]
    if event["kind"] == "consult":
        return next(iter(parse_effects(event)), "") in LEADS_ON or place in ("down.at_sea", "formation.roll")
    quiet = place in QUIET and event["table"] == words.places[place].table
    return place == "crew.by_chance" or (quiet and event["gives"] == ["no_effect"])


QUIET = ("zone.event", "oxygen.check", "pressure.check")
"""The places of checks that are narrated only if something happens."""

LEADS_ON = ("pressure_check", "gunfire", "nervous_gunners")
"""The results of charts that are not narrated, because they are routine or because later events narrate them."""


# ---- men by name


def _saved(state: State, words: SuperfortNarration) -> Iterator[NarrationLine]:
    """Yield a line with the men who came back without the bomber and will fly again."""
    roles = [role for role, man in tree(state, "men").items() if man.get("fate") in SAVED]
    if roles:
        yield NarrationLine(
            2, f"Rescued, and back with the squadron: {join_words([named(state, role, words) for role in roles])}."
        )


SAVED = ("rescued", "returned")
"""The fates of men who came back after their bomber was lost."""


def _kills(event: Event, state: State, words: SuperfortNarration) -> Iterator[NarrationLine]:
    """Yield a line for each man who has shot down a fighter, with his total."""
    for steps, old, new in changes_of(event):
        match steps:
            case ("men", role, "kills") if new and new > (old or 0):
                total = story.counted(new, "fighter", words)
                ace = ", and is an ace" if new == words.const.ace_kills else ""
                yield NarrationLine(2, f"{capital(named(state, role, words))} has {total} to his credit{ace}.")


# ---- who fires


def _allocated(event: Fact, state: State, words: SuperfortNarration) -> str:
    """Return the guns and the target of each man, with the sight that a stand-in uses."""
    guns, men = event["data"]["guns"], event["data"]["men"]
    parts = [
        f"{_at_sight(man, state, words)}: {join_words([words.say(f'gun_{gun}') for gun in guns if men[gun] == man])}"
        f" at the {story.fighter_at(state, next(guns[gun] for gun in guns if men[gun] == man), words)}"
        for man in dict.fromkeys(men.values())
    ]
    return "; ".join(parts) or "no gun fires"


def _at_sight(man: str, state: State, words: SuperfortNarration) -> str:
    station = str(state[f"men.{man}.station"])
    return words.say(man) if station == man else f"{words.say(man)} at the {words.say(station)}'s sight"


# ---- rolls whose wording needs more than the row


def _outcome(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return the text for a roll whose effect or place has a formatter, otherwise an empty string."""
    named = (name for name in (*parse_effects(event), event["place"]) if name in FORMATTERS)
    formatter = FORMATTERS.get(next(named, ""))
    return formatter(event, state, words) if formatter else ""


def _weather(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return the weather, with the fuel that it actually cost or saved."""
    row, lost = words.rows[event["row"]], _changed(event, "boxes_lost")
    saved = _changed(event, "boxes_restored")
    wind = (
        f" and a {row.area.lower()}" if row.area and (lost or saved or "fair_wind" not in parse_effects(event)) else ""
    )
    parts = [f"{parse_effects(event)['weather'][0]} weather{wind}"]
    if lost:
        parts.append(f"{fuel.boxes(lost, words.say)} of fuel lost{' in the jet stream' if lost > 1 else ''}")
    if saved:
        parts.append(f"{fuel.boxes(saved, words.say)} of fuel saved")
    return "; ".join(parts)


def _changed(event: Event, path: str) -> int:
    """Return the amount by which an event has changed a number of the state."""
    return sum(int(new) - int(old or 0) for at, old, new in event["changes"] if at == path)


def _gunners(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return who flies and which guns are armed, including those of the Low squadron."""
    low = state.get("squadron") == "low"
    effects = [effect for effect in words.rows[event["row"]].effects if low or effect.name != "armed_low"]
    return "; ".join(effect.short_words(words.say) for effect in effects)


def _hurt(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return `shot down` for a hit that alone destroys a fighter, otherwise an empty string."""
    return "shot down" if "destroyed" in parse_effects(event) else ""


def _angle(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return the clock position and height from which a fighter attacks."""
    return f"from {words.say(position_of(state, event['who']))}"


def _at_sea(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return the text for a man who is lost although the row reached by the modified roll rescues him.

    The first rows of the table, which depend on the natural roll, take precedence over that row.
    """
    if state[f"men.{event['who']}.fate"] == "rescued":
        return ""
    first = words.tables[event["table"]].first
    return "; ".join(
        f"{story.effects_text(event, state, words, row.effects)}, on a {row.when.words(words.say)}"
        for row in first
        if row.when
    )


def _late_wound(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return the text for a wound after the flight, without its effect on the man's duties."""
    if not state.get("landed") or state[f"men.{event['who']}.dead"]:
        return ""
    wound = next(iter(parse_effects(event)))
    worse = wound == "light_wound" and any(steps[-1] == "serious" for steps, _, _ in changes_of(event))
    return f"{words.say(wound)}{', with his others as bad as a serious one' if worse else ''}"


def _pump(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return the effect of a failing transfer pump: the fuel of a bay is cut off, or boxes of fuel are lost."""
    bay = words.say(f"{parse_effects(event)['bay_shut'][0]}_bay")
    if lost := _changed(event, "boxes_lost"):
        return f"nothing is left in the {bay}; {fuel.boxes(lost, words.say)} of fuel lost"
    return f"no more fuel from the {bay}" if any(steps[0] == "tanks_shut" for steps, _, _ in changes_of(event)) else ""


def _bay_lost(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return the number of boxes of fuel that are lost with the tanks of a bay."""
    bay = words.say(f"{parse_effects(event)['bay_boxes_lost'][0]}_bay")
    return f"{fuel.boxes(_changed(event, 'boxes_lost'), words.say)} of fuel lost from the {bay}"


def _walk(event: Event, sections: tuple[str, ...], state: State, words: SuperfortNarration) -> Iterator[NarrationLine]:
    """Yield a line with the sections that walking hits have struck."""
    outcome = join_words(sections_struck(words.say, sections))
    if event["kind"] == "roll":
        yield story.worded(event, outcome, state, words)
    else:
        yield NarrationLine(1, f"{words.places[event['place']].told}: {outcome}.")


def _rough(event: Roll, state: State, words: SuperfortNarration) -> str:
    """Return the name of bad weather or turbulence that has no effect, otherwise an empty string."""
    return words.rows[event["row"]].area.lower() if event["gives"] == ["no_effect"] else ""


FORMATTERS: dict[str, Callable[[Roll, State, SuperfortNarration], str]] = {
    "angle": _angle,
    "bay_boxes_lost": _bay_lost,
    "bay_shut": _pump,
    "far_wing": lambda _event, _state, _words: "strikes the far wing",
    "light_wound": _late_wound,
    "rescued": _at_sea,
    "serious_wound": _late_wound,
    "weather": _weather,
    "briefing.gunners": _gunners,
    "guns.damage": _hurt,
    "target.thermals": _rough,
    "zone.weather": _rough,
}
"""Formatters of rolls by effect or place, where the text of the row is too long or too short."""

LASTS = (
    "part_out",
    "side_out",
    "gun_out",
    "cannon_or_tail_out",
    "compromised",
    "pressure_lost",
    "bay_shut",
    "bay_boxes_lost",
    "tank_leak",
    "boxes_lost",
    "boxes_restored",
    "engine_out",
    "propeller",
    "charges_left",
)
"""The effects that change nothing if the part or supply that they hit is already out or used up."""

TOUCHES = {
    "plane",
    "guns",
    "engines",
    "men",
    "boxes_lost",
    "boxes_restored",
    "compromised",
    "pressure_lost",
    "pressurized",
    "tanks_shut",
    "wing_leak",
    "oxygen_hits",
    "compass",
    "tunnel_pierced",
}
"""The first elements of the paths in the state that the effects in `LASTS` change."""

BOXES = ("internal", "fwd_boxes", "aft_boxes")
"""The fields with fuel; they stay as they are under an option that does not count it."""

OF_FORMATION = ("out_of_formation", "near_collision")
"""The effects that change nothing for a bomber outside a formation."""


def text_of_no_effect(event: Roll, outcome: str, state: State, words: SuperfortNarration) -> str:
    """Return the text for a roll that changes nothing; empty for any other roll.

    Args:
        event: the roll.
        outcome: the text for the result of the roll.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    row = words.rows[event["row"]]
    name = story.name_before(event, words) or outcome
    components = [component for effect in row.effects for component in effect.components()]
    touched = {steps[0] for steps, _, _ in changes_of(event)}
    blown = next((component["station"] for component in components if component.name == "blown_out"), "")
    if blown and "men" not in touched:
        manned = state.get(f"stations.{blown}")
        return "no pressure to blow him out" if manned else f"nobody is at the {words.say(blown)}'s station"
    if components and all(component.name in OF_FORMATION for component in components):
        alone = state["out_of_formation"] and not touched & {"out_of_formation", "leaves_formation"}
        return (name if row.then else f"{name}; no effect, for she flies in no formation") if alone else ""
    if "abort_allowed" in parse_effects(event) and (state["leg"] != "out" or state["aborting"]):
        return name
    lasting = [component for component in components if component.name in LASTS]
    if not lasting or touched & TOUCHES or any(effect.leads_to() for effect in row.effects):
        return ""
    if all(component.name == "boxes_lost" for component in lasting):
        others = story.effects_text(
            event, state, words, [effect for effect in row.effects if effect.name != "boxes_lost"]
        )
        loss = "" if any(state[boxes] for boxes in BOXES) else "no box of fuel is left to lose"
        return "; ".join(filter(None, (story.name_before(event, words), others, loss))) or "no effect"
    checked_first = bool(words.tables[row.table].first) and event["table"] in words.tables
    gone = all(_gone(component, state, checked_first) for component in lasting)
    return f"{name}; no further effect" if gone else ""


def _gone(piece: VocabularyTerm, state: State, checked_first: bool) -> bool:
    """Return True if the part or supply that an effect would put out is already out.

    Args:
        piece: the effect.
        state: the flat state after the event.
        checked_first: True if a check comes before the effects of the row, so that a later event changes the state. In
            that case the state shows whether the part is already out.
    """
    if piece.name == "pressure_lost":
        return bool(state["pressure_lost"])
    if not checked_first:
        return True
    if piece.name == "gun_out":
        return bool(state.get(f"guns.{piece['gun']}.out"))
    return piece.name == "part_out" and bool(state.get(f"plane.{piece['part']}"))
