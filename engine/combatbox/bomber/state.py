"""The state of a mission: one bomber, its crew, and its attackers.

Plain objects owned by one flight. Effects change them, conditions read them, the flow moves them on. No number of the
rules stands here: those are constants of `game.yaml` or cells of tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.bomber.careers import Campaign
from combatbox.core.events import INLINE
from combatbox.core.roll_context import FACT

SIDES = ("port", "starboard")


@dataclass
class Man:
    """A man of the crew.

    Attributes:
        role: his own station.
        station: the station where he is now; empty once he is gone.
        missions: his own count, this mission included.
        fate: empty while he is aboard and alive, then one of `killed`, `went_down`, `bailed_out`, `captured`,
            `returned`, `rescued`, `lost_at_sea`, `invalided`, `died_of_wounds`, `recovers`, `sent_home`.
        silent: he fires no gun for the rest of this wave.
        silent_next: he fires no gun in the whole of the next wave.
        idle: he does no duty for the rest of the mission though no wound prevents it; None in games without that rule.
    """

    role: str
    station: str
    name: str = ""
    rank: str = ""
    missions: int = 1
    kills: int = 0
    light: int = 0
    serious: bool = False
    dead: bool = False
    frostbitten: bool = False
    ace_for_a_day: bool = False
    trapped: bool = False
    silent: bool = False
    silent_next: bool = False
    fate: str = ""
    idle: bool | None = None

    @property
    def aboard(self) -> bool:
        """True if he is alive and in the plane."""
        return not self.dead and not self.fate

    @property
    def fit(self) -> bool:
        """True if he is aboard and able to do a duty."""
        return is_fit(self)

    @property
    def wounded(self) -> bool:
        """True if he is wounded, lightly or seriously."""
        return self.light > 0 or self.serious


def is_fit(man: Man) -> bool:
    """Return `man.fit`, without the cost of a property in hot loops."""
    return not (man.dead or man.serious or man.fate or man.idle)


@dataclass
class Gun:
    """A gun position.

    Attributes:
        bursts: bursts left.
        jammed: `cold` or `spray`, by the cause; empty if it is not jammed.
        out: out of action for the mission.
    """

    name: str
    bursts: int
    out: bool = False
    jammed: str = ""
    thrown_out: bool = False

    @property
    def works(self) -> bool:
        """True if it can fire, given a gunner and bursts."""
        return not self.out and not self.jammed and not self.thrown_out


@dataclass
class Engine:
    """One engine.

    Attributes:
        stop_by: count of zones entered at which it must be stopped for want of oil, 0 for none.
        feathered: it is stopped and its propeller feathered.
        unfeathered: it is stopped and its propeller drags.
    """

    number: int
    side: str
    charges: int
    out: bool = False
    feathered: bool = False
    unfeathered: bool = False
    burning: bool = False
    stop_by: int = 0


@dataclass
class Fighter:
    """One German fighter.

    Attributes:
        fca: FCA markers rolled.
        fboa: FBOA markers rolled.
        damage: what the markers come to: `fca`, `fboa` or `destroyed`.
        status: kind of its pilot, where that option is in force.
        hit: it hit in the present attack.
        attacks: attacks made in this wave so far.
        gone: it is off the board.
        why: reason why it is gone: `missed`, `destroyed`, `driven_off`, `broke_off`, `spent`.
    """

    number: int
    type: str
    position: str
    untouchable: bool = False
    fca: int = 0
    fboa: int = 0
    damage: str = ""
    status: str = ""
    hit: bool = False
    attacks: int = 0
    gone: bool = False
    why: str = ""


@dataclass
class Wave:
    """One wave of fighters: the result of B-3 and what fighter cover does to it."""

    fighters: list[Fighter] = field(default_factory=list)
    no_attackers: bool = False
    random_event: bool = False
    driven_first: int = 0
    driven_later: int = 0
    evading: bool = False
    done: bool = False

    @property
    def attackers(self) -> list[Fighter]:
        """The fighters that are still there."""
        return [fighter for fighter in self.fighters if not fighter.gone]

    def over(self) -> bool:
        """Return True if no fighter is left."""
        for fighter in self.fighters:  # noqa: SIM110  # asked several times an attack
            if not fighter.gone:
                return False
        return True


@dataclass
class Plane:
    """The bomber itself.

    Attributes:
        parts: state of each part of game.yaml: True if it is out, or its number of hits.
    """

    parts: dict[str, int | bool] = field(default_factory=dict, metadata=INLINE)
    bombs_aboard: bool = True
    thrown_out: bool = False
    extinguishers: int = 0
    fate: str = ""

    def broken(self, part: str) -> bool:
        """Return True if a part is out or was hit.

        False for a part that this plane does not have.
        """
        return bool(self.parts.get(part))


@dataclass
class Orders:
    """The briefing: number and target of the mission, place in squadron and group."""

    mission: int = 1
    city: str = ""
    target_type: str = field(default="", metadata={FACT: "target"})
    target_zone: int = 0
    increased_flak: bool = False
    formation: str = ""
    squadron: str = ""


@dataclass
class Track:
    """The position of the bomber, and how it flies.

    Attributes:
        turn: turn of the mission, from 1.
        turns_here: turns that this stay in the zone takes, as far as is known.
        zones_entered: zone entries on both legs.
        leg: `out` or `back`.
        terrain: terrain of the zone, as the route gives it.
        zone_modifier: modifier of the zone, as the route gives it.
        weather: weather where the bomber is, empty where none is rolled; `target_weather` and `base_weather` keep it
            for the record.
        altitude: `high` or `low`.
        low_why: what brought the bomber down: `oxygen`, `heat` or `engines`.
        low_flak_done: light flak was rolled in this zone and leg.
        leaves_formation: the bomber leaves its formation when the wave in progress is over.
        shot_out: enemy fire had a part in the loss of the formation.
        diving_until: count of `zones_entered` at which the bomber is back in formation.
    """

    turn: int = 0
    turn_in_zone: int = 1
    turns_here: int = 1
    zones_entered: int = 0
    zone: int = 1
    leg: str = "out"
    terrain: str = ""
    zone_modifier: int = 0
    weather: str = field(default="", metadata={FACT: "weather"})
    target_weather: str = ""
    base_weather: str = ""
    cover: str = ""
    altitude: str = field(default="high", metadata={FACT: "altitude"})
    low_why: str = ""
    low_flak_done: bool = False
    out_of_formation: bool = False
    leaves_formation: bool = False
    shot_out: bool = False
    diving_until: int = 0
    two_turns: bool = False
    aborting: bool = False
    must_abort: bool = False


def keeps_formation(track: Track) -> bool:
    """Return `State.in_formation`, without the cost of a property at every roll."""
    return not track.out_of_formation and track.zones_entered >= track.diving_until


@dataclass
class Supply:
    """Fuel, oxygen and heat. Deadlines are absolute, 0 for none.

    Attributes:
        fuel_turn: last turn with fuel.
        fuel_zone: last count of `zones_entered` with fuel.
        range_zone: last count of `zones_entered` that a single engine reaches; negative until that is chosen.
        oxygen_hits: number of hits by station.
        heat_out: by station, the count of `zones_entered` at which its heat was lost.
    """

    leaking_tanks: list[str] = field(default_factory=list)
    fuel_turn: int = 0
    fuel_zone: int = 0
    range_zone: int = 0
    oxygen_hits: dict[str, int] = field(default_factory=dict)
    heat_out: dict[str, int] = field(default_factory=dict)


@dataclass
class Chance:
    """Random events.

    Attributes:
        lasting: the lasting events of the game, each True while it is in force.
        events: the once-only events that have happened.
        in_event: an event is being resolved.
        failed_engine: number of the engine that an event stopped, 0 for none.
    """

    lasting: dict[str, bool] = field(default_factory=dict, metadata=INLINE)
    events: list[str] = field(default_factory=list)
    in_event: bool = False
    engine_event: bool = False
    failed_engine: int = 0


@dataclass
class Battle:
    """Fighters and flak of this turn.

    Attributes:
        wave_now: index in `waves` of the wave being fought, -1 for none.
        attacked: a fighter made an attack this turn.
        aimed: target of each gun as its counter shows it.
        flak_causes: codes of rows that apply because of flak alone.
    """

    waves_due: int = 0
    waves: list[Wave] = field(default_factory=list)
    wave_now: int = -1
    under_attack: bool = False
    attacked: bool = False
    aimed: dict[str, str] = field(default_factory=dict)
    flak: str = ""
    hit_by_flak: bool = False
    flak_causes: list[str] = field(default_factory=list)


@dataclass
class CurrentRoll:
    """The subject of the roll in progress, and the results of one attack or fire.

    Attributes:
        fighter: index of the fighter in the wave, -1 for none.
        man: role of the man whom `this` means; `gun`, `engine` and `side` likewise.
        engine_dead: the engine was out before this roll.
        hits: number of `hit` results until the flow resets it.
        shells: shells of one attacker or flak hit.
        located: sections that these shells strike.
        walking: sections of walking hits, which replace `located`.
        wound_add: modifier of a wound roll after a crash.
        fire: the compartment that burns.
    """

    fighter: int = -1
    man: str = ""
    gun: str = ""
    engine: int = 0
    engine_dead: bool = False
    side: str = ""
    passing_shot: bool = False
    spraying: bool = False
    aim: str = ""
    hits: int = 0
    shells: int = 0
    located: list[str] = field(default_factory=list)
    walking: list[str] = field(default_factory=list)
    bursting: bool = False
    wound_add: int = 0
    fire: str = ""
    fire_tries: int = 0


@dataclass
class Due:
    """The events that the flow must resolve next.

    Attributes:
        fires: compartments whose oxygen burns.
        bail_out: table on which the crew must bail out now.
        lost: how plane and crew ended at once.
        abandoned: the crew has begun to leave the plane.
        mayday: a call for help went out before the crew began to leave.
        engines_seen: number of engines out whose consequences are resolved.
    """

    fires: list[str] = field(default_factory=list)
    bail_out: str = ""
    lost: str = ""
    abandoned: bool = False
    mayday: bool = False
    engines_seen: int = 0


@dataclass
class Outcome:
    """The outcome of the mission.

    Attributes:
        per_cent: per cent of the bombs on target, -1 without a drop.
        counts: the mission counts towards the campaign.
    """

    aim_result: str = ""
    bombs_dropped: bool = False
    per_cent: int = -1
    landed: str = ""
    down_terrain: str = ""
    result: str = ""
    counts: bool = True


@dataclass
class State:
    """Everything that can change during a mission.

    Bomber and crew stand here, and one record for each aspect of the mission.

    Attributes:
        completed: missions of the campaign that count so far.
        bomber_missions: this bomber's own count, this mission included.
        campaign: what a campaign carries from mission to mission; None in a single mission.
        stations: role of the man at each station.
        rooms: by role, the compartment in which each man (or his body) is; empty in planes where a man's station says
            it.
    """

    completed: int = 0
    bomber: str = ""
    bomber_missions: int = 1
    rabbits_feet: int = 0
    campaign: Campaign | None = None
    men: dict[str, Man] = field(default_factory=dict)
    stations: dict[str, str] = field(default_factory=dict)
    rooms: dict[str, str] = field(default_factory=dict)
    pilot_at_controls: str = "pilot"
    guns: dict[str, Gun] = field(default_factory=dict)
    engines: list[Engine] = field(default_factory=list)
    plane: Plane = field(default_factory=Plane)
    orders: Orders = field(default_factory=Orders, metadata=INLINE)
    track: Track = field(default_factory=Track, metadata=INLINE)
    supply: Supply = field(default_factory=Supply, metadata=INLINE)
    chance: Chance = field(default_factory=Chance, metadata=INLINE)
    battle: Battle = field(default_factory=Battle, metadata=INLINE)
    hand: CurrentRoll = field(default_factory=CurrentRoll, metadata=INLINE)
    due: Due = field(default_factory=Due, metadata=INLINE)
    outcome: Outcome = field(default_factory=Outcome, metadata=INLINE)

    @property
    def in_formation(self) -> bool:
        """True if the bomber flies in its formation."""
        return keeps_formation(self.track)

    @property
    def wave(self) -> Wave:
        """The wave being set up or fought."""
        return self.battle.waves[self.battle.wave_now]

    @property
    def attacker(self) -> Fighter:
        """The fighter that the present roll is about."""
        battle = self.battle
        return battle.waves[battle.wave_now].fighters[self.hand.fighter]

    def at(self, station: str) -> Man | None:
        """Return the living man at a station, or None."""
        role = self.stations.get(station)
        return self.men[role] if role else None

    @property
    def aboard(self) -> list[Man]:
        """Every living man in the plane, in the order of the crew."""
        return [man for man in self.men.values() if not (man.dead or man.fate)]

    def abandon(self, mayday: bool) -> None:
        """Mark that the crew begins to leave the plane.

        Args:
            mayday: a call for help went out; later damage no longer changes that.
        """
        self.due.mayday = mayday
        self.due.abandoned = True

    def engines_out(self) -> int:
        """Return how many engines are out."""
        out = 0
        for engine in self.engines:  # asked many times a turn
            if engine.out:
                out += 1
        return out

    def engines_running(self) -> int:
        """Return how many engines run."""
        return len(self.engines) - self.engines_out()
