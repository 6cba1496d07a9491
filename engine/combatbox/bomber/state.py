"""The state of a mission and of a campaign: one bomber, its crew, its attackers, and the careers so far.

The objects hold plain data and belong to one flight: effects change them, conditions read them, and the flow of the
game advances them. This module contains no numbers of the rules, which are constants of `game.yaml` or cells of tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.core.annotations import record
from combatbox.core.change_tracking import inline
from combatbox.core.roll_context import FACT


@dataclass
class Man:
    """A man of the crew.

    Attributes:
        role: his role, which is also the name of his regular station.
        station: the station where he is now; empty if he has left the plane or is dead.
        missions: the number of his missions, including the present one.
        light: the number of his light wounds.
        fate: empty while he is aboard and alive, then one of `killed`, `went_down`, `bailed_out`, `captured`,
            `returned`, `rescued`, `lost_at_sea`, `invalided`, `died_of_wounds`, `recovers`, `sent_home`.
        silent: True if he cannot fire a gun for the rest of this wave.
        silent_next: True if he cannot fire a gun during the whole next wave.
        idle: True if he does no duty for the rest of the mission for a reason other than a wound; None in games without
            that rule.
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
        """True if the man is alive and in the plane."""
        return not self.dead and not self.fate

    @property
    def fit(self) -> bool:
        """True if the man is aboard and able to do his duty."""
        return not (self.dead or self.serious or self.fate or self.idle)

    @property
    def wounded(self) -> bool:
        """True if the man is wounded, lightly or seriously."""
        return self.light > 0 or self.serious


@dataclass
class Gun:
    """A gun position.

    Attributes:
        bursts: the number of bursts left.
        out: True if the gun is out of action for the rest of the mission.
        jammed: the cause of a jam, `cold` or `spray`; empty if the gun is not jammed.
    """

    name: str
    bursts: int
    out: bool = False
    jammed: str = ""
    thrown_out: bool = False

    @property
    def works(self) -> bool:
        """True if the gun is neither out of action nor jammed nor thrown out."""
        return not self.out and not self.jammed and not self.thrown_out


@dataclass
class Engine:
    """One engine.

    Attributes:
        charges: the number of fire extinguisher charges left.
        feathered: True if the engine is stopped and its propeller is feathered.
        unfeathered: True if the engine is stopped and its propeller drags.
        stop_by: the value of `zones_entered` at which the engine must be stopped because of an oil leak; 0 for no leak.
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
        fca: the number of FCA markers rolled.
        fboa: the number of FBOA markers rolled.
        damage: the combined damage of the markers: `fca`, `fboa` or `destroyed`.
        status: the quality of its pilot, if the optional rule for pilots is in play.
        hit: True if it hit in the current attack.
        attacks: the number of attacks made in this wave so far.
        gone: True if it has left the battle.
        why: the reason why it is gone: `missed`, `destroyed`, `driven_off`, `broke_off`, `spent`.
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


@record
class Wave:
    """One wave of fighters: the result of B-3 and the effect of fighter cover on it."""

    fighters: list[Fighter] = []
    no_attackers: bool = False
    random_event: bool = False
    driven_first: int = 0
    driven_later: int = 0
    evading: bool = False
    done: bool = False

    @property
    def attackers(self) -> list[Fighter]:
        """The fighters that are not gone."""
        return [fighter for fighter in self.fighters if not fighter.gone]

    def over(self) -> bool:
        """Return True if no fighter is left."""
        for fighter in self.fighters:  # noqa: SIM110  # asked several times an attack
            if not fighter.gone:
                return False
        return True


@dataclass
class Plane:
    """The condition of the bomber.

    Attributes:
        parts: the state of each part in game.yaml: True if it is out, or the number of hits on it.
    """

    parts: dict[str, int | bool] = inline(dict)
    bombs_aboard: bool = True
    thrown_out: bool = False
    extinguishers: int = 0
    fate: str = ""

    def broken(self, part: str) -> bool:
        """Return True if a part is out or was hit.

        A part that this plane does not have is never broken.
        """
        return bool(self.parts.get(part))


@dataclass
class Orders:
    """The briefing: number and target of the mission, and place in the formation."""

    mission: int = 1
    city: str = ""
    target_type: str = field(default="", metadata={FACT: "target"})
    target_zone: int = 0
    increased_flak: bool = False
    formation: str = ""
    squadron: str = ""


@dataclass
class Track:
    """The position of the bomber, and its manner of flight.

    Attributes:
        turn: the turn of the mission, from 1.
        turns_here: the number of turns that the present stay in the zone takes, as far as is known.
        zones_entered: the number of zones entered on both legs.
        leg: `out` or `back`.
        terrain: the terrain of the zone, according to the route.
        zone_modifier: the modifier of the zone, according to the route.
        weather: the weather at the bomber's position; empty where the weather is not rolled.
        target_weather: the weather over the target, for the record.
        base_weather: the weather over the base, for the record.
        altitude: `high` or `low`.
        low_why: the reason why the bomber descended: `oxygen`, `heat` or `engines`.
        low_flak_done: True if light flak has been rolled in this zone on this leg.
        leaves_formation: True if the bomber leaves its formation at the end of the current wave.
        shot_out: True if enemy fire contributed to the loss of the formation.
        diving_until: the value of `zones_entered` at which the bomber rejoins its formation.
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


