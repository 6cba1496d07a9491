"""Figures for the chapters of Queen of the Skies.

Some are the same as in every bomber game; others, such as the fields of fire, are only for this game.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from combatbox.bomber.drawings import (
    Band,
    accuracy,
    clock,
    fates,
    fields_of_fire,
    formation,
    landing,
    plan,
    rolls_that_hit,
    sections,
    victory,
    zones,
)
from combatbox.core.effects import WordFormatter
from combatbox.core.phrases import join_words, number_word, signed, span
from combatbox.core.shapes import Figure, Item, Label, Line, Model
from combatbox.core.table_views import capital
from combatbox.drawing.figures import (
    HALF,
    area,
    cell,
    columns,
    distribution,
    figure,
    left,
    percentages,
    probability,
    stacked,
    steps,
    throws_by_result,
)
from combatbox.games.queen.constants import QueenRulebook
from combatbox.games.queen.two_player import GERMAN_ROLLS

FIGHTER = Model("fighter", "Me 109", "", "me109-plan", 40, "enemy")

WAVE = (
    "wave.fighters",
    "cover.bracket",
    "guns.fire",
    "guns.damage",
    "attack.fire",
    "attack.shells",
    "attack.areas",
    "attack.new_position",
)
"""The places of a wave at which a table is used, in the order of play."""

FLAK = ("flak.amount", "flak.to_hit", "flak.effect", "flak.area")
"""The places of flak over the target at which a table is used, in the order of play."""

TARGET = ("zone.weather", "waves.number_over_target", *FLAK, "bombs.aim", "bombs.accuracy")
"""The places in the target's zone at which a table is used, in the order of play."""

ROUND = ("bombs.accuracy", "waves.number_over_target")
"""The start and the end of the arrow for the turn in which the bomber turns round, as places in the order of play."""

CAUSE_LINE, CAUSE_LETTER = 46, 11
"""The number of letters of the text of a cause that fit into a line on a phone, and the width of a letter."""

EVASION = "evasive_action"
"""The name of the modifier for evasive action."""

AGAIN = ("attack.new_position", "guns.fire")
"""The start and the end of the arrow for returning fighters, as places in the order of play."""

CELL, LINE = 88, 40
"""The width of a cell and the height of a line of the figure of engines."""

COLD_ZONES = 6
"""The number of zones that the figure of the cold shows."""

SPRAYED = {"hit": "ahead", "breaks_off": "ground", "none": "table", "jams": "reach"}
"""The drawing style of each result of a gun that sprays: what happens to the fighter, or that the gun jams."""


def drawings(book: QueenRulebook, say: WordFormatter) -> dict[str, Figure]:
    """Return all figures of the chapters, by name."""
    return {
        "formation": place(book),
        "clock": clock(book, say, FIGHTER),
        "sections": sections(book, say),
        "zones": way(book),
        "wave": wave(book),
        "guns": guns(book, say),
        "landing": landing(book, say),
        "evasion": evasion(book),
        "causes": causes(book, say),
        "players": players(book),
        "shells": shells(book, say),
        "wounds": wounds(book),
        "target": target(book),
        "accuracy": accuracy(book),
        "engines": engines(book),
        "cold": cold(book),
        "spray": spray(book),
        "victory": victory(book, say),
        "fates": fates(book),
    }


def place(book: QueenRulebook) -> Figure:
    """Return the figure of the places in the formation (Q5.1c-1 to Q5.1d-2)."""
    text = (
        "Two dice for the place in your squadron, one for the squadron; on the right what it adds to the roll for waves. From the high "
        "squadron down to the low one, all fly to the right."
    )
    places = ("briefing.formation", "briefing.squadron", "waves.number")
    return formation(book, plan(book, 64), places, "squadron_{}", text)


