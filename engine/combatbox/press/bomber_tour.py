"""The contents of the tour book of a bomber game, read from the events of the tour's log.

Queen of the Skies and B-29 Superfortress share this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from combatbox.bomber.highlights import DEAD
from combatbox.bomber.record import section_struck, shot_down
from combatbox.core.events import Event, Header
from combatbox.core.log_state import LogState, changes_of, is_phase, tree, with_states
from combatbox.core.phrases import join_words, number_word, plural
from combatbox.core.table_views import capital
from combatbox.play.medals import Deed, awards
from combatbox.play.narrate import event_lines, narration_context
from combatbox.press.bomber_sheets import times
from combatbox.press.crew_wall import face_of, motif_for
from combatbox.press.provider import SheetContext
from combatbox.press.tour_data import (
    TOUR,
    Comparison,
    ManOnWall,
    MissionEntry,
    Route,
    Tour,
    Wall,
    Zone,
    with_percentage,
)

_RECORDS = ("records.ace", "records.goes_home", "records.struck_out", "records.bomber_leaves", "campaign.new_bomber")
"""The places in the order of play whose sentences report the fates of men and bombers."""
_JOINS, _OVER, _RECORD, _STRUCK = "campaign.joins", "campaign.over", "records.record", "records.struck_out"
_DEAD = (*DEAD, "died_in_camp")  # the last one in B-29 Superfortress alone
_CAPTURED = ("captured", "captured_at_sea", "died_in_camp")
_JUMPED = ("bailed_out", "captured", "returned", "rescued")
_ABSENT = "stood_down"  # in B-29 Superfortress: he stays on the ground, or another man flies in his place
_PRESENT = ("", _ABSENT)  # the fates of men who are with the crew when the tour ends
_MANY_KILLS, _MUCH_ON_TARGET, _MANY_SHELLS = 3, 50, 6


@dataclass(slots=True)
class Flown:
    """A mission that was entered in the record of a tour, with a summary of the events of its flight."""

    state: Mapping[str, Any] = field(default_factory=dict)
    men: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    out: tuple[int, ...] = ()
    attackers: Counter[str] = field(default_factory=Counter)
    destroyed: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    fought: dict[Zone, None] = field(default_factory=dict)
    records: list[tuple[str, str]] = field(default_factory=list)
    struck: dict[str, list[str]] = field(default_factory=dict)  # roles by fate
    joined: dict[str, str] = field(default_factory=dict)  # sentences by man
    gunners: Counter[str] = field(default_factory=Counter)
    at_sea: bool = False

    @property
    def home(self) -> bool:
        """True if the bomber came home and can be repaired, even if it then left the tour."""
        return not any(place == "records.bomber_leaves" for place, _ in self.records) or self.retired

    @property
    def retired(self) -> bool:
        """True if the bomber is safe or can be repaired, so that it left only because a tour was over."""
        return self.state.get("plane.fate", "") in ("", "safe", "repairable") and self.state.get("landed") != "lost"

    @property
    def is_crew_whole(self) -> bool:
        """True if every man came home aboard."""
        return not any(man["fate"] in (*_DEAD, *_JUMPED) for man in self.men.values())

    @property
    def dead(self) -> list[Mapping[str, Any]]:
        """The men who died."""
        return [man for man in self.men.values() if man["fate"] in _DEAD]


def read_tour(
    context: SheetContext, events: Sequence[Event], header: Header, landed: Callable[[str], str] = lambda _: ""
) -> Tour:
    """Read the contents of a tour book from a log.

    Args:
        context: the game and its data.
        events: the events of the log.
        header: the header of the log.
        landed: a function that converts the state's code for a landing place to the key of that place on the map. It
            returns an empty text for the base.

    Returns:
        The contents; without missions if none is in the record yet.
    """
    flights, result = _read(context, events)
    if not flights:
        return Tour("", result, (), (), (), ((), ()), ())
    first = flights[0]
    missions = [_entry(context, flown, landed) for flown in flights]
    crew = [(capital(context.say(role)), _named(man)) for role, man in first.men.items()]
    heads = ("Name", "Station", "Missions", "Fighters", "Wounds", "In the end")
    return Tour(
        str(first.state["bomber"]),
        result,
        crew,
        _bombers(flights),
        missions,
        (heads, list(_honours(context, _service(flights)))),
        _closing(context, flights),
        context.odds.about,
        _wall(context, flights),
    )


# ---- the log


def _read(context: SheetContext, events: Sequence[Event]) -> tuple[list[Flown], str]:
    """Return the missions that were entered in the record, and the sentence with which the tour ended."""
    book, words = context.book, narration_context(context.book)
    flights: list[Flown] = []
    flown, result = Flown(), ""
    for event, state in with_states(events):
        place = event.get("place", "")
        if is_phase(event, "mission"):
            flown = Flown()
        _note_changes(flown, event, state)
        if section := section_struck(event, state, book.const):
            flown.hits[section] += 1
        if place == _RECORD:
            flown.state, flown.men = dict(state), tree(state, "men")
            flown.at_sea = state.get("down_terrain") == book.const.water
            numbers = book.const.engine_numbers
            flown.out = tuple(n for i, n in enumerate(numbers) if state.get(f"engines.{i}.out"))
            flights.append(flown)
        elif place in (*_RECORDS, _JOINS, _OVER):
            text = " ".join(line.text for line in event_lines(book, event, state, words)[:1])
            if place == _OVER:
                result = text
            elif place == _JOINS and event["kind"] == "fact":
                man = event["data"]
                flown.joined[f"{man['rank']} {man['man']}".strip() + f", {book.say(event['who'])}"] = text
            else:
                flown.records.append((place, text))
                if place == "records.goes_home":  # the state changes after the record
                    flown.men[event["who"]]["fate"] = "sent_home"
                if place == _STRUCK and event["kind"] == "fact":
                    flown.struck.setdefault(event["data"]["fate"], []).append(event["who"])
    return flights, result


def _note_changes(flown: Flown, event: Event, state: LogState) -> None:
    """Add the fighters that an event reports as attacking or destroyed, and the men who destroyed them."""
    for steps, _, new in changes_of(event):
        if steps[0] == "waves" and steps[-1] == "type" and new:
            flown.attackers[new] += 1
            flown.fought[str(state.get("leg", "out")), int(state.get("zone", 0))] = None
    types, roles = shot_down(event, state)
    flown.destroyed.update(types)
    flown.gunners.update(roles)


# ---- a mission


def _entry(context: SheetContext, flown: Flown, landed: Callable[[str], str]) -> MissionEntry:
    say, state = context.say, flown.state
    spots = context.data["sections"]
    hits = {tuple(spots[section]["dot"]): count for section, count in flown.hits.items() if section in spots}
    gone = [role for role, man in flown.men.items() if man["serious"] or man["fate"] in _DEAD]
    where = (str(state.get("leg", "out")), int(state.get("zone", 0)))
    lost = None if flown.home or _is_down_safely(context, flown) else where
    city = str(state.get("city", ""))
    route = Route(city, tuple(flown.fought), lost, landed(str(state.get("landed", "")))) if city else None
    title = ", ".join(say(word) for word in (city, state.get("target_type", "")) if word)
    counted = "" if state.get("counts", True) else " (not counted)"
    return MissionEntry(
        int(state["mission"]),
        f"{title}{counted}",
        f"{state['bomber']}, her mission {state.get('bomber_missions', 1)}",
        _day(context, flown),
        tuple(_facts(context, flown)),
        tuple(_records(context, flown)),
        hits,
        (*(context.data["stations"][role] for role in gone), *(f"engine-{number}" for number in flown.out)),
        route,
    )


def _facts(context: SheetContext, flown: Flown) -> Iterator[tuple[str, str]]:
    """Yield the facts that are printed beside the pictures, as label and text."""
    say, state = context.say, flown.state
    yield "Fighters", _counted(context, flown.attackers) or "none"
    if flown.destroyed:
        by = [f"{_named(flown.men[role])} {count}" for role, count in flown.gunners.items() if role in flown.men]
        label = "Shot down" if flown.gunners.total() == flown.destroyed.total() else "Destroyed"
        yield label, _counted(context, flown.destroyed) + (f": {join_words(by)}" if by else "")
    yield "Shells", _sections(context, flown.hits) or "none"
    yield "Bombs", _bombs(say, state)
    wounds = [f"{_named(man)} ({_wound(man)})" for man in flown.men.values() if _wound(man)]
    if wounds:
        yield "Wounded", join_words(wounds)
    if state.get("result"):
        yield "Result", capital(say(f"victory_{state['result']}"))


def _bombs(say: Callable[[str], str], state: Mapping[str, Any]) -> str:
    if not state.get("bombs_dropped"):
        return "not dropped"
    return f"{say(str(state.get('aim_result', '')))}, {state.get('per_cent', 0)}%"


def _wound(man: Mapping[str, Any]) -> str:
    light = int(man.get("light") or 0)
    parts = [
        "serious" if man.get("serious") else "light" if light else "",
        "frostbite" if man.get("frostbitten") else "",
    ]
    return ", ".join(part for part in parts if part)


def _records(context: SheetContext, flown: Flown) -> Iterator[str]:
    """Yield sentences about the fates of men and bombers; men with the same fate share one, and so do all new men."""
    yield from (text for place, text in flown.records if place in ("records.ace", "records.goes_home"))
    for fate, roles in flown.struck.items():
        names = [f"{_named(flown.men[role])}, {context.say(role)}" for role in roles]
        yield f"{capital(context.say(fate))}: {'; '.join(names)}."
    yield from (text for place, text in flown.records if place in ("records.bomber_leaves", "campaign.new_bomber"))
    if len(flown.joined) > 1:
        yield f"New: {'; '.join(flown.joined)}."
    else:
        yield from flown.joined.values()


def _day(context: SheetContext, flown: Flown) -> str:
    """Return the sentence of the day, which is about the most important event."""
    return next(_weighed(context, flown))


def _weighed(context: SheetContext, flown: Flown) -> Iterator[str]:
    """Yield sentences about a mission, the most important first; there is always at least one."""
    state, bomber = flown.state, flown.state["bomber"]
    shells, came, shot = flown.hits.total(), flown.attackers.total(), flown.gunners.total()
    dead = len(flown.dead)
    if not flown.home:
        yield _lost(context, flown)
    if dead > 1:
        yield f"{capital(number_word(dead))} of her men die."
    yield from (_uncoded(text) for man in flown.dead for place, text in flown.records if man["name"] in text)
    yield from (text for place, text in flown.records if place in ("records.ace", "records.goes_home"))
    if shot >= _MANY_KILLS:
        yield f"{capital(number_word(came))} fighters come, and her gunners shoot down {number_word(shot)} of them."
    if len(flown.out) > 1:
        running = len(context.book.const.engine_numbers) - len(flown.out)
        yield f"{bomber} comes home on {number_word(running) if running else 'no'} engine{'' if running == 1 else 's'}."
    serious = [_named(man) for man in flown.men.values() if man["serious"]]
    if serious:
        yield f"{join_words(serious)} {'is' if len(serious) == 1 else 'are'} badly hit, and {'lives' if len(serious) == 1 else 'live'}."
    if state.get("bombs_dropped") and state.get("per_cent", 0) >= _MUCH_ON_TARGET:
        yield f"Of every hundred bombs {state['per_cent']} fall on the target."
    if flown.out:
        yield f"{bomber} comes home with an engine out."
    if shells >= _MANY_SHELLS:
        yield _struck(flown)
    if not state.get("bombs_dropped"):
        yield "She brings her bombs back."
    if shot:
        yield f"Her gunners shoot down {'a fighter' if shot == 1 else f'{number_word(shot)} fighters'}."
    if shells:
        yield _struck(flown)
    if came:
        yield (
            "One fighter comes, and does not hit her."
            if came == 1
            else f"{capital(number_word(came))} fighters come, and not one hits her."
        )
    yield "No fighter comes, and no shell strikes her."


def _struck(flown: Flown) -> str:
    """Return a sentence about the number of shells that struck the bomber, and their effect on the crew."""
    shells = flown.hits.total()
    strike = "One shell strikes" if shells == 1 else f"{capital(number_word(shells))} shells strike"
    if shells >= _MANY_SHELLS and flown.is_crew_whole:
        return f"{strike}, and everybody comes home."
    if hurt := [_named(man) for man in flown.men.values() if man["light"] or man["serious"]]:
        return f"{strike}, and {join_words(hurt)} {'is' if len(hurt) == 1 else 'are'} hurt."
    return f"{strike}, and nobody is the worse for it." if flown.is_crew_whole else f"{strike}."


def _is_down_safely(context: SheetContext, flown: Flown) -> bool:
    """Return True if the bomber landed among friends."""
    landed = flown.state.get("landed")
    return bool(landed) and landed in context.book.const.safe_landings


def _lost(context: SheetContext, flown: Flown) -> str:
    """Return a sentence about the loss of the bomber."""
    bomber, state = flown.state["bomber"], flown.state
    if _is_down_safely(context, flown):
        return f"{bomber} comes down among friends, and never flies again."
    back = [man for man in flown.men.values() if man["fate"] in (*context.book.const.fit_again, "sent_home")]
    who = "everybody" if len(back) == len(flown.men) else f"{number_word(len(back))} of her men"
    end = (
        "none of her men comes back"
        if not back
        else f"{who} {'comes' if len(back) == 1 or who == 'everybody' else 'come'} back"
    )
    leg = "out" if state.get("leg") == "out" else "home"
    return f"{bomber} is lost in zone {state.get('zone')} on the way {leg}; {end}."


def _uncoded(text: str) -> str:
    """Return a sentence without the code of a fate that follows it in parentheses."""
    head, mark, _ = text.rpartition(" (")
    return f"{head}." if mark and text.endswith(").") else text


def _counted(context: SheetContext, kinds: Mapping[str, int]) -> str:
    return join_words([f"{count} {context.say(kind)}" for kind, count in sorted(kinds.items(), key=lambda i: -i[1])])


def _sections(context: SheetContext, hits: Mapping[str, int]) -> str:
    return ", ".join(times(context.say(name), count) for name, count in hits.items())


def _named(man: Mapping[str, Any]) -> str:
    return f"{man.get('rank', '')} {man['name']}".strip()


# ---- the whole tour


def _bombers(flights: Sequence[Flown]) -> list[str]:
    """Return the bombers with their missions: `Bayou Bess: missions 1 to 12`."""
    spans: list[tuple[str, int, int]] = []
    for flown in flights:
        name, number = str(flown.state["bomber"]), int(flown.state["mission"])
        if spans and spans[-1][0] == name:
            spans[-1] = (name, spans[-1][1], number)
        else:
            spans.append((name, number, number))
    return [f"{name}: {f'mission {a}' if a == b else f'missions {a} to {b}'}" for name, a, b in spans]


@dataclass(slots=True)
class _Man:
    """The service of a man in the crew.

    Attributes:
        last: his state at the end of his last mission.
        deeds: the facts of each of his missions.
    """

    role: str
    last: Mapping[str, Any] = field(default_factory=dict)
    light: int = 0
    serious: int = 0
    deeds: list[Deed] = field(default_factory=list)


def _service(flights: Sequence[Flown]) -> list[_Man]:
    """Return the service of all men, in the order in which they joined."""
    men: dict[tuple[str, str], _Man] = {}
    for flown in flights:
        for role, man in flown.men.items():
            career = men.setdefault((role, str(man["name"])), _Man(role))
            before, now = int(career.last.get("missions", 0)), int(man["missions"])
            # Fewer: a man who stands down after a mission that did not count, or a new man with the name of the one before.
            credited = now - before if now >= before or man["fate"] == _ABSENT else now
            career.last = man
            career.light += int(man["light"] or 0)
            career.serious += bool(man["serious"])
            career.deeds.append(_deed(flown, role, man, credited))
    return list(men.values())


def _deed(flown: Flown, role: str, man: Mapping[str, Any], credited: int) -> Deed:
    """Return the facts of a mission of a man, by which medals are awarded.

    Args:
        flown: the mission.
        role: his station.
        man: his state at the end of the mission.
        credited: the missions for which it counts toward his tour.
    """
    fate = man["fate"]
    home = flown.home and fate not in (*_DEAD, *_JUMPED, _ABSENT)
    return {
        "missions": credited,
        "home": int(home),
        "flew": int(home and flown.state.get("pilot_at_controls") == role),
        "kills": flown.gunners[role],
        "wounds": int(bool(man["light"] or man["serious"] or fate in DEAD)),
        "killed": int(fate in _DEAD),
        "captured": int(fate in _CAPTURED),
        "returned": int(fate == "returned" and not flown.at_sea),
        "engines_out": len(flown.out),
        "shells": flown.hits.total(),
        "per_cent": max(0, int(flown.state.get("per_cent", 0))),
    }


def _wall(context: SheetContext, flights: Sequence[Flown]) -> Wall:
    """Return the contents of the wall of the crew."""
    last = flights[-1]
    bomber = str(last.state["bomber"])
    hers = [flown for flown in flights if flown.state["bomber"] == bomber]
    men = [_man_on_wall(context, man, last) for man in _by_station(_service(flights))]
    return Wall(bomber, motif_for(bomber), bomber, len(hers), sum(flown.gunners.total() for flown in hers), men)


def _by_station(men: Sequence[_Man]) -> list[_Man]:
    """Return men in the order of the first crew; men of one station stay in the order in which they served."""
    stations = list(dict.fromkeys(man.role for man in men))
    return sorted(men, key=lambda man: stations.index(man.role))


def _man_on_wall(context: SheetContext, career: _Man, last: Flown) -> ManOnWall:
    man, say = career.last, context.say
    missions, kills, fate = int(man["missions"]), int(man["kills"]), str(man["fate"])
    record = plural(missions, "mission")
    earned = awards(context.medals, career.role, career.deeds)
    return ManOnWall(
        str(man["name"]),
        str(man.get("rank", "")),
        say(career.role),
        face_of(str(man["name"]), career.role),
        f"{record}, {kills} shot down" if kills else record,
        "" if fate in _PRESENT else say(fate),
        fate in _DEAD,
        last.men.get(career.role, {}).get("name") == man["name"],
        [award.title for award in earned],
        [(award.medal.title, award.medal.ribbon) for award in earned if award.medal.ribbon],
        [(award.title, award.reason) for award in earned],
    )


def _honours(context: SheetContext, men: Sequence[_Man]) -> Iterator[tuple[str, ...]]:
    """Yield a line for each man with his missions, fighters, wounds and fate."""
    say, short = context.say, context.data["short"]
    for career in men:
        man = career.last
        wounds = [
            f"{career.serious} serious" if career.serious else "",
            f"{career.light} light" if career.light else "",
        ]
        yield (
            _named(man),
            short.get(career.role, capital(say(career.role))),
            str(int(man["missions"])),
            str(int(man["kills"]) or "–"),
            ", ".join(wound for wound in wounds if wound) or "–",
            "with the crew" if man["fate"] in _PRESENT else say(str(man["fate"])),
        )


def _closing(context: SheetContext, flights: Sequence[Flown]) -> list[Comparison]:
    """Return the figures of the tour, compared with the stored odds."""
    book, count = context.book, len(flights)
    ours, theirs, _draw = book.const.sides
    odds = context.odds.percentage
    dropped = [flown for flown in flights if flown.state.get("bombs_dropped")]
    on_target = [flown for flown in dropped if flown.state.get("aim_result") == "on_target"]
    return [
        Comparison(
            "Missions won", with_percentage(sum(f.state.get("result") == ours for f in flights), count), odds(ours)
        ),
        Comparison(
            "Missions lost", with_percentage(sum(f.state.get("result") == theirs for f in flights), count), odds(theirs)
        ),
        Comparison("Bombs on target", with_percentage(len(on_target), count), odds("on target")),
        Comparison("The bomber survives", with_percentage(sum(f.home for f in flights), count), odds("survived")),
        Comparison(
            "A man is lost", with_percentage(sum(bool(_gone(context, f)) for f in flights), count), odds("crewman lost")
        ),
        Comparison(
            "One bomber for the whole tour",
            "yes" if len({f.state["bomber"] for f in flights}) == 1 else "no",
            odds(TOUR),
        ),
        Comparison("Fighters that attacked", str(sum(f.attackers.total() for f in flights))),
        Comparison("Fighters shot down", str(sum(f.gunners.total() for f in flights))),
        Comparison("Shells in the plane", str(sum(f.hits.total() for f in flights))),
        Comparison("Men who died", str(sum(len(f.dead) for f in flights))),
        Comparison("Mean per cent on target", _mean([int(f.state.get("per_cent", 0)) for f in dropped])),
    ]


def _gone(context: SheetContext, flown: Flown) -> list[str]:
    fit = context.book.const.fit_again
    return [role for role, man in flown.men.items() if man["fate"] not in fit and man["fate"] != "sent_home"]


def _mean(numbers: Sequence[int]) -> str:
    return f"{sum(numbers) / len(numbers):.0f}%" if numbers else "–"
