"""Pictures on counters: each file is read once, within bounds of size and time, and not where the user waits.

Whether a file may be shown at all is said by `engine.formats.artwork`. Pixels are decoded by Pillow, drawings (SVG)
by a process of their own (`editor.pictures.drawing_apart`), which is ended when it takes too long.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from editor.work.background import Worker
from engine.errors import HexwrightError
from engine.formats.artwork import read_artwork

ART_PIXELS: Final = 700
"""A picture on a counter is kept no larger than this: a counter printed at 1200 dots per inch."""
LARGEST_ART: Final = 64_000_000
"""Pixels that the file of a picture may have."""
SECONDS: Final = 20
"""That a drawing may take to be drawn, the start of the process included."""
KEPT: Final = 400

Stamp: TypeAlias = tuple[int, int, int, int]
"""Which file, and in which state: device, number, time of the last change, size."""
Asked: TypeAlias = tuple[str, str, Stamp]
"""A path, the folder of the scenario that names it, and the file that is there now."""


class Behind(Protocol):
    """What reads pictures while the main thread goes on."""

    def read(self, asked: Asked) -> None:
        """Read a picture, and have it kept."""


class Gallery:
    """The pictures of counters that were asked for."""

    def __init__(self) -> None:
        self.behind: Behind | None = None
        """Reads for the main thread; without it whoever asks waits."""
        self.arrivals = 0
        """How often pictures have come that were not waited for."""
        self._answers: dict[Asked, QImage | None] = {}
        self._images: dict[Stamp, QImage | None] = {}
        self._lock = threading.Lock()

    def picture(self, path: Path, folder: str) -> QImage | None:
        """The picture of a file, small enough for counters; None where it cannot be shown, or is not read yet."""
        asked = _asked(path, folder)
        if asked is None:
            return None
        if asked in self._answers:
            return self._answers[asked]
        if self.behind is not None and threading.current_thread() is threading.main_thread():
            self._answers[asked] = None
            self.behind.read(asked)
            return None
        return self.keep(asked, self.load(asked))

    def keep(self, asked: Asked, image: QImage | None) -> QImage | None:
        """Keep what was read."""
        if len(self._answers) >= KEPT:
            self._answers.clear()
        self._answers[asked] = image
        return image

    def load(self, asked: Asked) -> QImage | None:
        """Read a picture; on any thread. A file that has several names is decoded once."""
        path, folder, stamp = asked
        with self._lock:
            try:
                kind, data = read_artwork(Path(path), folder)
            except HexwrightError:
                return None
            if stamp not in self._images:
                if len(self._images) >= KEPT:
                    self._images.clear()
                self._images[stamp] = drawn(data) if kind == "SVG" else decoded(data)
            return self._images[stamp]


gallery: Final = Gallery()


def _asked(path: Path, folder: str) -> Asked | None:
    text = str(path)
    # A path such as //server/share must not make the program call other machines.
    if text.replace("\\", "/").startswith("//"):
        return None
    try:
        info = path.stat()
    except (OSError, ValueError):
        return None
    return text, folder, (info.st_dev, info.st_ino, info.st_mtime_ns, info.st_size)


def decoded(data: bytes) -> QImage | None:
    """A picture of pixels, made small; None where it is broken or has too many."""
    # An editor that starts need not know how pictures are decoded.
    from PIL import Image

    from editor.pictures.opening import PictureError, broken, quiet

    try:
        with broken(Path("picture")), quiet(), Image.open(BytesIO(data)) as picture:
            if picture.width * picture.height > LARGEST_ART:
                return None
            picture.draft("RGB", (ART_PIXELS, ART_PIXELS))
            picture.thumbnail((ART_PIXELS, ART_PIXELS))
            small = picture.convert("RGBA")
    except (PictureError, Image.DecompressionBombError):
        return None
    wide, high = small.size
    return QImage(small.tobytes(), wide, high, 4 * wide, QImage.Format.Format_RGBA8888).copy()


def drawn(data: bytes) -> QImage | None:
    """A drawing as a picture; None where it is broken, or takes too long."""
    words = [sys.executable, "-m", "editor.pictures.drawing_apart", str(ART_PIXELS), str(SECONDS)]
    try:
        done = subprocess.run(words, input=data, capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    image = QImage.fromData(done.stdout)
    return None if image.isNull() else image


class ReadingBehind(QObject):
    """Reads pictures for the main thread on a thread of its own."""

    arrived = Signal()
    """All that was asked for has been read."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._worker = Worker("artwork", self)
        self._worker.idle.connect(self._come)
        gallery.behind = self
        self.destroyed.connect(partial(_go_away, self.read))

    def read(self, asked: Asked) -> None:
        """Read a picture, and have it kept."""
        self._worker.start(partial(gallery.load, asked), partial(self._keep, asked))

    def _keep(self, asked: Asked, image: QImage | None) -> None:
        gallery.keep(asked, image)

    def _come(self) -> None:
        gallery.arrivals += 1
        self.arrived.emit()


def _go_away(read: Callable[[Asked], None]) -> None:
    if gallery.behind is not None and gallery.behind.read == read:
        gallery.behind = None
