"""What it takes to start the editor."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from harness import Took, Watch, bench, median

from maps import folder


@bench("editor start to first paint", 1.5, "s")
def start() -> Took:
    """Lundy's Lane, from the start of the process; the median of five."""
    script = Path(__file__).with_name("first_paint.py")
    env = {**os.environ, "HEXWRIGHT_STATE": str(folder() / "s"), "HEXWRIGHT_SETTINGS": str(folder() / "s.ini")}
    taken = []
    for _ in range(5):
        watch = Watch(children=True)
        command = [sys.executable, str(script), "scenarios/lundys_lane.yaml"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            clock = watch.took().clock
            said += process.communicate()[1]
        if not said.startswith("painted") or process.returncode:
            raise RuntimeError(f"the editor did not start, status {process.returncode}: {said}")
        # The processor's time is known at the end only; closing the window is in it.
        taken.append(Took(clock, min(clock, watch.took().idle)))
    return median(taken)
