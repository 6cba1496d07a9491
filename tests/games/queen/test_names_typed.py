"""Names that a player types in a tour, sensible and not, with steps taken back and games gone on with in between."""

from __future__ import annotations

import json
import random

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.play.saves import resume
from combatbox.play.session import Session

TYPED = (
    "Ann Smith", "  Bob   Jones ", "O'Neil", "Żółw", "x" * 40, "x" * 400, "", "\0", "a\nb", "<b>", "roster", "own", "stay",
    "ann smith", "\u202eabc", "\U0001f468\u200d\U0001f469\u200d\U0001f467",
)  # fmt: skip


@pytest.mark.sample(2)
@pytest.mark.rule("Q5.1a-1", "Q17.0-3")
@pytest.mark.parametrize("seed", range(5))
def test_a_typed_name_is_taken_whole_or_refused_whole_and_undo_takes_it_back(book, seed):
    chance = random.Random(seed)
    session = Session(book, run="tour", setup=book.setup(1, {"roster": f"names {seed}"}), seed=str(seed))
    session.advance()
    typed = 0
    for _ in range(100):
        decision = session.decision
        if decision is None:
            break
        answer = decision.default if chance.random() < 0.8 else chance.choice(decision.options)
        if decision.kind == "name_crew":
            answer = "own"
        elif decision.naming:
            answer, typed = chance.choice([*TYPED, decision.default]), typed + 1
        before = session.to_json()
        try:
            session.answer(answer)
        except CombatBoxError:
            assert session.to_json() == before, "a name that is refused changes nothing"
            assert answer != decision.default
            continue
        if chance.random() < 0.3:
            session.undo()
            assert (session.to_json()["answers"], session.decision) == (before["answers"], decision)
        if chance.random() < 0.1:
            again = resume(book, json.loads(json.dumps(session.to_json())))
            again.advance()
            assert (again.journal.events, again.decision) == (session.journal.events, session.decision)
    assert typed > 5
