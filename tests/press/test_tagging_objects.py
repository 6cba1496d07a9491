"""Files are compact: everything that may be in a compressed object stream is in one."""

from __future__ import annotations

import io
import re

import pikepdf
import pytest
from pypdf import PdfReader

from .conftest import make


@pytest.fixture(scope="module")
def sheet() -> bytes:
    return make("fighter-attack")


def test_only_streams_stand_outside_of_object_streams(sheet: bytes) -> None:
    outside = re.findall(rb"\n\d+ 0 obj\n.*?endobj", sheet, re.DOTALL)
    assert outside
    assert all(b"endstream" in one for one in outside)


def test_two_libraries_read_the_same_objects(sheet: bytes) -> None:
    reader = PdfReader(io.BytesIO(sheet), strict=True)
    with pikepdf.open(io.BytesIO(sheet)) as document:
        assert not document.get_warnings()
        names = {str(field.T) for field in document.Root.AcroForm.Fields}
        assert document.docinfo["/Title"] == reader.metadata.title
    assert names == set(reader.get_fields() or {})
    assert len(names) > 100


def test_a_sheet_with_fields_is_shorter_by_two_fifths_than_without_object_streams(sheet: bytes) -> None:
    with pikepdf.open(io.BytesIO(sheet)) as document:
        plain = io.BytesIO()
        document.save(plain, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert len(sheet) < 0.6 * len(plain.getvalue())
