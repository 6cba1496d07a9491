"""Every check has been seen to fail: one thing is bent at a time, and the finding must name its place."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from pypdf import PdfWriter
from tests.wing import (
    FIRST,
    LESS,
    MORE,
    MORE_SHOWN,
    MOVED,
    NOTE,
    ONE,
    ONE_CHANCE,
    ONE_SHOWN,
    ROLLS,
    SHORT,
    TWO,
    TWO_PERCENT,
    TWO_SHOWN,
)

from combatbox.core.effects import effect
from combatbox.core.errors import CombatBoxError, DataError
from combatbox.library.load import load
from combatbox.library.tutorial import caption_faults as lesson_faults
from combatbox.library.tutorial import read_lesson
from combatbox.verify import checks
from combatbox.verify.checks import run_checks
from combatbox.verify.findings import Check
from combatbox.verify.independent_reader import read_plain
from combatbox.verify.odds import column_findings, plain_odds
from combatbox_dev import paper
from combatbox_dev.goldens import goldens
from combatbox_dev.printed_words import expected_words, notes

WING = "tables/twentyfive/t-tab-wing.yaml"
RULES = "tables/twentyfive/rules.yaml"
RULINGS = "tables/twentyfive/rulings.yaml"


def one(findings, *parts):
    """Some finding has all these parts; gives it back."""
    found = [text for text in findings if all(part in text for part in parts)]
    assert found, f"no finding with {parts} among:\n" + "\n".join(findings or ["(none)"])
    return found[0]


def loaded(copy):
    """What verify says of data that does not load."""
    with pytest.raises(DataError) as caught:
        load("twentyfive", base=copy.root / "tables")
    return [f"{problem.path}:{problem.line}: {problem.message}" for problem in caught.value.problems]


# ---- schema


def test_a_stale_schema(copy):
    copy.bend("tables/schema/twentyfive-table.json", '"captain"', '"colonel"')
    one(
        copy.findings("schema"),
        "tables/schema/twentyfive-table.json: the schema is stale",
        "combatbox schema --out tables/schema",
    )


def test_a_missing_and_a_stray_schema(copy):
    (copy.root / "tables/schema/log.json").rename(copy.root / "tables/schema/logs.json")
    findings = copy.findings("schema")
    one(findings, "tables/schema/log.json: the schema is missing")
    one(findings, "tables/schema/logs.json: the schema belongs to no model")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("twentyfive-table.json", "twentyfive-tables.json", "does not exist"),
        ("yaml-language-server: ", "", "names no schema"),
    ],
)
def test_a_file_without_its_schema(copy, old, new, says):
    copy.bend(WING, old, new)
    one(copy.findings("schema"), "tables/twentyfive/t-tab-wing.yaml:1", says)


def test_the_words_of_the_search_without_their_schema(copy):
    copy.bend("site/search.yaml", "schema/search.json", "schema/searches.json")
    one(copy.findings("schema"), "site/search.yaml:1", "does not exist")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (f"{{roll: {TWO},", f"{{roll: {TWO}, roll: {SHORT},", "'roll' is used twice"),
        (f"{{roll: {TWO},", f"{{roll: {SHORT},", f"roll {FIRST} is not covered"),
        (f"{{roll: {TWO},", f"{{roll: {MORE},", f"roll {MOVED} is in two rows"),
        ("[{engines_out: 2}]", "[{engine_out: 2}]", "unknown effect 'engine_out'; did you mean engines_out"),
        ("[{engines_out: 2}]", "[{engines_out: two}]", "engines_out"),
        ("rows:", "row:", "unknown key; did you mean"),
    ],
)
def test_data_that_does_not_load(copy, old, new, says):
    copy.bend(WING, old, new)
    one(loaded(copy), "t-tab-wing.yaml:", says)


def test_a_broken_reference(copy):
    copy.bend("tables/twentyfive/rules.yaml", "tables: [T-TAB-WING]", "tables: [T-TAB-WINGS]")
    one(loaded(copy), "rules.yaml", "unknown table 'T-TAB-WINGS'", "T-TAB-WING")


# ---- coverage


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("table", "old", "new", "says"),
    [
        ("T-TAB-WING", f"roll: {TWO}", f"roll: {SHORT}", f"t-tab-wing.yaml:9: T-TAB-WING: roll {FIRST} is not covered"),
        ("T-TAB-WING", f"roll: {TWO}", f"roll: {MORE}", f"T-TAB-WING: roll {MOVED} is in two rows"),
        ("T-TAB-WING", f"roll: {TWO}", f"roll: '{TWO}, 7'", "roll 7 cannot come up; it must be 1 to 6"),
        ("T-TAB-WING", "engines_out: 2", "engines_lost: 2", "T-TAB-WING: unknown effect 'engines_lost'"),
        (
            "T-TAB-WING",
            "{engines_out: 2}",
            "{engines_out: {engines: 2, wing: left}}",
            "engines_out has no parameter 'wing'",
        ),
        ("T-TAB-POSITION", "roll: 0,", "roll: 3,", "roll 0 is not covered"),
        ("T-TAB-RANK", "key: 12-24", "key: 13-24", "T-TAB-RANK: key 12 is not covered"),
        ("T-TAB-RANK", "key: 12-24", "key: 11-24", "T-TAB-RANK: the key 11 is used twice"),
        (
            "Z-NESTED",
            "roll: 3-6, effects: [hit]",
            "roll: 4-6, effects: [hit]",
            "z-nested.yaml:17: Z-NESTED: roll 3 is not covered",
        ),
        ("Z-HIT", 'hits: ["3, 5", null]', 'hits: ["3, 7", null]', "z-hit.yaml:12: Z-HIT: roll 7 cannot come up"),
        ("Z-HIT", "key: 12_low|tail", "key: 12_high|nose", "Z-HIT: the key 12_high|nose is used twice"),
        ("Z-D66", "roll: 66", "roll: 67", "roll 66 is not covered (d66 needs 11-66)"),
        ("Z-COLUMNS", "roll: -1,", "roll: -2,", "roll -1 is not covered"),
    ],
)
def test_a_table_that_does_not_give_each_roll_one_row_does_not_load(zoo, table, old, new, says):
    zoo.bend(zoo.table(table), old, new)
    with pytest.raises(DataError) as caught:
        zoo.book()
    assert says in str(caught.value)


def test_a_row_with_too_few_cells(zoo):
    book = zoo.book()
    zoo.bend(zoo.table("Z-COLUMNS"), "cells: [4, 5]", "cells: [4]")
    with pytest.raises(CombatBoxError, match="Z-COLUMNS: the independent reader cannot read it"):
        read_plain(zoo.table("Z-COLUMNS"), book.vocabulary)


# ---- transcription: the tables are bent


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("table", "bends", "says"),
    [
        ("T-TAB-WING", [(ONE, LESS), (TWO, MORE)], f'T-TAB-WING row {MOVED}: tables say "engines_out 2", transcription says "engines_out 1"'),
        ("T-TAB-WING", [("{engines_out: 2}", "{engines_out: 1}")], f'T-TAB-WING row {TWO}: tables say "engines_out 1", transcription says'),
        ("T-TAB-CREW-FRONT", [("crew_out: pilot", "crew_out: X"), ("crew_out: copilot", "crew_out: pilot"), ("crew_out: X", "crew_out: copilot")],
         'T-TAB-CREW-FRONT row 3: tables say "crew_out copilot", transcription says "crew_out pilot"'),
        ("T-TAB-FIGHTER-EFFECT", [("clamp: [1, 6]\n", "")], 'clamp: tables say "none", transcription says "1 to 6"'),
        ("T-TAB-GUNS", [("left_waist", "right_waist")], "row rear left_wing: tables say"),
        ("T-TAB-GUNS", [("[nose, top_turret]", "[top_turret, nose]")], "row front left_wing: tables say"),
        ("T-TAB-RANK", [("key: 0-11", "key: 0-12"), ("key: 12-24", "key: 13-24")], "row 12: tables say"),
        ("T-TAB-BOMBER-LOSS", [("at_least: 3", "at_least: 2")], "condition of three_engines: tables say"),
        ("T-TAB-BOMBER-LOSS", [("[pilot, copilot]", "[pilot, navigator]")], "condition of both_pilots"),
        ("T-TAB-POSITION", [("3d6-highest", "2d6-highest"), ("  - {roll: 3, area: Red die highest, effects: [{position: right}]}\n", "")], 'dice: tables say "2d6-highest"'),
        ("Z-COLUMNS", [("add: -2", "add: 2")], 'Z-COLUMNS modifier flak_destroys: tables say "+2", transcription says "-2"'),
        ("Z-COLUMNS", [("  - {when: {engines_out_at_least: 3}, add: 1}\n", "")], "modifier engines_out_at_least_3: tables say nothing"),
        ("Z-COLUMNS", [("cells: [4, 5]", "cells: [4, 6]")], 'Z-COLUMNS row 12@rear: tables say "engines_out 6"'),
        ("Z-COLUMNS", [("cells: [2, null]", "cells: [2, 1]")], 'Z-COLUMNS row 0-1@rear: tables say "engines_out 1", transcription says nothing'),
        ("Z-COLUMNS", [("by: erratum 7", "by: erratum 8")], "correction of 3@rear: tables say"),
        ("Z-COLUMNS", [("front: Front, rear: Rear", "rear: Rear, front: Front"), ("column: rear", "column: front")], 'columns: tables say "rear front"'),
        ("Z-NESTED", [("roll: 1-2, effects: [{crew_out: copilot}, {crew_out: navigator}]", "roll: 1-2, effects: [{crew_out: copilot}]")],
         'Z-NESTED row 10/4/1-2: tables say "crew_out copilot", transcription says "crew_out copilot; crew_out navigator"'),
        ("Z-HIT", [("4-6]", "3-6]")], 'Z-HIT row 12_high|nose@me110: tables say "3-6", transcription says "4-6"'),
        ("Z-D66", [("11-26", "11-25"), ("31-65", "26-65")], 'Z-D66 row 26: tables say "hit", transcription says "miss"'),
        ("Z-CHART", [("null", "[hit]")], 'Z-CHART row La_Rochelle@far: tables say "hit", transcription says nothing'),
    ],
)  # fmt: skip
def test_a_bent_table(zoo, table, bends, says):
    for old, new in bends:
        zoo.bend(zoo.table(table), old, new)
    finding = one(zoo.findings("transcriptions"), says)
    assert "settle it at the source" in finding


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            f"{TWO}\tengines_out 2",
            f"{TWO}\tengines_out 1",
            f'T-TAB-WING row {TWO}: tables say "engines_out 2", transcription says "engines_out 1" (line 4',
        ),
        (
            f"{TWO}\tengines_out 2\n",
            "",
            f'T-TAB-WING row {TWO}: tables say "engines_out 2", transcription says nothing',
        ),
        ("dice\t1d6", "dice\t2d6", 'T-TAB-WING dice: tables say "1d6", transcription says "2d6"'),
        (f"{TWO}\t", f"{MORE}\t", f"T-TAB-WING.txt:4: '{MORE}\\tengines_out 2': {MOVED} stands twice"),
        (f"{TWO}\tengines_out 2", f"{TWO}\tengines_out 2\tmiss", "2 cells where 1 are wanted"),
    ],
)
def test_a_bent_transcription(copy, old, new, says):
    copy.bend(copy.transcription("T-TAB-WING"), old, new)
    one(copy.findings("transcriptions"), says)


def test_a_table_without_transcription_and_a_transcription_without_table(copy):
    copy.transcription("T-TAB-WING").rename(copy.transcription("T-TAB-WINGS"))
    findings = copy.findings("transcriptions")
    one(findings, "T-TAB-WING: has no second transcription", "tests/transcriptions/twentyfive/T-TAB-WING.txt")
    one(findings, "tests/transcriptions/twentyfive/T-TAB-WINGS.txt: transcribes no table")


# ---- engine and odds: the compiled table is bent


def bent_row(book, table_id, column, net, other):
    """The book with one net roll of one table leading to another's row."""
    table = book.tables[table_id]
    lookups = {name: dict(look) for name, look in table.lookups.items()}
    lookups[column][net] = lookups[column][other]
    book.tables[table_id] = replace(table, lookups=lookups)
    return book


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("table", "column", "net", "other", "place"),
    [
        ("T-TAB-WING", "", MOVED, FIRST, f"T-TAB-WING, dice {MOVED}"),
        ("T-TAB-POSITION", "", 0, 1, "T-TAB-POSITION, dice 6 6 6"),
        ("Z-COLUMNS", "rear", 0, 5, "Z-COLUMNS rear, dice 1 1, modifiers -2"),
        ("Z-HIT", "12_high|nose@me110", 4, 1, "Z-HIT 12_high|nose@me110, dice 4"),
        ("Z-D66", "", 26, 31, "Z-D66, dice 2 6"),
        ("Z-NESTED", "", 10, 12, "Z-NESTED, dice 6 4"),
    ],
)
def test_an_engine_that_reaches_another_row(zoo, table, column, net, other, place):
    book = bent_row(zoo.book(), table, column, net, other)
    one(zoo.findings("engine", book), place, "the engine gives")


