"""Every command of every guide, of the README and of the pages for authors is run, in the order in which it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.guide_reader import BLOCK, ROOT, SHELL, Reader

GATE = "the gate begins with it"
LONG = "a command of its own test, too long to run again"
ELSEWHERE = {
    "README.md": {
        "make build": GATE,
        "make test": "is the gate",
        "SITE_URL=https://example.org/combat-box/ REPORT_URL=mailto:rules@example.org make build": GATE,
        "combatbox verify": GATE,
    },
    "CONTRIBUTING.md": {
        "make .venv/ready": GATE,
        "make build": GATE,
        'pytest -n 2 -m "not browser" tests/unit': "is part of the gate",
    },
    "tests/README.md": {
        'pytest -m "not browser" -n 2 tests': "is part of the gate",
        "pytest --durations=20 tests/press": "is part of the gate",
    },
    "site/authors/verify.md": {"combatbox verify": GATE, "combatbox verify queen": GATE},
    "build": {
        "combatbox build": GATE,
        "combatbox build --out /tmp/combatbox": LONG,
        "combatbox build --without bundles --without folder": LONG,
    },
    "change": {"combatbox change queen B-1": LONG},
    "odds": {"combatbox odds queen --store": LONG},
    "verify": {"combatbox verify": GATE},
}
"""Commands that are not run here, by page, or by section of the page of commands, each with the reason."""

SMALLER = {
    "README.md": {"combatbox odds queen": "combatbox odds queen --missions 200"},
    "site/authors/verify.md": {"combatbox verify --json": "combatbox verify twentyfive --json"},
    "odds": {
        "combatbox odds queen --missions 10000000 --out queen.odds": "combatbox odds queen --missions 200 --out queen.odds",
        "combatbox odds skirmish --scenario my-contest.yaml --missions 2000": "combatbox odds skirmish --scenario my-contest.yaml --missions 20",
    },
}
"""Commands that would take long, each with what is typed instead."""

ANSWERS = {
    "README.md": {"combatbox play queen --save my.save": "q\n"},
    "advise": {"combatbox play queen --save seven.save": "q\n"},
    "play": {"combatbox play queen --manual --ruling Q-X1=on": "q\n"},
}
"""What is typed where somebody stops playing; elsewhere it is Enter, to the end."""

STORM = "combatbox new variant storm my-variants --like queen"
OVERLAY = "combatbox new overlay queen my-tables"
LOG = "combatbox fly queen --seed 1943 --mission 7 --log seven.jsonl"
TOUR = "combatbox campaign queen --seed 12 --log tour.jsonl"
BEFORE = {
    "advise": ["combatbox play queen --save seven.save", LOG],
    "diff": [OVERLAY, STORM],
    "export": [OVERLAY],
    "new": ["combatbox new variant mag my-variants --like queen"],
    "odds": ["cp tables/skirmish/scenarios/low-fuel.yaml my-contest.yaml"],
    "print": [TOUR, f"{LOG.replace('seven', 'one')}", f"{LOG.replace('seven', 'two')}"],
    "recheck": [
        OVERLAY,
        TOUR,
        "combatbox play queen --save seven.save",
        f"mkdir logs; {LOG.replace('seven', 'logs/seven')}",
    ],
    "replay": [LOG],
    "verify": [OVERLAY.replace("queen", "twentyfive")],
}
"""What a reader of a section of the page of commands has typed before."""

FOLLOWED = ("site/authors/your-game.md", "site/authors/your-variant.md")
"""Pages with a test of their own."""

AUTHORS = ("site/authors/house-rules.md", "site/authors/replays.md", "site/authors/verify.md")
PROJECT = ("README.md", "CONTRIBUTING.md", "engine/README.md", "tests/README.md")
COMMANDS = "site/authors/commands.md"
SECTIONS = dict(
    re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", (ROOT / COMMANDS).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
)


def reader(folder: Path, name: str, *, project: bool) -> Reader:
    """Return a reader of a page or section."""
    given = (ELSEWHERE.get(name), SMALLER.get(name), ANSWERS.get(name))
    return Reader(folder, project=project, elsewhere=given[0], smaller=given[1], answers=given[2])


def test_every_guide_with_commands_is_followed():
    guides = [*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("site/authors/*.md")]
    with_commands = {
        path.relative_to(ROOT).as_posix()
        for path in guides
        if any(block["kind"] in SHELL for block in BLOCK.finditer(path.read_text(encoding="utf-8")))
    }
    assert with_commands == {*FOLLOWED, *AUTHORS, *PROJECT, COMMANDS}


@pytest.mark.sample(1)
@pytest.mark.parametrize("page", AUTHORS)
def test_the_commands_of_a_page_for_authors_run(tmp_path: Path, page: str) -> None:
    assert reader(tmp_path, page, project=False).follow(page)


@pytest.mark.thorough
@pytest.mark.parametrize("page", PROJECT)
def test_the_commands_of_a_guide_run_in_a_copy_of_the_project(tmp_path: Path, page: str) -> None:
    assert reader(tmp_path, page, project=True).follow(page)


@pytest.mark.sample(2)
@pytest.mark.parametrize("section", SECTIONS)
def test_the_examples_of_a_command_run(tmp_path: Path, section: str) -> None:
    follower = reader(tmp_path, section, project=True)
    for line in BEFORE.get(section, ()):
        follower.type(line)
    follower.read(SECTIONS[section])
    assert follower.done or section in ELSEWHERE
