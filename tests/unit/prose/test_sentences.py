"""Each rule's own sentences mean something by themselves: previews, search, errata and the help at the table show them so."""

import re

import pytest

from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.prose.sentences import sentences_of

BARE = {"It", "They", "This", "That", "These", "Those", "Then", "He", "She", "So"}
MARK = re.compile(r'\{\{ rule\("([^"]+)"\) \}\}\s+(?!\{\{ rule)((?:\{\{.*?\}\}|\*+[^*]*\*+|\S+))')


def faults(sentence: str) -> list[str]:
    """Faults of a rule's paragraph that stands alone; a point of its list need be no whole sentence."""
    if sentence.startswith("- "):
        return []
    text = sentence.removeprefix("Optional. ").strip()
    if not text:
        return ["is empty"]
    opening = [f"begins with a bare {text.split()[0]}"] if text.split()[0] in BARE else []
    return opening if re.search(r"[.:]\)?$", text) else [*opening, "does not end"]


@pytest.mark.parametrize("key", GAMES)
def test_no_rule_begins_with_a_bare_pronoun_or_ends_in_the_air_and_each_that_is_stated_says_something(key):
    book = load(key)
    stated = {rule for page in paths.home(key).site.rglob("*.md") for rule, _ in MARK.findall(page.read_text("utf-8"))}
    report = sentences_of(book, book.rules, book.chosen({}))
    wrong = [f"{rule} {fault}: {text!r}" for rule, texts in report.items() for text in texts for fault in faults(text)]
    assert wrong == []
    assert [rule for rule in stated if not report[rule]] == []


@pytest.mark.parametrize("key", GAMES)
def test_a_rule_that_leads_to_a_list_says_the_list(key):
    book = load(key)
    report = sentences_of(book, book.rules, book.chosen({}))
    text = "\n".join(page.read_text("utf-8") for page in paths.home(key).site.rglob("*.md"))
    lists = re.findall(r'rule\("([^"]+)"\) }}(?:(?!rule\(|\n\n).)+:\n\n(?:- |1\. )', text, re.DOTALL)
    assert [rule for rule in lists if report[rule][-1].endswith(":")] == []
    assert lists or key in ("twentyfive", "skirmish")


@pytest.mark.parametrize("key", GAMES)
def test_a_rule_that_shares_its_paragraph_names_its_subject_where_its_half_begins(key):
    halves = [half for page in paths.home(key).site.rglob("*.md") for half in MARK.findall(page.read_text("utf-8"))]
    assert len(halves) > 50
    assert [f"{rule}: {word}" for rule, word in halves if word in BARE] == []


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("They leave at once.", "begins with a bare They"),
        ("Optional. It may join the nose gunner.", "begins with a bare It"),
        ("Then roll two dice on G-9.", "begins with a bare Then"),
        ("in formation;", "does not end"),
        ("Tell the German player of", "does not end"),
        (" ", "is empty"),
    ],
)
def test_what_means_nothing_alone_is_found(sentence, says):
    assert says in faults(sentence)
    assert faults("A wing comes off (Q-R62).") == faults("The stations are these:") == faults("- the rudder;") == []
