"""The field of a dialog for the designer's own layer that something lies on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox

from engine.boards.look import UserLayer


class LayerBox(QComboBox):
    """A choice of layers by name, and of none."""

    def __init__(self, layers: Sequence[UserLayer], chosen: str) -> None:
        super().__init__()
        self.addItem("None", "")
        for name in dict.fromkeys([*(layer.name for layer in layers), *([chosen] if chosen else [])]):
            self.addItem(name, name)
        self.setCurrentIndex(max(0, self.findData(chosen)))
        self.setAccessibleName("Layer")
        self.setToolTip("The layer of your own that it is shown, locked and printed with; see the Layers panel")

    @property
    def layer(self) -> str:
        """The name of the layer that is chosen; empty for none."""
        return str(self.currentData())