def test_an_engine_with_another_modifier(zoo):
    book = zoo.book()
    table = book.tables["Z-COLUMNS"]
    flipped = tuple(replace(m, add=-m.add) for m in table.modifiers)
    book.tables["Z-COLUMNS"] = replace(table, modifiers=flipped)
    one(zoo.findings("engine", book), "Z-COLUMNS: the engine has the modifiers", "('flak_destroys', 2)")


def test_an_engine_without_the_clamp(zoo):
    book = zoo.book()
    table = book.tables["Z-COLUMNS"]
    fewer = {name: {net: row for net, row in rows.items() if net >= 2} for name, rows in table.lookups.items()}
    book.tables["Z-COLUMNS"] = replace(table, low=2, lookups=fewer)
    one(zoo.findings("engine", book), "Z-COLUMNS front, dice 1 1, modifiers -2")


def test_an_engine_with_another_effect_in_a_chart(copy):
    book = copy.book()
    table = book.tables["T-TAB-RANK"]
    book.tables["T-TAB-RANK"] = replace(table, keys={**table.keys, "25": table.keys["24"]})
    one(
        copy.findings("engine", book), "T-TAB-RANK/25: the engine gives 'rank captain', the file 'rank major; tour_won'"
    )


def test_odds_of_a_row_that_moved(zoo):
    book = bent_row(zoo.book(), "Z-D66", "", 26, 31)
    findings = zoo.findings("odds", book)
    one(findings, "Z-D66/11-26: odds say 11/36, the file gives 1/3")


