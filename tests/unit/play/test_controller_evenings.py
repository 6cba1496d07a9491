"""The evenings of a campaign, one game after the other, as a page begins them."""

from __future__ import annotations

import json
from typing import Any

from combatbox.games.skirmish.campaign import next_evening
from combatbox.library.load import load
from combatbox.play.controller import GameController
from combatbox.play.rpc import RpcDispatcher

SCENARIO = {
    "title": "The airfield", "forces": {"bombers": 2, "escorts": 0, "germans": 1}, "hits": 2,
    "table": {"width": 36, "length": 60},
    "campaign": {
        "evenings": [{"title": "The bridge", "hits": 1}], "repairs": 1, "pilots_back": 50,
        "reserves": {"bombers": [], "escorts": 0, "germans": 1},
        "replacements": {"bombers": 1, "escorts": 0, "germans": 1},
    },
}  # fmt: skip


def test_the_next_evening_begins_with_the_losses_until_the_campaign_is_over() -> None:
    dispatcher = RpcDispatcher()
    desk = dispatcher.controller = GameController(load("skirmish"))

    def call(method: str, **args: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(dispatcher.answer(json.dumps({"method": method, "args": args})))
        return answer

    seen = call("begin", seed="1", scenario=SCENARIO, rulings={"turret": "on"})["value"]
    assert seen["evening"] == {"number": "evening 1 of 2", "words": "", "next": ""}
    early = call("next_evening", seed="2")["error"]["message"]
    assert early == "no evening of a campaign follows this game"
    over = call("auto", stretch=seen["run"])["value"]
    won = desk.session.flight.state.result
    one, other = ("1", "0") if won == "american" else ("0", "1")
    assert over["evening"] == {
        "number": "evening 1 of 2",
        "words": f"Evening 1 of 2 is over. Evenings won: Americans {one}, Germans {other}.",
        "next": "The bridge",
    }
    assert call("undo", size="choice")["value"]["evening"] == seen["evening"]
    call("redo")
    assert call("load", text=call("save")["value"])["value"]["evening"] == over["evening"]

    rulings, following = desk.session.rulebook.rulings, next_evening(SCENARIO, desk.session.flight.state)
    seen = call("next_evening", seed="2")["value"]
    assert desk.session.setup.scenario == following
    assert desk.session.rulebook.rulings == rulings
    last = call("auto", stretch=seen["run"])["value"]["evening"]
    assert seen["evening"]["number"] == last["number"] == "evening 2 of 2"
    assert last["words"].startswith("Evening 2 of 2 is over. ")
    assert last["next"] == ""
    assert call("next_evening", seed="3")["error"]["message"] == early


def test_a_game_outside_a_campaign_says_nothing_of_evenings() -> None:
    desk = GameController(load("skirmish"))
    seen = desk.begin(seed="1", scenario={key: value for key, value in SCENARIO.items() if key != "campaign"})
    assert desk.auto(seen["run"])["evening"] is None
