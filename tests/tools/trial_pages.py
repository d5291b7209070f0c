"""`python tests/tools/trial_pages.py`: plays 500 games of two scenarios and writes docs/trials.md with its charts."""

from __future__ import annotations

import os
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

ROOT = Path(__file__).resolve().parent.parent.parent
SCENARIOS = ("first_steps", "chippewa")
GAMES = 500
LONGEST = 900
"""Pixels along the longer side of the map of losses."""

HEAD = """\
# Two trials

{games} games each of two shipped scenarios, the staff on both sides, seeds 1 to {games}. This page is made by
`python tests/tools/trial_pages.py`. What the figures mean: [guide/trials.md](guide/trials.md).
"""


def main() -> int:
    """Play, draw, write."""
    from editor.output.trial_report import place_name
    from engine.formats import load_scenario
    from engine.trials import TrialSpec
    from engine.trials.trial import Planned, TrialPlan, carry_out
    from engine.trials.wording import balance, never_fought, outcome_name, percent

    folder = ROOT / "docs" / "images"
    parts = [HEAD.format(games=GAMES)]
    for key in SCENARIOS:
        scenario = load_scenario(key)
        spec = TrialSpec(scenario, dict.fromkeys(scenario.sides, "staff"), GAMES)
        trial = carry_out(TrialPlan((Planned(scenario.name, spec),)), jobs=int(os.environ.get("JOBS", "1")))
        summary = trial.first.summary
        lines = ["| | games | share | 95 % interval | points | steps lost |", "|---|---|---|---|---|---|"]
        for name, wins in summary.wins.items():
            low, high = summary.intervals[name]
            more = [f"{by[name]:.2f}" if name in by else "" for by in (summary.score, summary.lost_steps)]
            share = f"{percent(summary.rate(name))} | {percent(low)} to {percent(high)}"
            lines.append(f"| {outcome_name(scenario, name)} | {wins} | {share} | {more[0]} | {more[1]} |")
        pictures = [f"![{title}](images/{path.name})" for title, path in charts(trial, folder, key)]
        idle = ", ".join(never_fought(trial)) or "none"
        held = [
            f"{place_name(scenario, place)}: "
            + ", ".join(f"{outcome_name(scenario, s) if s else 'nobody'} {percent(v)}" for s, v in by.items())
            for place, by in (summary.held_by_turn[-1] if summary.held_by_turn else {}).items()
        ]
        said = [balance(summary, scenario), f"{summary.turns:.1f} turns and {summary.actions:.0f} actions on average."]
        said.append(f"Units that never fight: {idle}.")
        if held:
            said.append(f"Held at the end: {'; '.join(held)}.")
        parts += [f"## {scenario.name}", " ".join(said), "\n".join(lines), "\n\n".join(pictures)]
        print(key, balance(summary, scenario))
    (ROOT / "docs" / "trials.md").write_text("\n\n".join(part.strip("\n") for part in parts) + "\n", encoding="utf-8")
    return 0


def charts(trial: object, folder: Path, key: str) -> list[tuple[str, Path]]:
    """The charts of a trial as files: title and path of each."""
    from editor.output.export import need_application
    from editor.output.trial_report import colour_of, heat_map
    from engine.trials.charts import Bar, Series, bars, lines
    from engine.trials.trial import Trial
    from engine.trials.wording import outcome_name

    assert isinstance(trial, Trial)
    need_application()
    version = trial.first
    summary, scenario = version.summary, version.scenario

    def by_turn(rows: object, title: str) -> str:
        assert isinstance(rows, list)
        places = [str(turn) for turn in range(1, len(rows) + 1)]
        series = [
            Series(s.name, colour_of(scenario, k), [row.get(k) for row in rows]) for k, s in scenario.sides.items()
        ]
        return lines(series, places, title)

    wins = [
        Bar(outcome_name(scenario, name), colour_of(scenario, name), summary.rate(name), *summary.intervals[name])
        for name in summary.wins
    ]
    made = {
        "wins": ("Games won, with 95 % intervals", bars(wins, "Games won")),
        "points": ("Points at the end of each turn", by_turn(summary.score_by_turn, "Points by turn")),
        "losses": ("Steps lost up to the end of each turn", by_turn(summary.lost_by_turn, "Steps lost by turn")),
    }
    found = []
    for name, (title, chart) in made.items():
        path = folder / f"trial-{key}-{name}.svg"
        path.write_text(chart + "\n", encoding="utf-8")
        found.append((title, path))
    path = folder / f"trial-{key}-map.png"
    draw(heat_map(scenario, {name: sum(by.values()) for name, by in summary.lost_at.items()}), path)
    return [*found, ("Where units lose steps: the redder the more", path)]


def draw(svg: str, path: Path) -> None:
    """The map of losses as a small picture."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(svg.encode()))
    box = renderer.viewBoxF()
    scale = LONGEST / max(box.width(), box.height())
    image = QImage(round(box.width() * scale), round(box.height() * scale), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    with Image.open(BytesIO(data.data())) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
