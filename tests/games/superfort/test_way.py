"""The way out and home (section 4): altitude, fuel, weather, course, events, formation, escort, aborting."""

from __future__ import annotations

import pytest

from combatbox.games.superfort import flow

# ---- formation and escort (4.8)


@pytest.mark.rule("F4.7A.3")
def test_all_fighting_of_a_zone_comes_before_an_abort(b29, monkeypatch):
    played = []

    def fought(flight):
        played.append("fight")

    def asked(flight):
        played.append("abort")
        yield from ()

    monkeypatch.setattr(flow.combat, "fight", fought)
    monkeypatch.setattr(flow.abort, "consider", asked)
    rig = b29({"T4-2": ["weather good"], "R4-6": ["no_effect"]}, zone=11)
    rig.fly(flow.turn, fresh=True, last=True)
    assert played == ["fight", "abort"]
