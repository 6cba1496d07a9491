"""The state of a mission: one bomber, its crew, and whoever attacks them.

Plain objects owned by one flight. Effects change them, conditions read them, the flow moves them on. Nothing
here knows a number of the rules: those are constants of `game.yaml` or stand in tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.bomber.careers import Campaign
from combatbox.core.events import INLINE
from combatbox.core.roll_context import FACT

SIDES = ("port", "starboard")


@dataclass
class Man:
    """One of the crew. `role` is his own station, `station` the one he is at (empty once he is gone).

    missions: his own count, this mission included. fate: empty while he is aboard and alive, then the last
    word on him (`killed`, `went_down`, `bailed_out`, `captured`, `returned`, `rescued`, `lost_at_sea`,
    `invalided`, `died_of_wounds`, `recovers`, `sent_home`).
    silent: he fires no gun for the rest of this wave; silent_next: nor in the whole of the next one. idle: he does no
    duty for the rest of the mission, though no wound keeps him from it; None where a game knows no such thing.
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
        """Alive and in the plane."""
        return not self.dead and not self.fate

    @property
    def fit(self) -> bool:
        """Aboard and able to do a duty."""
        return is_fit(self)

    @property
    def wounded(self) -> bool:
        """Wounded at all, lightly or seriously."""
        return self.light > 0 or self.serious


def is_fit(man: Man) -> bool:
    """Aboard and able to do a duty: what `Man.fit` says, for where it is asked hundreds of times."""
    return not (man.dead or man.serious or man.fate or man.idle)


@dataclass
class Gun:
    """A gun position. jammed: `cold` or `spray`, by what did it; out: for good."""

    name: str
    bursts: int
    out: bool = False
    jammed: str = ""
    thrown_out: bool = False

    @property
    def works(self) -> bool:
        """It could fire if it had a gunner and bursts."""
        return not self.out and not self.jammed and not self.thrown_out


@dataclass
class Engine:
    """One engine. stop_by: the number of zones entered when it must be stopped for its oil, 0 for none.

    feathered, unfeathered: what became of its propeller; neither while it runs.
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
    """One German fighter. fca, fboa: markers rolled; damage: what they come to (`fca`, `fboa`, `destroyed`).

    hit: it hit in the present attack. attacks: made in this wave so far. gone: it is off the board, `why`
    says how (`missed`, `destroyed`, `driven_off`, `broke_off`, `spent`).
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
    """One wave of fighters: what B-3 gave, and what fighter cover does to it."""

    fighters: list[Fighter] = field(default_factory=list)
    no_attackers: bool = False
    random_event: bool = False
    driven_first: int = 0
    driven_later: int = 0
    evading: bool = False
    done: bool = False

    @property
    def attackers(self) -> list[Fighter]:
        """The fighters still there."""
        return [fighter for fighter in self.fighters if not fighter.gone]

    def over(self) -> bool:
        """No fighter is there any more."""
        for fighter in self.fighters:  # noqa: SIM110  # asked several times an attack
            if not fighter.gone:
                return False
        return True


@dataclass
class Plane:
    """The bomber itself. parts: what of it can break, as `parts` of game.yaml has it: out or not, or how many hits."""

    parts: dict[str, int | bool] = field(default_factory=dict, metadata=INLINE)
    bombs_aboard: bool = True
    thrown_out: bool = False
    extinguishers: int = 0
    fate: str = ""

    def broken(self, part: str) -> bool:
        """Whether a part is out, or was hit; a plane without it has no such trouble."""
        return bool(self.parts.get(part))


@dataclass
class Orders:
    """What the briefing gave: number and target of the mission, and the bomber's place in squadron and group."""

    mission: int = 1
    city: str = ""
    target_type: str = field(default="", metadata={FACT: "target"})
    target_zone: int = 0
    increased_flak: bool = False
    formation: str = ""
    squadron: str = ""


