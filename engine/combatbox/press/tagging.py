"""Tagged PDF on top of ReportLab, which has none of its own.

A `TaggedCanvas` holds a ReportLab canvas (`raw`) and a structure tree. Whatever is drawn belongs
either to an element of the tree (`content`) or to nobody (`artifact`: rules, crop marks, running
feet). `save` writes the tree, the parent tree that leads from the page back to it, the document's
XMP title and its claim to PDF/UA-1. The order of elements is the reading order, whatever the order
of drawing: `at` goes back to an element made earlier, which is how imposed pages stay readable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from typing import Any, Literal
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFCrossReferenceTable,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFName,
    PDFObject,
    PDFStream,
    PDFString,
    PDFTrailer,
)
from reportlab.pdfgen.canvas import Canvas

from combatbox.press import fonts, pdf_serializer
from combatbox.press.geometry import Box
from combatbox.press.style import Grey

# ReportLab would write compressed streams as text, a quarter longer.
rl_config.useA85 = 0
# ReportLab looks its writer of objects up in its module and offers no other way to replace it; `writing` says what that saves.
pdfdoc.format = pdf_serializer.written

# For what press the inks of a separated file are: coated paper in Europe, by the name that the ICC's registry has for it.
_INTENT: Any = {
    "Type": PDFName("OutputIntent"),
    "S": PDFName("GTS_PDFX"),
    "OutputConditionIdentifier": PDFString("FOGRA39"),
    "RegistryName": PDFString("http://www.color.org"),
    "Info": PDFString("Coated FOGRA39 (ISO 12647-2:2004)"),
}
_STAMPED = "EMC "  # the end of a stamp's artifact, which a further stamp may put off
TABLE = "table "  # before the id of a table: where a link leads that is to show its page
_UNSAFE = re.compile(r"[^ -~]|[()\\]")

ArtifactKind = Literal["Layout", "Page", "Pagination", "Background"]


@dataclass(frozen=True, slots=True)
class Imprint:
    """Who made a PDF, from what, and where its web edition is. Printed in the foot, kept in the metadata."""

    game: str
    name: str
    subject: str
    version: str
    digest: str
    web: str
    product: str = "Combat Box"
    standing: str = "an unofficial companion"
    language: str = "en-GB"
    remark: str = ""

    @property
    def title(self) -> str:
        """The title of the file."""
        return f"{self.game}: {self.name}" if self.game else self.name

    def parts(self) -> list[str]:
        """What the foot says, one by one."""
        parts = (self.product, self.standing, f"version {self.version}", f"tables {self.digest[:8]}", self.remark)
        return [part for part in parts if part]

    def foot(self) -> str:
        return " · ".join(self.parts())

    def keywords(self) -> str:
        """The keywords of the file: the state of the tables, and the address of the web edition if it has one."""
        return "; ".join(part for part in (f"tables {self.digest}", self.web) if part)


@dataclass(frozen=True, slots=True)
class Mark:
    """Content on a page, by its number there and the name of the page."""

    number: int
    page: str


@dataclass(slots=True)
class Element:
    """A node of the structure tree; its kids are elements and references to what is on pages."""

    kind: str
    parent: Element | None = None
    alt: str | None = None
    title: str | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    kids: list[Element | Any] = field(default_factory=list)
    reference: Any = None

    def plan(self, kind: str, *, alt: str | None = None, title: str | None = None, **attributes: Any) -> Element:
        """A new element inside this one. `alt` is for pictures, `title` for sections; attributes are
        those of tables and lists."""
        made = Element(kind, self, alt, title, attributes)
        self.kids.append(made)
        return made


class _Canvas(Canvas):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's canvas, to which greys are greys and not mixed colours."""

    def setFillColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803
        if isinstance(aColor, Grey):
            self.setFillGray(aColor.red)
        else:
            super().setFillColor(aColor, alpha)

    def setStrokeColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803
        if isinstance(aColor, Grey):
            self.setStrokeGray(aColor.red)
        else:
            super().setStrokeColor(aColor, alpha)


class _Entry(PDFObject):  # type: ignore[misc]  # ReportLab has no types
    """An element as it stands in the file. ReportLab's dictionaries would take ten times as long."""

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
            pairs = (f"/{key} /{value}" if isinstance(value, str) else f"/{key} {value}"
                     for key, value in element.attributes.items())  # fmt: skip
            words.append(f"/A <</O /{owner} {' '.join(pairs)}>>")
        return f"{' '.join(words)}>>".encode("latin-1")

    @staticmethod
    def _kid(kid: Element | Mark | Any, document: Any, numbers: Any) -> str:
        if isinstance(kid, Mark):
            page, version = numbers[kid.page]
            return f"<</MCID {kid.number} /Pg {page} {version} R /Type /MCR>>"
        if isinstance(kid, Element):
            number, version = numbers[kid.reference.name]
            return f"{number} {version} R"
        found: bytes = kid.format(document)
        return found.decode("latin-1")