def test_odds_that_do_not_sum_to_one(zoo):
    plain = read_plain(zoo.table("Z-D66"), zoo.book().vocabulary)
    odds = {**plain_odds(plain, ""), "Z-D66/66": Fraction(1, 18)}
    findings = [str(f) for f in column_findings(plain, "", odds)]
    one(findings, "Z-D66: the odds of its rows sum to 37/36, not to 1")


# ---- use


def test_a_table_that_nothing_uses(zoo):
    findings = zoo.findings("use")
    one(findings, "table Z-HIT: nothing rolls on it, leads to it or prints it")
    one(findings, "table Z-HIT: no rule of rules.yaml lists it under `tables:`")


def test_a_table_without_a_place_in_the_order_is_found(copy):
    book = copy.book()
    book.meta.order = {
        title: [name for name in names if name != "T-TAB-WING"] for title, names in book.meta.order.items()
    }
    one(copy.findings("use", book), "table T-TAB-WING: has no place in `order` of game.yaml; add it where it is used")


@pytest.mark.parametrize(
    ("key", "text", "typed"),
    [
        ("used", "in zones 2, 3 and 4", "zones 2"),
        ("used", "before missions 6 to 10", "missions 6"),
        ("used", "every turn in May 1944", "in May"),
        ("used", "three times", "three times"),
        ("title", "Wings in zone 5", "zone 5"),
    ],
)
def test_a_number_that_a_table_types(copy, key, text, typed):
    (old,) = (line for line in (copy.root / WING).read_text("utf-8").splitlines() if line.startswith(f"{key}: "))
    copy.bend(WING, old, f"{key}: {text}")
    one(copy.findings("use", copy.book()), f"table T-TAB-WING: `{key}` has '{typed}', which a variant cannot change")


def test_a_title_may_name_missions_and_a_constant_may_be_called(copy):
    text = (copy.root / WING).read_text("utf-8")
    title, used = (next(line for line in text.splitlines() if line.startswith(key)) for key in ("title", "used"))
    copy.bend(WING, title, "title: Wing, missions 1 to 5")
    copy.bend(WING, used, 'used: "before missions 1 to {missions}"')
    assert not [finding for finding in copy.findings("use", copy.book()) if "cannot change" in finding]


def test_a_word_that_no_table_uses(copy):
    @effect("parachute")
    def parachute(flight: object) -> None:
        """Nobody's."""

    book = copy.book()
    words = {**book.vocabulary.effects, "parachute": parachute}
    book.vocabulary = replace(book.vocabulary, effects=words)
    one(copy.findings("use", book), "effect parachute: no table uses it; delete parachute or list it with a reason")


def test_a_word_of_the_shared_package_is_used_where_another_game_of_the_package_uses_it(copy):
    queen, report = copy.any_book("queen"), "effect keeps_number: no table uses it; delete keeps_number"
    assert [finding for finding in copy.findings("use", queen) if "no table uses it" in finding] == []
    words = copy.root / "tables/superfort/vocabulary.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace("keeps_number", "adds"), encoding="utf-8")
    one(copy.findings("use", queen), report)


def worded(copy, text):
    """The copy with a vocabulary of its own."""
    head = "# yaml-language-server: $schema=../schema/vocabulary.json\n"
    (copy.root / "tables/twentyfive/vocabulary.yaml").write_text(head + text, encoding="utf-8")


def test_a_word_of_data_that_no_table_uses(copy):
    worded(copy, "conditions:\n  doomed: {holds: flak_destroys, words: doomed}\n  lost: {holds: doomed, words: lost}\n")
    findings = copy.findings("use")
    one(findings, "condition doomed: no table uses it; delete doomed of vocabulary.yaml or list it with a reason")
    one(findings, "condition lost: no table uses it")


def test_a_word_is_used_where_a_word_of_data_that_a_table_uses_is_made_of_it(copy):
    worded(
        copy,
        "conditions:\n  doomed: {holds: flak_destroys, words: doomed}\n  flak_destroys: {holds: doomed, words: flak}\n",
    )
    assert copy.findings("use") == []
    worded(copy, "conditions:\n  flak_destroys: {holds: {engines_out_at_least: 4}, words: flak}\n")
    one(copy.findings("use"), "condition flak_destroys: no table uses it; delete flak_destroys")