@dataclass
class Track:
    """Where the bomber is, and how it flies.

    leg: `out` or `back`. turn: from 1. turns_here: how many turns this stay in the zone takes, as far as is known.
    zones_entered: counts zone entries on both legs. terrain, zone_modifier: of the zone, as the route gives them.
    altitude: `high`, `low`; low_why: `oxygen`, `heat` or `engines`, what brought the bomber down. low_flak_done: light
    flak was rolled in this zone and leg. weather: where the bomber is, empty where none is rolled; kept for the record
    in target_weather and base_weather. leaves_formation: when the wave in progress is over. shot_out: enemy fire had a
    part in the loss of the formation. diving_until: the count of zones_entered at which it is back in.
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
    """Whether the bomber flies in its formation: what `State.in_formation` says, for where it is asked at every roll."""
    return not track.out_of_formation and track.zones_entered >= track.diving_until


@dataclass
class Supply:
    """What runs short. Deadlines are absolute, 0 for none.

    fuel_turn: the last turn with fuel; fuel_zone: the last count of zones_entered with fuel; range_zone: the last one
    that a single engine carries to, below nought while that is to be chosen. heat_out and oxygen_hits are by station;
    heat keeps the count of zones_entered when it was lost.
    """

    leaking_tanks: list[str] = field(default_factory=list)
    fuel_turn: int = 0
    fuel_zone: int = 0
    range_zone: int = 0
    oxygen_hits: dict[str, int] = field(default_factory=dict)
    heat_out: dict[str, int] = field(default_factory=dict)


@dataclass
class Chance:
    """Random events. lasting: those of the game that go on, whether they do now. events: those that happened.

    in_event: one is being worked off. failed_engine: the one an event stopped, 0 for none.
    """

    lasting: dict[str, bool] = field(default_factory=dict, metadata=INLINE)
    events: list[str] = field(default_factory=list)
    in_event: bool = False
    engine_event: bool = False
    failed_engine: int = 0


@dataclass
class Battle:
    """Fighters and flak of this turn.

    wave_now: the index of the wave in hand in `waves`, -1 for none. attacked: a fighter made an attack this turn. aimed:
    the gun counters, at whom each gun was aimed last. flak_causes: rows that hold through flak alone.
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
    """The roll in hand: whom and what `this` means, and what the dice of one attack or fire have come to.

    fighter: its index in the wave, -1 for none. hits counts `hit` results until the flow sets it back. shells and
    located are the shells of one attacker or flak hit, walking replaces them. fire: the compartment that burns.
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
    """What the flow has to work off.

    fires: compartments whose oxygen burns. bail_out: the table on which the crew must bail out now. lost: how plane and
    crew ended at once. engines_seen: engines out whose consequences have been drawn. abandoned: the crew has begun to
    leave; mayday: and a call for help had gone out.
    """

    fires: list[str] = field(default_factory=list)
    bail_out: str = ""
    lost: str = ""
    abandoned: bool = False
    mayday: bool = False
    engines_seen: int = 0


@dataclass
class Outcome:
    """What the mission came to. per_cent: -1 without a drop. counts: it counts towards the campaign."""

    aim_result: str = ""
    bombs_dropped: bool = False
    per_cent: int = -1
    landed: str = ""
    down_terrain: str = ""
    result: str = ""
    counts: bool = True


@dataclass
class State:
    """Everything that can change while a mission is flown: bomber and crew, and a record for each side of it.

    completed: missions of the campaign that count so far. bomber_missions: this bomber's own, this one included.
    stations: who is where, by role. rooms: in which compartment each man is, or his body lies, by role, in a plane whose
    compartments hold so many; empty in one where a man's station says it. `campaign` is what a campaign carries from mission to mission, None in a mission of
    its own.
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

    # ---- readers

    @property
    def in_formation(self) -> bool:
        """Whether the bomber flies in its formation."""
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
        """The living man at a station, or None."""
        role = self.stations.get(station)
        return self.men[role] if role else None

    @property
    def aboard(self) -> list[Man]:
        """Every living man in the plane, in the order of the crew."""
        return [man for man in self.men.values() if not (man.dead or man.fate)]

    def abandon(self, mayday: bool) -> None:
        """The crew begins to leave the plane; whether a call for help went out is settled now."""
        self.due.mayday = mayday
        self.due.abandoned = True

    def engines_out(self) -> int:
        """How many engines are out."""
        out = 0
        for engine in self.engines:  # asked many times a turn
            if engine.out:
                out += 1
        return out

    def engines_running(self) -> int:
        """How many engines run."""
        return len(self.engines) - self.engines_out()
