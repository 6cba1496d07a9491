"""The drawings of the models of B-17!, on screen and on paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combatbox.core.shapes import Group, Model, Sector
from combatbox.core.table_views import capital
from combatbox.core.tabletop import TableTop, Zone
from combatbox.games.skirmish.geometry import INCH, SIN
from combatbox.games.skirmish.guns import TURRET
from combatbox.games.skirmish.parameters import Measures
from combatbox.games.skirmish.state import ESCORTS, GERMANS

BOMBER, ESCORT = "b17-plan", "p51-plan"
GERMAN = ("me109-plan", "fw190-plan")
"""The drawings of German fighters, section by section; the rules do not distinguish the types (S-203)."""


def gun_sectors(m: Measures) -> tuple[Sector, ...]:
    """Return the sector that each gun of a bomber covers (S-637, S-638)."""
    return tuple(Sector(key, g.forward, g.right, g.facing, g.half, m.reach) for key, g in m.covers.items())


def group_of(key: str) -> Group:
    """Return the group to which an aircraft belongs, by its key."""
    return "enemy" if key in GERMANS else "friend" if key in ESCORTS else "ours"


def model(m: Measures, key: str, name: str) -> Model:
    """Return the drawing of an aircraft.

    Args:
        m: the measures of the game.
        key: the key of the aircraft.
        name: the label of the aircraft.
    """
    group = group_of(key)
    if group == "ours":
        return Model(key, name, capital(key), BOMBER, 2 * m.nose, group, gun_sectors(m))
    number = (ESCORTS if group == "friend" else GERMANS).index(key)
    art = ESCORT if group == "friend" else GERMAN[number // 2 % len(GERMAN)]
    sectors = (Sector("fighter", 0, 0, 0, m.arc, m.reach),)
    return Model(
        key, name, f"{'E' if group == 'friend' else 'G'}{number + 1}", art, 2 * m.fighter_length, group, sectors
    )


def fire_rules(m: Measures) -> dict[str, Any]:  # JSON
    """Return the numbers with which a page decides who can fire at whom, as `line_of_fire` does."""
    return {
        "sines": SIN[:91],
        "nose": m.nose,
        "small": m.fighter_length,
        "reach": m.reach,
        "from_ends": m.ruled["seen_from"] == "ends",
        "arc": m.arc,
        "direct": m.direct,
        "nearest": m.ruled["arc_point"] == "nearest",
        "guns": [[s.label, s.forward, s.right, s.facing, s.half] for s in gun_sectors(m)],
        "volleys": m.volleys,
        "turret": TURRET,
    }


def table_top(m: Measures, models: tuple[Model, ...], say: Callable[[str], str]) -> TableTop:
    """Return the tabletop with the target and the range of its flak (S-201, S-207, S-705).

    Args:
        m: the measures of the game.
        models: all models that ever appear.
        say: returns the name of a gun.
    """
    left, right, near, far = m.target
    target = Zone("Target", left, right, near, far, m.aa, "reach of its guns")
    fire = {**fire_rules(m), "words": {gun: say(gun) for gun in m.gun_names}}
    return TableTop(m.width, m.length, 12 * INCH, (target,), models, fire)
