"""Help > Packs and Help > Plug-ins: what others made; a pack that is opened is offered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox

from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.pack_dialog import InstallPackDialog, PacksDialog
from editor.dialogs.plugins_dialog import PluginsDialog
from editor.menus.file import FileActions
from editor.plain import as_written
from engine import plugins
from engine.errors import HexwrightError
from engine.exchange import packs
from engine.exchange.rows import all_formats
from engine.kit.hooks.trust import is_trusted


class ExtensionActions(QObject):
    """Packs in the window."""

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__(desk)
        self._desk = desk
        self._files = files
        self._take_other = files.take_foreign
        files.take_foreign = self.take
        desk.actions.add(
            "help.packs",
            "&Packs…",
            self.show_packs,
            menu="Help",
            tip="Maps, scenarios and palettes that others made: install, list, remove",
        )
        desk.actions.add(
            "help.plugins",
            "Plu&g-ins…",
            self.show_plugins,
            menu="Help",
            tip="Programs by other people that add formats, rules, checks, tools and panels",
        )

    def take(self, path: Path) -> bool:
        """Offer to install a file that is a pack; False where it is none, and nothing else takes it."""
        if not packs.is_pack(path):
            return self._take_other(path)
        self.install(path)
        return True

    def install(self, path: Path) -> bool:
        """Show what a pack holds, and install it when the user says so; whether it is installed now."""
        try:
            manifest = packs.manifest_of(path)
            there = next((one.version for one in packs.installed() if one.key == manifest.key), "")
            code = packs.code_in(path)
            left = [one for one in code if not is_trusted(one.digest)]
            with asked(InstallPackDialog(manifest, there, self._desk.window, code=left)) as accepted:
                pass
            if not accepted:
                return False
            # Only what was shown is trusted, should the file change meanwhile.
            packs.install(path, trusted=[one.digest for one in code])
        except HexwrightError as error:
            QMessageBox.warning(self._desk.window, "The pack was not installed", as_written(str(error)))
            return False
        self._desk.log.add(f"Installed {manifest.name} {manifest.version}: {manifest.holds}")
        return True

    def show_packs(self) -> None:
        """Show which packs are installed."""
        with asked(PacksDialog(packs.installed, self._ask_for_one, self._remove, self._desk.window)):
            pass

    def show_plugins(self) -> None:
        """Show which plug-ins are installed, and what each adds; all are tried first."""
        for what in plugins.GROUPS:
            plugins.things(what)
        all_formats()
        with asked(PluginsDialog(plugins.plugins, self._switch, self._desk.window)):
            pass

    def _switch(self, name: str, on: bool) -> None:
        try:
            plugins.switch(name, on=on)
        except HexwrightError as error:
            QMessageBox.warning(self._desk.window, "The setting was not saved", as_written(str(error)))
        all_formats()

    def _ask_for_one(self) -> None:
        kinds = "Packs (*.hexpack);;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self._desk.window, "Install a pack", "", kinds)
        if name:
            self.install(Path(name))

    def _remove(self, manifest: packs.Manifest) -> None:
        question = f"Remove {manifest.name}? Maps and scenarios that use what it holds will no longer open."
        if manifest.code:
            question += " Its code will no longer be trusted."
        answer = QMessageBox.question(self._desk.window, "Remove the pack", as_written(question))
        if answer != QMessageBox.StandardButton.Yes:
            return
        try:
            packs.remove(manifest.key)
        except HexwrightError as error:
            QMessageBox.warning(self._desk.window, "The pack was not removed", as_written(str(error)))
