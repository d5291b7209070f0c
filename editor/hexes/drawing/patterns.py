"""What grows and lies on the ground: a few seeded stamps for each pattern, laid over hexes by their number.

A stamp is a set of small paths by role: shadows, crowns, lights. Toward neighbours of the same terrain it reaches to
the hexside, so that the trees of both close up to one canopy; elsewhere it keeps to the rounded outline of the ground.
On a screen stamps are pictures, drawn once for each scale.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import ceil, cos, floor, hypot, pi, sin, sqrt
from typing import Final

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from editor.canvas.drawing.kept_pictures import kept_within
from editor.canvas.drawing.noise import pick
from editor.canvas.drawing.paint_list import faded, mix
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.scatter import WHOLE, StampGround, scatter
from engine.boards.palette import Kind

ROOM: Final = 64 << 20
"""Bytes of pictures of stamps that are kept, and four times as many as of single trees."""
VARIANTS: Final = 10
EDGE_VARIANTS: Final = 3
"""The number of stamps for each outline of a hex at an edge: the outlines are many."""
ANYWHERE: Final = frozenset({"hedges", "hatch"})
"""Patterns that are drawn alike on every ground, so that there are all their stamps at an edge, too."""
KNOWN_AGAIN: Final = frozenset({"hedges"})
"""Patterns whose stamps a reader recognises: no two equal stamps lie within two hexes."""
LOTS: Final = 4
"""The number of their stamps for each place of three columns and rows."""
_S: Final = SCALE
_SPRITE: Final = 1.25 * SCALE
"""How far a stamp may reach from the middle of its hex."""


@dataclass(frozen=True, slots=True)
class Role:
    """How the paths of one role are drawn; ``width`` 0 fills them."""

    colour: QColor
    width: float = 0.0


@dataclass(slots=True)
class PatternStamp:
    """What is drawn: paths by role; or for trees, of which there are many, where each stands and how large it is."""

    paths: dict[str, QPainterPath] = field(default_factory=dict)
    trees: list[tuple[float, float, float]] = field(default_factory=list)

    def __getitem__(self, role: str) -> QPainterPath:
        return self.paths[role]


@dataclass(frozen=True, slots=True)
class Stamped:
    """A stamp laid on a hex: which one, in what outline, and the middle of the hex."""

    pattern: str
    colour: str
    ink: str
    ground: StampGround
    variant: int
    x: float
    y: float
    within: QPainterPath | None = None
    """What it keeps to, in scene units; None for all of its ground."""


def stamped(kind: Kind, ground: StampGround, h: int, x: float, y: float) -> Stamped | None:
    """The stamp of a terrain's pattern for a hex; None for terrain without one."""
    if kind.pattern not in PATTERNS:
        return None
    if kind.pattern in ANYWHERE:
        ground = StampGround(ground.flat)
    if kind.pattern in KNOWN_AGAIN:
        return Stamped(kind.pattern, kind.colour, kind.ink, ground, _lot_here(h, ground.flat, x, y), x, y)
    variant = pick(h, EDGE_VARIANTS if ground.mask != WHOLE or ground.rim else VARIANTS)
    return Stamped(kind.pattern, kind.colour, kind.ink, ground, variant, x, y)


def _lot_here(h: int, flat: bool, x: float, y: float) -> int:
    """One of the stamps that only every third column and row has."""
    wide, high = (1.5 * _S, sqrt(3) * _S) if flat else (sqrt(3) * _S, 1.5 * _S)
    place = floor(x / wide) % 3 * 3 + floor(y / high + 0.25) % 3
    return place * LOTS + pick(h, LOTS)


def draw_stamps(painter: QPainter, stamps: Iterable[Stamped], scale: float, vector: bool) -> None:
    """Draw stamps; as small pictures on a screen or image, as paths where ``vector`` asks for them."""
    free = []
    for item in stamps:
        if item.within is None:
            free.append(item)
        else:
            painter.save()
            painter.setClipPath(item.within, Qt.ClipOperation.IntersectClip)
            _draw_free(painter, [item], scale, vector)
            painter.restore()
    _draw_free(painter, free, scale, vector)