def test_a_word_of_data_carries_a_rule(copy):
    copy.write_marks()
    worded(copy, "conditions:\n  flak_destroys: {holds: flak_destroys, words: flak}\n")
    copy.bend(RULES, "code: [effects.fighter_hit]", "code: [vocabulary.conditions.flak_destroys]")
    assert [text for text in copy.findings("rules") if "T-407" in text] == []
    copy.bend(RULES, "[vocabulary.conditions.flak_destroys]", "[vocabulary.conditions.flak_destroy]")
    one(
        copy.findings("rules"),
        "T-407: no word of vocabulary.yaml is called vocabulary.conditions.flak_destroy; did you mean vocabulary.conditions.flak_destroys",
    )


def test_code_that_reads_a_ruling_by_its_key(copy):
    flow = "engine/combatbox/games/twentyfive/flow.py"
    copy.bend(flow, 'ruled["sum_hits"]', 'ruled.get("sum_hitsS")')
    findings = copy.findings("use")
    one(
        findings,
        "games/twentyfive/flow.py:",
        "unknown ruling 'sum_hitsS'; did you mean sum_hits",
    )
    one(findings, "ruling T-A06: the option 'first_two' has no effect")


def test_code_that_reads_a_ruling_by_a_name_that_is_handed_to_it(copy):
    flow = "engine/combatbox/games/twentyfive/flow.py"
    copy.bend(flow, 'flight.ruled["sum_hits"]', 'chosen(flight, "sum_hits")')
    one(copy.findings("use"), "ruling T-A06: the option 'first_two' has no effect")
    path = copy.root / flow
    asked = "\n\ndef chosen(flight: Any, switch: str) -> str:\n    return flight.ruled[switch]\n"
    path.write_text(path.read_text(encoding="utf-8") + asked, encoding="utf-8")
    assert [text for text in copy.findings("use") if "T-A06" in text] == []


def test_a_variant_that_no_ruling_puts_in_force(copy):
    copy.bend("tables/twentyfive/rulings.yaml", ", replaces: {T-TAB-ATTACK: T-TAB-ATTACK-SHEET}", "")
    findings = copy.findings("use")
    one(findings, "table T-TAB-ATTACK-SHEET: the table is a variant of T-TAB-ATTACK, but no ruling replaces that by it")
    one(findings, "ruling T-A02: the option '5-6' has no effect")


def test_code_that_reads_another_ruling(copy):
    copy.bend("engine/combatbox/games/twentyfive/flow.py", 'ruled["sum_hits"]', 'rulings["T-A66"]')
    findings = copy.findings("use")
    one(findings, "games/twentyfive/flow.py:", "unknown ruling 'T-A66'")
    one(findings, "ruling T-A06: the option 'first_two' has no effect")


# ---- rules


def test_all_rules_are_marked(copy):
    copy.write_marks()
    assert copy.findings("rules") == []


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("path", "old", "new", "says"),
    [
        (RULES, ", code: [effects.fighter_hit]", "", "T-407: no code implements it; name the function or class under `code:` in rules.yaml"),
        (RULES, "[press.games.twentyfive.sheets.names,", "[press.games.twentyfour.sheets.names,", "T-301: no function, class or method is called press.games.twentyfour.sheets.names; did you mean press.games.twentyfive.sheets.names"),
        ("engine/combatbox/games/twentyfive/effects.py", "def target_is(", "def is_target(", "T-303: no function, class or method is called effects.target_is"),
        ("tests/test_rules.py", 'rule("T-303")', 'rule("T-304")', 'T-303: no test covers it; mark one with @pytest.mark.rule("T-303")'),
        ("tests/test_rules.py", 'rule("T-303")', 'rule("T-303", "T-333")', "names the rule 'T-333', which no rules.yaml has"),
        ("site/twentyfive/rules/1-all.md", '{{ rule("T-303") }}', "", "T-303: no page explains it; begin its paragraph in site/twentyfive/"),
        ("site/twentyfive/rules/1-all.md", 'rule("T-304")', 'rule("T-303")', "T-303: it has 2 anchors: site/twentyfive/rules/1-all.md:"),
        ("site/twentyfive/rules/1-all.md", 'rule("T-304")', 'rule("T-3O4")', "names the rule 'T-3O4', which no rules.yaml has"),
    ],
)  # fmt: skip
def test_a_rule_that_lost_a_mark(copy, path, old, new, says):
    copy.write_marks()
    copy.bend(path, old, new)
    one(copy.findings("rules"), says)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("path", "old", "new", "says"),
    [
        (RULES, "[effects.target_is, flow.approach]", "[effects.TargetWas, flow.approach]", "T-303: no function, class or method is called effects.TargetWas; did you mean effects.target_is"),
        (RULES, "effects.direction_is, flow.approach", "effects.directoin_is", "T-304: no function, class or method is called effects.directoin_is; did you mean effects.direction_is"),
        (RULINGS, "    rules: [T-109]\n", "    rules: [T-109]\n    code: [flow.nowhere]\n", "T-A01: no function, class or method is called flow.nowhere"),
    ],
)  # fmt: skip
def test_a_name_under_code_that_nothing_has_is_reported_with_its_line(copy, path, old, new, says):
    copy.write_marks()
    copy.bend(path, old, new)
    wrong = re.search(r"is called ([\w.]*\w)", says)[1]
    lines = (copy.root / path).read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if wrong in text)
    one(copy.findings("rules"), f"{path}:{line}: {says}")


UNUSED = {
    "games/twentyfive/flow.py": (
        "\n\ndef nobody_calls_me(flight: Twentyfive) -> None:\n    return\n"
        "\n\nNAMED = 'nobody_calls_me'\n"  # a name in a text calls nothing
        "\n\ndef idle_caller() -> None:\n    print(nobody_calls_either)\n"
        "\n\ndef nobody_calls_either() -> None:\n    return\n"
    ),
    "games/twentyfive/state.py": (
        "\n    gathers_dust: int = 0\n    sinks_low: bool = False\n"
        "\n    def never_asked(self) -> int:\n        return 0\n"
        "\n\nclass NobodyMakesMe:\n    lonely_story: str = ''\n"
    ),
    "bomber/shells.py": "\n\ndef nobody_helps() -> None:\n    return\n",
}


