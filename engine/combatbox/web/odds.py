"""The page of a game's stored odds: bars by mission, target and station, and what another ruling or player changes."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from combatbox.core.wording import capital, listed
from combatbox.library.book import Book
from combatbox.odds.runs import estimate
from combatbox.odds.stored import Stored, read_stored
from combatbox.web.charts import Bar, Column, between_of, chart, number, sheet

Found = Mapping[str, Any]


def page(book: Book) -> dict[str, Any] | None:
    """What the page shows; None when no odds are stored, or none were flown yet."""
    kept = [item for item in read_stored(book.key) if item.found]
    if not kept:
        return None
    first = kept[0]
    charts = [
        *_missions(book, first), *_ends(book, first), *_stations(book, first), *_campaigns(book, first),
        *_compared(book, kept),
    ]  # fmt: skip
    return {
        "first": first,
        "orders": [SimpleNamespace(title=item.title, text=item.text, command=command(item)) for item in kept],
        "groups": charts,
        "tour": _tour(book, first.found),
    }


def command(item: Stored) -> str:
    """The command that flies an order."""
    order = item.order
    parts = [f"combatbox odds {order.game} --missions {order.missions} --seed {order.seed}"]
    parts += [f"--mission {order.mission}"] if order.mission else []
    parts += [f"--player {order.player}"] if order.player != "doctrine" else []
    parts += [f"--sensible {kind}" for kind in order.sensible]
    parts += [f"--always {kind}={option}" for kind, option in order.always.items()]
    parts += [f"--ruling {key}={option}" for key, option in order.rulings.items()]
    parts += [f"--tours {order.tours}"] if order.tours else []
    return " ".join(parts)


def _group(title: str, *charts: str, text: str = "") -> SimpleNamespace:
    return SimpleNamespace(title=title, text=text, charts=[Markup(one) for one in charts])  # our own SVG


def _bar(label: str, figure: Mapping[str, float], of: int = 0) -> Bar:
    """A bar of a stored estimate; an exact value has no interval."""
    exact = figure.get("exact")
    if exact is not None:
        return Bar(label, exact, exact, exact, of)
    return Bar(label, figure["value"], figure["low"], figure["high"], of)


def _tour(book: Book, found: Found) -> SimpleNamespace:
    """The chance to finish, and beside it what whole campaigns came to that were flown mission after mission."""
    figure = _bar("", found["tour_completion"])
    shown = SimpleNamespace(
        value=fine(figure.value), between=_fine_between(figure), method=found["tour_method"], flown="", missions=0
    )
    campaigns = found.get("figures", {}).get("campaigns")
    if campaigns:
        flown = _bar("", campaigns["first_bomber"])
        number_of, missions = campaigns["campaigns"], book.meta.constants["missions"]
        shown.flown = (
            f"Of {number_of:,} campaigns flown mission after mission, with what their crews carry from one to the next "
            f"(kills, wounds, men replaced), the first bomber came through all {missions} in "
            f"{round(flown.value * number_of):,}: {fine(flown.value)} ({_fine_between(flown)})"
        )
    return shown


def fine(value: float) -> str:
    """A small share as text: `0.53%`."""
    return f"{value:.2%}"


def _fine_between(bar: Bar) -> str:
    return between_of(bar, fine)


# ---- by mission and target


def _missions(book: Book, item: Stored) -> list[SimpleNamespace]:
    figures = item.found.get("figures", {})
    groups: list[SimpleNamespace] = []
    if figures.get("by_mission"):
        scopes = figures["by_mission"]
        bars = [_home(f"Missions {low} to {high}", scopes, low, high) for low, high in bands(book)]
        single = [_home(f"Mission {number}", scopes, int(number), int(number)) for number in scopes]
        groups.append(_group(
            "Coming home, mission by mission",
            chart("home-by-band", "Missions without a German victory", "Share of missions, by the tables that give their "
                  "targets.", bars, heading="Missions"),
            chart("home-by-mission", "Missions without a German victory, one by one", "Share of missions, for a crew that "
                  "has flown all missions before.", single, heading="Mission"),
            _scopes("by-mission", "All figures, mission by mission", "Mission", {key: f"Mission {key}" for key in scopes}, scopes),
        ))  # fmt: skip
    if figures.get("by_target"):
        scopes = figures["by_target"]
        cities = sorted(scopes, key=lambda city: scopes[city]["lost"]["value"])
        home = [_home_of(book.say(city), [scopes[city]]) for city in cities]
        men = [
            _bar(book.say(city), scopes[city]["men_lost"], scopes[city]["missions"])
            for city in cities
            if scopes[city]["men_lost"]
        ]
        groups.append(_group(
            "Target by target",
            chart("home-by-target", "Missions without a German victory, by target", "Share of missions, the safest "
                  "target first.", home, heading="Target"),
            chart("men-by-target", "Men lost on a mission, by target", "Mean number of men who do not fly the next "
                  "mission.", men, shares=False, heading="Target"),
            _scopes("by-target", "All figures, target by target", "Target", {city: book.say(city) for city in cities}, scopes),
        ))  # fmt: skip
    return groups


SCOPE = (
    ("lost", "German victory"), ("men_lost", "Men lost"), ("on_target", "On target"), ("aborted", "Aborted"),
    ("per_cent", "% of bombs on target"),
)  # fmt: skip
"""What is told of every mission and target; the last of those missions that dropped their bombs."""


def _scopes(key: str, title: str, heading: str, labels: Mapping[str, str], scopes: Mapping[str, Any]) -> str:
    """What is known of each mission, or of each target, in one sheet."""
    columns = []
    for name, said in SCOPE:
        figures = [scopes[key][name] for key in labels]
        words = {"words": number} if name in ("men_lost", "per_cent") else {}
        columns.append(Column(said, [_bar("", figure) if figure else None for figure in figures], **words))
    flown = [Bar("", scopes[key]["missions"], 0, 0) for key in labels]
    columns.append(Column("Flown", flown, lambda count: f"{count:,.0f}"))
    return sheet(key, title, heading, list(labels.values()), columns)


def bands(book: Book) -> list[tuple[int, int]]:
    """The missions that share a target table."""
    found, first = [], 1
    for last in book.meta.constants["target_tables"].values():
        found.append((first, last))
        first = last + 1
    return found


def _home(label: str, scopes: Mapping[str, Any], low: int, high: int) -> Bar:
    return _home_of(label, [scopes[str(number)] for number in range(low, high + 1) if str(number) in scopes])


def _home_of(label: str, scopes: list[Mapping[str, Any]]) -> Bar:
    """The share of missions that were not lost, of several scopes together."""
    flown = sum(scope["missions"] for scope in scopes)
    kept = flown - sum(round(scope["lost"]["value"] * scope["missions"]) for scope in scopes)
    seen = estimate(kept, flown)
    return Bar(label, seen.value, seen.low, seen.high, flown)


# ---- how missions end, and for whom


def _ends(book: Book, item: Stored) -> list[SimpleNamespace]:
    events = item.found["events"]
    crew = set(book.meta.constants.get("crew", {}))
    shown = [key for key in events if key.removesuffix(" lost") not in crew]
    bars = sorted((_bar(_words(book, key), events[key]) for key in shown), key=lambda bar: -bar.value)
    about = f"Share of {item.order.missions:,} missions."
    return [_group("How missions end", chart("ends", "How often what happens", about, bars, heading="What"))]


def _words(book: Book, key: str) -> str:
    """A word of the tally, as people say it."""
    said = book.say(key)
    return capital(said.replace("_", " "))


def _stations(book: Book, item: Stored) -> list[SimpleNamespace]:
    stations = item.found.get("figures", {}).get("by_station")
    if not stations:
        return []
    killed = sorted((_bar(capital(book.say(role)), found["killed"]) for role, found in stations.items()), key=_worst)
    lost = sorted((_bar(capital(book.say(role)), found["lost"]) for role, found in stations.items()), key=_worst)
    worst, best = (
        f"{bar.label.lower()} ({bar.value:.1%} of missions, {between_of(bar)})" for bar in (killed[0], killed[-1])
    )
    text = f"The deadliest station is that of the {worst}; the safest that of the {best}."
    return [_group(
        "Station by station",
        chart("killed", "Killed on a mission, by station", "Share of missions on which the man of that station is "
              "killed.", killed, heading="Station"),
        chart("lost", "Lost to the crew, by station", "Share of missions after which he does not fly again: killed, "
              "captured or invalided.", lost, heading="Station"),
        text=text,
    )]  # fmt: skip


def _worst(bar: Bar) -> float:
    return -bar.value


# ---- campaigns


ENDS = (
    ("won", "Won by the 8th Air Force"),
    ("drawn", "Drawn"),
    ("lost", "Lost"),
    ("first_bomber", "The first bomber comes through"),
)
MEANS = (
    ("bombers_lost", "Bombers lost"), ("men_lost", "Men lost"), ("men_home", "Men sent home"), ("aces", "Aces"),
)  # fmt: skip
"""What is told of whole campaigns: shares, and means."""


def _campaigns(book: Book, item: Stored) -> list[SimpleNamespace]:
    flown = item.found.get("figures", {}).get("campaigns")
    if not flown:
        return []
    of = flown["campaigns"]
    ends = [_bar(label, flown[name], of) for name, label in ENDS]
    means = [_bar(label, flown[name], of) for name, label in MEANS if flown[name]]
    home = [_bar(capital(book.say(role)), figure, of) for role, figure in flown["home_from"].items()]
    return [_group(
        "Whole campaigns",
        chart("campaign-ends", "How campaigns end", f"Share of {of:,} campaigns.", ends, heading="End", of="Campaigns"),
        chart("campaign-means", "What campaigns cost", "Mean number in a campaign.", means, shares=False, heading="What",
              of="Campaigns"),
        chart("campaign-home", "A man of that station is sent home with his missions done", f"Share of {of:,} campaigns.",
              home, heading="Station", of="Campaigns"),
        text="Flown from the first mission to the last, with replacements for men and bombers that are lost.",
    )]  # fmt: skip


# ---- what changes it


def _compared(book: Book, kept: list[Stored]) -> list[SimpleNamespace]:
    if len(kept) < 2:
        return []
    charts = [
        _compare("compare-home", "The bomber survives", "Share of missions the bomber comes through.", kept, None)
    ]
    if all("on target" in item.found["events"] for item in kept):
        charts.append(_compare("compare-target", "Bombs on target", "Share of missions.", kept, "on target"))
    if all("whole crew fit again" in item.found["events"] for item in kept):
        about = "Share of missions after which every man can fly again."
        charts.append(_compare("compare-crew", "The whole crew fit again", about, kept, "whole crew fit again"))
    text = "Everything else is as it was: the same seed, so largely the same dice until the first difference."
    chance = next((item for item in kept if item.order.player == "random"), None)
    if chance:
        text += f" {_margins(kept[0], chance)}"
    return [_group("What another player or ruling changes", *charts, text=text)]


def _margins(doctrine: Stored, chance: Stored) -> str:
    """By how much the doctrine is better than legal chance, in what both of them were counted for."""
    told = [f"the bomber survives {_more(doctrine.found['mission_survival'], chance.found['mission_survival'])}"]
    for event, said in (
        ("on target", "the bombs are on target"),
        ("whole crew fit again", "the whole crew is fit again"),
    ):
        if event in doctrine.found["events"] and event in chance.found["events"]:
            told.append(f"{said} {_more(doctrine.found['events'][event], chance.found['events'][event])}")
    return f"Of a hundred missions by the doctrine, beside a hundred “{chance.title.lower()}” (as told below): {listed(told)}."


def _more(ours: Mapping[str, float], theirs: Mapping[str, float]) -> str:
    """A margin with its 95% interval: `in 7.5 more (6.1 to 8.8)`."""
    value, low, high = margin(ours, theirs)
    points = f"in {abs(value) * 100:.1f} {'more' if value >= 0 else 'fewer'}"
    low, high = sorted((abs(low), abs(high))) if low * high > 0 else (low, high)
    return f"{points} ({low * 100:.1f} to {high * 100:.1f})"


def margin(ours: Mapping[str, float], theirs: Mapping[str, float]) -> tuple[float, float, float]:
    """The difference of two shares that were found apart, with its 95% interval by their own (Newcombe)."""
    value = ours["value"] - theirs["value"]
    below = hypot(ours["value"] - ours["low"], theirs["high"] - theirs["value"])
    above = hypot(ours["high"] - ours["value"], theirs["value"] - theirs["low"])
    return value, value - below, value + above


def _compare(key: str, title: str, about: str, kept: list[Stored], event: str | None) -> str:
    bars = [
        _bar(item.title, item.found["events"][event] if event else item.found["mission_survival"], item.order.missions)
        for item in kept
    ]
    return chart(key, title, about, bars, heading="Flown")