def _prune(element: Element) -> None:
    """Take out what was planned and never filled; cells of tables may be empty."""
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


class _Document(PDFDocument):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's document, which writes its objects in one pass: of fifty thousand elements and more, each on its
    own would take as long as drawing them."""

    def format(self) -> bytes:
        self.encrypt.prepare(self)  # ours are not encrypted; the parts of a file ask for it
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        file, order = PDFFile(self._pdfVersion), list[str]()
        while (number := len(order) + 1) in self.numberToId:  # more may be added by those that are written
            name = self.numberToId[number]
            content = pdfdoc.format(self.idToObject[name], self, toplevel=1)
            end = b"" if content.endswith(b"\n") else b"\n"
            self.idToOffset[name] = file.add(b"%d 0 obj\n%b%bendobj\n" % (number, content, end))
            order.append(name)
        places = PDFCrossReferenceTable()
        places.addsection(0, order)
        start = file.add(places.format(self))
        file.add(PDFTrailer(start, Size=len(order) + 1, Root=root, Info=info, ID=self.ID()).format(self))
        found: bytes = file.format(self)
        return found


class _Owners(PDFObject):  # type: ignore[misc]  # ReportLab has no types
    """The elements that own the marks of a page, by the numbers of the marks; a `PDFArray` of references."""

    def __init__(self, elements: list[Element]) -> None:
        self.elements = elements

    def format(self, document: Any) -> bytes:
        numbers = document.idToObjectNumberAndVersion
        pairs = (numbers[element.reference.name] for element in self.elements)
        found = [f"{number} {version} R" for number, version in pairs]
        lines = [" ".join(found[start : start + 10]) for start in range(0, len(found), 10)]
        return ("[ " + " \n  ".join(lines) + " ]").encode()


def _string(words: str, document: Any) -> str:
    found: bytes = PDFString(words).format(document)
    return found.decode("latin-1")


@cache
def _safe(letter: str) -> str:
    """A letter as it may stand in a PDF's string."""
    return f"\\{ord(letter):03o}" if _UNSAFE.match(letter) else letter


class _Filling:
    """A block in which content of an element is drawn. There are tens of thousands in a print run, for which
    contextlib's generators would take several times as long."""

    __slots__ = ("before", "canvas", "element")

    def __init__(self, canvas: TaggedCanvas, element: Element) -> None:
        self.canvas, self.element = canvas, element

    def __enter__(self) -> Element:
        self.before = self.canvas._open(self.element)
        return self.element

    def __exit__(self, *_: object) -> None:
        self.canvas._close(self.before)