@pytest.mark.thorough
def test_unused_code_and_fields_of_a_state_are_found_with_the_rules_that_they_carry(copy):
    for name, text in UNUSED.items():
        path = copy.root / "engine" / "combatbox" / name
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    copy.bend(
        "engine/combatbox/games/twentyfive/flow.py",
        "    flight.phase(",
        '    flight.state.sinks_low = True\n    flight.fact("tour.stand_down")\n    flight.phase(',
    )
    carried = "flow.nobody_calls_me, state.State.never_asked"
    copy.bend(
        RULES, "code: [effects.direction_is, flow.approach]", f"code: [effects.direction_is, flow.approach, {carried}]"
    )
    copy.bend(
        RULES,
        "code: [effects.target_is, flow.approach]",
        "code: [effects.target_is, flow.approach, flow.nobody_calls_me]",
    )
    found = [re.sub(r":\d+", "", finding) for finding in copy.findings("unused")]
    assert found == [
        "bomber/shells.py nobody_helps: nothing uses this function; delete it",
        "games/twentyfive/flow.py nobody_calls_me: carries T-303 and T-304, but nothing uses this function; delete it",
        "games/twentyfive/flow.py idle_caller: nothing uses this function; delete it",
        "games/twentyfive/state.py gathers_dust: nothing uses this variable; delete it",
        "games/twentyfive/state.py sinks_low: nothing uses this variable; delete it",
        "games/twentyfive/state.py never_asked: carries T-304, but nothing uses this method; delete it",
        "games/twentyfive/state.py NobodyMakesMe: nothing uses this class; delete it",
        "games/twentyfive/state.py lonely_story: nothing uses this variable; delete it",
    ]


# ---- examples


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("gives: [engines_out 2]", "gives: [engines_out 1]", "step 2B"),
        (
            "dice: [2, 3, 6], gives: [miss, miss, hit]",
            "dice: [2, 3, 5], gives: [miss, miss, hit]",
            "expected hit; got miss",
        ),
        ("missions_completed: 1", "missions_completed: 2", "summary.missions_completed: expected 2; got 1"),
        (
            "T-TAB-DIRECTION, dice: [3]",
            "T-TAB-AREA, dice: [3]",
            "expected a roll on T-TAB-AREA; got a roll on T-TAB-DIRECTION",
        ),
    ],
)
def test_an_example_that_departs(copy, old, new, says):
    copy.bend("tables/twentyfive/examples/really-ready.yaml", old, new)
    one(copy.findings("examples"), "tables/twentyfive/examples/really-ready.yaml", says)


def test_an_example_under_bent_rules(copy):
    copy.bend("tables/twentyfive/t-tab-gun-hit.yaml", "1-5, effects: [miss]", "1-4, effects: [miss]")
    copy.bend("tables/twentyfive/t-tab-gun-hit.yaml", "{roll: 6,", "{roll: 5-6,")
    one(copy.findings("examples"), "step 3A", "T-TAB-GUN-HIT", "expected miss; got hit")


# ---- the first mission of a newcomer

LESSON = "tables/twentyfive/first-mission.yaml"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("at: flak.start", "at: flak.starts", "unknown place 'flak.starts'"),
        ("at: pass.loss", "at: pass.loss_of_wingman", "unknown place"),
        ("at: pass.loss", "at: pass.fire", "pass.fire: has two captions; merge them"),
        ('seed: "5"', 'seed: "3"', "pass.approach: the mission never reaches this place"),
        ("mission: 1", "mission: 99", "mission 99: missions are 1 to"),
        (
            "at: position.dice",
            "at: debriefing.start",
            "the caption is out of order; move it behind those of earlier places",
        ),
    ],
)
def test_captions_that_do_not_fit_their_mission(copy, old, new, says):
    copy.bend(LESSON, old, new)
    one(copy.findings("examples"), LESSON, says)


def test_a_decision_that_no_caption_explains():
    book = load("queen")
    lesson = read_lesson(book)
    assert lesson
    assert lesson_faults(book, lesson) == []
    silent = replace(lesson, captions=[one for one in lesson.captions if one.at != "guns.aim"])
    assert lesson_faults(book, silent) == ["guns.aim: a decision is made here; add a caption that explains it"]


# ---- rows for which a mission is stored

ROWS = "tables/twentyfive/examples/rows.yaml"
RENEW = "run: combatbox example renew twentyfive"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('seed: "rows/', 'seed: "unseen/', "seed 'unseen/"),
        (
            '      - "T-TAB-TARGET2/4-6"\n',
            "",
            "T-TAB-TARGET2/4-6 is neither in an example nor in a mission of this file",
        ),
        ("unused:", f'missing: ["T-TAB-WING/{TWO}"]\nunused:', f"T-TAB-WING/{TWO} is listed as missing but comes up"),
        ('  - "T-TAB-SHEET-MISSION"\n', "", "T-TAB-SHEET-MISSION/position is neither in an example"),
        ("unused:", 'unused:\n  - "T-TAB-RANK"', "table T-TAB-RANK is listed as never named, but a log names it"),
        ("unused:", "read:", "table T-TAB-SHEET-ATTACK is listed as read, but is not"),
    ],
)
def test_a_row_without_its_mission(copy, old, new, says):
    copy.bend(ROWS, old, new)
    finding = one(copy.findings("examples"), f"{ROWS}: ", says)
    assert finding.endswith(RENEW)


def test_a_read_table_that_is_called_unused(copy):
    copy.bend("tables/queen/examples/rows.yaml", "read:", "unused:")
    one(copy.findings("examples", copy.any_book("queen")), "table R-8-0 is listed as unused, but is read")


def test_a_fault_of_the_file_of_rows(copy):
    copy.bend(ROWS, '"T-TAB-TARGET2/4-6"', '"T-TAB-TARGET2/4-7"')
    finding = one(
        copy.findings("examples"), f"{ROWS}:", "unknown row of twentyfive 'T-TAB-TARGET2/4-7'", "did you mean"
    )
    assert finding.endswith(RENEW)
    assert re.search(r"rows\.yaml:\d+: ", finding)


def test_no_file_of_rows(copy):
    (copy.root / ROWS).unlink()
    assert one(copy.findings("examples"), f"{ROWS}: is missing").endswith(RENEW)


def test_a_row_whose_example_is_gone(copy):
    """What an example alone showed is missed as soon as the example is."""
    seeds = copy.root / "tables/twentyfive/examples/seeds.yaml"
    head, _, _ = seeds.read_text(encoding="utf-8").partition("  - id: ")
    seeds.write_text(head.rstrip() + " []\n", encoding="utf-8")
    assert one(copy.findings("examples"), "is neither in an example nor in a mission of this file").endswith(RENEW)


