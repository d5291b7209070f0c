"""Hooks of rules files: each at its place, none without trust, and what becomes of a game whose hooks do wrong."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hooked import NAME, battle, game_with, in_combat, told, trusted

from engine.errors import HexwrightError
from engine.formats import load, load_scenario
from engine.kit.hooks import trust
from engine.kit.hooks.running import MOST_STEPS, HookFault
from engine.play import Game, Illegal, registry
from engine.players import seat
from engine.scenario import Scenario
from engine.umpire.checks import bars_to_play, check_loaded
from engine.umpire.testturns import Stop, play

MARKER = "ran.txt"


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is trusted, and who is trusted in a test is forgotten behind it."""
    folder = str(tmp_path_factory.mktemp("settings"))
    monkeypatch.setenv("XDG_CONFIG_HOME", folder)
    monkeypatch.setenv("APPDATA", folder)
    monkeypatch.setenv(trust.FOR_NOW, "")


def reach(game: Game, unit: str) -> dict[str, float]:
    return {hex: one.cost for hex, one in game.rules.reach(game.state, unit).hexes.items()}


# -- each hook at its place ---------------------------------------------------------------------------------------


def test_a_hook_says_what_steps_cost(tmp_path: Path) -> None:
    code = "def cost(view, unit, start, to, cost):\n    return None if to == 'F0606' else cost * 2\n"
    plain = reach(game_with(tmp_path, "def points(view, side):\n    return []\n"), "us-1")
    game = game_with(tmp_path, code)
    found, grid = reach(game, "us-1"), game.scenario.map.grid
    near = [grid.name(n) for n in grid.ring1[grid.parse("F0605")] if grid.name(n) in found]
    assert near
    assert {h: found[h] for h in near} == {h: plain[h] * 2 for h in near}
    assert "F0606" in plain
    assert "F0606" not in found
    assert not game.verdict("move us-1 F0606")
    assert game.verdict(f"move us-1 {near[0]}")


def test_a_hook_says_where_units_may_not_go(tmp_path: Path) -> None:
    code = "def may_enter(view, unit, hex):\n    return ('4', 'it is haunted') if hex == 'F0606' else None\n"
    game = game_with(tmp_path, code)
    verdict = game.verdict("move us-1 F0606")
    assert isinstance(verdict, Illegal)
    assert (verdict.rule, verdict.reason) == ("two_banks:4", "it is haunted")
    assert "F0606" not in reach(game, "us-1")


def test_a_hook_says_who_exerts_a_zone(tmp_path: Path) -> None:
    code = "def exerts(view, unit, hex, exerts):\n    return exerts and view.unit(unit).type != 'guns'\n"
    game = game_with(tmp_path, code)
    held = {unit for units in game.rules.zoc(game.state, "us").hexes.values() for unit in units}
    assert "us-1" in held
    assert "us-guns" not in held


def test_a_hook_says_who_is_supplied(tmp_path: Path) -> None:
    more = "settings: {depot: {kind: hexes, default: F0605}}\nsupply: {sources: [{place: depot}], trace: {hexes: 2}}\n"
    code = "def supplied(view, unit, supplied):\n    return supplied and unit != 'us-2'\n"
    game = game_with(tmp_path, code, more)
    units = game.rules.units(game.state)
    assert (units["us-1"]["supplied"], units["us-2"]["supplied"]) == (True, False)
    fed = game.rules.supply(game.state, "us").hexes
    assert fed["F0605"].line == ("F0605",)
    assert (fed["F0604"].line, fed["F0604"].why) == ((), "a hook of the rules file leaves it without supply")


def test_a_hook_says_what_units_bring_to_a_combat(tmp_path: Path) -> None:
    code = (
        "def strength(view, kind, unit, role, strength):\n"
        "    return strength + 4 if (kind, role) == ('attack', 'defender') else strength\n"
    )
    game = game_with(tmp_path, code, start=in_combat(), dice=(1,))
    game.apply("attack F0606 with us-1")
    assert told(game, "attack")[0]["strength"] == "5:6"


