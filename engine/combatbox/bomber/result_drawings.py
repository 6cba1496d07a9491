"""Figures of the results of a mission: bombs on target, the winner, and the fates of wounded and frostbitten men."""

from __future__ import annotations

from textwrap import wrap

from combatbox.bomber.conditions.rules import bombs_on_target, otherwise, plane_lost
from combatbox.bomber.effects.mission import mission_result
from combatbox.bomber.enums import BomberRulebook
from combatbox.core.effects import WordFormatter
from combatbox.core.phrases import number_word
from combatbox.core.table_views import capital
from combatbox.core.tables import Table
from combatbox.drawing.bars import chances, percentages, shares, stacked
from combatbox.drawing.sequence import HALF, area, figure
from combatbox.drawing.shapes import Figure, Item, Label

FATES = {"recovers": "reach", "invalided": "ground", "dies": "ahead"}
"""The drawing style of each effect that decides a man's fate, from the best to the worst."""

SIDE_LOOKS = ("reach", "ahead", "table")
"""The drawing styles of the results of a mission: our victory, their victory, a draw."""

ROW, COLUMN = 96, 210
"""The height of a row and the width of a column of the figure of results."""

LETTERS = 16
"""The most letters in a line of a column."""


def accuracy(book: BomberRulebook) -> Figure:
    """Return the figure of the percentages of bombs on the target (Q-O6d, Q-O7, F6.3A.1)."""
    table = book.table_at("bombs.accuracy")
    text = (
        f"Each bar shows all throws of {number_word(table.notation.count)} dice; the numbers are percentages. The narrow parts at the right "
        "are the best."
    )
    return shares(table, "How accurate the bombs are", text)


def victory(book: BomberRulebook, say: WordFormatter) -> Figure:
    """Return the figure that shows who wins a mission, depending on the bomb run and the fate of the bomber.

    Args:
        book: the rulebook of the game.
        say: a function that translates terms of the data into English.
    """
    looks = dict(zip(book.constants.sides, SIDE_LOOKS, strict=False))
    items: list[Item] = []
    for column, (lost, head) in enumerate(((False, "home, fit for repair"), (True, "lost or past repair"))):
        x = HALF - (2 - column) * COLUMN
        items.append(Label(x + COLUMN // 2, ROW + 20, head))
        for row, is_on_target in enumerate((True, False)):
            side, y = winner(book, lost=lost, on_target=is_on_target), -row * ROW
            items += [
                area(x + 4, y + 4, COLUMN - 8, ROW - 8, looks[side]),
                *_middle(x + COLUMN // 2, y + ROW // 2, capital(say(f"victory_{side}"))),
            ]
    for y, words in ((ROW // 2, "bombs on target"), (10 - ROW // 2, "off target"), (-16 - ROW // 2, "or not dropped")):
        items.append(Label(-HALF, y, words, "start"))
    text = "On the left what became of the bombs, above what became of the bomber; where they meet stands who has won."
    return figure("Who has won a mission", text, -ROW - 8, ROW + 42, items)


def _middle(x: int, y: int, words: str) -> list[Item]:
    """Return labels for words that are wrapped to the width of a column."""
    lines = wrap(words, LETTERS)
    return [Label(x, y + 13 * (len(lines) - 1) - 26 * number, line) for number, line in enumerate(lines)]


def winner(book: BomberRulebook, *, lost: bool, on_target: bool) -> str:
    """Return the result of a mission: the first result in the chart of results for which the condition holds.

    Args:
        book: the rulebook of the game.
        lost: True if the bomber will never fly again.
        on_target: True if its bombs fell on the target.
    """
    facts = [otherwise, *([plane_lost] if lost else []), *([bombs_on_target] if on_target else [])]
    for row in book.table_at("debriefing.result").rows:
        if row.when is None or all(any(part.is_a(fact) for fact in facts) for part in row.when.components()):
            return str(next(effect["side"] for effect in row.effects if effect.is_a(mission_result)))
    return book.constants.sides[-1]


def fates(book: BomberRulebook) -> Figure:
    """Return the figure of the fates of men who come home seriously wounded, frostbitten, or both.

    It shows the chances that they fly again, are invalided home, or die.
    """
    wounded, frozen = (book.table_at(f"debriefing.{name}") for name in ("survival", "recovery"))
    weights = {
        "Seriously wounded": chances(wounded, ""),
        "Frostbitten": chances(frozen, ""),
        "Both": of_both(wounded, frozen),
    }
    key = {"reach": "flies again", "ground": "is invalided home", "ahead": "dies of his wounds"}
    text = (
        "The numbers are percentages. A man who is both wounded and frostbitten flies again only if both rolls let him."
    )
    bars = {name: percentages(results, FATES) for name, results in weights.items()}
    return stacked("What becomes of the men", text, bars, key)


def of_both(wounded: Table, frozen: Table) -> dict[str, int]:
    """Return, for a man who rolls for wounds and then for frostbite, the number of throws that lead to each fate."""
    add = sum(add for name, add in wounded.fixed_modifiers.items() if name.endswith("frostbitten"))
    weights = dict.fromkeys(FATES, 0)
    for first, ways in chances(wounded, "", add).items():
        for second, further in chances(frozen, "").items():
            worse = max(first, second, key=list(FATES).index)
            weights[worse] += ways * further
    return weights
