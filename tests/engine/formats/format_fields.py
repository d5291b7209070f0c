"""What the tests of files share: small maps and scenarios, and hypothesis strategies for random ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Descending, Numbering, Order, Slant
from engine.scenario import Arrival, Deployment, Level, Pool, Scenario, Scoring, Side, Turns, Unit, Victory
from engine.spelling import composed

MAP = """\
format: hexwright-map 1
name: Small
palette: standard
grid: {columns: 4, rows: 3, numbering: {prefix: L}}
terrain: |
  ..f.
  .ff.
  ....
"""

SCENARIO = """\
format: hexwright-scenario 1
name: Small
system: tlg2
map:
  grid: {columns: 4, rows: 3, numbering: {prefix: L}}
  regions:
    hill: {hexes: L0101 L0102}
sides:
  us: {name: United States}
  ac: {name: Anglo-Canadian}
units:
  us-9: {side: us, name: 9th Infantry, type: infantry, strength: 8}
  us-11: {side: us, name: 11th Infantry, type: infantry, strength: 6}
  ac-1: {side: ac, name: Royal Scots, type: infantry, strength: 8}
setup: {us-9: L0101, ac-1: L0303}
reinforcements:
- {turn: 2, side: us, entry: L0103, units: us-11}
"""

_printable = st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=["Cs", "Cc", "Zl", "Zp"])
texts = st.text(_printable, max_size=60).map(composed)
"""Any text on one line."""
long_texts = st.text(st.one_of(_printable, st.sampled_from(" \n#:-'\"|>")), max_size=300).map(composed) | st.lists(
    st.text("abcdefgh", min_size=1, max_size=12), max_size=60
).map(" ".join)
named = texts.filter(bool)
colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
keys = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,11}", fullmatch=True)
scalars = st.one_of(
    texts,
    st.integers(-(10**17), 10**17),
    st.booleans(),
    st.none(),
    st.floats(allow_nan=False, allow_infinity=False),
)
datas: st.SearchStrategy[Any] = st.recursive(
    scalars | long_texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(named, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def numberings(draw: st.DrawFn) -> Numbering:
    """Any numbering of hexes."""
    columns = draw(st.sampled_from(list(Columns)))
    rows = draw(st.sampled_from(list(Columns)))
    parted = Columns.DIGITS not in (columns, rows)
    separator = draw(st.sampled_from([*([] if parted else [""]), ".", ":", "-", "_", "#"]))
    return Numbering(
        draw(st.sampled_from(list(Order))),
        columns,
        draw(st.integers(0, 3)),
        draw(st.sampled_from(["", "L", "X-", "é", "#", "1", "*"])),
        separator,
        rows,
        draw(st.sampled_from(list(Slant))),
        draw(st.sampled_from(list(Descending))),
    )


@st.composite
def maps(draw: st.DrawFn) -> BattleMap:
    """A small map with a bit of everything, on any kind of grid."""
    columns, rows = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    void = draw(st.sets(st.sampled_from(cells), max_size=min(4, len(cells) - 1))) if len(cells) > 1 else set()
    numbering = draw(numberings())
    lowest = 0 if numbering.rows is Columns.DIGITS else 1
    first = draw(st.tuples(st.integers(1, 120), st.integers(lowest, 120)))
    spec = GridSpec(
        columns,
        rows,
        draw(st.sampled_from(list(Orientation))),
        draw(st.sampled_from(list(Parity))),
        *first,
        numbering,
        frozenset(void),
    )
    grid, palette = Grid(spec), load_palette("standard")
    hexes = st.sampled_from(grid.hexes)
    sides = st.sampled_from(list(grid.all_sides()))
    base = palette.base_terrain
    terrain = draw(st.lists(st.sampled_from(list(palette.terrain)), min_size=grid.size, max_size=grid.size))
    terrain = [kind if h in grid else base for h, kind in enumerate(terrain)]
    features = draw(st.dictionaries(hexes, st.sets(st.sampled_from(list(palette.features)), min_size=1), max_size=5))
    hexsides: dict[int, dict[str, int]] = {}
    for side in draw(st.lists(sides, max_size=20)):
        kind = draw(st.sampled_from(list(palette.hexsides)))
        beside = [h for h in grid.side_hexes(side) if h != NOWHERE]
        directional = palette.hexsides[kind].directional
        hexsides.setdefault(side, {})[kind] = _high(grid, side, beside, draw) if directional else NOWHERE
    paths = draw(st.dictionaries(sides, st.frozensets(st.sampled_from(list(palette.paths)), min_size=1), max_size=25))
    labels = draw(st.lists(st.builds(Label, texts, hexes, st.sampled_from(["small", "huge"])), max_size=3))
    regions = {
        key: Region(key, draw(named), draw(st.frozensets(hexes, max_size=6)), draw(colours))
        for key in draw(st.sets(keys, max_size=3))
    }
    return BattleMap(
        grid,
        palette,
        draw(texts),
        draw(texts),
        draw(long_texts),
        terrain,
        draw(st.lists(st.integers(0, 35), min_size=grid.size, max_size=grid.size)),
        {h: tuple(sorted(kinds)) for h, kinds in features.items()},
        hexsides,
        paths,
        labels,
        regions,
    )


def _high(grid: Grid, side: int, beside: list[int], draw: st.DrawFn) -> int:
    """A hex to be the high one; a side on the edge of the map has only one hex to choose from."""
    return draw(st.sampled_from(beside))


HOW = ("enter", "place")
HOW_DRAWN = ("chance", "choice")
BACK = ("", "eliminated")
some_turns = st.frozensets(st.integers(1, 99), min_size=1, max_size=9)
by_kind = st.dictionaries(keys, st.integers(0, 99), min_size=1, max_size=3)
factors = st.dictionaries(keys, by_kind, min_size=1, max_size=2)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """A scenario on a random map in which every name names something."""
    battle = draw(maps())
    names = st.sampled_from([battle.grid.name(h) for h in battle.grid.hexes])
    side_keys = draw(st.lists(keys, min_size=1, max_size=3, unique=True))
    some_side = st.sampled_from(side_keys)
    unit_keys = draw(st.lists(keys, min_size=1, max_size=6, unique=True))
    values = st.dictionaries(
        keys.filter(lambda key: key not in ("side", "name", "type", "size", "provenance")), scalars, max_size=4
    )
    units = {
        key: Unit(key, draw(some_side), draw(named), draw(texts), draw(texts), draw(values), draw(texts))
        for key in unit_keys
    }
    placed = draw(st.sets(st.sampled_from(unit_keys)))
    deployed = draw(st.sets(st.sampled_from(unit_keys))) - placed
    arrivals = tuple(
        Arrival(
            draw(st.integers(1, 20)), units[key].side, (draw(names),), (key,), draw(texts), draw(st.sampled_from(HOW))
        )
        for key in unit_keys
        if key not in placed and key not in deployed
    )
    deployments = tuple(
        Deployment(
            units[key].side,
            (draw(names),),
            (key,),
            "",
            {},
            draw(st.integers(0, 9)),
            draw(st.booleans()),
            draw(st.sampled_from(["", "d6", "d10"])),
            draw(st.sampled_from(["chance", "choice"])),
            draw(texts),
        )
        for key in unit_keys
        if key in deployed
    )
    pooled = draw(st.sets(st.sampled_from(unit_keys))) - deployed
    pools = {
        f"p{key}"[:64]: Pool(units[key].side, (key,), draw(st.sampled_from(HOW_DRAWN)), draw(st.sampled_from(BACK)))
        for key in unit_keys
        if key in pooled
    }
    if pools:
        kinds = st.dictionaries(keys, st.integers(1, 9), max_size=3)
        source = draw(st.sampled_from(list(pools)))
        deployments += (Deployment(pools[source].side, (draw(names),), (), source, draw(kinds)),)
    hold = st.builds(
        Scoring,
        st.just("hold"),
        st.integers(-50, 50) | st.floats(-5, 5),
        some_side | st.just(""),
        st.lists(names, min_size=1, max_size=40).map(tuple),
        st.sampled_from(["", *battle.regions]),
        st.sampled_from(["", *unit_keys]),
        texts,
        some_side | st.just(""),
    )
    victory = Victory(
        draw(st.lists(hold, max_size=3).map(tuple)),
        draw(some_side | st.just("")),
        draw(st.dictionaries(some_side, st.integers(-9, 9))),
        draw(st.lists(st.builds(Level, named, st.integers(0, 99)), max_size=2).map(tuple)),
        draw(st.integers(0, 9)),
        draw(long_texts),
    )
    turns = Turns(
        draw(st.integers(1, 99)),
        draw(st.frozensets(st.integers(1, 99), max_size=20)),
        draw(st.dictionaries(st.integers(1, 99), texts, max_size=3)),
        draw(st.dictionaries(keys.filter(lambda key: key != "night"), some_turns, max_size=2)),
    )
    return Scenario(
        key="unnamed",
        name=draw(named),
        system="none such",
        map=battle,
        description=draw(long_texts),
        provenance=draw(long_texts),
        turns=turns,
        sides={
            key: Side(key, draw(named), draw(colours), draw(colours), draw(st.sampled_from(["", "empire"])))
            for key in side_keys
        },
        units=units,
        setup={key: draw(names) for key in unit_keys if key in placed},
        setup_areas={key: (draw(names), draw(names)) for key in draw(st.sets(some_side))},
        deployments=deployments,
        pools=pools,
        arrivals=arrivals,
        replacements=draw(st.dictionaries(some_side, factors, max_size=2)),
        victory=victory,
        options=draw(st.dictionaries(named, scalars, max_size=4)),
        tables=draw(st.dictionaries(named, datas, max_size=3)),
        special=draw(st.dictionaries(named, datas, max_size=3)),
    )
