"""What the tests cannot show, since it needs other programs or is slow: each part says what it did, or why it did not.

Run by ``make proof`` (``ARGS="tiled plugin"`` for some of them). The exit status is 1 when a part fails; one whose
program is not here is left out with a word.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from tests.tools.package import DEPENDS

ROOT: Final = Path(__file__).resolve().parents[2]
TEMPLATE: Final = ROOT / "docs" / "plugin-template"
SECONDS: Final = 60
"""How long a window may take to show itself."""
COLOURS: Final = 2000
"""More colours than a window without a map has."""
UNSEEN: Final = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


class LeftOutError(Exception):
    """A part needs something that is not here."""


def main(wanted: Iterable[str]) -> int:
    """Run the parts that are wanted, or all; gives the exit status."""
    chosen = list(wanted) or list(PARTS)
    failed = []
    for name in chosen:
        print(f"== {name}", flush=True)
        try:
            with tempfile.TemporaryDirectory(prefix="hexwright-proof-") as folder:
                PARTS[name](Path(folder))
        except LeftOutError as reason:
            print(f"   left out: {reason}")
        except (subprocess.CalledProcessError, AssertionError) as error:
            print(f"   FAILED: {error}\n{getattr(error, 'stdout', '') or ''}{getattr(error, 'stderr', '') or ''}")
            failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all that was run is well")
    return 1 if failed else 0


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """What a program says; raises CalledProcessError when it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, env=env or UNSEEN, cwd=cwd, check=True)
    return done.stdout + done.stderr


def needed(*programs: str) -> None:
    """Raise LeftOutError where a program is missing."""
    for program in programs:
        if shutil.which(program) is None:
            raise LeftOutError(f"there is no {program} here")


def maps() -> list[str]:
    """The shipped maps of hexes."""
    return [
        path.stem for path in sorted((ROOT / "maps").glob("*.yaml")) if "\ngrid:" in path.read_text(encoding="utf-8")
    ]


def hexwright(*words: str | Path) -> str:
    """What the command line says."""
    return run(Path(sys.executable).with_name("hexwright"), *words, cwd=ROOT)


def tiled(folder: Path) -> None:
    """Tiled draws every shipped map, and writes it as JSON of its own."""
    needed("tmxrasterizer", "tiled")
    private = folder / "runtime"
    private.mkdir(mode=0o700)
    env = {**UNSEEN, "XDG_RUNTIME_DIR": str(private)}
    for name in maps():
        file = folder / f"{name}.tmx"
        hexwright("export", name, "-o", file)
        run("tmxrasterizer", "--scale", "0.1", file, folder / f"{name}.png", env=env)
        assert (folder / f"{name}.png").stat().st_size > 1_000, f"{name}: nothing was drawn"
        run("tiled", "--export-map", "json", file, folder / f"{name}.json", env=env)
        hexwright("import", folder / f"{name}.json", "-o", folder / f"{name}-again.yaml")
        print(f"   {name}: drawn, and written by Tiled as {(folder / f'{name}.json').stat().st_size:,} bytes")


def pytiled(folder: Path) -> None:
    """Another program's reader takes every shipped map."""
    python = environment(folder / "env", "pytiled-parser")
    for name in maps():
        for ending in ("tmx", "tmj"):
            file = folder / f"{name}.{ending}"
            hexwright("export", name, "-o", file)
            code = (
                "import sys, pytiled_parser as p; m = p.parse_map(__import__('pathlib').Path(sys.argv[1]));"
                "print(m.map_size.width, m.map_size.height, len(m.layers))"
            )
            print(f"   {file.name}: {run(python, '-c', code, file).strip()}")


def plugin(folder: Path) -> None:
    """The template is built, installed into a fresh environment, and both of its formats go out and come back."""
    python = environment(folder / "env", "hatchling", "build")
    run(python, "-m", "pip", "install", "-q", str(ROOT), cwd=folder)
    source = shutil.copytree(TEMPLATE, folder / "template")
    run(python, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, source)
    (wheel,) = folder.glob("hexwright_boards-*.whl")
    run(python, "-m", "pip", "install", "-q", "--no-deps", wheel)
    program = python.with_name("hexwright")
    env = {**UNSEEN, "HOME": str(folder)}
    said = run(program, "formats", env=env)
    assert "megamek" in said, said
    assert "wesnoth" in said, said
    for ending in ("board", "map"):
        out, again = folder / f"a.{ending}", folder / f"b.{ending}"
        run(program, "export", "lundys_lane", "-o", out, env=env, cwd=folder)
        run(program, "import", out, "-o", folder / f"{ending}.yaml", env=env, cwd=folder)
        run(program, "export", folder / f"{ending}.yaml", "-o", again, env=env, cwd=folder)
        assert out.read_bytes() == again.read_bytes(), f"{ending}: the second export differs"
        print(f"   .{ending}: out, in and out again, {out.stat().st_size:,} bytes")


def desktop(folder: Path) -> None:
    """What desktops read of the package is sound."""
    parts = ROOT / "resources" / "package"
    needed("appstreamcli")
    print(
        "  ", run("appstreamcli", "validate", "--no-net", *parts.glob("*.metainfo.xml")).strip().replace("\n", "\n   ")
    )
    needed("desktop-file-validate", "update-mime-database")
    run("desktop-file-validate", parts / "hexwright.desktop")
    kinds = folder / "mime" / "packages"
    kinds.mkdir(parents=True)
    shutil.copy(parts / "hexwright-mime.xml", kinds / "hexwright.xml")
    run("update-mime-database", folder / "mime")
    magic = (folder / "mime" / "magic").read_bytes()
    assert b"hexwright-scenario" in magic
    print("   desktop file and kinds of file are sound")


