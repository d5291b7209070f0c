"""A rules system of cards and boxes, without a hex: two sides play cards from hidden hands into three boxes.

Paragraphs: cards:1 each side draws three cards of its stock at random, and one after each card that it plays;
cards:2 in its turn a side plays a card from its hand into a box, or passes; cards:3 the other side may then wager any
number of points up to ten on the box; cards:4 after the last turn each box, and what was wagered on it, goes to the
side with the higher cards there. The edition ``open`` differs in its paragraph open:1: hands lie open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import ActionError, HexwrightError
from engine.findings import Finding, Place, Severity
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.play import LEGAL, Action, Decision, Frame, Illegal, Outcome, Rules, Start, State, Step, Verdict
from engine.play.options import Option
from engine.play.system import System
from engine.scenario import Pool, Scenario, Scoring, Side, Turns, Unit, Victory

BOXES = ("left", "centre", "right")
STOCK, HAND = -2, -1
DRAWN = 3
MOST = 10
"""Points that may be wagered at once."""


class Table:
    """What is bound once: the cards by number, whose they are, what they are worth."""

    def __init__(self, scenario: Scenario, options: dict[str, Any]) -> None:
        self.sides = tuple(scenario.sides)
        if len(self.sides) != 2:
            raise HexwrightError(f"two sides play cards, not {len(self.sides)}")
        self.cards = tuple(scenario.units)
        self.side = tuple(self.sides.index(unit.side) for unit in scenario.units.values())
        self.worth = tuple(unit.number("worth") for unit in scenario.units.values())
        self.turns = scenario.turns.count
        self.points = {line.name: line.points for line in scenario.victory.scoring}
        self.tie = scenario.victory.tie
        self.wagers = bool(options.get("wagers", True))

    def of(self, state: CardState, side: int, place: int) -> list[int]:
        """The cards of a side that are in its stock, its hand or a box."""
        return [c for c, at in enumerate(state.where) if at == place and self.side[c] == side]

    def score(self, state: CardState) -> list[float]:
        """The points of both sides."""
        points = [0.0, 0.0]
        for box, name in enumerate(BOXES):
            mine, theirs = (sum(self.worth[c] for c in self.of(state, side, box)) for side in (0, 1))
            if mine != theirs:
                points[mine < theirs] += self.points.get(name, 0) + state.wagered[box]
        return points


class CardState(State):
    """Where each card is, and what was wagered on each box."""

    __slots__ = ("wagered", "where")

    def __init__(self) -> None:
        super().__init__()
        self.where: list[int] = []
        self.wagered = [0] * len(BOXES)

    def copy(self) -> CardState:
        twin = super().copy()
        twin.where, twin.wagered = self.where.copy(), self.wagered.copy()
        return twin

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "where": self.where.copy(), "wagered": self.wagered.copy()}

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.where, self.wagered = list(data["where"]), list(data["wagered"])


def draw(table: Table, state: CardState, side: int, step: Step) -> None:
    """A card from the stock; only its owner is told which."""
    stock = table.of(state, side, STOCK)
    if stock:
        card = stock[step.roll(state, len(stock)) - 1]
        state.where[card] = HAND
        step.tell((table.sides[side],), "drawn", "cards:1", side=table.sides[side], unit=table.cards[card])


@dataclass(frozen=True)
class Playing(Frame[Table, CardState]):
    """A side plays a card or passes (cards:2)."""

    system: ClassVar[str] = "cards"
    side: int = 0

    def decision(self, table: Table, state: CardState) -> Decision:
        return Decision(table.sides[self.side], "play", "cards:2", "Play a card into a box, or pass")

    def actions(self, table: Table, state: CardState) -> Iterator[Action]:
        yield Action("pass")
        for card in table.of(state, self.side, HAND):
            for box in range(len(BOXES)):
                yield Action("play", (card, box))

    def verdict(self, table: Table, state: CardState, action: Action) -> Verdict:
        if action.verb == "pass":
            return LEGAL
        if action.verb != "play":
            return Illegal("cards:2", "play a card or pass")
        held = table.of(state, self.side, HAND)
        return LEGAL if action.args[0] in held else Illegal("cards:2", "that card is not in this hand")

    def perform(self, table: Table, state: CardState, action: Action, step: Step) -> None:
        side = table.sides[self.side]
        if action.verb == "pass":
            step.say("passes", "cards:2", side=side)
            state.replace(TurnEnd(self.side))
            return
        card, box = action.args
        state.where[card] = box
        step.say("plays", "cards:2", side=side, unit=table.cards[card], box=BOXES[box])
        draw(table, state, self.side, step)
        state.replace(TurnEnd(self.side))
        if table.wagers:
            state.push(Wager(1 - self.side, box))


@dataclass(frozen=True)
class Wager(Frame[Table, CardState]):
    """The other side wagers a number of points: a few are listed, any up to ten is legal (cards:3)."""

    system: ClassVar[str] = "cards"
    exhaustive: ClassVar[bool] = False
    side: int = 0
    box: int = 0

    def decision(self, table: Table, state: CardState) -> Decision:
        return Decision(table.sides[self.side], "wager", "cards:3", f"Wager on the {BOXES[self.box]} box")

    def actions(self, table: Table, state: CardState) -> Iterator[Action]:
        yield from (Action("wager", (points,)) for points in (0, MOST // 2, MOST))

    def verdict(self, table: Table, state: CardState, action: Action) -> Verdict:
        if action.verb != "wager":
            return Illegal("cards:3", "say what is wagered first")
        return LEGAL if 0 <= action.args[0] <= MOST else Illegal("cards:3", f"at most {MOST} points are wagered")

    def sample(self, table: Table, state: CardState, random: Random) -> Action:
        return Action("wager", (random.randint(0, MOST),))

    def perform(self, table: Table, state: CardState, action: Action, step: Step) -> None:
        (points,) = action.args
        state.wagered[self.box] += points
        step.say("wagers", "cards:3", side=table.sides[self.side], points=points, box=BOXES[self.box])
        state.pop()


@dataclass(frozen=True)
class TurnEnd(Frame[Table, CardState]):
    """The other side's turn, or the end of the game."""

    system: ClassVar[str] = "cards"
    side: int = 0

    def proceed(self, table: Table, state: CardState, step: Step) -> None:
        if self.side and state.turn == table.turns:
            state.ended = True
            step.say("end", "cards:4", score=dict(zip(table.sides, table.score(state), strict=True)))
            return
        state.turn += self.side
        state.replace(Playing(1 - self.side))


