"""Make the packages: a folder by PyInstaller, a ``.tar.xz`` and a ``.deb`` of it, in ``dist/``; print their sizes.

Run by ``make package``. Needs PyInstaller, and dpkg-deb for the ``.deb``.
"""

from __future__ import annotations

import lzma
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PARTS: Final = ROOT / "resources" / "package"
DIST: Final = ROOT / "dist"
DEPENDS: Final = "libgl1, libegl1"
METAINFO: Final = "io.github.hexwright.Hexwright.metainfo.xml"
MEGABYTE: Final = 1_000_000


def main() -> int:
    """Make them all; gives the exit status."""
    folder = built()
    report("folder", folder)
    archive = packed(folder)
    report("archive", archive)
    if shutil.which("dpkg-deb"):
        report("Debian package", debian(folder))
    else:
        print("no dpkg-deb here: no .deb")
    for path, size in largest(folder):
        print(f"  {size / MEGABYTE:6.1f} MB  {path}")
    return 0


def built() -> Path:
    """The folder that PyInstaller makes."""
    work = ROOT / "build" / "package"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(DIST), "--workpath", str(work), str(PARTS / "hexwright.spec")]
    subprocess.run(command, cwd=ROOT, check=True)
    folder = DIST / "hexwright"
    if shutil.which("strip"):
        # Marks for debuggers. Other libraries have none, or were laid out in a way that strip breaks.
        marked = (
            "libpython3*.so*",
            "lib-dynload/*.so",
            "PIL/_imaging.*.so",
            "yaml/_yaml.*.so",
            "libgeos*.so*",
            "libicu*.so*",
        )
        files = [path for pattern in marked for path in folder.rglob(pattern)]
        subprocess.run(["strip", "--strip-unneeded", *files], check=True)
    without_languages(folder)
    return folder


def without_languages(folder: Path) -> None:
    """Put empty tables in the place of ICU's tables of languages, 32 MB to which Qt's core is linked, where there is a
    compiler for them; else they stay."""
    compiler = shutil.which("cc")
    for path in folder.rglob("libicudata.so.*"):
        release = path.name.rpartition(".")[2]
        if compiler is None:
            print(f"no compiler here: {path.name} stays")
            continue
        command = [compiler, "-shared", "-fPIC", "-O2", "-s", f"-DENTRY=icudt{release}_dat", f"-Wl,-soname,{path.name}"]
        subprocess.run([*command, "-o", path, PARTS / "icu_stub.c"], check=True)


def packed(folder: Path) -> Path:
    """The archive of a folder. The same folder gives the same bytes."""
    target = DIST / f"hexwright-{version('hexwright')}-{sys.platform}.tar.xz"
    filters = [{"id": lzma.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "preset": 6}]
    with lzma.open(target, "wb", filters=filters) as stream, tarfile.open(fileobj=stream, mode="w|") as archive:
        for path in [folder, *sorted(folder.rglob("*"))]:
            archive.add(path, "hexwright" / path.relative_to(folder), recursive=False, filter=plain)
    return target


def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry without owner and date."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = 0
    return entry


def debian(folder: Path) -> Path:
    """The Debian package of a folder."""
    root = ROOT / "build" / "deb"
    shutil.rmtree(root, ignore_errors=True)
    share = root / "usr" / "share"
    shutil.copytree(folder, root / "usr" / "lib" / "hexwright", symlinks=True)
    for source, target in (
        ("hexwright.desktop", share / "applications" / "hexwright.desktop"),
        ("hexwright-mime.xml", share / "mime" / "packages" / "hexwright.xml"),
        (
            "io.github.hexwright.Hexwright.metainfo.xml",
            share / "metainfo" / "io.github.hexwright.Hexwright.metainfo.xml",
        ),
    ):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PARTS / source, target)
    icons = share / "icons" / "hicolor" / "scalable" / "apps"
    icons.mkdir(parents=True)
    shutil.copy(ROOT / "resources" / "icons" / "app.svg", icons / "hexwright.svg")
    papers = share / "doc" / "hexwright"
    papers.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", papers / "copyright")
    bin_folder = root / "usr" / "bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "hexwright").symlink_to("../lib/hexwright/hexwright")
    control = root / "DEBIAN" / "control"
    control.parent.mkdir()
    machine = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    kilobytes = sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink()) // 1024
    control.write_text(
        f"Package: hexwright\nVersion: {version('hexwright')}\nArchitecture: {machine}\nSection: graphics\n"
        f"Priority: optional\nMaintainer: The Hexwright authors <hexwright@localhost>\nInstalled-Size: {kilobytes}\n"
        f"Depends: {DEPENDS}\nDescription: workshop for board wargames\n"
        " Paint maps, build scenarios, and let the umpire check and play them.\n",
        encoding="utf-8",
    )
    target = DIST / f"hexwright_{version('hexwright')}_{machine}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(target)], check=True)
    return target


def largest(folder: Path) -> Iterator[tuple[str, int]]:
    """The twelve largest parts of a folder."""
    sizes: dict[str, int] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            parts = path.relative_to(folder).parts
            name = "/".join(parts[:2]) if len(parts) > 2 else "/".join(parts)
            sizes[name] = sizes.get(name, 0) + path.stat().st_size
    yield from sorted(sizes.items(), key=lambda one: -one[1])[:12]


def report(what: str, path: Path) -> None:
    """Print the size of a file or folder."""
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file() and not one.is_symlink()]
    size = sum(one.stat().st_size for one in files)
    print(f"{what}: {os.path.relpath(path, ROOT)}, {size / MEGABYTE:.1f} MB, {len(files):,} files", flush=True)


if __name__ == "__main__":
    sys.exit(main())
