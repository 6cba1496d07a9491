"""Whole campaigns, over many seeds and players: what must hold in all of them, and going on where one was left."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from invariants import CheckedJournal, HarshDice, RandomPlayer
from rig import ACE
from sortie import tour

from combatbox.cli.flight_commands import StopAfter
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.play.checkpoint import resume_record
from combatbox.play.logs import Log, log_text
from combatbox.play.replay import replay_log
from combatbox.play.saves import resume, save_of_log

FIT = ("", "recovers", "returned", "rescued", "bailed_out")


class Watcher:
    """Looks at the campaign between missions; any player decides the rest."""

    def __init__(self, until):
        self.until = until
        self.numbers, self.gone, self.seen = [], {}, set()

    def choose(self, decision, flight):
        """Look, and fly on."""
        if decision.kind not in ("fly_on", "retire"):
            return self.until.choose(decision, flight)
        if decision.kind == "fly_on":
            self.look(flight.state)
            return "fly_on"
        return decision.default

    def look(self, state):
        """What must hold when a mission has been entered."""
        campaign = state.campaign
        self.numbers.append((state.orders.mission, state.outcome.counts, state.completed))
        names = [man.name for man in state.men.values()]
        assert len(set(names)) == 10
        assert not set(names) & set(self.gone), "dead men never fly again"
        struck = {career.name for career in campaign.careers}
        for man in state.men.values():
            assert (man.name in struck) is (man.fate not in FIT), man
            assert 1 <= man.missions <= state.completed + 1
            assert man.kills >= 0
            assert man.kills < ACE or man.name in campaign.aces
        self.gone |= {career.name: career for career in campaign.careers}
        assert len(self.gone) == len(campaign.careers), "names are given once"
        assert state.completed == campaign.eighth_air_force + campaign.german_air_defence + campaign.draw
        assert campaign.repeated == len(self.numbers) - state.completed
        assert campaign.grounded is (state.outcome.result == "german_air_defence")
        assert 0 <= campaign.per_cents <= 100 * campaign.drops
        assert 1 <= state.bomber_missions <= 25
        assert state.bomber not in self.seen
        self.seen = {service.name for service in campaign.services}
        assert all(value >= 0 for career in campaign.careers for value in (career.missions, career.kills))


def check_numbers(numbers):
    """A mission's number goes up when it counted, and only then."""
    due = 1
    for mission, counts, completed in numbers:
        assert mission == due
        due += counts
        assert completed == due - 1


def check_end(state):
    """A finished campaign adds up."""
    campaign = state.campaign
    assert campaign.result in ("won", "lost", "drawn")
    assert state.completed == 25
    careers = campaign.careers
    assert len({career.name for career in careers}) == len(careers)
    assert len({service.name for service in campaign.services}) == len(campaign.services)
    for career in careers:
        assert 0 <= career.missions <= 25
        assert bool(career.rating) is bool(career.missions)
        assert (career.fate == "sent_home") <= (career.missions == 25)
    for role in state.men:
        flown = [career for career in careers if career.role == role]
        assert (
            22
            <= sum(career.missions + (career.fate not in (*FIT, "invalided", "sent_home")) for career in flown)
            <= 25 + (campaign.repeated)
        )
    lost = sum(service.fate not in ("", "retired") for service in campaign.services)
    assert lost >= campaign.german_air_defence


@pytest.mark.rule("Q1.0-1", "Q7.2-1", "Q7.3-4", "Q8.0-2", "Q17.0-3", "Q-R66")
@pytest.mark.parametrize("seed", range(12))
def test_a_campaign_by_doctrine_holds_together(book, seed):
    player = Watcher(DefaultPlayer())
    state = fly(book.game, book.rulebook(), SeededDice(f"tour/{seed}"), run="tour", player=player)
    check_numbers(player.numbers)
    check_end(state)


@pytest.mark.rule("Q8.0-2", "Q17.0-3", "Q-R66")
@pytest.mark.parametrize("seed", range(8))
def test_a_campaign_of_any_legal_play_under_any_rulings_holds_together(book, seed):
    chance = random.Random(f"campaign/{seed}")
    rulings = {r.id: chance.choice(list(r.options)) for r in book.rulings.values() if len(r.options) > 1}
    rulings |= {"Q-X2": "on"} if seed % 2 else {}
    player = Watcher(RandomPlayer(f"campaign/{seed}"))
    dice = (HarshDice if seed % 2 else SeededDice)(f"campaign/{seed}")
    state = fly(book.game, book.rulebook(rulings), dice, run="tour", player=player)
    check_numbers(player.numbers)
    check_end(state)


