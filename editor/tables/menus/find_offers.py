"""What Find offers on a table: names, regions, areas, lines, units."""

from __future__ import annotations

from collections.abc import Iterator

from editor.dialogs.seeker import Offer
from editor.menus.find_offers import Finder, at
from editor.tables.kind import names
from editor.tables.scale import spot_at
from editor.tables.things import AREAS, LINES, Thing, path_of
from engine.tables.table import table_of


class TableFinder(Finder):
    """Offers what is on a table."""

    def offers(self) -> Iterator[Offer]:
        """Names and regions, areas and lines by their keys, units."""
        table = table_of(self.desk.board)
        for name, spot in names(table):
            yield self.offer(name, "place", at(spot))
        kinds = {**table.palette.areas, **table.palette.lines}
        things = [(AREAS, area.key, area.kind) for area in table.areas.values()]
        things += [(LINES, line.key, line.kind) for line in table.lines.values()]
        for layer, key, kind in things:
            middle = spot_at(path_of(table, Thing(layer, key)).boundingRect().center())
            named = kinds[kind].name if kind in kinds else kind
            yield self.offer(key, named.lower(), at(middle))
        yield from self.units()
