"""Put features into hexes, and take them out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor.commands.patch import MapPatch

if TYPE_CHECKING:
    from editor.document.document import Document


class SetFeature(MapPatch):
    """Add a feature to hexes, or take it away."""

    def __init__(
        self, document: Document, hexes: Iterable[int], feature: str, present: bool = True, stroke: int = 0
    ) -> None:
        now = document.battle_map.features
        kind = document.battle_map.palette.features.get(feature)
        name = kind.name if kind else feature
        values = {}
        for h in hexes:
            keys = set(now.get(h, ()))
            keys = keys | {feature} if present else keys - {feature}
            values[h] = tuple(sorted(keys))
        super().__init__(document, f"{'Place' if present else 'Remove'} {name}", features=values, stroke=stroke)