# ---- prose


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('See {{ ref("T-TAB-WINGS") }}.', "unknown rule, ruling or table 'T-TAB-WINGS'; did you mean T-TAB-WING"),
        ('{{ rule("T-3033") }}', "unknown rule 'T-3033'"),
        ('{{ table("T-TAB-WINGS") }}', "unknown table 'T-TAB-WINGS'"),
        ('{{ ruling("T-B01") }}', "unknown ruling 'T-B01'"),
        ('On {{ rolls("T-TAB-WING", "engines_out 3") }}', "unknown effect of T-TAB-WING 'engines_out 3'"),
        ('{{ odds("T-TAB-WING", "hit") }}', "unknown effect of T-TAB-WING 'hit'"),
        ('{{ mod("T-TAB-WING", "hit") }}', "unknown modifier of T-TAB-WING 'hit'"),
        ('{{ rolls("T-TAB-WING", "engines_out 2", "left") }}', "KeyError 'left'"),
        ('{{ const("mission") }}', "unknown constant 'mission'; did you mean missions"),
        ("A chance of 1 in 6.", 'odds typed by hand: "1 in 6"'),
        ("A chance of one in six.", 'odds typed by hand: "one in six"'),
        ("On 5-6 it is hit.", 'rolls typed by hand: "5-6"'),
        ("On 5–6 it is hit.", 'rolls typed by hand: "5–6"'),
    ],
)
def test_prose_that_names_nothing_or_a_number(copy, text, says):
    page = copy.root / "site" / "twentyfive" / "page.md"
    page.parent.mkdir(parents=True)
    page.write_text(f"---\ntitle: 1 in 6\n---\n\n```\n5-6\n```\n\n{text}\n", encoding="utf-8")
    one(copy.findings("prose"), "site/twentyfive/page.md:9", says)


def test_a_reminder_that_cites_nothing(copy):
    copy.bend(RULES, '"three_engines") }}, both', '"four_engines") }}, both')
    one(
        copy.findings("prose"), "twentyfive/rules.yaml: T-508:1: when('T-TAB-BOMBER-LOSS', 'four_engines'): unknown row"
    )


def test_prose_that_is_right(copy):
    page = copy.root / "site" / "twentyfive" / "page.md"
    page.parent.mkdir(parents=True)
    page.write_text(
        'From {{ rolls("T-TAB-WING", "engines_out 2") }} on; {{ word("bombers") | capitalize }}; missions 1-25; '
        "[one](t-tab-5-6.md) in a B-17, `5-6`, lines 1A-4A, 15-30 minutes, <a title='5-6'>x</a>, 1943-44.\n",
        encoding="utf-8",
    )
    assert copy.findings("prose") == []


def test_no_prose_at_all(copy):
    one(copy.findings("prose"), "no page was found, so nothing was checked")


# ---- pages


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("table", "old", "new", "says"),
    [
        ("T-TAB-WING", "Two engines out", "One engine out", f'T-TAB-WING/{TWO}: the page says "One engine out", the file gives "Two engines out"'),
        ("T-TAB-WING", f">{TWO_SHOWN}<", f">{MORE_SHOWN}<", f"T-TAB-WING/{TWO}: its roll is '{MORE_SHOWN}', the file has {ROLLS}"),
        ("T-TAB-WING", f'data-row="T-TAB-WING/{TWO}"', f'data-row="T-TAB-WING/{MORE}"', f"the row T-TAB-WING/{TWO} is missing"),
        ("T-TAB-WING", f'id="t-tab-wing-{TWO}"', f'id="wing-{TWO}"', f"its row has the anchor 'wing-{TWO}', not 't-tab-wing-{TWO}'"),
        ("T-TAB-WING", TWO_PERCENT, "33.5%", f'T-TAB-WING/{TWO}: the odds say "33.5%", the exact odds are {TWO_PERCENT}'),
        ("T-TAB-DIRECTION", "50.0%", "49.9%", 'the odds say "49.9%", the exact odds are 50.0%'),
        ("T-TAB-WING", ONE_CHANCE, "1 in 7", f'T-TAB-WING/{ONE}: the odds say "1 in 7", the exact odds are {ONE_CHANCE}'),
        ("T-TAB-WING", NOTE, "Something else.", f'the note "{NOTE[:30]}'),
        ("T-TAB-WING", 'class="cb-cell"', 'class="cb-other"', f"T-TAB-WING/{ONE}: has 0 cells, the file has 1"),
        ("T-TAB-FIGHTER-EFFECT", "6 or more", "5 or more", "its roll is '5 or more', the file has [6]"),
        ("T-TAB-POSITION", "die 2", "die 3", "its roll is 'die 3', the file has [2]"),
        ("T-TAB-POSITION", "Black die highest", "Blue die highest", "the file says 'Black die highest'"),
        ("T-TAB-RANK", "12–24", "12–25", "T-TAB-RANK/12-24: it is named '12–25', the file says '12–24'"),
        ("Z-COLUMNS", "Five engines out", "Four engines out", "Z-COLUMNS/12, Rear: the page says"),
        ("Z-COLUMNS", "−2 Flak", "+2 Flak", 'the modifier "−2 flak destroys the whole bomber" is missing'),
        ("Z-COLUMNS", "0–1", "0–2", "Z-COLUMNS/0-1: its roll is '0–2', the file has [0, 1]"),
        ("Z-NESTED", "Copilot out; navigator out", "Copilot out", "Z-NESTED/10-11/4-6/1-2: the page says"),
        ("Z-NESTED", "5 in 216", "5 in 36", "the exact odds are 5 in 216"),
        ("Z-HIT", "4–6", "3–6", 'Z-HIT/12_high|nose, Me 110: the page says "3–6", the file gives "4–6"'),
    ],
)  # fmt: skip
def test_a_page_that_was_bent(zoo, table, old, new, says):
    zoo.build_site()
    zoo.bend(zoo.page(table), old, new)
    one(zoo.findings("site"), f"twentyfive/tables/{table.lower()}.html", says)


def test_rows_of_a_page_in_another_order(copy):
    copy.build_site()
    text = copy.page("T-TAB-WING").read_text()
    first, second = text.index("<tr id="), text.rindex("<tr id=")
    end = text.index("</tbody>")
    copy.page("T-TAB-WING").write_text(text[:first] + text[second:end] + text[first:second] + text[end:])
    one(copy.findings("site"), f"T-TAB-WING: the rows are in another order: T-TAB-WING/{TWO}, T-TAB-WING/{ONE}")


