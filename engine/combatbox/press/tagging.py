"""Tagged PDF, which ReportLab does not support by itself.

A `TaggedCanvas` has a ReportLab canvas (`raw`) and a structure tree. Everything drawn is either content of an element
of the tree (`content`) or an artifact, such as rules, crop marks and running feet. `save` writes the tree, the parent
tree that leads from pages back to it, the XMP metadata, and the claim that the file conforms to PDF/UA-1. The order of
elements is the reading order, which is independent of the order of drawing: `at` returns to an earlier element, so that
the pages of a folded booklet are read in order.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Literal
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFStream,
    PDFString,
)
from reportlab.pdfgen.canvas import Canvas

from combatbox.core.annotations import frozen
from combatbox.press import fonts
from combatbox.press.style import Box, Grey

# Write compressed streams as binary: ASCII85 is a quarter longer.
rl_config.useA85 = 0

# The printing condition of a separated file: coated paper in Europe, by its name in the ICC's registry.
_INTENT: Any = {
    "Type": "/OutputIntent",
    "S": "/GTS_PDFX",
    "OutputConditionIdentifier": PDFString("FOGRA39"),
    "RegistryName": PDFString("http://www.color.org"),
    "Info": PDFString("Coated FOGRA39 (ISO 12647-2:2004)"),
}
_PER_STREAM = 500  # objects: readers must decompress a whole object stream to read one of its objects
_END_OF_STREAM = b"endstream"
_PLAIN, _COMPRESSED = 1, 2  # the types of entries in a cross-reference stream

_STAMPED = "EMC "  # the end of a stamp's artifact, which the next stamp may extend
TABLE = "table "  # prefix of a link target: the page with the table of this id
_UNSAFE = re.compile(r"[^ -~]|[()\\]")

ArtifactKind = Literal["Layout", "Page", "Pagination", "Background"]


TABLES_DIGEST = "7ab1e5a0"
"""The letters that stand on pages for the digest of the tables, until everything is drawn; `save` replaces them.

ASCII letters have their own codes in every subset of a font, so that they can be exchanged in a finished page.
"""


@frozen
class Imprint:
    """The provenance of a PDF, for its foot and its metadata.

    Attributes:
        digest: returns the digest of the tables that the file shows; it is called when everything is drawn.
        web: the address of the web edition.
        standing: a remark about the relation to the published game.
    """

    game: str
    name: str
    subject: str
    version: str
    digest: Callable[[], str]
    web: str
    product: str = "Combat Box"
    standing: str = "an unofficial companion"
    language: str = "en-GB"
    remark: str = ""

    @property
    def title(self) -> str:
        """The title of the file."""
        return f"{self.game}: {self.name}" if self.game else self.name

    def foot(self) -> str:
        """Return the foot in one line."""
        parts = (self.product, self.standing, f"version {self.version}", f"tables {TABLES_DIGEST}", self.remark)
        return " · ".join(filter(None, parts))

    def keywords(self) -> str:
        """Return the keywords of the file: the digest of the tables, and the address of the web edition, if any."""
        return "; ".join(part for part in (f"tables {self.digest()}", self.web) if part)


@frozen
class Mark:
    """A reference to content: the number of the content on its page, and ReportLab's name for the page."""

    number: int
    page: str


@dataclass(slots=True)
class Element:
    """A node of the structure tree.

    Attributes:
        kids: the child elements, and references to content and annotations on pages.
        reference: the PDF reference of the node, which is known only after the file has been saved.
    """

    kind: str
    parent: Element | None = None
    alt: str | None = None
    title: str | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    kids: list[Element | Any] = field(default_factory=list)
    reference: Any = None

    def plan(self, kind: str, *, alt: str | None = None, title: str | None = None, **attributes: Any) -> Element:
        """Add a child element at the end of this one, to be filled later.

        Args:
            kind: the PDF structure type, such as `P`, `H1` or `Table`.
            alt: the description of a picture.
            title: the title of a section.
            attributes: the attributes of tables and lists.
        """
        element = Element(kind, self, alt, title, attributes)
        self.kids.append(element)
        return element


class _Canvas(Canvas):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's canvas, except that greys are written as greys and not as mixed colours."""

    def setFillColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803
        """Set the colour of areas and letters."""
        if isinstance(aColor, Grey):
            self.setFillGray(aColor.red)
        else:
            super().setFillColor(aColor, alpha)

    def setStrokeColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803
        """Set the colour of lines."""
        if isinstance(aColor, Grey):
            self.setStrokeGray(aColor.red)
        else:
            super().setStrokeColor(aColor, alpha)