def test_a_hook_shifts_columns_and_the_die(tmp_path: Path) -> None:
    code = "def shift(view, kind, attackers, targets):\n    return [(-1, 2, f'{attackers[0]} at {targets[0]}')]\n"
    game = game_with(tmp_path, code, start=in_combat(), dice=(1,))
    game.apply("attack F0606 with us-1")
    attack, result = told(game, "attack")[0], told(game, "result")[0]
    columns = ["1:2", "1:1", "2:1", "3:1"]
    assert attack["shifts"][-1] == "-1 us-1 at F0606"
    assert columns.index(attack["basic"]) - columns.index(attack["column"]) == len(attack["shifts"])
    assert result["die"] == 3


def test_a_hook_says_what_may_not_be_attacked(tmp_path: Path) -> None:
    code = (
        "def may_attack(view, kind, attackers, targets):\n"
        "    return None if len(attackers) > 1 else ('6', 'nobody attacks alone')\n"
    )
    game = game_with(tmp_path, code, start=in_combat(us_2="F0706"))
    verdict = game.verdict("attack F0606 with us-1")
    assert isinstance(verdict, Illegal)
    assert (verdict.rule, verdict.reason) == ("two_banks:6", "nobody attacks alone")
    game.apply("attack F0606")
    game.apply("with us-1")
    assert "fight" not in game.legal_actions().texts()
    game.apply("with us-2")
    assert "fight" in game.legal_actions().texts()
    alone = game_with(tmp_path, code, start=in_combat(us_2="F0201", us_militia="F0202"))
    assert not any("attack" in text for text in alone.legal_actions().texts())


def test_a_hook_adds_effects_behind_a_result(tmp_path: Path) -> None:
    code = (
        "def after_result(view, kind, code, attackers, defenders):\n"
        "    return [{'points': len(attackers) + len(defenders), 'to': 'attacker'}, {'lose': 'attacker'}]\n"
    )
    game = game_with(tmp_path, code, start=in_combat(), dice=(5,))
    game.apply("attack F0606 with us-1")
    while game.decision is not None and game.decision.kind in ("loss", "retreat", "displacement"):
        game.apply(game.legal_actions().sample(Random(1)))
    assert [(one["side"], one["gained"]) for one in told(game, "points")] == [("us", 2)]
    assert [one["unit"] for one in told(game, "loss")][-1] == "us-1"


@pytest.mark.parametrize(
    ("hook", "said"),
    [
        ("turn_begins(view)", ("turn", "")),
        ("phase_begins(view, phase, side)", ("phase", "phase == 'movement' and side == 'us'")),
        ("phase_ends(view, phase, side)", ("phase", "phase == 'movement' and side == 'us'")),
    ],
)
def test_hooks_bring_effects_as_turns_and_phases_begin_and_end(
    tmp_path: Path, hook: str, said: tuple[str, str]
) -> None:
    before, when = said
    code = f"def {hook}:\n    return [{{'points': 3, 'to': 'ac'}}] if {when or 'view.turn == 1'} else []\n"
    game = game_with(tmp_path, code)
    if hook.startswith("phase_ends"):
        assert told(game, "points") == []
        game.apply("end phase")
    assert [one["gained"] for one in told(game, "points")] == [3]
    kinds = [event.kind for event in game.events]
    assert kinds.index(before) < kinds.index("points")


def test_a_hook_gives_points_with_reasons(tmp_path: Path) -> None:
    code = "def points(view, side):\n    return [(7, 'for glory')] if side == 'ac' else []\n"
    game = game_with(tmp_path, code)
    sheet = game.tally()
    assert sheet is not None
    assert ("for glory", {"ac": 7.0}) in [(line.about, dict(line.points)) for line in sheet.lines]
    assert game.rules.field.scores.score(game.state)[1] == 4 + 6 + 7


# -- what they see ------------------------------------------------------------------------------------------------