def test_pages_that_are_missing_or_too_many(copy):
    copy.build_site()
    copy.bend(copy.page("T-TAB-WING"), 'data-table="T-TAB-WING"', 'data-table="T-TAB-WINGS"')
    findings = copy.findings("site")
    one(findings, "twentyfive/tables: no page carries the table T-TAB-WING")
    one(findings, "carries the table T-TAB-WINGS, which is not in tables/twentyfive/")


def test_a_cell_of_the_yaml_that_the_site_has_not_seen(copy):
    copy.build_site()
    copy.bend(WING, "{engines_out: 2}", "{engines_out: 1}")
    one(copy.findings("site"), f"T-TAB-WING/{TWO}", 'the page says "Two engines out", the file gives "One engine out"')


def test_a_table_inside_a_chapter_is_checked_too(copy):
    copy.build_site()
    chapter = copy.root / "build" / "site" / "twentyfive" / "rules.html"
    text = (
        copy.page("T-TAB-WING")
        .read_text()
        .replace(f' id="t-tab-wing-{ONE}"', "")
        .replace(f' id="t-tab-wing-{TWO}"', "")
    )
    chapter.write_text(text)
    assert copy.findings("site") == []
    chapter.write_text(text.replace("One engine out", "No engine out"))
    one(copy.findings("site"), f"twentyfive/rules.html T-TAB-WING/{ONE}", "No engine out")


# ---- paper


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Two engines out", "Three engines out", f'T-TAB-WING/{TWO}: the row is missing or differs from the file: "{TWO_SHOWN} | Two engines out"'),
        ("6 or more", "5 or more", "T-TAB-FIGHTER-EFFECT/6: the row is missing or differs"),
        ("Red die highest", "Red die", "T-TAB-POSITION/3: the row is missing or differs"),
        ("12–24", "12–25", "T-TAB-RANK/12-24: the row is missing or differs"),
        ("Rank by completed missions", "Rank", 'T-TAB-RANK: its heading is "Rank", the file says "Rank by completed missions"'),
        (NOTE[-15:], "be that as it may.", f'T-TAB-WING: the note "{NOTE[:12]}'),
        ("Radioman out", "Radio■an out", "a glyph is missing from its font near"),
        ("Five engines out", "Four engines out", "Z-COLUMNS/12: the row is missing or differs"),
        ("−2", "+2", 'the modifier "−2 flak destroys the whole bomber" is missing'),
        ("Copilot out; navigator out", "Copilot out", "Z-NESTED/10-11/4-6/1-2: the row is missing or differs"),
        ("4–6", "3–6", "Z-HIT/12_high|nose: the row is missing or differs"),
    ],
)  # fmt: skip
def test_a_pdf_that_was_bent(zoo, old, new, says):
    zoo.print_tables(lambda text: text.replace(old, new))
    one(zoo.findings("paper"), "twentyfive/tables-a4.pdf", says)


def test_rows_of_a_pdf_in_another_order(copy):
    swapped = {
        ONE_SHOWN: TWO_SHOWN,
        TWO_SHOWN: ONE_SHOWN,
        "One engine out": "Two engines out",
        "Two engines out": "One engine out",
    }
    copy.print_tables(lambda text: swapped.get(text, text))
    one(copy.findings("paper"), f"T-TAB-WING/{TWO}: the row is printed before the row it should follow")


def test_a_player_aid_that_overflows_its_page(copy):
    copy.print_tables()
    aids = PdfWriter()
    for _ in range(3):
        aids.add_blank_page(100, 100)
    outline = aids.add_outline_item(title="Player aids", page_number=0)
    for number, title in enumerate(("The approach", "Fire")):
        aids.add_outline_item(title=title, page_number=number, parent=outline)
    aids.write(copy.root / "build" / "print" / "twentyfive" / "player-aids-a4.pdf")
    finding = one(copy.findings("paper"), "player-aids-a4.pdf: 3 pages for 2 phases of play")
    assert "move a table to another of the `faces` in shop.yaml" in finding


def test_a_cell_of_the_yaml_that_the_paper_has_not_seen(copy):
    copy.print_tables()
    copy.bend(WING, "{engines_out: 2}", "{engines_out: 1}")
    one(copy.findings("paper"), f"T-TAB-WING/{TWO}: the row is missing or differs from the file")


def test_a_table_that_a_pdf_lacks(copy):
    copy.print_tables()
    more = copy.table("T-TAB-WING").read_text(encoding="utf-8").replace("T-TAB-WING", "T-TAB-WING2")
    copy.table("T-TAB-WING2").write_text(more, encoding="utf-8")
    one(copy.findings("paper"), "twentyfive/tables-a4.pdf T-TAB-WING2: the table is missing")


def test_a_table_cut_by_its_columns(zoo):
    book = zoo.book()
    plain = read_plain(zoo.table("Z-COLUMNS"), book.vocabulary)
    words = {row.id: expected_words(plain, row, book) for row in plain.walk()}
    labels = {"-1": "−1", "0-1": "0–1", "2,4": "2, 4", "3": "3", "5-11": "5–11", "12": "12"}
    texts = ("−2 flak destroys the whole bomber", "+1 three or more engines are out", *notes(plain, book))

    def printed(*columns: int, five: str = "Five") -> paper.Printed:
        lines = [
            paper.Line(
                (
                    label,
                    *(["The third"] if key == "3" else [""]),
                    words[f"Z-COLUMNS/{key}"][column].replace("Five", five),
                ),
                ("Roll", "Area", ("Front", "Rear")[column]),
            )
            for column in columns
            for key, label in labels.items()
        ]
        return paper.Printed("Columns Z-COLUMNS", tuple(lines), texts)

    def found(pdf: paper.Printed) -> list[str]:
        return [str(finding) for finding in paper.table_findings(plain, book, "tables.pdf", pdf)]

    assert found(printed(0, 1)) == []
    assert len(found(printed(0))) >= len(labels) - 1, "a row without its second half"
    one(found(printed(0, 1, five="Four")), "tables.pdf Z-COLUMNS/12: the row is missing or differs from the file")


def test_no_pdf_of_tables(copy):
    copy.print_tables()
    folder = copy.root / "build" / "print" / "twentyfive"
    (folder / "tables-a4.pdf").rename(folder / "sheet-a4.pdf")
    one(copy.findings("paper"), "the PDF of its tables is missing; run: combatbox print twentyfive")


