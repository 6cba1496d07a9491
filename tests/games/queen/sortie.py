"""A campaign put where a test begins: a mission is over, and these things have come of it."""

from __future__ import annotations

from typing import Any

from tests.games.scripted import Answers, ScriptedFlight, TableDice

from combatbox.bomber import campaign
from combatbox.bomber.setup import new_state
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Event, Journal
from combatbox.core.game import fly
from combatbox.core.narration import NarrationLine
from combatbox.play.logs import Log
from combatbox.play.narrate import narrate_events


class Sortie:
    """A campaign begun. `over` ends its present mission with an outcome, `after` enters it, `onward` prepares the next."""

    def __init__(
        self,
        book: Any,
        mission: int = 1,
        names: Any = None,
        answers: Any = None,
        rulings: Any = None,
        faces: Any = None,
    ) -> None:
        self.book = book
        self.rulebook = book.rulebook(rulings or {})
        setup = book.setup(mission, {"roster": "sortie", **(names or {})})
        self.state = new_state(self.rulebook, setup)
        self.journal = Journal(book.header("tour", self.rulebook.rulings, setup, "script"))
        self.player = Answers(answers or {})
        self.flight = ScriptedFlight(self.rulebook, TableDice(faces or {}), self.state, self.player, self.journal)
        self.flight.run(campaign.begin(self.flight))

    @property
    def campaign(self) -> Any:
        """The campaign so far."""
        return self.state.campaign

    def over(
        self,
        result: str = "eighth_air_force",
        *,
        counts: bool = True,
        plane: str = "safe",
        landed: str = "england",
        per_cent: int | None = 20,
        kills: Any = None,
        **fates: str,
    ) -> Sortie:
        """The mission is over like this; `fates` by role."""
        state = self.state
        self.flight.phase("mission.start", state.bomber, number=state.orders.mission, of=25)
        state.orders.city, state.orders.target_type = "Paris", "industry"
        state.outcome.result, state.outcome.counts, state.outcome.landed, state.plane.fate = (
            result,
            counts,
            landed,
            plane,
        )
        if per_cent is not None:
            state.outcome.bombs_dropped, state.outcome.per_cent, state.outcome.aim_result = True, per_cent, "on_target"
            state.plane.bombs_aboard = False
        for role, number in (kills or {}).items():
            state.men[role].kills += number
        for role, fate in fates.items():
            man = state.men[role]
            man.fate = fate
            man.dead = fate in ("killed", "went_down", "lost_at_sea", "died_of_wounds")
        return self

    def after(self) -> Sortie:
        """The mission is entered, and a bomber with all its missions retired or not."""
        campaign.close_books(self.flight)
        self.flight.run(campaign.retire(self.flight))
        self.journal.flush_changes()
        return self

    def onward(self) -> Sortie:
        """The next mission is prepared."""
        self.flight.run(campaign.next_mission(self.flight))
        self.journal.flush_changes()
        return self

    def facts(self, name: str) -> list[Event]:
        """The facts of this name so far."""
        self.journal.flush_changes()
        return [e for e in self.journal.events if e["kind"] == "fact" and e["name"] == name]

    def account(self) -> str:
        """The story so far."""
        self.journal.flush_changes()
        lines: list[NarrationLine] = [
            line for _, many in narrate_events(self.book, self.journal.events) for line in many
        ]
        return "\n".join(line.shown for line in lines)

    def forms(self) -> Any:
        """The composite record so far."""
        self.journal.flush_changes()
        return self.book.game.forms(self.journal.events, self.journal.header, self.rulebook)["composite"]


def tour(book: Any, seed: object, player: Any = None, **more: Any) -> tuple[Any, Log]:
    """A tour flown with its log."""
    rulings = book.chosen(more.pop("rulings", {}))
    rulebook = book.rulebook(rulings)
    setup = more.pop("setup", book.setup(1, {"roster": str(seed)}))
    journal = more.pop("journal", Journal)(book.header("tour", rulings, setup, f"seed {seed}"))
    journal.book = rulebook
    dice = more.pop("dice", None) or SeededDice(str(seed))
    state = fly(book.game, rulebook, dice, run="tour", setup=setup, player=player or DefaultPlayer(), journal=journal)
    return state, Log(journal.header, journal.events, book.game.summary(state))
