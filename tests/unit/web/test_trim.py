"""The theme's style sheets lose what nothing asks for, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatbox.web.css_purge import classes, purge, values


@pytest.mark.parametrize(
    ("css", "left"),
    [
        (".a{x:1}.b{x:2}", ".a{x:1}"),
        (".a,.b{x:1}", ".a{x:1}"),
        (".b .a,p.a>i{x:1}", "p.a>i{x:1}"),
        ("@media print{.b{x:1}}.a{x:2}", ".a{x:2}"),
        ("@media print{.a{x:1}.b{x:1}}", "@media print{.a{x:1}}"),
        ("@media print{@supports (x:1){.b{x:1}.a{y:1}}}", "@media print{@supports (x:1){.a{y:1}}}"),
        (":is(.a,.b){x:1}", ":is(.a,.b){x:1}"),
        (".a:not(.b){x:1}.b:not(.a){x:1}", ".a:not(.b){x:1}"),
        ('[href$=".b"]{x:1}', '[href$=".b"]{x:1}'),
        ("@keyframes b{0%{x:1}to{x:2}}", "@keyframes b{0%{x:1}to{x:2}}"),
        ('@charset "utf-8";.a{x:url(data:;{}.b{)}', '@charset "utf-8";.a{x:url(data:;{}.b{)}'),
        ('.a{x:url("data:;rotate(3)}.b{")}.b{x:1}', '.a{x:url("data:;rotate(3)}.b{")}'),
        ('.a::after{content:"}.b{"}', '.a::after{content:"}.b{"}'),
    ],
)
def test_a_selector_stays_unless_it_asks_for_a_class_that_nothing_has(css: str, left: str) -> None:
    assert purge(css, {"a"}) == left


def test_a_custom_property_stays_if_something_asks_for_it() -> None:
    css = ":root{--icon:url('data:;a{}');--size:1px;color:red}:root{--none:0}"
    assert purge(css, set(), {"--size"}) == ":root{--size:1px;color:red}"
    assert purge(css, set()) == css


def test_classes_come_from_pages_and_words_of_scripts_and_values_from_all() -> None:
    assert classes(['<p class="a b-c">'], ['el.classList.add("d--e")']) >= {"a", "b-c", "d--e"}
    assert values(["x{y:var(--a)}", '<p style="y:var( --b )">']) == {"--a", "--b"}


NAMES = st.sampled_from(["a", "b", "c", "d"])
RULES = st.lists(st.tuples(st.lists(NAMES, min_size=1, max_size=3), st.booleans()), max_size=8)


@given(RULES, st.sets(NAMES))
def test_every_rule_of_used_classes_is_left_in_its_order(rules: list[tuple[list[str], bool]], used: set[str]) -> None:
    parts = [(f".{'.'.join(names)}{{n:{number}}}", set(names), print_) for number, (names, print_) in enumerate(rules)]
    sheet = "".join(f"@media print{{{css}}}" if print_ else css for css, _, print_ in parts)
    wanted = "".join(f"@media print{{{css}}}" if print_ else css for css, names, print_ in parts if names <= used)
    assert purge(sheet, used) == wanted
