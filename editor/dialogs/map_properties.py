"""The dialog for the map's name, scale and provenance."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from editor.dialogs.forms import FormDialog, form
from editor.plain import PlainLabel
from engine.hexes.board.battlemap import BattleMap


class MapPropertiesDialog(FormDialog):
    """Asks what the map is called, what a hex is across, and where the map comes from."""

    def __init__(self, battle_map: BattleMap, parent: QWidget | None = None) -> None:
        super().__init__("Map properties", parent, accept_text="Apply")
        layout = form()
        self.name = QLineEdit(battle_map.name)
        self.name.textChanged.connect(lambda _text: self.check())
        self.scale = QLineEdit(battle_map.scale)
        self.scale.setPlaceholderText("such as 100 yards")
        self.source = QPlainTextEdit(battle_map.provenance)
        self.source.setTabChangesFocus(True)
        grid = battle_map.grid
        turned = "flat-topped" if grid.flat else "pointy-topped"
        size = PlainLabel(f"{grid.columns} × {grid.rows} {turned} hexes, palette {battle_map.palette.name}")
        layout.addRow("&Name", self.name)
        layout.addRow("&Scale", self.scale)
        layout.addRow("&Provenance", self.source)
        layout.addRow("Grid", size)
        self.body.addLayout(layout)
        self.resize(520, 340)
        self.check()

    @property
    def map_name(self) -> str:
        """The name."""
        return self.name.text().strip()

    @property
    def map_scale(self) -> str:
        """What a hex is across."""
        return self.scale.text().strip()

    @property
    def provenance(self) -> str:
        """Where the map comes from."""
        return self.source.toPlainText().strip()

    def problem(self) -> str:
        """Why this cannot be applied."""
        return "" if self.map_name else "The map needs a name."