def package(folder: Path) -> None:
    """The packed program works with an empty home and without Python."""
    home = folder / "home"
    home.mkdir()
    env = {"PATH": "/nowhere", "HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    for words in commands(folder):
        well(words, run(packed_program(), *words, env=env, cwd=folder))


def well(words: list[str | Path], said: str) -> None:
    """Print a command and the last line that it said."""
    assert "Traceback" not in said, said
    print(f"   {' '.join(map(str, words[:3]))}: {said.strip().splitlines()[-1][:100] if said.strip() else 'well'}")


def packed_program() -> Path:
    """The program in the packed folder."""
    program = ROOT / "dist" / "hexwright" / "hexwright"
    if not program.is_file():
        raise LeftOutError("there is no dist/hexwright; run make package first")
    return program


def root(folder: Path) -> None:
    """The Debian package works in a system that has nothing else: no Python, an empty home, no network, no fonts.

    The system is made once by debootstrap and kept in build/root; its network is taken away by unshare.
    """
    needed("debootstrap", "unshare", "chroot", "Xvfb", "convert")
    debs = sorted((ROOT / "dist").glob("*.deb"))
    if not debs:
        raise LeftOutError("there is no .deb in dist; run make package first")
    if os.geteuid():
        raise LeftOutError("only root may make a clean system")
    system = ROOT / "build" / "root"
    if not (system / "usr" / "bin" / "Xvfb").is_file():
        run(
            "debootstrap",
            "--variant=minbase",
            f"--include={','.join((*DEPENDS.split(', '), 'xvfb'))}",
            "bookworm",
            system,
        )
    inside = [
        "unshare",
        "-n",
        "chroot",
        str(system),
        "env",
        "-i",
        "PATH=/usr/bin:/bin:/usr/sbin:/sbin",
        "LC_ALL=C.UTF-8",
    ]
    assert not list((system / "usr" / "bin").glob("python3*")), "there is a Python in the clean system"
    shutil.copy(debs[-1], system / "hexwright.deb")
    run(*inside, "dpkg", "-i", "/hexwright.deb")
    shutil.rmtree(system / "home", ignore_errors=True)
    (system / "home" / "work").mkdir(parents=True)
    inside += ["HOME=/home"]
    for words in commands(Path("/home/work")):
        well(words, run(*inside, "QT_QPA_PLATFORM=offscreen", "hexwright", *words))
    print(f"   the window: {window(inside, system)}")


def window(inside: list[str], system: Path) -> str:
    """Open the window of the program in a clean system, and keep a picture of it in build; gives the picture's name."""
    seen, shots = ROOT / "build" / "window.png", system / "home" / "work"
    command = [*inside, "Xvfb", ":77", "-screen", "0", "1600x1000x24", "-fbdir", "/home/work", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    running = [screen]
    try:
        socket = system / "tmp" / ".X11-unix" / "X77"
        for _ in range(SECONDS):
            time.sleep(1)
            if socket.exists():
                break
        scenario = "/usr/lib/hexwright/_internal/hexwright_data/scenarios/lundys_lane.yaml"
        program = subprocess.Popen([*inside, "DISPLAY=:77", "hexwright", scenario])
        running.append(program)
        for _ in range(SECONDS):
            time.sleep(1)
            assert program.poll() is None, "the window has closed by itself"
            run("convert", f"xwd:{shots / 'Xvfb_screen0'}", seen)
            if int(run("convert", seen, "-resize", "400x", "-format", "%k", "info:")) > COLOURS:
                return str(seen)
        raise AssertionError("no map is seen in the window")
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait()


def commands(folder: Path) -> list[list[str | Path]]:
    """What the packed program is asked to do."""
    found: list[list[str | Path]] = [
        ["check", "lundys_lane"],
        ["render", "first_steps", "-o", folder / "a.png", "--dpi", "60"],
        ["counters", "first_steps", "-o", folder / "a.pdf"],
        ["play", "first_steps", "--turns", "1"],
        ["trial", "first_steps", "--games", "4", "--jobs", "2"],
        ["formats"],
    ]
    endings = (
        ".vmod",
        ".tts.json",
        ".svg",
        ".layers.zip",
        ".layers.pdf",
        ".zip",
        ".tmx",
        ".tmj",
        ".wxx",
        ".csv",
        ".json",
    )
    return [*found, *(["export", "first_steps", "-o", folder / f"b{ending}"] for ending in endings)]


def environment(folder: Path, *packages: str) -> Path:
    """The Python of a fresh environment with these packages."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    try:
        run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)
    except subprocess.CalledProcessError as error:
        raise LeftOutError(f"{' '.join(packages)} cannot be installed: {error.stderr.strip()[-200:]}") from None
    return python


PARTS: Final[dict[str, Callable[[Path], None]]] = {
    "tiled": tiled,
    "pytiled": pytiled,
    "plugin": plugin,
    "desktop": desktop,
    "package": package,
    "root": root,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