def way(book: QueenRulebook) -> Figure:
    """Return the figure of the escort and the fighters along the route (Q5.2b-1, Q5.2c-1)."""
    home, cover = book.constants.home_zone, book.constants.cover_zones
    last = max(int(zone) for zone in book.tables["G-11"].columns)
    bands = [
        Band("home", home, home, "table"),
        Band("fighter cover", cover[0], cover[-1], "reach"),
        Band("fighters may come", home + 1, last, "ahead"),
    ]
    text = f"The farthest target lies in zone {last}."
    if cover[-1] < last:
        text += f" Beyond zone {cover[-1]} you fly without an escort, out and home."
    return zones(text, home, last, bands)


def wave(book: QueenRulebook) -> Figure:
    """Return the figure of the tables of a wave (Q6.1b-1 to Q6.5a-2)."""
    text = "From top to bottom; the line at the side is the way of fighters that come again, which are fired at first."
    return steps(book, "How a wave runs", text, WAVE, AGAIN)


def guns(book: QueenRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the fields of fire of the guns according to M-1, with a ring for each height."""
    names = {gun: say(f"gun_{gun}") for gun in book.constants.guns}
    bears = {(position, gun) for row in book.table_at("guns.fire").rows for position, gun in [row.words]}
    return fields_of_fire(book.constants.positions, say, plan(book, 90), names, bears)


def evasion(book: QueenRulebook) -> Figure:
    """Return the figure of the effect of evasive action (Q15.1a, Q15.1b).

    It compares the fighters' fire and the bomber's fire with and without evasive action.
    """
    table = book.table_at("attack.fire")
    evading = table.fixed_modifiers.get(EVASION, 0)
    keys = {tuple(rolls_that_hit(book, table, key)): key for key in table.lookups}
    items: list[Item] = [Label(-70, 42, "you fly straight"), Label(190, 42, "you evade")]
    y = 0
    for hits, key in sorted(keys.items(), reverse=True):
        items.append(left(y, f"Fighter, {span(hits)}"))
        items += _faces(-145, y, hits) + _faces(115, y, rolls_that_hit(book, table, key, evading))
        y -= 52
    items += [left(y, "Your guns"), Label(-70, y, "as M-1 says")]
    items += _faces(115, y, rolls_that_hit(book, book.table_at("guns.hard"), "six@hits"))
    text = "The coloured faces hit: of a fighter, by what M-3 asks where he attacks from, and of every gun of yours."
    return figure("What evasive action does", text, y - 30, 62, items)


def _faces(x: int, y: int, hits: Sequence[int]) -> list[Item]:
    """Return a row of the six faces of a die, in which the faces that hit are filled; `x` is the middle of the first."""
    items: list[Item] = []
    for face in range(1, 7):
        items += cell(x - 45 + face * 30, y - 14, 28, 28, "ahead" if face in hits else "table", str(face))
    return items


def causes(book: QueenRulebook, say: WordFormatter) -> Figure:
    """Return the figure that shows which causes allow or order an abort (Q8.0a to Q8.0h)."""
    half = max(HALF, CAUSE_LINE * CAUSE_LETTER // 2 + 20)
    groups: dict[str, list[str]] = {"ahead": [], "reach": []}
    for row in book.table_at("abort.causes").rows:
        if row.when:
            look = "ahead" if any(effect.name == "abort" for effect in row.effects) else "reach"
            groups[look].append(capital(row.when.words(say)))
    items: list[Item] = []
    y = 0
    for (look, causes), title in zip(groups.items(), ("You must turn back", "You may turn back"), strict=True):
        items.append(Label(-half, y, title, "start"))
        for cause in causes:
            lines = wrap(cause, CAUSE_LINE)
            high = 12 + 26 * len(lines)
            items.append(area(-half, y - 27 - high, 2 * half, high, look))
            items += [Label(12 - half, y - 46 - 26 * number, line, "start") for number, line in enumerate(lines)]
            y -= high + 8
        y -= 52
    text = (
        "The mission counts if the enemy brought the cause about; you may turn back without a cause, and fly it again."
    )
    return figure("Causes for turning back", text, y + 22, 24, items, half + 8)


def players(book: QueenRulebook) -> Figure:
    """Return the figure that shows which player rolls on which table (Q21.0-1).

    It covers the tables of a wave and of flak. Of a title such as `Attacking fighters, Romania` it has the first part,
    which fits into the box.
    """
    items: list[Item] = [Label(-154, 40, "German player"), Label(154, 40, "Bomber's player")]
    y = 50
    for name in dict.fromkeys(book.places[place].table for place in (*WAVE, *FLAK)):
        x, look = (-HALF, "ahead") if name in GERMAN_ROLLS else (8, "reach")
        y -= 50
        items.append(area(x, y - 20, HALF - 8, 40, look))
        items.append(Label(x + 10, y, f"{name} {book.tables[name].title.partition(',')[0]}", "start"))
        if y:
            items.append(Line(((0, y + 44), (0, y + 6)), "shot"))
    text = f"From top to bottom: a wave, and from {book.places[FLAK[0]].table} on flak over the target."
    return figure("Who rolls for what", text, y - 30, 58, items)


def shells(book: QueenRulebook, say: WordFormatter) -> Figure:
    """Return the figure that shows how many shells hit, by the position of the attacker (Q6.4b-1)."""
    table = book.table_at("attack.shells")
    text = f"Each bar shows all throws of {number_word(table.notation.count)} dice; the numbers are the shells that strike."
    if changes := [adjust.when.words(say) for adjust in table.adjusts if adjust.when]:
        text += f" Other numbers hold for {join_words(changes)}."
    return distribution(table, "How many shells a hit is worth", text)


def target(book: QueenRulebook) -> Figure:
    """Return the figure of the tables of the target's zone (Q5.2d-3 to Q5.2e-2)."""
    text = (
        "From top to bottom; the line at the side is the next turn, in which you have turned round and fight once more."
    )
    return steps(book, "Over the target", text, TARGET, ROUND)


def wounds(book: QueenRulebook) -> Figure:
    """Return the figure of the consequences of light and serious wounds (Q-BL4a-1 to Q-BL4a-4)."""
    limits = book.constants.light_wounds
    states = {1: "at his duties", limits.handicap: "impaired", limits.serious: "as if serious", limits.dead: "dead"}
    looks = dict(zip(states.values(), ("table", "reach", "ground", "ahead"), strict=True))
    wide = 2 * HALF // limits.dead
    items: list[Item] = [left(70, "Light wounds"), left(-90, "Serious wounds")]
    for number in range(1, limits.dead + 1):
        x, state = (number - 1) * wide - HALF, states[max(least for least in states if least <= number)]
        items += cell(x, 0, wide - 8, 50, looks[state], str(number))
        items.append(Label(x + wide // 2 - 4, -22, state))
    for x, across, look, words, below in (
        (-HALF, wide + 20, "ground", "1", "can do nothing"),
        (wide + 20 - HALF, 2 * wide, "ahead", "1 and any other", "dead"),
    ):
        items += cell(x, -160, across - 8, 50, look, words)
        items.append(Label(x + across // 2 - 4, -182, below))
    text = "From left to right, as the wounds of one man add up; which came first makes no difference."
    return figure("What wounds add up to", text, -204, 92, items)


def engines(book: QueenRulebook) -> Figure:
    """Return the figure that shows what happens with each number of engines out (Q10.1-1 to Q10.4-2)."""
    engines_out = range(len(book.constants.engine_numbers) + 1)
    lines = engine_effects(book, engines_out)
    lefts = [HALF + (out - len(engines_out)) * CELL for out in engines_out]
    items: list[Item] = [left(20, "Engines out")]
    items += [Label(x + CELL // 2, 20, str(out)) for out, x in zip(engines_out, lefts, strict=True)]
    y = 0
    for name, cells in lines.items():
        y -= LINE
        items.append(left(y + 20, name))
        for out, (x, words) in enumerate(zip(lefts, cells, strict=True)):
            worse = "ground" if out < book.constants.engines_out_slow else "ahead"
            items += cell(x + 2, y + 2, CELL - 4, LINE - 4, "table" if words in (cells[0], "–") else worse, words)
    text = (
        "With one engine out on the way to the target you choose: drop the bombs and stay, or keep them and fly on alone and slowly. The "
        "lines for aim and landing have the modifiers of the rolls (on land). The last engine takes you farther if you throw everything out."
    )
    return figure("What lost engines mean", text, y - 8, 44, items)


def engine_effects(book: QueenRulebook, engines_out: Sequence[int]) -> dict[str, list[str]]:
    """Return the lines of the figure of engines: for each line, a text for each number of engines out."""
    const, last = book.constants, engines_out[-1]
    slow, most, zones_left = const.engines_out_slow, const.turns_in_zone, const.one_engine_zones
    on_land = book.table_at("landing.land").fixed_modifiers
    landing_adds = {last - 1: on_land.get("one_engine", 0), last: on_land.get("no_engines", 0)}
    hit = book.table_at("attack.fire").fixed_modifiers.get("two_engines_out", 0)

    def line(whole: str, choice: str, few: str) -> list[str]:
        return [whole if not out else choice if out < slow else few if out < last else "–" for out in engines_out]

    ranges = {last - 1: f"{zones_left.as_it_is} or {zones_left.thrown_out}", last: "none"}
    return {
        "Formation": line("in", "choose", "out"),
        "Bombs": line("aboard", "choose", "gone"),
        "Turns a zone": line("1", f"1 or {most}", str(most)),
        "Height": line("high", "high", "low"),
        "Fighters' aim": line("0", "0", signed(hit)),
        "Zones to go": [ranges.get(out, "all") for out in engines_out],
        "Landing": [signed(landing_adds.get(out, 0)) for out in engines_out],
    }


def cold(book: QueenRulebook) -> Figure:
    """Return the figure of the chance of frostbite without heat, by number of zones flown (Q11.0-1 to Q11.0-3)."""
    free = book.constants.heat_free_zones
    spared = 1 - probability(throws_by_result(book.table_at("cold.frostbite")), "frostbite")
    bars = [
        (str(zone), 1 - spared ** max(0, zone - free), "reach" if zone <= free else "ahead")
        for zone in range(1, COLD_ZONES + 1)
    ]
    text = (
        "Below each bar is the number of zones flown at height since his heat went out, without the zone of the hit. Down low there is no "
        "frostbite."
    )
    return columns("What staying up costs", text, "chance that a man is frostbitten by then, in per cent", bars)


def spray(book: QueenRulebook) -> Figure:
    """Return the figure that compares a roll for an aimed gun with one for a spraying gun (Q9.5-1, Q-M5.2)."""
    const, table = book.constants, book.table_at("guns.fire")
    keys = [key for key in table.lookups if const.positions[key.partition("|")[0]].spray]
    throws = sum(table.notation.weights().values())
    bars = {
        f"Aimed, hits on {span(hits)}: {const.burst_per_shot} burst": percentages(
            {"hit": len(hits), "none": throws - len(hits)}, SPRAYED
        )
        for hits in sorted({tuple(rolls_that_hit(book, table, key)) for key in keys}, reverse=True)
    }
    bars[f"Sprayed: {const.burst_per_spray} bursts"] = percentages(spray_results(book), SPRAYED)
    key = {
        "ahead": f"hits, roll on {book.places['guns.damage'].table}",
        "ground": "fighter breaks off",
        "table": "nothing",
        "reach": "the gun jams",
    }
    text = "The numbers are percentages. What an aimed gun needs depends on the gun, the position and the fighter."
    return stacked("To aim or to spray", text, bars, key)


def spray_results(book: QueenRulebook) -> dict[str, int]:
    """Return, for each result in `SPRAYED`, how many rolls of a spraying gun give it."""
    names = {"roll_on": "hit", "gun_jammed": "jams", "fighter_breaks_off": "breaks_off"}
    results = dict.fromkeys(SPRAYED, 0)
    table = book.table_at("guns.spray")
    for roll, weight in table.notation.weights().items():
        effects = (names[effect.name] for effect in table.at(roll).effects if effect.name in names)
        results[next(effects, "none")] += weight
    return results
