"""Packs in the window: one that is opened is offered; Help > Packs lists and removes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from kit_files import HERE
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox
from pytestqt.qtbot import QtBot

from editor.commandline.cli import main
from editor.dialogs.pack_dialog import InstallPackDialog, PacksDialog
from engine import data
from engine.exchange import packs
from engine.formats import locate
from engine.kit.hooks import trust


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(locate, "USERS_PACKS", tmp_path / "installed")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "settings"))
    monkeypatch.setenv(trust.FOR_NOW, "")


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "mills" / "maps"
    folder.mkdir(parents=True)
    (folder / "mill_ford.yaml").write_bytes((data.maps() / "first_steps.yaml").read_bytes())
    assert main(["pack", "make", str(tmp_path / "mills"), "--author", "<b>A</b>", "-o", "mills.hexpack"]) == 0
    return tmp_path / "mills.hexpack"


@pytest.fixture
def coded(tmp_path: Path) -> Path:
    """A pack of rules with hooks."""
    folder = tmp_path / "gifts" / "systems"
    folder.mkdir(parents=True)
    rules = (HERE / "two_banks.yaml").read_text(encoding="utf-8")
    (folder / "gift_rules.yaml").write_text(f"{rules}hooks: ./gifts.py\n", encoding="utf-8")
    (folder / "gifts.py").write_text("def points(view, side):\n    return []\n", encoding="utf-8")
    assert main(["pack", "make", str(tmp_path / "gifts"), "-o", "gifts.hexpack"]) == 0
    return tmp_path / "gifts.hexpack"


def with_dialog(kind: type[QDialog], fill: Callable[[QDialog], None]) -> None:
    """Do something in the next dialog of a kind once it is there."""

    def there() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, kind):
            QTimer.singleShot(5, there)
            return
        try:
            fill(dialog)
        finally:
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, there)


def test_a_pack_that_is_opened_is_offered_and_installed(bench: Bench, pack: Path) -> None:
    with_dialog(InstallPackDialog, lambda dialog: dialog.reject())
    assert bench.menus.file.open_path(pack)
    assert packs.installed() == []

    def install(dialog: QDialog) -> None:
        assert isinstance(dialog, InstallPackDialog)
        assert [dialog.files.item(row).text() for row in range(dialog.files.count())] == ["maps/mill_ford.yaml"]
        dialog.install.click()

    with_dialog(InstallPackDialog, install)
    bench.menus.file.open_path(pack)
    assert [one.key for one in packs.installed()] == ["mills"]


def test_the_packs_are_listed_and_removed(bench: Bench, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packs.install(pack)
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)

    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, PacksDialog)
        assert dialog.list.item(0).text() == "Mills 1.0, by <b>A</b>: 1 map"
        dialog.remove.click()
        assert dialog.list.count() == 0
        assert not dialog.remove.isEnabled()

    with_dialog(PacksDialog, look)
    bench.menus.extensions.show_packs()
    assert packs.installed() == []


def test_a_pack_that_is_broken_is_refused_with_a_word(
    bench: Bench, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *words: said.append(words[2]))
    pack.write_bytes(pack.read_bytes()[:-30])
    bench.menus.file.open_path(pack)
    assert "it is not a sound ZIP archive" in said[0]


def test_the_command_line(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["pack", "install", str(pack)]) == 0
    assert main(["pack", "list"]) == 0
    assert main(["check", "mill_ford"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("mills 1.0: Mills (1 map)\nmills 1.0: Mills, by <b>A</b> (1 map)\n")
    assert main(["pack", "list", "--format", "json"]) == 0
    assert '"key": "mills"' in capsys.readouterr().out
    assert main(["pack", "remove", "mills"]) == 0
    assert main(["pack", "remove", "mills"]) == 2
    assert main(["pack", "install"]) == 2
    assert main(["pack", "make", "gone"]) == 2


def test_code_is_shown_and_trusted_before_it_is_installed(bench: Bench, coded: Path) -> None:
    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, InstallPackDialog)
        assert dialog.code is not None
        (one,) = packs.code_in(coded)
        assert dialog.code.files.item(0).text() == str(one)
        assert dialog.code.text.toPlainText() == one.text
        assert dialog.code.text.isReadOnly()
        assert not dialog.install.isDefault()
        dialog.install.click()

    with_dialog(InstallPackDialog, lambda dialog: dialog.reject())
    bench.menus.file.open_path(coded)
    assert packs.installed() == []
    with_dialog(InstallPackDialog, look)
    bench.menus.file.open_path(coded)
    assert [one.holds for one in packs.installed()] == ["1 rules file; has code"]

    def again(dialog: QDialog) -> None:
        assert isinstance(dialog, InstallPackDialog)
        assert dialog.code is None, "these bytes are trusted"

    with_dialog(InstallPackDialog, again)
    bench.menus.file.open_path(coded)


def test_code_on_the_command_line(coded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["pack", "install", str(coded)]) == 2
    assert "SHA-256" in capsys.readouterr().err
    assert main(["pack", "code", str(coded)]) == 0
    assert "def points(view, side):" in capsys.readouterr().out
    assert main(["pack", "install", str(coded), "--trust"]) == 0
    assert main(["pack", "list"]) == 0
    assert capsys.readouterr().out.endswith("(1 rules file; has code)\n")