class _Entry(PDFObject):  # type: ignore[misc]  # ReportLab has no types
    """A structure element that writes itself, ten times as fast as ReportLab's dictionaries."""

    def __init__(self, element: Element, parent: Any) -> None:
        self.element, self.parent = element, parent

    def format(self, document: Any) -> bytes:
        numbers, element = document.idToObjectNumberAndVersion, self.element
        kids = " ".join(self._kid(kid, document, numbers) for kid in element.kids)
        above, version = numbers[self.parent.name]
        words = [f"<</K [{kids}] /P {above} {version} R /S /{element.kind} /Type /StructElem"]
        if element.alt is not None:
            words.append(f"/Alt {_string(element.alt, document)}")
        if element.title is not None:
            words.append(f"/T {_string(element.title, document)}")
        if element.attributes:
            owner = "List" if element.kind == "L" else "Table"
            pairs = (
                f"/{key} /{value}" if isinstance(value, str) else f"/{key} {value}"
                for key, value in element.attributes.items()
            )
            words.append(f"/A <</O /{owner} {' '.join(pairs)}>>")
        return f"{' '.join(words)}>>".encode("latin-1")

    @staticmethod
    def _kid(kid: Element | Mark | Any, document: Any, numbers: Any) -> str:
        if isinstance(kid, Mark):
            page, version = numbers[kid.page]
            return f"<</MCID {kid.number} /Pg {page} {version} R /Type /MCR>>"
        return written(kid.reference if isinstance(kid, Element) else kid, document).decode("latin-1")


def corners(rect: Box) -> list[float]:
    """Return the corners of a rectangle of a page, as annotations have them."""
    return [round(v, 3) for v in (rect.x, rect.y, rect.right, rect.bottom)]


def _prune(element: Element) -> None:
    """Remove descendants that were never filled, except table cells."""
    empty = False
    for kid in element.kids:
        if isinstance(kid, Element):
            if kid.kids:
                _prune(kid)
            empty = empty or _is_empty(kid)
    if empty:
        element.kids = [kid for kid in element.kids if not (isinstance(kid, Element) and _is_empty(kid))]


def _is_empty(element: Element) -> bool:
    return not element.kids and element.kind not in ("TD", "TH")


def _string(words: str, document: Any) -> str:
    text: bytes = PDFString(words).format(document)
    return text.decode("latin-1")


def _safe(letter: str) -> str:
    """Return a letter as it is written in a PDF string, escaped if necessary."""
    return f"\\{ord(letter):03o}" if _UNSAFE.match(letter) else letter


