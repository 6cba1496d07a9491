"""What a log tells of a campaign, around what `story` tells of its missions: narration, record, summary, tally."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.bomber import campaign, record, story
from combatbox.bomber.composite import composite
from combatbox.bomber.state import State
from combatbox.core.events import Consult, Event, Fact, Header, Phase, follow, way
from combatbox.core.game import Line, Words
from combatbox.core.tables import Rulebook
from combatbox.core.wording import capital, effect_words


def summary(state: State) -> dict[str, Any]:
    """How a campaign stands, or how a mission ended, as plain data."""
    return record.summary(state) if state.campaign is None else dict(campaign.summary(state))


def tally(state: State) -> Iterator[str]:
    """What a mission or a campaign counts as in the odds: `survived` when the (first) bomber came through."""
    if state.campaign is None:
        yield from record.tally(state)
    else:
        yield f"campaign {state.campaign.result or 'going on'}"
        if len(state.campaign.services) == 1 and state.campaign.result:
            yield "survived"


def forms(events: list[Event], header: Header, book: Rulebook) -> dict[str, Any]:
    """The sheets of the game, filled: the chart of each mission (the last as `mission_chart`), the composite record.

    `campaign`: whether the log is of a campaign, which alone enters its missions in a record.
    """
    charts = mission_charts(events, header, book)
    return {
        "mission_chart": charts[-1] if charts else record.forms(events, header, book)["mission_chart"],
        "mission_charts": charts,
        "campaign": header["run"] == "tour",
        "composite": composite(events, header, book),
    }


def mission_charts(events: list[Event], header: Header, book: Rulebook) -> list[dict[str, Any]]:
    """Each mission on a chart of its own."""
    charts: list[dict[str, Any]] = []
    chart: record.Chart | None = None
    state: dict[str, Any] = {}
    for event in events:
        if event["kind"] == "phase" and event["name"] == "mission":
            chart = record.Chart(book)
            chart.state = state
        elif event["kind"] == "fact" and event["name"] == "record" and chart:
            charts.append(chart.done(header))
            chart = None
        if chart:
            chart.take(event)
            state = chart.state
        else:
            follow(state, event)
    return [*charts, chart.done(header)] if chart else charts


# ---- narration


def tell(event: Event, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    """An event as lines of plain English: those of a campaign here, all others as the story of a mission has them."""
    if event["kind"] == "phase" and event["name"] in PHASES:
        yield from PHASES[event["name"]](event, state, words)
    elif event["kind"] == "fact" and event["name"] in FACTS:
        yield from FACTS[event["name"]](event, state, words)
    elif event["kind"] == "choice" and event["decision"] in CHOICES:
        text = CHOICES[event["decision"]].get(event["taken"])
        if text:
            yield Line(1, text)
    elif event["kind"] == "consult" and event["place"] in RATED:
        yield _tell_rating(event, state, words)
    else:
        yield from story.tell(event, state, words)


CHOICES: Mapping[str, Mapping[str, str]] = {
    "fly_on": {"fly_on": "You fly on.", "stand_down": "You stand down for now."},
    "retire": {"retire": "The bomber has earned its rest.", "fly_on": "The bomber flies on."},
}

ENDS: Mapping[str, str] = {
    "killed": "was killed in action",
    "went_down": "was killed in action: he went down with the bomber",
    "died_of_wounds": "has died of his wounds",
    "lost_at_sea": "was lost at sea",
    "invalided": "will recover, but is invalided home",
    "captured": "is a prisoner of war",
    "sent_home": "has done his missions",
}
"""What a letter home says of a man who is struck out."""

PLANES: Mapping[str, str] = {
    "irreparable": "is beyond repair",
    "wrecked": "is a wreck",
    "destroyed": "is lost",
    "retired": "goes home to the United States",
    "": "is still flying",
}
"""What the record says of a bomber that is struck out, by the fate of the plane."""


def _begins(event: Phase, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    left = event["data"]["of"] - event["data"]["completed"]
    yield Line(0, f"{state['bomber'] or 'A new bomber'} and her crew: {_count(left, 'mission')} to fly")
    roles = [steps[1] for steps in map(way, state) if (steps[0], steps[-1]) == ("men", "role")]
    for role in roles:
        missions = state[f"men.{role}.missions"] - 1
        past = f", {_count(missions, 'mission')} behind him" if missions else ""
        yield Line(1, f"{capital(words.say(role))}: {state[f'men.{role}.rank']} {state[f'men.{role}.name']}{past}.")


def _prepares(event: Phase, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    number = event["data"]["number"]
    if event["data"]["again"]:
        yield Line(0, f"The abort does not count: mission {number} is flown again")
    else:
        yield Line(0, f"Before mission {number}")


def _new_bomber(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    yield Line(1, f"The crew takes over a new bomber, {event['who']}.")


def _joins(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    yield Line(1, f"{_man(event)} joins the crew as {words.say(event['who'])}.")


def _records(event: Phase, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    yield Line(1, "The record")


def _ace(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    kills = _count(event["data"]["kills"], "fighter")
    yield Line(2, f"{_man(event)}, {words.say(event['who'])}, is an ace: {kills} destroyed.")


def _goes_home(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    missions = _count(event["data"]["missions"], "mission")
    yield Line(2, f"{_man(event)}, {words.say(event['who'])}, has survived {missions} and goes home.")


def _record(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    data = event["data"]
    if not data["counts"]:
        yield Line(2, f"Mission {data['mission']} was aborted without cause and does not count.")
        return
    city, kind = words.say(str(state.get("city", ""))), words.say(str(state.get("target_type", "")))
    bombs = f"{state['per_cent']}% on target" if state.get("per_cent", -1) >= 0 else "no bombs dropped"
    result = words.say(f"victory_{data['result']}")
    yield Line(2, f"Mission {data['mission']}, {event['who']} to {city} ({kind}): {bombs}; {result}.")
    tally = [state.get(f"campaign.{side}", 0) for side in words.const["sides"]]
    yield Line(2, f"So far {_victories(*tally)}.")


def _struck_out(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    data = event["data"]
    if data["fate"] == "sent_home":
        return
    yield Line(2, f"{_man(event)}, {words.say(event['who'])}, {ENDS[data['fate']]} ({data['code']}).")


def _bomber_leaves(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    missions = _count(event["data"]["missions"], "mission")
    yield Line(2, f"{event['who']} {PLANES[event['data']['fate']]}, with {missions} survived.")


def _over(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    data = event["data"]
    whose = {
        "won": "The 8th Air Force wins the campaign",
        "lost": "The German Air Defence wins the campaign",
        "drawn": "The campaign is drawn",
    }
    yield Line(0, f"{whose[data['result']]}: {_victories(data['ours'], data['theirs'], data['draws'])}.")


def _stands_down(event: Fact, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    yield Line(1, f"The campaign is laid aside after {_count(event['data']['completed'], 'mission')}.")


PHASES: Mapping[str, Callable[[Phase, Mapping[str, Any], Words], Iterator[Line]]] = {
    "campaign": _begins,
    "preparing": _prepares,
    "records": _records,
}
"""Who tells which phase of a campaign."""

FACTS: Mapping[str, Callable[[Fact, Mapping[str, Any], Words], Iterator[Line]]] = {
    "new_bomber": _new_bomber,
    "joins": _joins,
    "ace": _ace,
    "goes_home": _goes_home,
    "record": _record,
    "struck_out": _struck_out,
    "bomber_leaves": _bomber_leaves,
    "campaign_over": _over,
    "stand_down": _stands_down,
}
"""Who tells which fact of a campaign."""

RATED: Mapping[str, str] = {"records.survival": "survival", "records.bombing": "bombing"}
"""What is rated at which place."""


def _tell_rating(event: Consult, state: Mapping[str, Any], words: Words) -> Line:
    rating = effect_words(words.rows[event["row"]], words.say).lower()
    of = RATED[event["place"]]
    if not event["who"]:
        return Line(2, f"{capital(of)} of the whole campaign: {rating}.")
    role = event["who"]
    name = state.get(f"men.{role}.name")
    who = f"{state[f'men.{role}.rank']} {name}" if name else role
    return Line(3, f"{capital(of)} rating of {who}: {rating}.")


def _man(event: Fact) -> str:
    return f"{event['data']['rank']} {event['data']['man']}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _victories(ours: int, theirs: int, draws: int) -> str:
    return (
        f"{_count(ours, '8th Air Force victory').replace('victorys', 'victories')}, "
        f"{_count(theirs, 'German victory').replace('victorys', 'victories')}, {_count(draws, 'draw')}"
    )
