"""Figures for the chapters of Queen of the Skies.

Some are the same as in every bomber game; others, such as the fields of fire, are only for this game.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from combatbox.bomber.drawings import Band, clock, fields_of_fire, formation, landing, sections, zones
from combatbox.bomber.result_drawings import accuracy, fates, victory
from combatbox.core.dice import SeededDice
from combatbox.core.effects import WordFormatter
from combatbox.core.flight import GameFlight
from combatbox.core.phrases import number_word, signed
from combatbox.core.table_views import capital, join_words, span
from combatbox.core.tables import Table
from combatbox.drawing.bars import Part, chances, columns, percentages, shares, stacked
from combatbox.drawing.sequence import HALF, area, figure, steps
from combatbox.drawing.shapes import Figure, Item, Label, Line, Model
from combatbox.games.queen.constants import Constants, QueenRulebook, Rulings
from combatbox.games.queen.two_player import GERMAN_ROLLS

FIGHTER = Model("fighter", "Me 109", "", "me109-plan", 40, "enemy")

WAVE = ("wave.fighters", "cover.bracket", "guns.fire", "guns.damage", "attack.fire", "attack.shells", "attack.areas",
        "attack.new_position")  # fmt: skip
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
        "clock": clock(book, say, bomber(book, 200), FIGHTER),
        "sections": sections(book, say, bomber(book, 200)),
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


def bomber(book: QueenRulebook, length: int) -> Model:
    """Return the bomber seen from above, as long as this in a figure."""
    return Model("bomber", "bomber", "", book.drawing.art.plan, length, "ours")


def place(book: QueenRulebook) -> Figure:
    """Return the figure of the places in the formation (Q5.1c-1 to Q5.1d-2)."""
    text = (
        "Two dice for the place in your squadron, one for the squadron; on the right what it adds to the roll for waves. From the high "
        "squadron down to the low one, all fly to the right."
    )
    places = ("briefing.formation", "briefing.squadron", "waves.number")
    return formation(book, bomber(book, 64), places, "squadron_{}", text)


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
    return fields_of_fire(book.constants.positions, say, bomber(book, 90), names, bears)


def faces_that_hit(flight: GameFlight[None, Constants, Rulings], table: Table, key: str, add: int = 0) -> list[int]:
    """Return the natural rolls (the numbers on the dice, before modifiers) that hit.

    Args:
        flight: a flight without a state, so that no condition holds.
        table: a to-hit table.
        key: the key of a row in this table.
        add: the sum of the modifiers.
    """
    return [die for die in table.notation.weights() if flight.row_at(table, die, key, add).side == "hit"]


def evasion(book: QueenRulebook) -> Figure:
    """Return the figure of the effect of evasive action (Q15.1a, Q15.1b).

    It compares the fighters' fire and the bomber's fire with and without evasive action.
    """
    table, flight = book.table_at("attack.fire"), GameFlight(book, SeededDice("none"), None, dry=True)
    evading = table.fixed_modifiers.get(EVASION, 0)
    keys = {tuple(faces_that_hit(flight, table, key)): key for key in table.lookups}
    items: list[Item] = [Label(-70, 42, "you fly straight"), Label(190, 42, "you evade")]
    for number, (hits, key) in enumerate(sorted(keys.items(), reverse=True)):
        items.append(Label(-HALF, -number * 52, f"Fighter, {span(hits)}", "start"))
        items += _faces(-145, -number * 52, hits) + _faces(
            115, -number * 52, faces_that_hit(flight, table, key, evading)
        )
    low = -len(keys) * 52
    items += [Label(-HALF, low, "Your guns", "start"), Label(-70, low, "as M-1 says")]
    items += _faces(115, low, faces_that_hit(flight, book.table_at("guns.hard"), "six@hits"))
    text = "The coloured faces hit: of a fighter, by what M-3 asks where he attacks from, and of every gun of yours."
    return figure("What evasive action does", text, low - 30, 62, items)


def _faces(x: int, y: int, hits: Sequence[int]) -> list[Item]:
    """Return a row of the six faces of a die, in which the faces that hit are filled."""
    items: list[Item] = []
    for face in range(1, 7):
        left = x + (face - 1) * 30 - 15
        items += [area(left, y - 14, 28, 28, "ahead" if face in hits else "table"), Label(left + 14, y, str(face))]
    return items


def causes(book: QueenRulebook, say: WordFormatter) -> Figure:
    """Return the figure that shows which causes allow or order an abort (Q8.0a to Q8.0h)."""
    rows = [row for row in book.table_at("abort.causes").rows if row.when]
    half = max(HALF, CAUSE_LINE * CAUSE_LETTER // 2 + 20)
    orders = [row for row in rows if any(effect.name == "abort" for effect in row.effects)]
    items: list[Item] = []
    y = 0
    for title, look, group in (
        ("You must turn back", "ahead", orders),
        ("You may turn back", "reach", [row for row in rows if row not in orders]),
    ):
        items.append(Label(-half, y, title, "start"))
        for row in group:
            lines = wrap(capital(row.when.words(say)) if row.when else "", CAUSE_LINE) or [""]
            high = 12 + 26 * len(lines)
            items.append(area(-half, y - 27 - high, 2 * half, high, look))
            items += [Label(-half + 12, y - 46 - 26 * number, line, "start") for number, line in enumerate(lines)]
            y -= high + 8
        y -= 52
    text = (
        "The mission counts if the enemy brought the cause about; you may turn back without a cause, and fly it again."
    )
    return Figure("Causes for turning back", text, -half - 8, half + 8, y + 22, 24, tuple(items))


def players(book: QueenRulebook) -> Figure:
    """Return the figure that shows which player rolls on which table (Q21.0-1).

    It covers the tables of a wave and of flak. Of a title such as `Attacking fighters, Romania` it has the first part,
    which fits into the box.
    """
    items: list[Item] = [Label(-HALF // 2 - 4, 40, "German player"), Label(HALF // 2 + 4, 40, "Bomber's player")]
    tables = list(dict.fromkeys(book.places[place].table for place in (*WAVE, *FLAK)))
    wide = HALF - 8
    for number, name in enumerate(tables):
        y = -number * 50
        left = -HALF if name in GERMAN_ROLLS else 8
        look = "ahead" if name in GERMAN_ROLLS else "reach"
        items += [
            area(left, y - 20, wide, 40, look),
            Label(left + 10, y, f"{name} {book.tables[name].title.partition(',')[0]}", "start"),
        ]
        if number:
            items.append(Line(((0, y + 44), (0, y + 6)), "shot"))
    text = f"From top to bottom: a wave, and from {book.places[FLAK[0]].table} on flak over the target."
    return figure("Who rolls for what", text, -(len(tables) - 1) * 50 - 30, 58, items)


def shells(book: QueenRulebook, say: WordFormatter) -> Figure:
    """Return the figure that shows how many shells hit, by the position of the attacker (Q6.4b-1)."""
    table = book.table_at("attack.shells")
    text = f"Each bar shows all throws of {number_word(table.notation.count)} dice; the numbers are the shells that strike."
    if changes := [adjust.when.words(say) for adjust in table.adjusts if adjust.when]:
        text += f" Other numbers hold for {join_words(changes)}."
    return shares(table, "How many shells a hit is worth", text)


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
    looks = ("table", "reach", "ground", "ahead")
    wide = 2 * HALF // limits.dead
    items: list[Item] = [Label(-HALF, 70, "Light wounds", "start"), Label(-HALF, -90, "Serious wounds", "start")]
    for number in range(1, limits.dead + 1):
        x, state = -HALF + (number - 1) * wide, max(least for least in states if least <= number)
        items.append(area(x, 0, wide - 8, 50, looks[list(states).index(state)]))
        items += [Label(x + wide // 2 - 4, 25, str(number)), Label(x + wide // 2 - 4, -22, states[state])]
    for x, look, words, below in (
        (-HALF, looks[2], "1", "can do nothing"), (-HALF + wide + 20, looks[3], "1 and any other", "dead"),
    ):  # fmt: skip
        across = wide + 20 if x == -HALF else 2 * wide
        items += [area(x, -160, across - 8, 50, look), Label(x + across // 2 - 4, -135, words)]
        items.append(Label(x + across // 2 - 4, -182, below))
    text = "From left to right, as the wounds of one man add up; which came first makes no difference."
    return figure("What wounds add up to", text, -204, 92, items)


def engines(book: QueenRulebook) -> Figure:
    """Return the figure that shows what happens with each number of engines out (Q10.1-1 to Q10.4-2)."""
    engines_out = range(sum(map(len, book.constants.engines.values())) + 1)
    lines = engine_effects(book, engines_out)
    lefts = [HALF + (out - len(engines_out)) * CELL for out in engines_out]
    items: list[Item] = [Label(-HALF, 20, "Engines out", "start")]
    items += [Label(left + CELL // 2, 20, str(out)) for out, left in zip(engines_out, lefts, strict=True)]
    for number, (name, cells) in enumerate(lines.items(), 1):
        y = -number * LINE
        items.append(Label(-HALF, y + 20, name, "start"))
        for out, (left, words) in enumerate(zip(lefts, cells, strict=True)):
            worse = "ground" if out < book.constants.engines_out_slow else "ahead"
            items.append(area(left + 2, y + 2, CELL - 4, LINE - 4, "table" if words in (cells[0], "–") else worse))
            items.append(Label(left + CELL // 2, y + 20, words))
    text = (
        "With one engine out on the way to the target you choose: drop the bombs and stay, or keep them and fly on alone and slowly. The "
        "lines for aim and landing have the modifiers of the rolls (on land). The last engine takes you farther if you throw everything out."
    )
    near = -len(lines) * LINE - 8
    return figure("What lost engines mean", text, near, 44, items)


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
    weights = chances(book.table_at("cold.frostbite"), "")
    spared = 1 - weights.get("frostbite", 0) / sum(weights.values())
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
    flight = GameFlight(book, SeededDice("none"), None, dry=True)
    sprayed = [name for name, position in const.positions.items() if position.spray]
    needed = {tuple(faces_that_hit(flight, table, key)) for key in table.lookups if key.partition("|")[0] in sprayed}
    throws = sum(table.notation.weights().values())
    bars: dict[str, list[Part]] = {
        f"Aimed, hits on {span(hits)}: {const.burst_per_shot} burst": percentages(
            {"hit": len(hits), "none": throws - len(hits)}, SPRAYED
        )
        for hits in sorted(needed, reverse=True)
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
        effects = [names[effect.name] for effect in table.at(roll).effects if effect.name in names]
        results[effects[0] if effects else "none"] += weight
    return results