def test_outside_a_checkout_what_is_not_printed_is_named_without_a_finding(copy):
    def check(*games: str) -> Check:
        books = [copy.any_book(game) for game in games]
        return run_checks(books, prints=copy.root / "build" / "print", only=["paper"])[0]

    copy.print_tables()
    both = check("twentyfive", "queen")
    assert both.findings == ()
    assert both.counted.startswith("23 tables, ")
    assert both.counted.endswith("; not printed: the tables of queen")
    assert check("queen").not_run == "not printed: the tables of queen (combatbox print)"


def test_printed_variants_are_checked_while_their_game_is_not_printed(monkeypatch):
    printed = Check("paper", counted="80 tables")
    absent = Check("paper", not_run="not printed")
    monkeypatch.setattr(checks, "_run_on", lambda name, spec, context: absent if "queen" in context.books else printed)
    books = {key: load(key) for key in ("queen", "b17g")}
    assert run_checks(books, only=["paper"]) == [printed]


# ---- goldens


def test_a_changed_word_is_seen_in_the_table_text(copy):
    copy.bend("tables/twentyfive/game.yaml", "captain: Captain", "captain: Skipper")
    finding = one(copy.findings("goldens"), "tests/golden/tables/twentyfive.txt:", "is stale", "Skipper")
    assert finding.endswith("run: combatbox golden --update")


def test_survival_and_dumps_of_papers_of_other_tables(copy):
    copy.bend("tables/twentyfive/results/survival.json", '"digest": "', '"digest": "0')
    digests = copy.root / "tests" / "press" / "goldens" / "digests.json"
    digests.parent.mkdir(parents=True)
    digests.write_text('{"twentyfive": "0", "queen": "0"}', encoding="utf-8")
    findings = copy.findings("goldens")
    assert len(findings) == 2
    one(findings, "tables/twentyfive/results/survival.json: is stale", "run: python -m combatbox_dev.survival")
    one(
        findings,
        "tests/press/goldens/digests.json: the dumps of papers are of other tables of twentyfive",
        "run: python -m tests.press.test_print_run_structure",
    )


def test_a_dropped_note(copy):
    copy.bend(WING, f"  - {NOTE}", "  - No wing loses anything.")
    one(copy.findings("goldens"), "tests/golden/tables/twentyfive.txt:", "No wing loses anything")


def test_an_edited_remark(copy):
    copy.bend("tests/playthroughs/twentyfive/09-tour-1.txt", "completed: 1 of 25", "completed: 2 of 25")
    one(copy.findings("goldens"), "tests/playthroughs/twentyfive/09-tour-1.txt:", "2 of 25", "1 of 25")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("T-TAB-ATTACK: 1\n", "T-TAB-ATTACK: 6\n", "expected T-TAB-FLAK-HIT; got 1 dice for T-TAB-TARGET3"),
        ("choose fly_on: stand_down\n", "", "line last: expected the end; got a choice of fly_on"),
        ("choose fly_on: stand_down\n", "choose fly_on: stand_down\nT-TAB-WING: 3\n", "expected T-TAB-WING; got the end (1 steps left over)"),
        ("choose fly_on: stand_down\n", "stand down!\n", "is neither a throw, a choice nor a remark"),
        ("run: tour\n", "", "the header lacks run:"),
    ],
)  # fmt: skip
def test_an_edited_transcript(copy, old, new, says):
    copy.bend("tests/playthroughs/twentyfive/09-tour-1.txt", old, new)
    one(copy.findings("goldens"), "tests/playthroughs/twentyfive/09-tour-1.txt", "cannot be flown again", says)


def test_a_row_that_no_playthrough_reaches(copy):
    for path in (copy.root / "tests/playthroughs/twentyfive").glob("*-25.txt"):
        path.unlink()
    findings = copy.findings("goldens")
    one(findings, "T-TAB-RANK/25: no playthrough reaches it")
    one(findings, "effect tour_won: no playthrough reaches it", "tests/playthroughs/twentyfive/exceptions")


def test_an_empty_folder_does_not_pass(copy):
    for path in (copy.root / "tests/playthroughs/twentyfive").glob("*.txt"):
        path.unlink()
    one(copy.findings("goldens"), "tests/playthroughs/twentyfive: holds no playthrough of 25 and Out")


def test_exceptions_that_are_needless_or_without_reason(copy):
    path = copy.root / "tests/playthroughs/twentyfive/exceptions"
    path.write_text(path.read_text() + f"T-TAB-WING/{TWO}\tnever happens\n")
    one(copy.findings("goldens"), f"lists T-TAB-WING/{TWO}, but a playthrough reaches it")
    path.write_text(f"T-TAB-WING/{TWO}\n")
    one(copy.findings("goldens"), "exceptions:1", "give a row, a tab and the reason")


def test_update_mends_and_touches_only_what_changed(copy):
    flights = copy.root / "tests/playthroughs/twentyfive"
    stored = {path: path.stat().st_mtime_ns for path in flights.glob("*.txt") if "09" not in path.name}
    copy.bend(flights / "09-tour-1.txt", "completed: 1 of 25", "completed: 2 of 25")
    exceptions = flights / "exceptions"
    listed = exceptions.read_text()
    exceptions.write_text(f"T-TAB-WING/{TWO}\tnever happens\n{listed}")
    books = {"twentyfive": copy.book()}
    assert goldens(copy.root, books).failed
    assert not goldens(copy.root, books, update=True).failed
    assert not goldens(copy.root, books).failed
    assert exceptions.read_text() == listed
    assert {path: path.stat().st_mtime_ns for path in stored} == stored


@pytest.mark.thorough
def test_update_goes_on_where_the_rules_now_lead_elsewhere(copy):
    copy.bend(
        "tables/twentyfive/t-tab-attack.yaml", "roll: 1-5, effects: [no_attack]", "roll: 2-6, effects: [no_attack]"
    )
    copy.bend("tables/twentyfive/t-tab-attack.yaml", "{roll: 6,", "{roll: 1,")
    books = {"twentyfive": load("twentyfive", base=copy.root / "tables")}
    assert goldens(copy.root, books).failed
    mended = goldens(copy.root, books, update=True)
    assert not mended.failed, "\n".join(mended.lines())
    left = [finding.place for finding in goldens(copy.root, books).findings]
    assert left == ["tables/twentyfive/results/survival.json"], "which has a command of its own"