@record
class Supply:
    """The supply of fuel, oxygen and heat.

    A limit is the number of a turn or a value of `zones_entered`; 0 means that there is no limit.

    Attributes:
        fuel_turn: the last turn with fuel.
        fuel_zone: the last value of `zones_entered` with fuel.
        range_zone: the last value of `zones_entered` that the bomber can reach on one engine; negative until it is
            chosen.
        oxygen_hits: the number of hits on the oxygen of each station.
        heat_out: for each station without heat, the value of `zones_entered` when its heat was lost.
    """

    leaking_tanks: list[str] = []
    fuel_turn: int = 0
    fuel_zone: int = 0
    range_zone: int = 0
    oxygen_hits: dict[str, int] = {}
    heat_out: dict[str, int] = {}


@record
class Chance:
    """The state of random events.

    Attributes:
        lasting: for each lasting event of the game, True while it is in force.
        events: the events that can happen only once and have happened.
        in_event: True while an event is being resolved.
        engine_event: True if the next engine to stop is stopped by an event.
        failed_engine: the number of the engine that an event stopped; 0 if there is none.
    """

    lasting: dict[str, bool] = inline(dict)
    events: list[str] = []
    in_event: bool = False
    engine_event: bool = False
    failed_engine: int = 0


@record
class Battle:
    """The fighters and the flak of this turn.

    Attributes:
        wave_now: the index in `waves` of the current wave; -1 if there is none.
        attacked: True if a fighter made an attack this turn.
        aimed: the target of each gun, as on its gun counter.
        flak_causes: the codes of rows that apply only because of flak.
    """

    waves_due: int = 0
    waves: list[Wave] = []
    wave_now: int = -1
    under_attack: bool = False
    attacked: bool = False
    aimed: dict[str, str] = {}
    flak: str = ""
    hit_by_flak: bool = False
    flak_causes: list[str] = []