class CardRules(Rules[CardState]):
    """Cards and boxes."""

    system = "cards"
    phases = ("playing",)
    order_rules = ("cards:2",)
    secrets = True

    def __init__(self, scenario: Scenario, options: Any = None) -> None:
        super().__init__(scenario, options)
        self.field = Table(scenario, self.options)

    def initial(self, start: Start | None, step: Step) -> CardState:
        start, state = start or Start(), CardState()
        if start.phase not in ("", *self.phases):
            raise HexwrightError(f"there is no phase {start.phase!r}")
        state.turn = start.turn
        state.where = [STOCK] * len(self.field.cards)
        for key in (key for hand in start.set.get("hands", {}).values() for key in hand):
            state.where[self.field.cards.index(key)] = HAND
        for side in range(0 if start.set.get("hands") else 2):
            for _ in range(DRAWN):
                draw(self.field, state, side, step)
        state.push(Playing(self.field.sides.index(start.side) if start.side else 0))
        return state

    def load(self, data: dict[str, Any]) -> CardState:
        state = CardState()
        state.load(data)
        return state

    def outcome(self, state: CardState) -> Outcome | None:
        if not state.ended:
            return None
        first, second = self.field.score(state)
        ahead = self.field.tie if first == second else self.field.sides[first < second]
        return Outcome(ahead, "more points", "cards:4", score=dict(zip(self.field.sides, (first, second), strict=True)))

    def text(self, action: Action) -> str:
        if action.verb == "play":
            return f"play {self.field.cards[action.args[0]]} {BOXES[action.args[1]]}"
        return " ".join([action.verb, *map(str, action.args)])

    def parse(self, text: str, state: CardState) -> Action:
        match text.split():
            case ["pass"]:
                return Action("pass")
            case ["wager", points] if points.isdecimal():
                return Action("wager", (int(points),))
            case ["play", card, box] if card in self.field.cards and box in BOXES:
                return Action("play", (self.field.cards.index(card), BOXES.index(box)))
        raise ActionError(f"cannot read {text!r}: pass, play CARD BOX, or wager POINTS")

    def units(self, state: CardState) -> dict[str, dict[str, Any]]:
        return {
            key: {"at": BOXES[at] if at >= 0 else None, "steps": 1, "dead": False, "in_hand": at == HAND}
            for key, at in zip(self.field.cards, state.where, strict=True)
        }

    def defects(self, state: CardState) -> list[str]:
        hands = [len(self.field.of(state, side, HAND)) for side in (0, 1)]
        return [f"a hand of {count}" for count in hands if count > DRAWN]

    def hidden(self, state: CardState, side: int) -> list[int]:
        """The cards of which a side cannot tell whether they are in the other's hand or stock."""
        return [c for c, at in enumerate(state.where) if at < 0 and self.field.side[c] != side]

    def view(self, state: CardState, side: str) -> dict[str, Any]:
        number = self.field.sides.index(side)
        seen = state.to_json()
        for card in self.hidden(state, number):
            seen["where"][card] = None
        seen["held"] = len(self.field.of(state, 1 - number, HAND))
        return seen

    def redeal(self, state: CardState, side: str, random: Random) -> CardState:
        number, dealt = self.field.sides.index(side), state.copy()
        hidden = self.hidden(state, number)
        held = set(random.sample(hidden, len(self.field.of(state, 1 - number, HAND))))
        for card in hidden:
            dealt.where[card] = HAND if card in held else STOCK
        return dealt