def test_a_view_tells_the_moment_units_and_ground_and_cannot_be_changed(tmp_path: Path) -> None:
    code = """
seen = []
def phase_begins(view, phase, side):
    unit, hex = view.unit("us-1"), view.hex("F0605")
    seen.append((view.turn, view.phase, view.side, view.night, view.weather))
    seen.append((unit.at, unit.steps, unit.side, unit.type, unit.status, unit.facing, unit.supplied, unit["strength"]))
    seen.append((hex.terrain, hex.features, hex.elevation, view.units("F0605")))
    seen.append((view.side_of("F0605", "F0606"), len(view.neighbours("F0605")), view.distance("F0605", "F0607")))
    seen.append(("F0606" in view.zone("us"), sorted(view.setting("depot"))))
    for change in (lambda: setattr(view, "turn", 2), lambda: setattr(unit, "at", "F0101")):
        try:
            change()
            seen.append("changed")
        except AttributeError:
            pass
    return []
"""
    game = game_with(tmp_path, code, "settings: {depot: {kind: hexes, default: F0605 F0606}}\n")
    seen = game.rules.field.hooks.runner._space["seen"]
    assert "changed" not in seen
    assert seen[0] == (1, "movement", "us", False, "")
    assert seen[1] == ("F0605", 1, "us", "foot", (), None, True, 5)
    assert seen[2][0] == "clear"
    assert seen[2][3] == ("us-1",)
    assert seen[3][1:] == (6, 2)
    assert seen[4] == (True, ["F0605", "F0606"])


def test_what_a_hook_sees_is_without_hooks(tmp_path: Path) -> None:
    code = "def exerts(view, unit, hex, exerts):\n    return hex in view.zone(view.unit(unit).side)\n"
    game = game_with(tmp_path, code)
    # Seen without hooks both are in the zone of the other.
    held = {unit for units in game.rules.zoc(game.state, "us").hexes.values() for unit in units}
    assert {"us-1", "us-2"} <= held


# -- wrong hooks --------------------------------------------------------------------------------------------------

WRONG = {
    "a number that is not exact": "def cost(view, unit, start, to, cost):\n    return 1.5\n",
    "a number below nothing": "def cost(view, unit, start, to, cost):\n    return -1\n",
    "a text for a number": "def cost(view, unit, start, to, cost):\n    return '1'\n",
    "an exception": "def cost(view, unit, start, to, cost):\n    return 1 // 0\n",
    "an exit": "def cost(view, unit, start, to, cost):\n    raise SystemExit\n",
    "an endless loop": "def cost(view, unit, start, to, cost):\n    while True:\n        pass\n",
    "no end of calls": "def cost(view, unit, start, to, cost):\n    return cost(view, unit, start, to, cost)\n",
    "another answer": "n = 0\ndef cost(view, unit, start, to, cost):\n    global n\n    n += 1\n    return n\n",
    "no paragraph": "def may_enter(view, unit, hex):\n    return ('99', 'no')\n",
    "no bool": "def exerts(view, unit, hex, exerts):\n    return 1\n",
    "no list": "def points(view, side):\n    return 3\n",
    "no such unit": "def points(view, side):\n    return [(view.unit('nobody').steps, 'x')]\n",
}


@pytest.mark.parametrize("code", WRONG.values(), ids=WRONG)
def test_a_hook_that_does_wrong_is_a_finding_and_ends_the_game(tmp_path: Path, code: str) -> None:
    try:
        game = game_with(tmp_path, code, start=in_combat())
        report = play(game, seat(["random"], game.scenario.sides, 1))
    except HookFault as fault:
        # It did wrong before there was a game.
        found = fault.finding
    else:
        assert report.stop is Stop.UMPIRE
        assert game.decision is None
        assert game.outcome() is not None
        assert not list(game.legal_actions())
        assert not game.verdict("end phase")
        (found,) = report.findings
    assert found.code == "KIT148"
    assert Path(found.place.file).name == NAME
    assert found.place.line > 0


@pytest.mark.parametrize(
    "effects",
    ["3", "[{'lose': 'unit'}]", "[{'status': 'nosuch', 'of': 'own'}]", "[{'lose': 'us', 'points': 2}]", "[{'fly': 1}]"],
)
def test_effects_that_are_none_are_a_finding(tmp_path: Path, effects: str) -> None:
    with pytest.raises(HookFault, match="turn_begins returned"):
        game_with(tmp_path, f"def turn_begins(view):\n    return {effects}\n")


def test_a_hook_that_fails_in_an_action_ends_the_game_and_can_be_taken_back(tmp_path: Path) -> None:
    code = "def after_result(view, kind, code, attackers, defenders):\n    raise ValueError('no')\n"
    game = game_with(tmp_path, code, start=in_combat(), dice=(5,))
    while game.decision is not None and not told(game, "end"):
        texts = game.legal_actions().texts()
        game.apply("attack F0606 with us-1" if "attack F0606" in texts else texts[0])
    assert game.decision is None
    assert told(game, "end")
    assert game.rules.stopped(game.state) is not None
    game.undo()