@record
class CurrentRoll:
    """The subject of the roll in progress, and the results of one attack.

    Attributes:
        fighter: the index of the fighter in the wave; -1 if there is none.
        man: the role of the man to whom `this` refers; `gun`, `engine` and `side` are used in the same way.
        engine_dead: True if the engine was already out before this roll.
        hits: the number of `hit` results since the flow last reset it.
        shells: the number of shells of one attacker or flak hit.
        located: the sections that these shells strike.
        walking: the sections of walking hits, which replace `located`.
        wound_add: the modifier of a wound roll after a crash.
        fire: the compartment that is on fire.
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
    located: list[str] = []
    walking: list[str] = []
    bursting: bool = False
    wound_add: int = 0
    fire: str = ""
    fire_tries: int = 0


@record
class Due:
    """The consequences that the flow must resolve next.

    Attributes:
        fires: the compartments with an oxygen fire.
        bail_out: the table on which the crew must now roll to bail out; empty if it need not bail out.
        lost: the way in which the plane and the crew were lost immediately; empty if they were not.
        abandoned: True if the crew has begun to leave the plane.
        mayday: True if a call for help was sent before the crew began to leave.
        engines_seen: the number of engines whose loss has already been resolved.
    """

    fires: list[str] = []
    bail_out: str = ""
    lost: str = ""
    abandoned: bool = False
    mayday: bool = False
    engines_seen: int = 0


@dataclass
class Outcome:
    """The outcome of the mission.

    Attributes:
        per_cent: the percentage of bombs on target; -1 if no bombs were dropped.
        counts: True if the mission counts towards the campaign.
    """

    aim_result: str = ""
    bombs_dropped: bool = False
    per_cent: int = -1
    landed: str = ""
    down_terrain: str = ""
    result: str = ""
    counts: bool = True


@record
class State:
    """Everything that can change during a mission.

    It has fields for the bomber and the crew, and a record for each aspect of the mission.

    Attributes:
        completed: the number of missions that have counted in the campaign so far.
        bomber_missions: the number of this bomber's missions, including the present one.
        campaign: the data that a campaign carries from mission to mission; None for a single mission.
        stations: the role of the man at each station; empty if there is nobody.
        rooms: by role, the compartment in which each man (or his body) is; empty in planes where a man's station
            determines it.
    """

    completed: int = 0
    bomber: str = ""
    bomber_missions: int = 1
    rabbits_feet: int = 0
    campaign: Campaign | None = None
    men: dict[str, Man] = {}
    stations: dict[str, str] = {}
    rooms: dict[str, str] = {}
    pilot_at_controls: str = "pilot"
    guns: dict[str, Gun] = {}
    engines: list[Engine] = []
    plane: Plane = field(default_factory=Plane)
    orders: Orders = inline(Orders)
    track: Track = inline(Track)
    supply: Supply = inline(Supply)
    chance: Chance = inline(Chance)
    battle: Battle = inline(Battle)
    hand: CurrentRoll = inline(CurrentRoll)
    due: Due = inline(Due)
    outcome: Outcome = inline(Outcome)

    @property
    def in_formation(self) -> bool:
        """True if the bomber is in its formation at this moment."""
        track = self.track
        return not track.out_of_formation and track.zones_entered >= track.diving_until

    @property
    def at_target(self) -> bool:
        """True if the bomber is in the zone of its target."""
        return self.track.zone == self.orders.target_zone

    @property
    def in_target_zone_out(self) -> bool:
        """True if the bomber is in the zone of its target on the outward leg.

        An engine lost there does not prevent the bomber from bombing (10.1).
        """
        return self.at_target and self.track.leg == "out"

    @property
    def wave(self) -> Wave:
        """The wave being set up or fought."""
        return self.battle.waves[self.battle.wave_now]

    @property
    def attacker(self) -> Fighter:
        """The fighter that is the subject of the current roll."""
        battle = self.battle
        return battle.waves[battle.wave_now].fighters[self.hand.fighter]

    def at(self, station: str) -> Man | None:
        """Return the living man at a station, or None."""
        role = self.stations.get(station)
        return self.men[role] if role else None

    @property
    def aboard(self) -> list[Man]:
        """All living men in the plane, in the order of the crew."""
        return [man for man in self.men.values() if not (man.dead or man.fate)]

    def abandon(self, mayday: bool) -> None:
        """Record that the crew begins to leave the plane.

        Args:
            mayday: True if a call for help was sent; later damage does not change this.
        """
        self.due.mayday = mayday
        self.due.abandoned = True

    def engines_out(self) -> int:
        """Return the number of engines that are out."""
        return [engine.out for engine in self.engines].count(True)

    def engines_running(self) -> int:
        """Return the number of engines that are running."""
        return len(self.engines) - self.engines_out()


# ---- the campaign between missions: names, victories and careers


@dataclass
class Career:
    """The career of a man whose service in the campaign has ended.

    Attributes:
        missions: the number of missions that he survived.
        last: the number of the mission of the campaign in which his career ended.
    """

    name: str
    role: str
    fate: str
    missions: int
    kills: int
    last: int
    rating: str = ""


@dataclass
class Service:
    """The service record of a bomber that has flown its last mission.

    Attributes:
        name: the name of the bomber.
        fate: the fate of the bomber.
        missions: the number of missions that it survived.
        drops: the number of times that it dropped bombs.
        per_cents: the sum of the percentages of its drops.
        rating: the rating for the missions that it survived, as a term of the vocabulary; empty if it survived none.
        bombing: the rating of its bombing, as a term of the vocabulary; empty if it dropped no bombs.
    """

    name: str
    fate: str
    missions: int
    drops: int
    per_cents: int
    rating: str = ""
    bombing: str = ""


@record
class Campaign:
    """The results of the campaign so far; only a mission that counts can be a victory.

    Attributes:
        roster: the seed that determines the order of the names.
        named: the number of men's names that have been assigned.
        christened: the number of bombers' names that have been assigned.
        repeated: the number of missions that did not count and are flown again.
        drops: the number of times that the current bomber dropped bombs.
        per_cents: the sum of the percentages of these drops.
        bombing: the rating of all drops, at the end of the campaign.
        aces: the names of all aces so far.
        grounded: True if the next mission needs a new bomber.
        result: empty during the campaign, then `won`, `lost` or `drawn`.
    """

    roster: str = ""
    named: int = 0
    christened: int = 0
    eighth_air_force: int = 0
    german_air_defence: int = 0
    draw: int = 0
    repeated: int = 0
    drops: int = 0
    per_cents: int = 0
    bombing: str = ""
    aces: list[str] = []
    careers: list[Career] = []
    services: list[Service] = []
    grounded: bool = False
    result: str = ""
