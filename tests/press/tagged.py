"""A structural check of tagged PDF, of what the checker from PyPI leaves out (it has 16 of the 106 rules of PDF/UA-1).

`findings(pdf)` says in words what is wrong: marks on a page that belong to nobody, numbers that lead nowhere, headings
that skip a level, heads of tables without scope, fields without a label or out of order, fonts without their files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

GROUPS = {"Document", "Sect", "Part", "Div", "Table", "TR", "L", "LI", "LBody", "TOC", "TOCI", "BlockQuote"}
LEAVES = {"P", "H1", "H2", "H3", "H4", "H5", "H6", "Figure", "Link", "Form", "Lbl", "Span", "Caption", "TH", "TD", "Note",
          "Reference"}  # fmt: skip
INSIDE = {"Table": {"TR", "Caption"}, "TR": {"TH", "TD"}, "L": {"LI", "Caption"}, "LI": {"Lbl", "LBody"}}
WITHIN = {
    kid: {parent for parent, kids in INSIDE.items() if kid in kids} for kid in ("TR", "TH", "TD", "LI", "Lbl", "LBody")
}
_STRING = re.compile(rb"\((?:\\.|[^\\()])*\)", re.DOTALL)
_TOKEN = re.compile(
    rb"/Artifact(?:\s*<<[^>]*>>)?\s*B[DM]C|/\w+\s*<<[^>]*>>\s*BDC|/\w+\s+B[DM]C|\bEMC\b"
    rb"|(?<![\w/*.])(?:Tj|TJ|Do|sh|BI|f\*?|F|S|s|B\*?|b\*?)(?![\w*])"
)


@dataclass(slots=True)
class Tree:
    """What the structure tree holds: elements with their parents in reading order, and what they lead to."""

    elements: list[tuple[Any, str]] = field(default_factory=list)  # the element and the kind of its parent
    contents: dict[tuple[int, int], int] = field(default_factory=dict)  # page and number to the element's own
    objects: list[tuple[int, int]] = field(default_factory=list)  # annotation and the element's own, in order


def findings(pdf: bytes | Path) -> list[str]:
    """What is wrong with a file, a line each; nothing if all is well."""
    reader = PdfReader(BytesIO(pdf) if isinstance(pdf, bytes) else pdf)
    root = reader.trailer["/Root"]
    if "/StructTreeRoot" not in root:
        return ["there is no structure tree"]
    tree = read_tree(root["/StructTreeRoot"])
    parents = parent_tree(root["/StructTreeRoot"])
    return [
        *of_bookmarks(reader),
        *of_elements(tree),
        *of_tables(tree),
        *of_headings(tree),
        *of_pages(reader, tree, parents),
        *of_annotations(reader, root, tree, parents),
        *of_fonts(reader),
    ]


def _number(thing: Any) -> int:
    """The number by which a file knows an object."""
    reference = thing if isinstance(thing, IndirectObject) else getattr(thing, "indirect_reference", None)
    return reference.idnum if reference is not None else 0


def _kind(node: Any) -> str:
    return str(node["/S"])[1:]


def _kids(node: Any) -> list[Any]:
    kids = node.get("/K", [])
    return list(kids) if isinstance(kids, ArrayObject) else [kids]


def read_tree(root: Any) -> Tree:
    tree = Tree()

    def walk(reference: Any, parent: Any) -> None:
        node = reference.get_object()
        tree.elements.append((node, _kind(parent) if parent is not None else ""))
        if node["/P"].get_object() is not (parent if parent is not None else root):
            tree.elements.append((DictionaryObject(), "its /P leads elsewhere"))
        for kid in _kids(node):
            inner = kid.get_object()
            if not isinstance(inner, dict) or inner.get("/Type") == "/MCR":
                page = _number(inner.raw_get("/Pg")) if isinstance(inner, dict) else _number(node.raw_get("/Pg"))
                mark = inner["/MCID"] if isinstance(inner, dict) else inner
                tree.contents[page, int(mark)] = _number(node)
            elif inner.get("/Type") == "/OBJR":
                tree.objects.append((_number(inner.raw_get("/Obj")), _number(node)))
            else:
                walk(kid, node)

    for kid in _kids(root):
        walk(kid, None)
    return tree


def parent_tree(root: Any) -> dict[int, Any]:
    numbers = root["/ParentTree"]["/Nums"]
    return {int(numbers[at]): numbers.raw_get(at + 1) if hasattr(numbers, "raw_get") else list.__getitem__(numbers, at + 1)
            for at in range(0, len(numbers), 2)}  # fmt: skip


def of_bookmarks(reader: PdfReader) -> Iterator[str]:
    """Bookmarks for more than one page."""
    if len(reader.pages) > 1 and not reader.outline:
        yield "several pages, and no bookmarks"


def of_elements(tree: Tree) -> Iterator[str]:
    """Elements of known kinds, each where it belongs, none empty."""
    for node, parent in tree.elements:
        if "/S" not in node:
            yield f"an element: {parent}"
            continue
        kind = _kind(node)
        if kind not in GROUPS | LEAVES:
            yield f"{kind}: no standard kind of element"
        if parent in INSIDE and kind not in INSIDE[parent]:
            yield f"{kind} inside {parent}"
        if kind in WITHIN and parent not in WITHIN[kind]:
            yield f"{kind} inside {parent}"
        if not _kids(node) and kind not in ("TD", "TH"):
            yield f"{kind} with nothing in it"
        if kind in ("Link", "Form") and not any(_is_object(kid) for kid in _kids(node)):
            yield f"{kind} without its annotation"


def _is_object(kid: Any) -> bool:
    inner = kid.get_object()
    return isinstance(inner, dict) and inner.get("/Type") == "/OBJR"


def of_tables(tree: Tree) -> Iterator[str]:
    """Heads with a scope, rows of one width."""
    for node, _ in tree.elements:
        if node.get("/S") == "/TH" and _attribute(node, "/Scope") not in ("/Row", "/Column", "/Both"):
            yield "TH without a scope"
        if node.get("/S") == "/Table":
            yield from _uneven(node)


def _attribute(node: Any, name: str) -> Any:
    owner = node.get("/A", {})
    return owner.get(name) if isinstance(owner, dict) else None


def _uneven(table: Any) -> Iterator[str]:
    rows = [kid.get_object() for kid in _kids(table) if kid.get_object().get("/S") == "/TR"]
    if not rows:
        yield "Table without rows"
    carried: dict[int, int] = {}  # rows that cells above still reach into, by width
    widths = set()
    for row in rows:
        width = sum(wide for wide, left in carried.items() if left)
        reaching: list[tuple[int, int]] = []
        for kid in _kids(row):
            cell = kid.get_object()
            wide = int(_attribute(cell, "/ColSpan") or 1)
            width += wide
            reaching.append((wide, int(_attribute(cell, "/RowSpan") or 1) - 1))
        carried = {wide: left - 1 for wide, left in carried.items() if left > 1}
        for wide, left in reaching:
            if left:
                carried[wide] = left
        widths.add(width)
    if len(widths) > 1:
        yield f"Table with rows of {sorted(widths)} cells"


def of_headings(tree: Tree) -> Iterator[str]:
    """Headings begin with the first level and go down one level at a time."""
    level = 0
    for node, _ in tree.elements:
        heading = re.fullmatch(r"/H([1-6])", str(node.get("/S", "")))
        if heading:
            if int(heading[1]) > level + 1:
                yield f"H{heading[1]} after {f'H{level}' if level else 'no heading'}"
            level = int(heading[1])
    if not level:
        yield "no heading at all"


def of_pages(reader: PdfReader, tree: Tree, parents: dict[int, Any]) -> Iterator[str]:
    """All that is drawn is in the tree or an artifact, and the tree is reached from every mark and back."""
    seen = set()
    for number, page in enumerate(reader.pages, start=1):
        where, own = f"page {number}", _number(page.indirect_reference)
        if page.get("/Tabs") != "/S":
            yield f"{where}: the tabulator does not follow the structure"
        marks: list[int] = []
        contents = page.get_contents()
        yield from (
            f"{where}: {words}" for words in _loose(contents.get_data() if contents is not None else b"", marks)
        )
        if len(set(marks)) != len(marks):
            yield f"{where}: a mark's number is there twice"
        up = parents.get(int(page.get("/StructParents", -1)))
        owners = [_number(owner) for owner in _plain(up.get_object())] if up is not None else []
        for mark in marks:
            seen.add((own, mark))
            leads = tree.contents.get((own, mark))
            if leads is None:
                yield f"{where}: mark {mark} is not in the tree"
            elif mark >= len(owners) or owners[mark] != leads:
                yield f"{where}: mark {mark} does not lead back to its element"
    for page_number, mark in set(tree.contents) - seen:
        yield f"object {page_number}: the tree has a mark {mark} that is on no page"


def _plain(array: Any) -> Iterator[Any]:
    return (list.__getitem__(array, at) for at in range(len(array)))


def _loose(stream: bytes, marks: list[int]) -> Iterator[str]:
    """What is painted outside any mark; the numbers of marks go into a list."""
    depth: list[bytes] = []
    text = False
    for token in _TOKEN.findall(_STRING.sub(b"()", stream)):
        if token.endswith((b"BDC", b"BMC")):
            if depth:
                yield "content inside other content"
            depth.append(token)
            number = re.search(rb"/MCID\s+(\d+)", token)
            if number:
                marks.append(int(number[1]))
            elif not token.startswith(b"/Artifact"):
                yield f"a mark without a number: {token.decode('latin-1')}"
        elif token == b"EMC":
            if not depth:
                yield "a mark ends that never began"
            else:
                depth.pop()
        elif not depth and not text:
            text = True
            yield f"something is drawn ({token.decode()}) that is neither content nor an artifact"
    if depth:
        yield "a mark never ends"


def of_annotations(reader: PdfReader, root: Any, tree: Tree, parents: dict[int, Any]) -> Iterator[str]:
    """Links and fields are in the tree and lead back; fields are named, labelled, listed, and in the order of reading."""
    owner, names, order = dict(tree.objects), list[str](), list[int]()
    listed = {_number(entry) for entry in _plain(root["/AcroForm"]["/Fields"])} if "/AcroForm" in root else set()
    for number, page in enumerate(reader.pages, start=1):
        for reference in _plain(page.get("/Annots", ArrayObject())):
            entry, own = reference.get_object(), _number(reference)
            order.append(own)
            where = f"page {number}: {entry.get('/T') or entry.get('/Contents') or entry.get('/Subtype')}"
            up = parents.get(int(entry.get("/StructParent", -1)))
            if own not in owner or up is None or _number(up) != owner[own]:
                yield f"{where} is not in the tree, or does not lead back"
            if entry.get("/Subtype") == "/Widget":
                names.append(str(entry.get("/T", "")))
                if not str(entry.get("/TU", "")).strip():
                    yield f"{where}: a field without a label"
                if own not in listed:
                    yield f"{where}: a field that the form does not list"
            elif not entry.get("/Contents"):
                yield f"{where}: a link that does not say where it leads"
    if "" in names or len(set(names)) != len(names):
        yield "fields without a name, or with the same one"
    in_tree = [own for own, _ in tree.objects]
    if sorted(in_tree) != sorted(order):
        yield "annotations and tree are not the same"
    elif in_tree != order:
        yield "the tabulator goes another way than reading does"


def _names_latin_letters(encoding: Any) -> bool:
    """Whether an encoding has the names of the standard Latin letters alone, which need no map to Unicode (ISO 14289-1, 7.21.7)."""
    if not isinstance(encoding, dict):
        return bool(encoding == "/WinAnsiEncoding")
    names = [name for name in encoding["/Differences"] if isinstance(name, str)]
    return bool(encoding.get("/BaseEncoding") == "/WinAnsiEncoding") and names == ["/minus"]


def of_fonts(reader: PdfReader) -> Iterator[str]:
    """Every face is embedded, and says which letters its glyphs are."""
    for number in range(1, reader.trailer["/Size"]):
        try:
            font = reader.get_object(number)
        except Exception:  # free numbers
            continue
        # A composite font has its file in its descendant, which is a font object of its own.
        if not isinstance(font, dict) or font.get("/Type") != "/Font" or font.get("/Subtype") == "/Type0":
            continue
        if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.get("/FontDescriptor", {})):
            yield f"{font.get('/BaseFont')} is not embedded"
        if "/ToUnicode" not in font and not _names_latin_letters(font.get("/Encoding")):
            yield f"{font.get('/BaseFont')} does not say which letters it draws"