class TaggedCanvas:
    """A canvas on which everything drawn is in the structure tree, or marked as an artifact.

    Attributes:
        separated: True if the file uses only the four inks of a print shop.
        tables_file: the name of the file with the tables, for links to tables that are not in this file.
    """

    def __init__(self, imprint: Imprint) -> None:
        fonts.face(fonts.INITIAL)
        self._file = BytesIO()
        # `invariant` fixes dates and the file id, so that the same input gives the same bytes.
        self.raw: Any = _Canvas(
            self._file,
            invariant=1,
            pageCompression=1,
            lang=imprint.language,
            pdfVersion=(1, 7),
            initialFontName=fonts.INITIAL,
        )
        self.raw._doc.__class__ = CompactDocument  # ReportLab's canvas has no option for another document class
        self.imprint = imprint
        self.separated = False
        self.root = Element("Document")
        self._current = self.root
        self._marked: Literal["content", "artifact"] | None = None
        self._on_page: list[Element] = []
        self._pages: list[list[Element]] = []
        self._drawn: list[Any] = []
        self._annotations: list[tuple[Any, Element]] = []
        self._operators_by_text: dict[tuple[str, str, float, float], str] = {}
        self._letters: dict[str, dict[str, str]] = {}
        self._first_fonts: dict[str, str] = {}
        self._named: dict[str, Any] = {}
        self._to_tables: list[tuple[Any, str]] = []
        self.tables_file = ""
        self._describe()

    def name_page(self, name: str) -> None:
        """Make the current page a link target for other files, `file.pdf#nameddest=NAME`.

        If an earlier page has the name, nothing changes.
        """
        self._named.setdefault(name, self.document.thisPageRef())

    def _describe(self) -> None:
        self.raw.setTitle(self.imprint.title)
        self.raw.setAuthor(self.imprint.product)
        self.raw.setSubject(self.imprint.subject)
        self.raw.setCreator(f"{self.imprint.product} {self.imprint.version}")
        self.raw.setViewerPreference("DisplayDocTitle", "true")

    @property
    def document(self) -> Any:
        """ReportLab's PDF document."""
        return self.raw._doc

    def plan(self, kind: str, **details: Any) -> Element:
        """Add an element at the current place in the reading order, to be filled later; see `Element.plan`."""
        return self._current.plan(kind, **details)

    @contextmanager
    def element(self, kind: str, **details: Any) -> Iterator[Element]:
        """Yield a new element that can contain other elements; see `Element.plan`."""
        element = self.plan(kind, **details)
        with self.at(element):
            yield element

    @contextmanager
    def at(self, element: Element) -> Iterator[None]:
        """Continue inside an earlier element until the block ends."""
        before, self._current = self._current, element
        try:
            yield
        finally:
            self._current = before

    def content(self, kind: str, **details: Any) -> AbstractContextManager[Element]:
        """Tag everything that is drawn in the `with` block as content of a new element (see `Element.plan`)."""
        return self.content_of(self.plan(kind, **details))

    @contextmanager
    def content_of(self, element: Element) -> Iterator[Element]:
        """Tag everything that is drawn in the `with` block as content of an element that was planned earlier."""
        if self._marked is not None:
            raise RuntimeError(f"{element.kind} drawn inside other {self._marked}")
        number, code, before = len(self._on_page), self.raw._code, self._current
        self._on_page.append(element)
        element.kids.append(Mark(number, self.document.thisPageName()))
        self._current, self._marked = element, "content"
        # ReportLab has no call for marked content, so its operators are appended to the code of the page.
        code.append(f"/{element.kind} <</MCID {number}>> BDC")
        try:
            yield element
        finally:
            code.append("EMC")
            self._current, self._marked = before, None

    def mark(self) -> AbstractContextManager[Element]:
        """Tag everything that is drawn in the `with` block as content of the current element."""
        return self.content_of(self._current)

    @contextmanager
    def artifact(self, kind: ArtifactKind = "Layout") -> Iterator[None]:
        """Tag everything that is drawn in the `with` block as an artifact, which screen readers skip.

        If the block is inside content, the drawing becomes part of this content instead.
        """
        if self._marked is not None:
            yield
            return
        self._marked = "artifact"
        self.raw._code.append(f"/Artifact <</Type /{kind}>> BDC")
        try:
            yield
        finally:
            self.raw._code.append("EMC")
            self._marked = None

    def append_operators(self, operators: str) -> None:
        """Append PDF operators, which must restore the graphics state.

        The operators become part of the current content. Without content they become an artifact, which is joined with
        the artifact directly before it, if there is one.
        """
        code = self.raw._code
        if self._marked is not None:
            code.append(operators)
        elif code and code[-1] == _STAMPED:
            code[-1:] = (operators, _STAMPED)
        else:
            code += ("/Artifact <</Type /Layout>> BDC", operators, _STAMPED)

    def draw_letters(
        self, words: str, x: float, y: float, font: str, size: float, tracking: float = 0.0, *, within: bool = False
    ) -> None:
        """Draw letters.

        Args:
            words: the letters to draw.
            x: the left end of the baseline, in PDF coordinates.
            y: the height of the baseline, in PDF coordinates.
            font: the name of the font.
            size: the size in points.
            tracking: the additional space between letters.
            within: True if these letters do not end a line of text, which matters when text is copied.
        """
        operators = self._operators_by_text.get((words, font, size, tracking))
        if operators is None:
            operators = self._operators(fonts.quoted(words), font, size, tracking)
            self._operators_by_text[words, font, size, tracking] = operators
        end = "ET" if within else "T* ET"
        self.raw._code.append(f"BT 1 0 0 1 {x:.2f} {y:.2f} Tm {operators} {end}")

    def _operators(self, words: str, font: str, size: float, tracking: float) -> str:
        """Return the operators that draw letters after the text matrix has been set."""
        parts = " ".join(f"/{name} {size:g} Tf ({letters}) Tj" for name, letters in self._encoded(words, font))
        spaced = f"{tracking:g} Tc {parts} 0 Tc" if tracking else parts
        # The step to the next line draws nothing; it marks the end of a line when text is copied.
        return f"{1.2 * size:g} TL {spaced}"

    def _encoded(self, words: str, font: str) -> list[tuple[str, str]]:
        """Return the names of the file's subset fonts, each with the letters in the font's encoding."""
        known = self._letters.setdefault(font, {})
        if known and known.keys() >= set(words):  # all letters are known, in the first subset
            return [(self._first_fonts[font], "".join(map(known.__getitem__, words)))]
        face, document = fonts.face(font), self.document
        parts = [
            (face.getSubsetInternalName(subset, document)[1:], [_safe(letter) for letter in letters.decode("latin-1")])
            for subset, letters in face.splitString(words, document)
        ]
        if len(parts) == 1 and self._first_fonts.setdefault(font, parts[0][0]) == parts[0][0]:
            known.update(zip(words, parts[0][1], strict=True))
        return [(name, "".join(letters)) for name, letters in parts]

    def link(self, target: str, rect: Box, *, alt: str = "") -> None:
        """Make a rectangle of the page a link.

        Args:
            target: a web address or, with `alt`, the name of a bookmark in this document, or `TABLE` followed by the id
                of a table.
            rect: the rectangle, in the coordinates of the page.
            alt: the description of a target in the document; empty for a web address.
        """
        destination: dict[str, Any] = {}
        if not alt:
            destination["A"] = {"S": "/URI", "URI": PDFString(target)}
        elif not target.startswith(TABLE):
            destination["Dest"] = self.raw._bookmarkReference(target)
        link = {"Type": "/Annot", "Subtype": "/Link", "F": 4, "Contents": PDFString(alt or target)}
        annotation = PDFDictionary({**link, **destination, "Rect": corners(rect), "Border": [0, 0, 0]})
        if alt and not destination:
            self._to_tables.append((annotation, target.removeprefix(TABLE)))
        self.annotate(annotation, "Link")

    def annotate(self, annotation: Any, kind: Literal["Form", "Link"]) -> Any:
        """Add a form field or link to the page, inside the current element, and return its reference."""
        self.raw._addAnnotation(annotation)
        reference = self.raw._annotationrefs[-1]
        owner = self._current
        if kind != owner.kind:  # the words of a link and its annotation share one element
            owner = Element(kind, self._current)
            self._current.kids.append(owner)
        page = self.document.thisPageRef()
        owner.kids.append({"Type": "/OBJR", "Obj": reference, "Pg": page})
        self._annotations.append((annotation, owner))
        return reference

    def end_page(self) -> None:
        """Finish the current page."""
        name = self.document.thisPageName()
        self.raw.showPage()
        page = self.document.idToObject[name]
        # ReportLab's pages do not have these two entries.
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._pages), "/S"
        self._drawn.append(page)
        self._pages.append(self._on_page)
        self._on_page = []

    def save(self) -> bytes:
        """Return the finished file; nothing can be drawn afterwards."""
        _prune(self.root)
        self.raw.setKeywords(self.imprint.keywords())
        for page in self._drawn:
            page.stream = page.stream.replace(TABLES_DIGEST, self.imprint.digest()[: len(TABLES_DIGEST)])
        catalog = self.document.Catalog
        catalog.StructTreeRoot = self._tree()
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        if self._named:
            catalog.Dests = PDFDictionary({name: [page, "/Fit"] for name, page in self._named.items()})
        for annotation, name in self._to_tables:
            self._link_to_table(annotation, name)
        catalog.Metadata = self._metadata()
        if self.separated:
            catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
            catalog.OutputIntents = [_INTENT]
        self.raw.save()
        return self._file.getvalue()

    def _link_to_table(self, annotation: Any, name: str) -> None:
        """Set the target of a link to the page of a table, in this file or in the file of tables."""
        if name in self._named:
            annotation["Dest"] = [self._named[name], "/Fit"]
        else:
            annotation["A"] = {"S": "/GoToR", "F": PDFString(self.tables_file), "D": PDFName(name)}

    def _tree(self) -> Any:
        tree = PDFDictionary({"Type": "/StructTreeRoot"})
        reference = self.document.Reference(tree)
        self._write(self.root, reference)
        numbers: list[Any] = []
        for number, owners in enumerate(self._pages):
            numbers += [number, self.document.Reference(PDFArray([owner.reference for owner in owners]))]
        for number, (annotation, owner) in enumerate(self._annotations, start=len(self._pages)):
            annotation["StructParent"] = number
            numbers += [number, owner.reference]
        tree["K"] = [self.root.reference]
        tree["ParentTree"] = self.document.Reference(PDFDictionary({"Nums": numbers}))
        tree["ParentTreeNextKey"] = len(self._pages) + len(self._annotations)
        return reference

    def _write(self, element: Element, parent: Any) -> None:
        """Add an element and its descendants to the file's objects."""
        element.reference = self.document.Reference(_Entry(element, parent))
        for kid in element.kids:
            if isinstance(kid, Element):
                self._write(kid, element.reference)

    def _metadata(self) -> Any:
        imprint = self.imprint
        packet = _XMP.format(
            title=escape(imprint.title),
            subject=escape(imprint.subject),
            product=escape(imprint.product),
            language=escape(imprint.language),
            keywords=escape(imprint.keywords()),
        )
        stream = PDFStream(content=packet.encode(), filters=[])  # XMP must be readable without decompression
        stream.dictionary["Type"] = "/Metadata"
        stream.dictionary["Subtype"] = "/XML"
        return self.document.Reference(stream)


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{product}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Keywords>{keywords}</pdf:Keywords><pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