class TaggedCanvas:
    """A canvas whose every mark is either in the structure tree or declared an artifact."""

    def __init__(self, imprint: Imprint) -> None:
        fonts.face(fonts.INITIAL)
        self._file = BytesIO()
        # `invariant` fixes dates and the file id: same input, same bytes.
        self.raw: Any = _Canvas(
            self._file,
            invariant=1,
            pageCompression=1,
            lang=imprint.language,
            pdfVersion=(1, 7),
            initialFontName=fonts.INITIAL,
        )
        self.raw._doc.__class__ = _Document  # ReportLab's canvas makes its own and cannot be told of another
        self.imprint = imprint
        self.separated = False
        self.root = Element("Document")
        self._current = self.root
        self._marked: Literal["content", "artifact"] | None = None
        self._on_page: list[Element] = []
        self._pages: list[list[Element]] = []
        self._annotations: list[tuple[Any, Element]] = []
        self._page_name = ""
        self._shown: dict[tuple[str, str, float, float], str] = {}
        self._letters: dict[str, dict[str, str]] = {}
        self._first_fonts: dict[str, str] = {}
        self._named: dict[str, Any] = {}
        self._to_tables: list[tuple[Any, str]] = []
        self.tables_file = ""
        """The file beside this one that has the tables, for links to those that are not in it."""
        self._describe()

    def name_page(self, name: str) -> None:
        """Let links from outside lead to the page under way: `file.pdf#nameddest=NAME`. The first page keeps a name."""
        self._named.setdefault(name, self.document.thisPageRef())

    def _describe(self) -> None:
        self.raw.setTitle(self.imprint.title)
        self.raw.setAuthor(self.imprint.product)
        self.raw.setSubject(self.imprint.subject)
        self.raw.setCreator(f"{self.imprint.product} {self.imprint.version}")
        self.raw.setKeywords(self.imprint.keywords())
        self.raw.setViewerPreference("DisplayDocTitle", "true")

    @property
    def document(self) -> Any:
        """ReportLab's PDF object model below the canvas."""
        return self.raw._doc

    def plan(self, kind: str, **details: Any) -> Element:
        """An element here in the reading order, to be filled later; details as for `Element.plan`."""
        return self._current.plan(kind, **details)

    @contextmanager
    def element(self, kind: str, **details: Any) -> Iterator[Element]:
        """An element of the tree, to hold others; details as for `plan`."""
        made = self.plan(kind, **details)
        with self.at(made):
            yield made

    @contextmanager
    def at(self, element: Element) -> Iterator[None]:
        """Go on inside an element made earlier."""
        before, self._current = self._current, element
        try:
            yield
        finally:
            self._current = before

    def content(self, kind: str, **details: Any) -> AbstractContextManager[Element]:
        """An element whose content is what is drawn inside the block; details as for `plan`."""
        return self.fill(self.plan(kind, **details))

    def fill(self, element: Element) -> AbstractContextManager[Element]:
        """What is drawn inside the block is content of an element planned earlier."""
        return _Filling(self, element)

    def mark(self) -> AbstractContextManager[Element]:
        """What is drawn inside the block is content of the current element."""
        return self.fill(self._current)

    def _open(self, element: Element) -> Element:
        """Begin to draw what is content of an element; the element before it."""
        if self._marked is not None:
            raise RuntimeError(f"{element.kind} drawn inside other {self._marked}")
        before, self._current = self._current, element
        number = len(self._on_page)
        self._on_page.append(element)
        element.kids.append(Mark(number, self._page()))
        self._marked = "content"
        # ReportLab has no call for marked content: its operators are added to what it has written of the page.
        self.raw._code.append(f"/{element.kind} <</MCID {number}>> BDC")
        return before

    def _close(self, before: Element) -> None:
        self.raw._code.append("EMC")
        self._marked = None
        self._current = before

    @contextmanager
    def artifact(self, kind: ArtifactKind = "Layout") -> Iterator[None]:
        """What is drawn inside means nothing to a reader, unless it is part of a content under way."""
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

    def stamp(self, operators: str) -> None:
        """Draw with operators that leave the state of the page as it was: as part of the content under way, or
        else as an artifact, one with the artifact just before it."""
        code = self.raw._code
        if self._marked is not None:
            code.append(operators)
        elif code and code[-1] == _STAMPED:
            code[-1:] = (operators, _STAMPED)
        else:
            code += ("/Artifact <</Type /Layout>> BDC", operators, _STAMPED)

    def show(
        self, words: str, x: float, y: float, font: str, size: float, tracking: float = 0.0, *, within: bool = False
    ) -> None:
        """Letters with the left end of their baseline at a point, as the page's own coordinates stand; more of their line
        follows what stands `within` it."""
        shown = self._shown.get((words, font, size, tracking))
        if shown is None:
            shown = self._operators(fonts.quoted(words), font, size, tracking)
            self._shown[words, font, size, tracking] = shown
        end = "ET" if within else "T* ET"
        self.raw._code.append(f"BT 1 0 0 1 {x:.2f} {y:.2f} Tm {shown} {end}")

    def _operators(self, words: str, font: str, size: float, tracking: float) -> str:
        """What shows letters once the text's matrix is set."""
        parts = " ".join(f"/{name} {size:g} Tf ({letters}) Tj" for name, letters in self._encoded(words, font))
        spaced = f"{tracking:g} Tc {parts} 0 Tc" if tracking else parts
        # The step to the next line draws nothing; it tells whoever takes the text out that a line ends here.
        return f"{1.2 * size:g} TL {spaced}"

    def _encoded(self, words: str, font: str) -> list[tuple[str, str]]:
        """Letters as a file's fonts number them, by the names of these fonts."""
        known = self._letters.setdefault(font, {})
        if known and known.keys() >= set(words):  # all of them in the same, first font: no need to ask again
            return [(self._first_fonts[font], "".join(map(known.__getitem__, words)))]
        face, document = fonts.face(font), self.document
        parts = [
            (face.getSubsetInternalName(subset, document)[1:], [_safe(letter) for letter in letters.decode("latin-1")])
            for subset, letters in face.splitString(words, document)
        ]
        if len(parts) == 1 and self._first_fonts.setdefault(font, parts[0][0]) == parts[0][0]:
            known.update(zip(words, parts[0][1], strict=True))
        return [(name, "".join(letters)) for name, letters in parts]

    def _page(self) -> str:
        """The name by which the file knows the page under way."""
        if not self._page_name:
            self._page_name = str(self.document.thisPageName())
        return self._page_name

    def link(self, target: str, rect: Box, *, told: str = "") -> None:
        """Make a rectangle of the page, in its own coordinates, lead to a web address, or to a place of this
        document that has this name (then `told` says what is there): one of `raw`'s bookmarks, or what is `TABLE` with an id
        the table's page."""
        where: dict[str, Any] = {}
        if not told:
            where["A"] = PDFDictionary({"S": PDFName("URI"), "URI": PDFString(target)})
        elif not target.startswith(TABLE):
            where["Dest"] = self.raw._bookmarkReference(target)
        corners = [round(v, 3) for v in (rect.x, rect.y, rect.right, rect.bottom)]
        link = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Link"),
            "F": 4,
            "Contents": PDFString(told or target),
            **where,
        }
        annotation = PDFDictionary({**link, "Rect": PDFArray(corners), "Border": PDFArray([0, 0, 0])})
        if told and not where:
            self._to_tables.append((annotation, target.removeprefix(TABLE)))
        self.annotate(annotation, "Link")

    def annotate(self, annotation: Any, kind: Literal["Form", "Link"]) -> Any:
        """Put a widget or link on the page, inside the current element; the reference to it."""
        self.raw._addAnnotation(annotation)
        reference = self.raw._annotationrefs[-1]
        owner = self._current
        if kind != owner.kind:  # a link's words and its target share one element
            owner = Element(kind, self._current)
            self._current.kids.append(owner)
        page = self.document.thisPageRef()
        owner.kids.append(PDFDictionary({"Type": PDFName("OBJR"), "Obj": reference, "Pg": page}))
        self._annotations.append((annotation, owner))
        return reference

    def end_page(self) -> None:
        name = self.document.thisPageName()
        self.raw.showPage()
        page = self.document.idToObject[name]
        # Two entries that ReportLab's pages do not know of.
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._pages), PDFName("S")
        self._pages.append(self._on_page)
        self._on_page = []
        self._page_name = ""

    def save(self) -> bytes:
        """Finish the file; nothing can be drawn after."""
        _prune(self.root)
        catalog = self.document.Catalog
        catalog.StructTreeRoot = self._tree()
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        if self._named:
            catalog.Dests = PDFDictionary(
                {name: PDFArray([page, PDFName("Fit")]) for name, page in self._named.items()}
            )
        for annotation, name in self._to_tables:
            self._lead_to_table(annotation, name)
        catalog.Metadata = self._metadata()
        if self.separated:
            catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
            catalog.OutputIntents = PDFArray([PDFDictionary(_INTENT)])
        self.raw.save()
        return self._file.getvalue()

    def _lead_to_table(self, annotation: Any, name: str) -> None:
        """Point a link at the page that has a table, here or in the file beside."""
        if name in self._named:
            annotation["Dest"] = PDFArray([self._named[name], PDFName("Fit")])
        else:
            beside = {"S": PDFName("GoToR"), "F": PDFString(self.tables_file), "D": PDFName(name)}
            annotation["A"] = PDFDictionary(beside)

    def _tree(self) -> Any:
        tree = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        reference = self.document.Reference(tree)
        self._write(self.root, reference)
        numbers: list[Any] = []
        for number, owners in enumerate(self._pages):
            numbers += [number, self.document.Reference(_Owners(owners))]
        for number, (annotation, owner) in enumerate(self._annotations, start=len(self._pages)):
            annotation["StructParent"] = number
            numbers += [number, owner.reference]
        tree["K"] = PDFArray([self.root.reference])
        tree["ParentTree"] = self.document.Reference(PDFDictionary({"Nums": PDFArray(numbers)}))
        tree["ParentTreeNextKey"] = len(self._pages) + len(self._annotations)
        return reference

    def _write(self, element: Element, parent: Any) -> None:
        """Give an element and all inside it their numbers in the file."""
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
        stream = PDFStream(content=packet.encode(), filters=[])  # XMP is to be found without inflating it
        stream.dictionary["Type"] = PDFName("Metadata")
        stream.dictionary["Subtype"] = PDFName("XML")
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
