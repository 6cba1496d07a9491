"""YAML as we read it: 1.2 core scalars, lines of every node, and everything doubtful refused."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatbox.core.errors import DataError
from combatbox.library import yaml12
from combatbox.library.yaml12 import MAX_DEPTH, parse_yaml, read_yaml, scalar


def data(text):
    return parse_yaml(text, "f.yaml").data


def refused(text):
    with pytest.raises(DataError) as caught:
        parse_yaml(text, "f.yaml")
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "text",
    ["1:30", "10:30", "on", "off", "yes", "no", "On", "y", "n", "1_000", "0b11", "2024-01-31", "tRue", "0o8", "0xG",
     "+", "--", ".", "1e", "e3", "0x", "1.2.3", "=", "<<", "T-101", "12_high", ".inf", "-.INF", ".nan", "1e999"],
)  # fmt: skip
def test_everything_that_is_no_null_boolean_or_number_of_yaml_1_2_is_text(text):
    assert data(f"k: {text}") == {"k": text}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("010", 10), ("08", 8), ("0", 0), ("-0", 0), ("+12", 12), ("-3", -3), ("0o17", 15), ("0x1F", 31),
        ("1.5", 1.5), ("1.", 1.0), (".5", 0.5), ("-1e3", -1000.0), ("6E-2", 0.06),
        ("true", True), ("True", True), ("FALSE", False), ("null", None), ("~", None), ("", None), ("NULL", None),
    ],
)  # fmt: skip
def test_null_booleans_and_numbers_are_those_of_the_yaml_1_2_core_schema(text, value):
    found = data(f"k: {text}")["k"]
    assert found == value
    assert type(found) is type(value)
    assert scalar(text) == value


@pytest.mark.parametrize("text", ['"6"', "'6'", '"true"', "'null'", '""', "! 6", "!!str 6"])
def test_what_stands_in_quotes_or_has_the_tag_of_text_stays_text(text):
    assert data(f"k: {text}")["k"] == text.removeprefix("!!str").strip("\"'! ")


def test_keys_are_always_text():
    assert data("6: a\ntrue: b\nnull: c\n5-6: d") == {"6": "a", "true": "b", "null": "c", "5-6": "d"}


def test_block_text_is_text():
    assert data("a: |\n  6\n  7\nb: >-\n  x\n  y\n") == {"a": "6\n7\n", "b": "x y"}


def test_every_node_has_its_line():
    text = "# c\na: 1\nb:\n  - x\n  - {c: 2, d: 3}\n  -\n    e: 4\n    f:\n      g: 5\n"
    document = parse_yaml(text, "f.yaml")
    assert document.lines == {
        (): 2, ("a",): 2, ("b",): 3, ("b", 0): 4, ("b", 1): 5, ("b", 1, "c"): 5, ("b", 1, "d"): 5, ("b", 2): 7,
        ("b", 2, "e"): 7, ("b", 2, "f"): 8, ("b", 2, "f", "g"): 9,
    }  # fmt: skip
    assert document.line(("b", 2, "f", "g", "deeper", 3)) == 9
    assert document.line(("nowhere",)) == 2
    assert str(document.problem(("b", 1, "d"), "bad")) == "f.yaml:5: bad"


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path):
    unix, windows = tmp_path / "u.yaml", tmp_path / "w.yaml"
    unix.write_bytes(b"a: 1\nb:\n  - x\n  - y\n")
    windows.write_bytes(b"\xef\xbb\xbfa: 1\r\nb:\r\n  - x\r\n  - y\r\n")
    assert read_yaml(windows).data == read_yaml(unix).data == {"a": 1, "b": ["x", "y"]}
    assert read_yaml(windows).lines == read_yaml(unix).lines


def test_a_key_that_stands_twice_is_refused_wherever_it_stands():
    assert refused("a: 1\nb: 2\na: 3\n") == ["f.yaml:3: the key 'a' is used twice; keep one"]
    assert refused("- {roll: 2, roll: 3}\n- x\n- {y: {z: 1, z: 1}}") == [
        "f.yaml:1: the key 'roll' is used twice; keep one",
        "f.yaml:3: the key 'z' is used twice; keep one",
    ]
    assert refused('6: a\n"6": b') == ["f.yaml:2: the key '6' is used twice; keep one"]


def test_a_tab_in_the_indentation_is_refused_with_its_line():
    assert refused("a:\n  - x\n\t- y\n") == ["f.yaml:3: a tab in the indentation; use spaces"]
    assert refused("a: [1,\n \t2]\n") == ["f.yaml:2: a tab in the indentation; use spaces"]


def test_a_tab_inside_a_line_is_no_indentation():
    assert data("a: x\ty\n") == {"a": "x\ty"}


def test_a_line_separator_of_unicode_is_no_new_line_of_ours():
    assert parse_yaml('a: "x\u2028\ty"\nb: 1', "f").data["b"] == 1


def test_an_alias_is_refused_so_that_anchors_cannot_explode():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    found = refused("\n".join(lines))
    assert found[0] == "f.yaml:2: an alias (*name) is used; write the value out"
    assert len(found) < 200


def test_an_alias_to_a_list_that_holds_itself_is_refused():
    assert refused("a: &a [*a]") == ["f.yaml:1: an alias (*name) is used; write the value out"]


def test_an_alias_as_a_key_and_a_merge_key_are_refused():
    assert refused("a: &x k\n*x : 2") == ["f.yaml:2: an alias (*name) is used; write the value out"]
    assert refused("a: &x {b: 1}\nc:\n  <<: *x\n") == ["f.yaml:3: an alias (*name) is used; write the value out"]


def test_an_alias_to_nothing_is_refused():
    assert refused("a: *b") == ["f.yaml:1: an alias (*name) is used; write the value out"]


@pytest.mark.parametrize(
    "text", ["!!python/object/apply:os.system [ls]", "!!int 3", "!!binary aGk=", "!custom x", "!!set {a}", "!!map {}"]
)
def test_an_explicit_tag_is_refused_and_nothing_is_made_of_it(text):
    if text == "!!map {}":
        assert data(f"a: {text}") == {"a": {}}  # says what it is anyway
        return
    (problem,) = refused(f"ok: 1\na: {text}")
    assert problem.startswith("f.yaml:2: the tag ")
    assert problem.endswith(" is not allowed; write plain values")


def test_a_tag_on_a_key_is_refused():
    assert refused("!!int 1: x") == ["f.yaml:1: the tag tag:yaml.org,2002:int is not allowed; write plain values"]


def test_a_key_that_is_a_list_is_refused():
    assert refused("? [1, 2]\n: x") == ["f.yaml:1: a key must be plain text"]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n...\n"])
def test_an_empty_file_is_refused(text):
    if text.startswith("---"):
        assert data(text) is None
        return
    assert refused(text) == ["f.yaml:1: the file is empty; it must be a mapping"]


def test_two_documents_in_one_file_are_refused():
    assert refused("a: 1\n---\nb: 2\n") == ["f.yaml:2: the file has a second YAML document; remove it"]


@pytest.mark.parametrize(
    ("text", "line"), [("a: {b: 1\n", 2), ("a: 1\n  b: 2\n", 2), ("a: 'x\n\n", 3), ("x\na: @y", 2), ("a: 1\n- b", 2)]
)
def test_what_is_no_yaml_is_refused_with_its_line(text, line):
    (problem,) = refused(text)
    assert problem.startswith(f"f.yaml:{line}: is not YAML: ")
    assert "\n" not in problem


def test_a_character_that_yaml_forbids_is_named_with_its_line():
    assert refused("a: 1\nb: \x07") == ["f.yaml:2: the character U+0007 is not allowed in YAML; delete it"]
    assert refused("a: \x00") == ["f.yaml:1: the character U+0000 is not allowed in YAML; delete it"]


def test_nesting_is_allowed_to_a_limit_and_refused_beyond_it():
    assert data("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert refused("a:\n  " + "[" * MAX_DEPTH + "]" * MAX_DEPTH) == [
        "f.yaml:2: nested deeper than 40 levels; flatten it"
    ]
    blocks = "\n".join(" " * i + "a:" for i in range(MAX_DEPTH + 5))
    assert refused(blocks) == [f"f.yaml:{MAX_DEPTH + 1}: nested deeper than 40 levels; flatten it"]


@pytest.mark.parametrize("text", ["[" * 300_000, "{a: " * 100_000, "- " * 200_000])
def test_nesting_without_end_is_refused_and_not_the_end_of_the_process(text):
    assert refused(text) == ["f.yaml:1: nested deeper than 40 levels; flatten it"]


def test_a_file_over_the_limit_is_refused_unread(tmp_path, monkeypatch):
    path = tmp_path / "big.yaml"
    path.write_text("a: 1\n" * 10)
    monkeypatch.setattr(yaml12, "MAX_BYTES", 49)
    with pytest.raises(DataError, match=r"big.yaml:1: is larger than the limit of 49 bytes"):
        read_yaml(path)
    monkeypatch.setattr(yaml12, "MAX_BYTES", 50)
    with pytest.raises(DataError, match="is used twice"):
        read_yaml(path)


def test_a_file_that_is_not_utf8_is_refused_with_the_place(tmp_path):
    path = tmp_path / "latin.yaml"
    path.write_bytes("name: Köln\n".encode("latin-1"))
    with pytest.raises(DataError, match=r"latin.yaml:1: is not UTF-8 text \(byte 7\); save it as UTF-8"):
        read_yaml(path)


@pytest.mark.parametrize(("name", "why"), [("missing.yaml", "cannot be read"), ("", "cannot be read: it is a folder")])
def test_a_file_that_cannot_be_read_is_a_problem_and_no_traceback(tmp_path, name, why):
    with pytest.raises(DataError, match=f":1: {why}"):
        read_yaml(tmp_path / name)


def test_all_problems_of_a_file_are_found_at_once():
    assert len(refused("a: 1\na: 2\nb: !x 1\nc: {d: 1, d: 2}\n")) == 3


plain = st.text(alphabet="ab1.:-+ eTx0", max_size=12)


@settings(max_examples=200)
@given(st.recursive(plain | st.integers(-999, 999) | st.booleans() | st.none(),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain, inner, max_size=3), max_leaves=8))  # fmt: skip
def test_what_is_written_with_text_in_quotes_is_read_back_the_same(thing):
    def dump(value):
        if isinstance(value, str):
            return "'" + value.replace("'", "''") + "'"
        if isinstance(value, list):
            return "[" + ", ".join(dump(v) for v in value) + "]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{dump(k)}: {dump(v)}" for k, v in value.items()) + "}"
        return (
            {None: "null", True: "true", False: "false"}.get(value, str(value))
            if not isinstance(value, int) or isinstance(value, bool)
            else str(value)
        )

    assert data(dump([thing])) == [thing]


@settings(max_examples=300)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_problem(text):
    try:
        parse_yaml(text, "f.yaml")
    except DataError as error:
        for problem in error.problems:
            assert problem.path == "f.yaml"
            assert problem.line >= 1
            assert "\n" not in problem.message


def test_every_file_of_the_project_says_its_lines():
    from combatbox.library import paths

    files = sorted(Path(paths.tables()).glob("*/*.yaml"))
    assert len(files) > 20
    for path in files:
        document = read_yaml(path)
        text = path.read_text().split("\n")
        for where, line in document.lines.items():
            if where and isinstance(where[-1], str):
                assert where[-1] in text[line - 1], (path, where, line)