# ---- the bytes of the file


class CompactDocument(PDFDocument):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's document, except that it is written in one pass and that its objects are compressed.

    Fields, links and the structure tree are thousands of small dictionaries. ReportLab writes them as plain text; inside
    object streams (PDF 1.5, ISO 32000-1, 7.5.7) they take a tenth of the space. For more than fifty thousand elements, ReportLab's method would take as long as drawing them.
    """

    def format(self) -> bytes:
        """Return the bytes of the file."""
        self.encrypt.prepare(self)  # the objects need it, though the file is not encrypted
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        file = PDFFile(self._pdfVersion)
        entries: dict[int, tuple[int, int, int]] = {}
        small: list[tuple[int, bytes]] = []
        number = 1
        while number in self.numberToId:  # objects may add others when they are written
            content = pdfdoc.format(self.idToObject[self.numberToId[number]], self, toplevel=1).rstrip(b"\n")
            if content.endswith(_END_OF_STREAM):  # a stream cannot be inside another
                entries[number] = (_PLAIN, _add(file, number, content), 0)
            else:
                small.append((number, content))
            number += 1
        for start in range(0, len(small), _PER_STREAM):
            batch = small[start : start + _PER_STREAM]
            entries |= {member: (_COMPRESSED, number, place) for place, (member, _) in enumerate(batch)}
            entries[number] = (_PLAIN, _add(file, number, _object_stream(batch)), 0)
            number += 1
        entries[number] = (_PLAIN, file.offset, 0)
        rows = b"".join(
            bytes([kind]) + at.to_bytes(4) + index.to_bytes(2) for _, (kind, at, index) in sorted(entries.items())
        )
        words = b"/Type /XRef /Size %d /W [1 4 2] /Root %b /Info %b /ID %b" % (
            number + 1,
            pdfdoc.format(root, self),
            pdfdoc.format(info, self),
            self.ID(),
        )
        start = _add(file, number, _stream(words, bytes([0, 0, 0, 0, 0, 255, 255]) + rows))
        file.add(b"startxref\n%d\n%%%%EOF\n" % start)
        content_bytes: bytes = file.format(self)
        return content_bytes


def _add(file: Any, number: int, content: bytes) -> int:
    """Add an object to the file, and return its offset."""
    offset: int = file.add(b"%d 0 obj\n%b\nendobj\n" % (number, content))
    return offset


def _object_stream(objects: list[tuple[int, bytes]]) -> bytes:
    """Return an object stream: the numbers and offsets of its objects, then the objects."""
    heads, offset = [], 0
    for number, content in objects:
        heads.append(b"%d %d" % (number, offset))
        offset += len(content) + 1
    head = b" ".join(heads) + b"\n"
    words = b"/Type /ObjStm /N %d /First %d" % (len(objects), len(head))
    return _stream(words, head + b"\n".join(content for _, content in objects))


def _stream(words: bytes, data: bytes) -> bytes:
    packed = zlib.compress(data, 9)
    return b"<<%b /Filter /FlateDecode /Length %d>>\nstream\n%b\nendstream" % (words, len(packed), packed)


def written(element: Any, document: Any, toplevel: int = 0) -> bytes:
    """Serialize an object; a text that begins with `/` is a name.

    This function takes the place of ReportLab's function, which has no dicts and lists of Python.
    """
    if isinstance(element, PDFObjectReference):
        return b"%d %d R" % document.idToObjectNumberAndVersion[element.name]
    if isinstance(element, dict):
        element = PDFDictionary(element)
    elif isinstance(element, list):
        element = PDFArray(element)
    return bytes(_format(element, document, toplevel))


# ReportLab has no option for another serializer, but looks `format` up in its module.
_format, pdfdoc.format = pdfdoc.format, written