def _draw_free(painter: QPainter, stamps: Iterable[Stamped], scale: float, vector: bool) -> None:
    if vector:
        for item in stamps:
            painter.save()
            painter.translate(item.x, item.y)
            _paint_stamp(painter, item.pattern, item.colour, item.ink, item.ground, item.variant)
            painter.restore()
        return
    place = painter.worldTransform()
    painter.save()
    painter.resetTransform()
    for item in stamps:
        image = _sprite(item.pattern, item.colour, item.ink, item.ground, item.variant, round(scale, 4))
        spot = place.map(QPointF(item.x, item.y))
        half = image.width() // 2
        painter.drawImage(QPoint(floor(spot.x() + 0.5) - half, floor(spot.y() + 0.5) - half), image)
    painter.restore()


@kept_within(ROOM)
def _sprite(pattern: str, colour: str, ink: str, ground: StampGround, variant: int, scale: float) -> QImage:
    """A stamp as a picture at a scale, its middle in the middle of the picture."""
    half = ceil(_SPRITE * scale)
    image = QImage(2 * half, 2 * half, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(half, half)
    trees = _variant(pattern, ground, variant).trees
    for x, y, radius in trees:
        tree = _tree(pattern, colour, ink, radius, scale)
        middle = tree.width() // 2
        painter.drawImage(QPoint(floor(x * scale + 0.5) - middle, floor(y * scale + 0.5) - middle), tree)
    if not trees:
        painter.scale(scale, scale)
        _paint_stamp(painter, pattern, colour, ink, ground, variant)
    painter.end()
    return image


@kept_within(ROOM // 4)
def _tree(pattern: str, colour: str, ink: str, radius: float, scale: float) -> QImage:
    """One tree as a picture: a wood is put together of a few of them in a tenth of the time that paths would take."""
    half = ceil(1.6 * radius * scale) + 1
    image = QImage(2 * half, 2 * half, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(half, half)
    painter.scale(scale, scale)
    _paint_paths(painter, _crowns([(0.0, 0.0, radius)]), pattern, colour, ink)
    painter.end()
    return image


def _paint_stamp(painter: QPainter, pattern: str, colour: str, ink: str, ground: StampGround, variant: int) -> None:
    stamp = _variant(pattern, ground, variant)
    _paint_paths(painter, _crowns(stamp.trees) if stamp.trees else stamp, pattern, colour, ink)


def _paint_paths(painter: QPainter, paths: PatternStamp, pattern: str, colour: str, ink: str) -> None:
    for name, role in _roles(pattern, colour, ink).items():
        if role.width:
            cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
            painter.strokePath(paths[name], QPen(role.colour, role.width, Qt.PenStyle.SolidLine, cap, join))
        else:
            painter.fillPath(paths[name], role.colour)


@lru_cache(maxsize=4000)
def _variant(pattern: str, ground: StampGround, variant: int) -> PatternStamp:
    draw = PATTERNS[pattern][0]
    return draw(f"{pattern}{variant}", ground)


@cache
def _roles(pattern: str, colour: str, ink: str) -> dict[str, Role]:
    return PATTERNS[pattern][1](QColor(colour), QColor(ink) if ink else mix(colour, "#1d2a10", 0.45))


def _circle(path: QPainterPath, x: float, y: float, radius: float) -> None:
    path.addEllipse(x - radius, y - radius, 2 * radius, 2 * radius)


def _stamp(*roles: str) -> PatternStamp:
    found = PatternStamp()
    for role in roles:
        found.paths[role] = path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
    return found


# -- woods --------------------------------------------------------------------------------------------------------

_SIZES: Final = 6
"""The number of sizes of trees."""


def _trees(lot: str, ground: StampGround, step: float = 0.27, size: float = 0.125) -> PatternStamp:
    spots = scatter(lot, ground, step, 0.06, 1.0)
    share = 0.45 / (_SIZES - 1)
    return PatternStamp(
        trees=[(x, y, _S * size * (0.75 + share * dice.randint(0, _SIZES - 1))) for x, y, dice in spots]
    )


def _crowns(trees: Iterable[tuple[float, float, float]]) -> PatternStamp:
    """Trees as paths."""
    made = _stamp("shadow", "edge", "crown", "light")
    for x, y, radius in trees:
        _circle(made["shadow"], x + 0.3 * radius, y + 0.42 * radius, radius * 1.05)
        _circle(made["edge"], x, y, radius * 1.1)
        _circle(made["crown"], x, y, radius * 0.9)
        _circle(made["light"], x - radius * 0.25, y - radius * 0.3, radius * 0.42)
    return made


def _tree_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {
        "shadow": Role(faded(mix(ink, "#000000", 0.25), 0.30)),
        "edge": Role(ink),
        "crown": Role(mix(colour, ink, 0.42)),
        "light": Role(mix(colour, ink, 0.14)),
    }


_GIANT: Final = 1.7
"""How much larger than its neighbours a tree is that stands above the roof of a jungle."""


def _jungle(lot: str, ground: StampGround) -> PatternStamp:
    """A closed roof of crowns with a gap in it, and here and there a giant, so that wide jungles are not all alike."""
    made, rng = _trees(lot, ground, 0.23, 0.145), random.Random(f"gap {lot}")
    away, turn, wide = rng.uniform(0.1, 0.6) * _S, rng.uniform(0, 2 * pi), rng.uniform(0.0, 0.26) * _S
    gap_x, gap_y = away * cos(turn), away * sin(turn)
    giants = [spot for spot in made.trees if hypot(spot[0], spot[1]) < 0.5 * _S]
    tall = set(rng.sample(giants, min(len(giants), rng.randint(0, 3))))
    return PatternStamp(
        trees=[
            (x, y, 0.145 * _S * _GIANT if (x, y, radius) in tall else radius)
            for x, y, radius in made.trees
            if hypot(x - gap_x, y - gap_y) > wide
        ]
    )


def _grove(lot: str, ground: StampGround) -> PatternStamp:
    return _trees(lot, ground, 0.46, 0.11)


# -- wet ground ---------------------------------------------------------------------------------------------------


def _marsh(lot: str, ground: StampGround) -> PatternStamp:
    made = _stamp("water", "blade")
    for x, y, dice in scatter(lot, ground, 0.42, 0.10, 0.88):
        half = _S * dice.uniform(0.10, 0.17)
        made["water"].moveTo(x - half, y)
        made["water"].lineTo(x + half, y)
        blades = made["blade"]
        for lean in (-0.075, -0.03, 0.02, 0.07):
            blades.moveTo(x + lean * 0.45 * _S, y - 0.01 * _S)
            blades.lineTo(x + lean * _S, y - _S * (0.13 - abs(lean) * 0.6) * dice.uniform(0.8, 1.1))
    return made


def _marsh_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {
        "water": Role(mix("#5f93b5", colour, 0.2), 0.030 * _S),
        "blade": Role(ink, 0.022 * _S),
    }


def _mud(lot: str, ground: StampGround) -> PatternStamp:
    """Level strokes of standing water, in pairs, with grains of mud about them."""
    made = _stamp("water", "grain")
    for x, y, dice in scatter(lot, ground, 0.36, 0.07, 0.90):
        half, shift = _S * dice.uniform(0.09, 0.15), _S * dice.uniform(-0.06, 0.06)
        for start, end, drop in ((-half, half, 0.0), (shift - 0.5 * half, shift + 0.5 * half, 0.07 * _S)):
            made["water"].moveTo(x + start, y + drop)
            made["water"].lineTo(x + end, y + drop)
        _circle(made["grain"], x - shift, y - 0.08 * _S, 0.022 * _S)
        _circle(made["grain"], x + 1.6 * half, y + 0.05 * _S, 0.022 * _S)
    return made


def _mud_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {"water": Role(faded(ink, 0.8), 0.026 * _S), "grain": Role(faded(ink, 0.8))}


def _waves(lot: str, ground: StampGround) -> PatternStamp:
    made = _stamp("wave")
    path = made["wave"]
    for x, y, dice in scatter(lot, ground, 0.55, 0.13, 0.85):
        step = _S * dice.uniform(0.085, 0.12)
        path.moveTo(x - 2 * step, y)
        path.quadTo(x - 1.5 * step, y - 0.6 * step, x - step, y)
        path.quadTo(x - 0.5 * step, y + 0.6 * step, x, y)
        path.quadTo(x + 0.5 * step, y - 0.6 * step, x + step, y)
    return made


def _wave_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {"wave": Role(faded(mix(colour, ink, 0.55), 0.75), 0.024 * _S)}


# -- high and broken ground -----------------------------------------------------------------------------------------


def _hills(lot: str, ground: StampGround) -> PatternStamp:
    made = _stamp("tick")
    path = made["tick"]
    for x, y, dice in scatter(lot, ground, 0.62, 0.10, 0.80):
        wide, high = _S * dice.uniform(0.17, 0.22), _S * dice.uniform(0.10, 0.13)
        for i in range(9):
            angle = pi * (1.06 - 0.14 * i)
            a, b = cos(angle), -sin(angle)
            length = 1.0 + 0.5 * abs(sin(angle)) * dice.uniform(0.8, 1.1)
            path.moveTo(x + a * wide, y + b * high)
            path.lineTo(x + a * wide * (1.1 + 0.18 * length), y + b * high * 0.2 + high * 0.75 * length - high * 0.6)
    return made


def _ridge_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {"tick": Role(faded(ink, 0.75), 0.022 * _S)}


def _rocks(lot: str, ground: StampGround) -> PatternStamp:
    made = _stamp("shadow", "rock", "edge")
    for x, y, dice in scatter(lot, ground, 0.44, 0.13, 0.86):
        radius = _S * dice.uniform(0.05, 0.11)
        count = dice.randint(5, 7)
        start = dice.uniform(0, pi)
        corners = [
            (
                x + cos(start + 2 * pi * i / count) * radius * dice.uniform(0.7, 1.2),
                y + sin(start + 2 * pi * i / count) * radius * dice.uniform(0.55, 0.9),
            )
            for i in range(count)
        ]
        for name, shift in (("shadow", 0.03 * _S), ("rock", 0.0), ("edge", 0.0)):
            made[name].moveTo(corners[0][0] + shift, corners[0][1] + shift)
            for cx, cy in corners[1:]:
                made[name].lineTo(cx + shift, cy + shift)
            made[name].closeSubpath()
    return made


def _rock_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {
        "shadow": Role(faded(ink, 0.35)),
        "rock": Role(mix(colour, "#ffffff", 0.25)),
        "edge": Role(ink, 0.018 * _S),
    }


def _gullies(lot: str, ground: StampGround) -> PatternStamp:
    """Dry gullies that run every way, each with a shorter one running into it."""
    made = _stamp("gully")
    path = made["gully"]
    for x, y, dice in scatter(lot, ground, 0.46, 0.10, 0.84):
        long, turn = _S * dice.uniform(0.16, 0.22), dice.uniform(0, 2 * pi)
        c, s = cos(turn) * long, sin(turn) * long

        def at(along: float, aside: float, x: float = x, y: float = y, c: float = c, s: float = s) -> QPointF:
            return QPointF(x + along * c - aside * s, y + along * s + aside * c)

        for course in (
            ((-1.0, 0.1), (-0.4, -0.25), (0.1, 0.15), (0.6, -0.15), (1.0, 0.2)),
            ((-0.2, -0.85), (0.1, 0.15)),
        ):
            path.moveTo(at(*course[0]))
            for step in course[1:]:
                path.lineTo(at(*step))
    return made


def _gully_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {"gully": Role(faded(ink, 0.8), 0.028 * _S)}


# -- fields and sand ------------------------------------------------------------------------------------------------


def _dots(lot: str, ground: StampGround) -> PatternStamp:
    made = _stamp("dot")
    for x, y, dice in scatter(lot, ground, 0.20, 0.08, 0.93):
        _circle(made["dot"], x, y, _S * dice.uniform(0.016, 0.027))
    return made


def _dot_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {"dot": Role(faded(ink, 0.8))}


def _dunes(lot: str, ground: StampGround) -> PatternStamp:
    made = _stamp("dune")
    path = made["dune"]
    for x, y, dice in scatter(lot, ground, 0.52, 0.12, 0.86):
        half = _S * dice.uniform(0.14, 0.2)
        path.moveTo(x - half, y + half * 0.25)
        path.quadTo(x - half * 0.1, y - half * 0.7, x + half, y + half * 0.25)
    return made


def _dune_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {"dune": Role(faded(ink, 0.8), 0.030 * _S)}


_FIELD: Final = 0.46 * _S
"""The side of a field between hedgerows."""
_ROWS: Final = (-1.5, -0.5, 0.5, 1.5)
_GAPS: Final = 0.3
"""The share of hedgerows that are left out: fields are open to each other there."""


def _hedges(lot: str, ground: StampGround) -> PatternStamp:
    """Hedgerows round small crooked fields, here and there a tree in them."""
    made, rng = _stamp("shadow", "hedge", "bush"), random.Random(lot)
    turn = rng.uniform(-0.5, 0.5)
    cosine, sine = cos(turn) * _FIELD, sin(turn) * _FIELD

    def post(i: float, j: float) -> Spot:
        x, y = i + rng.uniform(-0.2, 0.2), j + rng.uniform(-0.2, 0.2)
        return x * cosine - y * sine, x * sine + y * cosine

    posts = {(i, j): post(i, j) for i in _ROWS for j in _ROWS}
    pairs = [((i, j), (i + di, j + dj)) for i, j in posts for di, dj in ((1, 0), (0, 1)) if (i + di, j + dj) in posts]
    for one, other in pairs:
        (ax, ay), (bx, by) = posts[one], posts[other]
        if rng.random() < _GAPS or hypot(ax + bx, ay + by) > 1.5 * _S:
            continue
        mx, my = (ax + bx) / 2 + rng.uniform(-0.04, 0.04) * _S, (ay + by) / 2 + rng.uniform(-0.04, 0.04) * _S
        for role, drop in (("shadow", 0.03 * _S), ("hedge", 0.0)):
            made[role].moveTo(ax + drop / 2, ay + drop)
            made[role].quadTo(mx + drop / 2, my + drop, bx + drop / 2, by + drop)
        for t in (rng.uniform(0, 0.45), rng.uniform(0.55, 1)):
            _circle(made["bush"], ax + (bx - ax) * t, ay + (by - ay) * t, _S * rng.uniform(0.028, 0.052))
    return made


def _hedge_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    green = mix(colour, ink, 0.62)
    return {"shadow": Role(faded(ink, 0.35), 0.045 * _S), "hedge": Role(green, 0.042 * _S), "bush": Role(green)}


def _hatch(lot: str, ground: StampGround) -> PatternStamp:
    made = _stamp("line")
    path = made["line"]
    for i in range(-6, 7):
        x = i * 0.15 * _S
        reach = sqrt(max(0.0, 0.72 * _S * _S - x * x)) * 0.62
        path.moveTo(x - reach * 0.5, reach)
        path.lineTo(x + reach * 0.5, -reach)
    return made


def _hatch_roles(colour: QColor, ink: QColor) -> dict[str, Role]:
    return {"line": Role(faded(ink, 0.4), 0.02 * _S)}


Draw = Callable[[str, StampGround], PatternStamp]
"""Draws a stamp with what it draws lots with, on a ground."""
Colours = Callable[[QColor, QColor], dict[str, Role]]

PATTERNS: Final[dict[str, tuple[Draw, Colours]]] = {
    "trees": (_trees, _tree_roles),
    "jungle": (_jungle, _tree_roles),
    "grove": (_grove, _tree_roles),
    "marsh": (_marsh, _marsh_roles),
    "mud": (_mud, _mud_roles),
    "waves": (_waves, _wave_roles),
    "hills": (_hills, _ridge_roles),
    "rocks": (_rocks, _rock_roles),
    "gullies": (_gullies, _gully_roles),
    "dots": (_dots, _dot_roles),
    "dunes": (_dunes, _dune_roles),
    "hedges": (_hedges, _hedge_roles),
    "hatch": (_hatch, _hatch_roles),
}
"""Every pattern that is a stamp; mountains are drawn as ranges."""