def test_a_loop_without_end_is_cut_off_after_a_number_of_steps(tmp_path: Path) -> None:
    file = battle(tmp_path, "while True:\n    pass\ndef points(view, side):\n    return []\n")
    trusted(tmp_path)
    with pytest.raises(HookFault, match=f"more than {MOST_STEPS:,} steps"):
        Game(load_scenario(file), 1)


def test_a_game_by_hooks_goes_on_elsewhere(tmp_path: Path) -> None:
    code = (
        "def after_result(view, kind, code, attackers, defenders):\n"
        "    return [{'retreat': 'defender', 'hexes': 1}, {'lose': 'defender', 'steps': 2}]\n"
    )
    game = game_with(tmp_path, code, start=in_combat(), dice=(1,))
    game.apply("attack F0606 with us-1")
    assert game.decision is not None
    assert game.decision.kind == "retreat"
    other = registry.system(game.scenario.system).rules(game.scenario, {})
    twin = Game.from_json(game.scenario, game.to_json(), other)
    assert twin.legal_actions().texts() == game.legal_actions().texts()
    text = game.legal_actions().texts()[0]
    assert [event.to_json() for event in twin.apply(text)] == [event.to_json() for event in game.apply(text)]
    assert twin.state == game.state


# -- trust --------------------------------------------------------------------------------------------------------

SPY = f"open({MARKER!r}, 'w').close()\ndef points(view, side):\n    return []\n"


def test_nothing_is_run_without_trust(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = battle(tmp_path, SPY)
    for one, path in ((file, "system"), (tmp_path / "rules.yaml", "hooks")):
        (found,) = [finding for finding in check_loaded(load(one)) if finding.severity == "error"]
        assert (found.code, Path(found.place.file).name, found.place.data_path) == ("KIT148", one.name, path)
        assert found.place.line > 0
        assert NAME in found.message
        assert found.hint
    assert [one.code for one in bars_to_play(load(file))] == ["KIT148"]
    scenario = load(file).model
    assert isinstance(scenario, Scenario)
    system = registry.system(scenario.system)
    assert system.title == "Two Banks"
    assert system.counters is not None
    with pytest.raises(HexwrightError, match="not trusted"):
        system.rules(scenario, {})
    assert not Path(MARKER).exists()
    trusted(tmp_path)
    assert [one for one in check_loaded(load(file)) if one.severity == "error"] == []
    Game(load_scenario(file), 1)
    assert Path(MARKER).exists()


def test_other_bytes_are_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = battle(tmp_path, "def points(view, side):\n    return []\n")
    trusted(tmp_path)
    Game(load_scenario(file), 1)
    (tmp_path / NAME).write_text(SPY, encoding="utf-8")
    with pytest.raises(HexwrightError):
        Game(load_scenario(file), 1)
    assert not Path(MARKER).exists()


@pytest.mark.parametrize(
    ("ref", "code", "said"),
    [
        ("./nosuch.py", "", "there is no file"),
        ("../outside.py", "", "outside the folder"),
        ("./my_hooks.txt", "", "not a Python file"),
        (f"./{NAME}", "def cost(:", "is not Python code"),
        (f"./{NAME}", "def cost(view):\n    return 1\n", "is called as cost(view, unit, start, to, cost)"),
        (f"./{NAME}", "def costs(view):\n    return 1\n", "has none of the functions"),
        (f"./{NAME}", "(" * 2000, "cannot be read|is not Python code"),
    ],
)
def test_hooks_that_are_wrong_as_text_are_said_without_running_them(
    tmp_path: Path, ref: str, code: str, said: str
) -> None:
    file = battle(tmp_path, code)
    (tmp_path.parent / "outside.py").write_text("raise SystemExit\n", encoding="utf-8")
    rules = tmp_path / "rules.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace(f"hooks: ./{NAME}", f"hooks: {ref}"), encoding="utf-8")
    (found,) = [finding for finding in load(rules).findings if finding.code == "KIT148"]
    assert any(part in found.message for part in said.split("|"))
    assert found.place.line > 0
    with pytest.raises(HexwrightError):
        Game(load_scenario(file), 1)
