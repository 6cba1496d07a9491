"""The page of a game's stored odds: bars by mission, target and station, and what another ruling or player changes."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from combatbox.core.wording import capital
from combatbox.library.book import Book
from combatbox.odds.runs import estimate
from combatbox.odds.stored import Stored, read_stored
from combatbox.web.charts import Bar, chart

Found = Mapping[str, Any]


def page(book: Book) -> dict[str, Any] | None:
    """What the page shows; None when no odds are stored, or none were flown yet."""
    kept = [item for item in read_stored(book.key) if item.found]
    if not kept:
        return None
    first = kept[0]
    charts = [*_missions(book, first), *_ends(book, first), *_stations(book, first), *_compared(kept)]
    return {
        "first": first,
        "orders": [SimpleNamespace(title=item.title, text=item.text, command=command(item)) for item in kept],
        "groups": charts,
        "tour": _tour(first.found),
    }


def command(item: Stored) -> str:
    """The command that flies an order."""
    order = item.order
    parts = [f"combatbox odds {order.game} --missions {order.missions} --seed {order.seed}"]
    parts += [f"--mission {order.mission}"] if order.mission else []
    parts += [f"--player {order.player}"] if order.player != "doctrine" else []
    parts += [f"--sensible {kind}" for kind in order.sensible]
    parts += [f"--ruling {key}={option}" for key, option in order.rulings.items()]
    return " ".join(parts)


def _group(title: str, *charts: str, text: str = "") -> SimpleNamespace:
    return SimpleNamespace(title=title, text=text, charts=[Markup(one) for one in charts])  # our own SVG


def _bar(label: str, figure: Mapping[str, float], of: int = 0) -> Bar:
    """A bar of a stored estimate; an exact value has no interval."""
    exact = figure.get("exact")
    if exact is not None:
        return Bar(label, exact, exact, exact, of)
    return Bar(label, figure["value"], figure["low"], figure["high"], of)


def _tour(found: Found) -> SimpleNamespace:
    figure = _bar("", found["tour_completion"])
    return SimpleNamespace(value=f"{figure.value:.2%}", method=found["tour_method"])


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
        ))  # fmt: skip
    return groups


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
    return [_group(
        "Station by station",
        chart("killed", "Killed on a mission, by station", "Share of missions on which the man of that station is "
              "killed.", killed, heading="Station"),
        chart("lost", "Lost to the crew, by station", "Share of missions after which he does not fly again: killed, "
              "captured or invalided.", lost, heading="Station"),
    )]  # fmt: skip


def _worst(bar: Bar) -> float:
    return -bar.value


# ---- what changes it


def _compared(kept: list[Stored]) -> list[SimpleNamespace]:
    if len(kept) < 2:
        return []
    charts = [
        _compare("compare-home", "The bomber survives", "Share of missions the bomber comes through.", kept, None)
    ]
    if all("on target" in item.found["events"] for item in kept):
        charts.append(_compare("compare-target", "Bombs on target", "Share of missions.", kept, "on target"))
    text = "Everything else is as it was: the same seed, so largely the same dice until the first difference."
    return [_group("What another player or ruling changes", *charts, text=text)]


def _compare(key: str, title: str, about: str, kept: list[Stored], event: str | None) -> str:
    bars = [
        _bar(item.title, item.found["events"][event] if event else item.found["mission_survival"], item.order.missions)
        for item in kept
    ]
    return chart(key, title, about, bars, heading="Flown")
