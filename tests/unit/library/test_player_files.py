"""Only one module opens a person's file for writing: a second one is red."""

import ast
import os
from pathlib import Path

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths, player_files
from combatbox.library.player_files import FileExists, FileInUse, PlayerFile, claim_free

PACKAGE = Path(paths.__file__).parent.parent

WRITERS = {
    "library.player_files": "the files of a person",
    "library.atomic_files": "the writing itself, which the other modules of this list use",
    "library.cache": "entries of a cache",
    "library.scaffolding": "the skeleton of a new game or variant, in a folder of its own",
    "library.overlay": "the files of a new overlay, which are compared before they are replaced",
    "library.schemas": "JSON Schemas, which are generated",
    "library.stored_examples": "a generated file of a game",
    "odds.stored_odds": "a generated file of a game",
    "odds.correction": "the files of a browser, which has none, and an overlay that lasts as long as its page",
    "cli.game_papers": "the build",
    "cli.output": "the null device, in place of a closed stream",
    "press.images": "papers, which are generated",
    "press.print_run": "papers, which are generated",
    "press.shop": "papers, which are generated",
    "press.site_images": "the build",
    "web.boot": "the build",
    "web.browser_engine": "the build",
    "web.bundles": "the build",
    "web.plugin": "the build",
    "web.precompile": "the build",
    "web.pyodide": "the build",
    "web.service_worker": "the build",
}
"""The modules that write files, and what they write."""

WRITING = {"write_atomically", "write_new_folder", "write_text", "write_bytes", "mkstemp", "NamedTemporaryFile"}


def writes(source: str) -> bool:
    """Return True if a module opens a file for writing."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        modes = [
            arg.value for arg in (*node.args, *(word.value for word in node.keywords)) if isinstance(arg, ast.Constant)
        ]
        if name in WRITING or (
            name in ("open", "fdopen") and any(set("wax+") & set(str(mode)) and len(str(mode)) < 4 for mode in modes)
        ):
            return True
    return False


def modules() -> dict[str, str]:
    """Return the source of each module of the package, by name."""
    files = sorted(PACKAGE.rglob("*.py"))
    return {".".join(file.relative_to(PACKAGE).with_suffix("").parts): file.read_text("utf-8") for file in files}


def test_no_other_module_writes_files():
    assert {name for name, source in modules().items() if writes(source)} == set(WRITERS)


@pytest.mark.parametrize(
    "line",
    [
        "from combatbox.library.atomic_files import write_atomically\nwrite_atomically(path, b'')",
        "path.write_text('')",
        "path.write_bytes(b'')",
        "open(path, 'w')",
        "path.open('ab')",
        "open(path, mode='x')",
    ],
)
def test_a_module_that_would_write_is_found(line):
    assert writes(f"import os\n{line}\n")
    assert not writes("open(path)\nopen(path, 'rb')\npath.read_text('utf-8')\n")


# ---- the class


def test_a_file_is_claimed_before_it_exists_and_free_again_when_it_is_closed(tmp_path):
    path = tmp_path / "a.save"
    with PlayerFile(path) as file:
        assert not path.exists()
        with pytest.raises(FileInUse, match="is open in another window"):
            PlayerFile(path)
        with pytest.raises(FileInUse):
            PlayerFile(path, own=True)
        file.write("one")
        file.write(b"two")
    assert path.read_text() == "two"
    with pytest.raises(FileExists, match="a.save: the file exists already"):
        PlayerFile(path)
    PlayerFile(path, own=True).close()


def test_nothing_is_written_beside_a_file_that_another_command_has_claimed(tmp_path, monkeypatch):
    path = tmp_path / "a.save"
    with PlayerFile(path):
        monkeypatch.setattr(
            player_files, "check_writable", lambda path: pytest.fail("the holder deletes what it finds")
        )
        with pytest.raises(FileInUse):
            PlayerFile(path)


def test_without_locks_a_change_is_found_before_the_write_and_both_contents_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(player_files, "try_lock", lambda place: (_ for _ in ()).throw(OSError("no locks here")))
    path = tmp_path / "a.jsonl"
    one, two = PlayerFile(path), PlayerFile(path)
    one.write("one")
    with pytest.raises(FileInUse, match=r"a.jsonl: was changed by another game or program; what .* is in .*a-2.jsonl"):
        two.write("two")
    two.write("two again")
    one.write("one again")
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "a.jsonl": "one again",
        "a-2.jsonl": "two again",
    }


def test_a_file_that_was_deleted_meanwhile_is_written_again(tmp_path):
    path = tmp_path / "a.save"
    with PlayerFile(path) as file:
        file.write("one")
        path.unlink()
        file.write("two")
    assert path.read_text() == "two"


def test_only_what_nobody_has_changed_is_deleted(tmp_path):
    path = tmp_path / "a.save"
    with PlayerFile(path) as file:
        file.write("one")
        path.write_text("of an editor")
        file.delete()
    assert path.read_text() == "of an editor"
    with PlayerFile(path, own=True) as file:
        file.delete()
        assert path.exists()
        file.write("two")
        file.delete()
    assert not path.exists()


@pytest.mark.skipif(os.name == "nt", reason="no symbolic links")
def test_a_link_and_its_target_are_one_file(tmp_path):
    link = tmp_path / "link.save"
    link.symlink_to(tmp_path / "a.save")
    with PlayerFile(tmp_path / "a.save"), pytest.raises(FileInUse):
        PlayerFile(link)


def test_a_file_that_nobody_has_named_gets_the_first_free_name(tmp_path):
    path = tmp_path / "queen.save"
    files = [claim_free(path) for _ in range(3)]
    assert [file.path.name for file in files] == ["queen.save", "queen-2.save", "queen-3.save"]
    for file in files:
        file.close()
    path.write_text("")
    with claim_free(path) as file:
        assert file.path.name == "queen-2.save"


def test_a_file_that_cannot_be_written_is_refused_at_the_start(tmp_path):
    for path, why in ((tmp_path, "the path is a folder"), (tmp_path / "gone" / "a.save", "there is no folder")):
        with pytest.raises(CombatBoxError, match=why):
            PlayerFile(path)
