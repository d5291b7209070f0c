"""Archives and XML of strangers: read within bounds, or refused with a place and a reason."""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import HexwrightError
from engine.exchange import archives
from engine.exchange.archives import Archive, packed
from engine.exchange.rows import recognised
from engine.exchange.trees import DEEPEST, Element, document, read_tree


def test_an_archive_of_ours_has_the_same_bytes_and_is_read_back(tmp_path: Path) -> None:
    entries = [("a.xml", b"<a/>" * 99), ("images/b.png", b"PNG")]
    assert packed(entries) == packed(entries)
    (tmp_path / "a.zip").write_bytes(packed(entries))
    with Archive(tmp_path / "a.zip") as archive:
        assert archive.names == ["a.xml", "images/b.png"]
        assert archive.read("a.xml") == b"<a/>" * 99
        with pytest.raises(HexwrightError, match="no entry"):
            archive.read("../a.xml")


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big", b"\0" * 3_000_000)
    with Archive(path) as bomb, pytest.raises(HexwrightError, match=r"entry big: it is too large"):
        bomb.read("big", most=1_000_000)


def test_a_bomb_that_lies_about_its_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(5):
            archive.writestr(str(number), b"\0" * 100_000)
    monkeypatch.setattr(archives, "MOST_TOGETHER", 250_000)
    with Archive(path) as bomb:
        bomb.read("0")
        bomb.read("1")
        with pytest.raises(HexwrightError, match="unpacks to more"):
            bomb.read("2")


@pytest.mark.parametrize("cut", [3, 30, 60, 200])
def test_an_archive_cut_off_is_refused(cut: int, tmp_path: Path) -> None:
    whole = packed([("a", b"x" * 100), ("b", bytes(range(256)))])
    (tmp_path / "a.zip").write_bytes(whole[:cut])
    with pytest.raises(HexwrightError, match="Could not read"):
        Archive(tmp_path / "a.zip")
    with pytest.raises(HexwrightError, match="Could not read"):
        Archive(tmp_path / "gone.zip")


def test_an_archive_with_too_many_entries_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_ENTRIES", 2)
    (tmp_path / "a.zip").write_bytes(packed([(str(n), b"") for n in range(3)]))
    with pytest.raises(HexwrightError, match="3 entries"):
        Archive(tmp_path / "a.zip")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "entities"),
        (b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a/>', "entities"),
        (b"<a>" * (DEEPEST + 5), "deep"),
        (b"<a><b></a>", "line 1: it is not sound XML"),
        (b"", "not sound XML"),
        (b"<?xml version='1.0' encoding='klingon'?><a/>", "XML|encoding"),
        (b"<a " + b" ".join(b'n%d="x"' % n for n in range(600)) + b"/>", "attributes"),
        (b"\xff\xfe\x00", "XML"),
    ],
)
def test_xml_that_is_not_sound_is_refused(text: bytes, why: str) -> None:
    with pytest.raises(HexwrightError, match=why) as caught:
        read_tree(text, "a.vmod, entry buildFile.xml")
    assert str(caught.value).startswith("a.vmod, entry buildFile.xml")


@given(st.text(), st.text())
def test_any_text_is_written_as_sound_xml(text: str, value: str) -> None:
    node = Element("a", {"b": value})
    node.text = text
    back = read_tree(document(node), "x")

    def held(given_text: str) -> str:
        return "".join(
            letter
            for letter in given_text
            if letter in "\t\n\r"
            or (letter >= " " and letter not in "\ufffe\uffff" and not "\ud800" <= letter <= "\udfff")
        )

    assert back.get("b") == held(value).replace("\r", "\n") or back.get("b") == held(value)
    assert back.text == held(text)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(HexwrightError):
        read_tree(data, "x")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tmx")
    with pytest.raises(HexwrightError, match="is not a file"):
        recognised(tmp_path / "pipe.tmx")


def test_an_archive_is_made_in_memory_only() -> None:
    assert zipfile.is_zipfile(io.BytesIO(packed([("a", b"b")])))
