"""The menus of one window."""

from __future__ import annotations

from editor.desk.desk import Desk
from editor.hexes.menus.choose import ChooseActions
from editor.hexes.menus.clip import ClipActions
from editor.hexes.menus.draw import DrawActions
from editor.hexes.menus.names import NameActions
from editor.hexes.menus.reshape import ReshapeActions
from editor.hexes.menus.select import SelectActions
from editor.kinds import HEXES, kind_of
from editor.menus.edit import EditActions
from editor.menus.exchange import ExchangeActions
from editor.menus.extensions import ExtensionActions
from editor.menus.file import FileActions
from editor.menus.find import FindActions
from editor.menus.furniture import FurnitureActions
from editor.menus.help import HelpActions
from editor.menus.layers import LayerActions
from editor.menus.map import MapActions
from editor.menus.paper import PaperMenu
from editor.menus.play import PlayActions
from editor.menus.print import PrintActions
from editor.menus.scenario import ScenarioActions
from editor.menus.style import StyleActions
from editor.menus.tabs import TabActions
from editor.menus.templates import TemplateActions
from editor.menus.trust import TrustActions
from editor.menus.view import ViewActions


class Menus:
    """What can be done by menu, key and command palette; each part is one file and one line here.

    Actions of one group stand in their menu in the order of these lines.
    """

    def __init__(self, desk: Desk) -> None:
        self.file = FileActions(desk)
        self.templates = TemplateActions(desk, self.file)
        self.print = PrintActions(desk)
        self.paper = PaperMenu(desk)
        self.exchange = ExchangeActions(desk, self.file)
        self.edit = EditActions(desk)
        self.view = ViewActions(desk)
        self.style = StyleActions(desk)
        self.map = MapActions(desk)
        self.layers = LayerActions(desk)
        self.scenario = ScenarioActions(desk)
        with desk.actions.only_for(HEXES.key):
            self.reshape = ReshapeActions(desk)
        self.play = PlayActions(desk)
        self.trust = TrustActions(desk)
        self.furniture = FurnitureActions(desk)
        with desk.actions.only_for(HEXES.key):
            self.names = NameActions(desk)
            self.clip = ClipActions(desk)
            self.select = SelectActions(desk)
            self.draw = DrawActions(desk)
            self.choose = ChooseActions(desk)
        self.tabs = TabActions(desk, self.file)
        self.help = HelpActions(desk)
        self.extensions = ExtensionActions(desk, self.file)
        self.find = FindActions(desk)
        self._desk = desk
        self._own: dict[str, object] = {}
        """The entries of kinds of map that have some of their own."""
        desk.document_changed.connect(lambda _document: self._show())
        self._show()

    def _show(self) -> None:
        """Show what is for the kind of map in front; its own entries are made the first time."""
        kind = kind_of(self._desk.document)
        if kind.menus and kind.key not in self._own:
            self._own[kind.key] = kind.offers("menus")(self._desk)
        self._desk.actions.show_for(kind.key)

    def close(self) -> None:
        """The window closes: nothing goes on in the background."""
        self.play.close()
        self.file.close()
        self.help.close()
        self.print.stop()
        self.paper.stop()
        self.exchange.stop()