class OpenRules(CardRules):
    """The edition in which hands lie open (open:1)."""

    system = "open"
    cites = ("open", "cards")
    order_rules = ("open:1", "cards:2")
    secrets = False

    def view(self, state: CardState, side: str) -> dict[str, Any]:
        return state.to_json()

    def redeal(self, state: CardState, side: str, random: Random) -> CardState:
        return state.copy()


class CardValues(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    worth: int = Field(ge=1, le=9, description="What the card counts in its box (4)")


class StartValues(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    hands: dict[str, list[str]] = Field(default={}, description="The cards that each side holds")


def cheap_cards(scenario: Scenario) -> Iterator[Finding]:
    """What the system finds itself: a side with fewer cards than a hand."""
    for side in scenario.sides:
        if sum(unit.side == side for unit in scenario.units.values()) < DRAWN:
            yield Finding("UNIT951", Severity.ERROR, f"{side} has no full hand", Place(path=("units",)), "cards:1")


SYSTEM = System(
    name="cards",
    folder="toy_cards",
    title="Cards and boxes",
    rules=CardRules,
    unit_types=("card",),
    counters=CardValues,
    options={"wagers": Option(True, (True, False), "whether points are wagered", "cards:3")},
    start=StartValues,
    scoring=("box",),
    checks=(cheap_cards,),
    findings={"UNIT951": "A side has fewer cards than a hand holds."},
    sentences={
        "drawn": lambda names, data: f"{names.side(data['side'])} draws {names.unit(data['unit'])}",
        "passes": lambda names, data: f"{names.side(data['side'])} passes",
        "plays": lambda names, data: f"{names.unit(data['unit'])} goes into the {data['box']} box",
        "wagers": lambda names, data: f"{names.side(data['side'])} wagers {data['points']} on the {data['box']} box",
        "end": lambda names, data: "The game is over",
    },
)

OPEN = replace(SYSTEM, name="open", edition_of="cards", title="Cards and boxes, open hands", rules=OpenRules)


def duel(**changes: Any) -> Scenario:
    """Seven cards a side, six turns. A scenario has a map; nothing of this one stands on it."""
    cards = [(side, worth) for side in ("red", "blue") for worth in range(1, 8)]
    units = {f"{s}-{w}": Unit(f"{s}-{w}", s, f"{s.title()} {w}", "card", values={"worth": w}) for s, w in cards}
    scenario = Scenario(
        "duel",
        "Duel",
        "cards",
        BattleMap(Grid(GridSpec(1, 1)), load_palette("standard"), "No ground"),
        turns=Turns(6),
        sides={"red": Side("red", "Red"), "blue": Side("blue", "Blue", "#f2b8c0")},
        units=units,
        pools={side: Pool(side, tuple(key for key in units if units[key].side == side)) for side in ("red", "blue")},
        victory=Victory(tuple(Scoring("box", points=3, name=box) for box in BOXES), tie="blue"),
    )
    return scenario.with_(**changes)