def test_aborts_without_cause_happen_and_are_flown_again(book):
    class Timid:
        def __init__(self):
            self.random, self.asked = random.Random("timid"), Counter()

        def choose(self, decision, flight):
            if decision.kind == "abort" and self.random.random() < 0.3:
                return "abort"
            return decision.default

    player = Watcher(Timid())
    state = fly(book.game, book.rulebook(), SeededDice("timid"), run="tour", player=player)
    assert state.campaign.repeated > 2
    check_numbers(player.numbers)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_event_of_a_campaign_is_sound_and_its_log_flies_again_to_the_same_bytes(book, seed):
    player = Watcher(RandomPlayer(f"log/{seed}"))
    state, log = tour(book, f"log/{seed}", StopAfter(3 + seed, player), journal=CheckedJournal, rulings={"Q-X2": "on"})
    again = replay_log(book, log)
    assert log_text(Log(again.journal.header, again.journal.events, again.summary)) == log_text(
        replace(log, closed=None)
    )
    assert state.completed == 3 + seed


def test_a_campaign_with_a_log_is_the_one_without(book):
    state, _ = tour(book, "same", StopAfter(6, DefaultPlayer()))
    bare = fly(book.game, book.rulebook(), SeededDice("same"), run="tour", setup=book.setup(1, {"roster": "same"}),
               player=StopAfter(6, DefaultPlayer()))  # fmt: skip
    state.battle.aimed = {}  # only the account reads it
    assert bare == state


def test_a_campaign_in_sittings_is_the_campaign_in_one_go(book):
    """Each sitting goes on from the state alone, as it stands in the log."""
    _, whole = tour(book, "sittings", StopAfter(8, DefaultPlayer()))
    state, part = tour(book, "sittings", StopAfter(3, DefaultPlayer()))
    for upto in (5, 8):
        stored = replace(part, closed=resume_record(book.game.tours["tour"], part.events, state))
        session, player = resume(book, save_of_log(book, stored)), StopAfter(upto, DefaultPlayer())
        while decision := session.advance():
            session.answer(player.choose(decision, session.flight))
        part, state = session.finished(), session.flight.state
    assert log_text(Log(part.header, part.events, part.summary)) == log_text(
        Log(whole.header, whole.events, whole.summary)
    )


@pytest.mark.rule("Q17.0-3", "Q7.3-4", "Q9.3-1", "Q-R66")
def test_how_a_campaign_stands_is_all_that_is_needed_to_go_on_with_it(book):
    """The next missions from the summary alone are those of the campaign that never stopped: crew, names, results."""

    class Same(StopAfter):
        """Throws fresh dice from the fourth mission on."""

        def choose(self, decision, flight):
            if decision.kind == "fly_on" and flight.state.completed == 4:
                flight.dice = SeededDice("fresh")
            return super().choose(decision, flight)

    whole, _ = tour(book, "stands", Same(12, DefaultPlayer()))
    _, part = tour(book, "stands", StopAfter(4, DefaultPlayer()))
    onward = part.summary["next"]
    assert onward["mission"] == 5
    rest = fly(book.game, book.rulebook(), SeededDice("fresh"), run="tour", player=StopAfter(12, DefaultPlayer()),
               setup=book.setup(onward["mission"], onward["names"]))  # fmt: skip
    assert book.game.summary(rest) == book.game.summary(whole)


@pytest.mark.rule("Q2.8-1")
def test_a_campaign_may_begin_at_any_mission(book):
    state, log = tour(
        book,
        "late",
        StopAfter(25, DefaultPlayer()),
        setup=book.setup(23, {"bomber": "Miss Cue", "missions": {"pilot": 11}}),
    )
    assert state.completed == 25
    assert log.summary["bombers"][0]["name"] == "Miss Cue"
    journal = Journal(book.header("tour", {}, Setup(), ""))
    assert journal.events == []
