"""What the monkey watches for: tracebacks, Qt's warnings, lines in the log, and what stays alive that was closed."""

from __future__ import annotations

import ctypes
import gc
import logging
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from functools import _lru_cache_wrapper
from pathlib import Path
from time import monotonic
from types import FrameType, TracebackType
from typing import Any, Final

from PySide6.QtWidgets import QWidget

IGNORED: Final = (
    # The screenless platform says so of every window with a least size; real platforms do not.
    "This plugin does not support",
    # Of events made by the monkey itself: a widget may let a click pass.
    "not accepted by receiving widget",
)
MEGABYTE: Final = 1 << 20
GROWTH: Final = 150 * MEGABYTE
"""What may be alive beside what was after the first quarter of the rests: caches fill."""
SINGLE: Final = ("Document", "Tab", "MapScene", "Preview", "Recovery")
"""Of these there is one for each open document."""
LINEAGE: Final = 5
"""So many names tell where a widget stands."""
STEADY: Final = 300.0
"""Seconds after which a run has filled its caches ..."""
MORE: Final = 1.05
"""... and what may be alive at its end, beside what was alive then; caches with a limit are emptied before both."""
SMALL: Final = 80
"""Bytes of one of Python's small objects, about."""
WARM: Final = 2
"""Rests before what is kept is kept: menus, caches and dialogs' pictures are made when first wanted."""


class Watch:
    """Collects faults; the first one ends the run."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.rests: list[Rest] = []
        self.moments: list[float] = []
        """When each rest was, in seconds since the run began."""
        self._begun = monotonic()

    def elapsed(self) -> float:
        """Seconds since the run began."""
        return monotonic() - self._begun

    def fault(self, text: str) -> None:
        """Something is wrong."""
        self.faults.append(text)

    # -- what goes wrong by itself --------------------------------------------------------------------------------

    def begin(self) -> None:
        """Hear of every traceback, Qt warning and log line from now on."""
        from PySide6.QtCore import qInstallMessageHandler

        sys.excepthook = self._on_exception
        threading.excepthook = lambda given: self._on_exception(
            given.exc_type, given.exc_value or given.exc_type(), given.exc_traceback
        )
        sys.unraisablehook = lambda given: self._on_exception(
            given.exc_type, given.exc_value or given.exc_type(), given.exc_traceback
        )
        qInstallMessageHandler(self._on_message)
        logging.getLogger().addHandler(_Listener(self))

    def _on_exception(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        self.fault("traceback\n" + "".join(traceback.format_exception(kind, error, where)))

    def _on_message(self, kind: Any, _where: Any, text: str) -> None:
        from PySide6.QtCore import QtMsgType

        quiet = kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg)
        if not quiet and not any(known in text for known in IGNORED):
            self.fault(f"Qt says: {text}\n{''.join(traceback.format_stack(limit=12))}")

    # -- what stays alive -----------------------------------------------------------------------------------------

    def rest(self) -> None:
        """Every document but one empty map is closed, and every dialog: look at what is alive."""
        found = Rest.now()
        self.rests.append(found)
        self.moments.append(self.elapsed())
        if self.moments[-1] >= STEADY and not any(rest.apart for rest in self.rests):
            found.empty_caches()
        for kind in SINGLE:
            if found.objects[kind] != 1:
                held = "\n".join(found.held[kind])
                self.fault(f"{found.objects[kind]} of {kind} are alive where one document is open\n{held}")
        for kind, count in found.dialogs.items():
            self.fault(f"{count} dialogs {kind} are alive where none is open")
        if len(self.rests) <= WARM:
            return
        usual = self.rests[WARM - 1]
        more = {kind: count for kind, count in (found.widgets - usual.widgets).items() if count > 1}
        if more and len(self.rests) > WARM + 1 and self.rests[-2].widgets - usual.widgets:
            before = self.rests[-2].widgets - usual.widgets
            growing = {kind: count for kind, count in more.items() if count > before[kind] > 0}
            if growing:
                self.fault(f"more and more widgets are alive: {growing}")
        # What is used for the first time is made once, rarely more and more so; what leaks grows on.
        first = max(WARM, len(self.rests) // 4)
        grown = found.alive - self.rests[first - 1].alive
        if grown > GROWTH:
            self.fault(f"what is alive has grown by {grown // MEGABYTE} MB between rests {first} and {len(self.rests)}")

    def end(self) -> None:
        """The run is over: at most a twentieth more is alive than at minute five, what caches with a limit hold left
        out, for few of them are full by then. A shorter run says nothing of it."""
        last = self.rests[-1]
        steady = next((rest for rest in self.rests if rest.apart), last)
        if steady is last:
            return
        last.empty_caches()
        if last.apart > steady.apart * MORE:
            before, after = (rest.apart // MEGABYTE for rest in (steady, last))
            self.fault(
                f"what is alive without caches has grown from {before} MB at minute five to {after} MB at the end; "
                f"there is more of {most_of(last.kept - steady.kept)}"
            )


class Rest:
    """What is alive at a rest."""

    def __init__(
        self,
        objects: Counter[str],
        widgets: Counter[str],
        dialogs: Counter[str],
        memory: int,
        alive: int,
        pictures: int,
        held: Mapping[str, list[str]],
    ) -> None:
        self.objects, self.widgets, self.dialogs, self.held = objects, widgets, dialogs, held
        self.memory, self.alive, self.pictures = memory, alive, pictures
        self.apart = 0
        """Bytes that are alive beside caches with a limit; 0 where nobody has looked."""
        self.kept = Counter[str]()
        """The objects that are alive then."""

    def empty_caches(self) -> None:
        """Empty every cache of the program that has a limit, and look at what is alive without them."""
        empty_caches()
        gc.collect()
        self.apart = alive()
        self.kept = Counter(type(one).__name__ for one in gc.get_objects())

    @classmethod
    def now(cls) -> Rest:
        """Look."""
        from PySide6.QtCore import QCoreApplication, QEvent
        from PySide6.QtGui import QImage
        from PySide6.QtWidgets import QApplication, QDialog, QTabBar

        for _ in range(3):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            gc.unfreeze()
            gc.collect()
        everything = gc.get_objects()
        objects = Counter(type(one).__name__ for one in everything)
        held: dict[str, list[str]] = {}
        for kind in SINGLE:
            if objects[kind] > 1:
                held[kind] = [line for one in everything if type(one).__name__ == kind for line in holders(one)]
        pictures = sum(one.sizeInBytes() for one in everything if isinstance(one, QImage))
        del everything
        # The bars of docks that lie on one another are Qt's own: it keeps those that it does not use for the next ones.
        # So is the list of a combo box, which is made when it is first opened: a box that leaks is counted itself.
        widgets = [
            one
            for one in QApplication.allWidgets()
            if not any(isinstance(of, QTabBar) for of in (one, one.parent())) and "QComboBoxPrivate" not in lineage(one)
        ]
        dialogs = Counter(type(one).__name__ for one in widgets if isinstance(one, QDialog))
        return cls(objects, Counter(map(lineage, widgets)), dialogs, memory(), alive(), pictures, held)

    def more_than(self, other: Rest) -> str:
        """What there is more of than at another rest, most of it first: where growth comes from."""
        return most_of(self.objects - other.objects)

    def __str__(self) -> str:
        apart = f"{self.apart / MEGABYTE:.0f} without caches, " if self.apart else ""
        return (
            f"{self.memory / MEGABYTE:.0f} MB ({self.alive / MEGABYTE:.0f} alive, {apart}"
            f"{self.pictures / MEGABYTE:.0f} of pictures), "
            f"{sum(self.objects.values()):,} objects, {sum(self.widgets.values())} widgets"
        )


def most_of(grown: Counter[str]) -> str:
    """The kinds of which there is most more, in words."""
    return ", ".join(f"{kind} {count:+,}" for kind, count in grown.most_common(12))


def lineage(widget: QWidget) -> str:
    """What a widget is, and what it stands in: by that one finds what is made again and again."""
    names = []
    above: Any = widget
    while isinstance(above, QWidget) and len(names) < LINEAGE:
        names.append(above.metaObject().className())
        above = above.parent()
    return " in ".join(names)


def holders(one: object, depth: int = 3) -> Iterator[str]:
    """Who refers to something, and who to them, a line each."""
    yield f"{type(one).__name__} at {id(one):x}, {sys.getrefcount(one)} references"
    seen = {id(one)}
    yield from _referrers(one, depth, seen)


def _referrers(one: object, depth: int, seen: set[int], indent: str = "  ") -> Iterator[str]:
    for other in gc.get_referrers(one):
        small = not isinstance(other, (list, tuple, dict, set)) or len(other) < 2000
        if id(other) in seen or isinstance(other, FrameType | Generator) or not small:
            continue
        seen.add(id(other))
        name = getattr(other, "__qualname__", "") or (_keys(other) if isinstance(other, dict) else "")
        yield f"{indent}{type(other).__name__} {name}"
        if depth > 1:
            yield from _referrers(other, depth - 1, seen, indent + "  ")


def _keys(some: dict[Any, Any]) -> str:
    # Names only: what else is a key may be a widget that is gone, of which one may not ask even that.
    return str([key if isinstance(key, str) else type(key).__name__ for key in list(some)[:4]])


def memory() -> int:
    """What this process has from the system, in bytes, holes between what is alive included; 0 where that is not
    known."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError):
        return 0
    return pages * 4096


def empty_caches() -> None:
    """Empty the program's caches that have a limit, and Qt's own of pictures. One without a limit is left as it is:
    that it grows is what is looked for."""
    from PySide6.QtGui import QPixmapCache

    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper):
            ours = (one.__module__ or "").startswith(("editor.", "engine."))
            if ours and one.cache_info().maxsize is not None:
                one.cache_clear()
        elif type(one).__name__ == "KeptPictures":
            one.clear()
    QPixmapCache.clear()


def alive() -> int:
    """What is alive in this process's memory, in bytes: what C and C++ have asked for and not given back, and Python's
    small objects at a usual size. Where the system does not tell it is what the process has from the system."""
    try:
        tell = ctypes.CDLL(None).mallinfo2
    except (OSError, AttributeError):
        return memory()
    tell.restype = _Heap
    heap = tell()
    return int(heap.mapped + heap.used + sys.getallocatedblocks() * SMALL)


class _Heap(ctypes.Structure):
    """``struct mallinfo2`` of the GNU C library."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in ("arena", "holes", "_", "maps", "mapped", "__", "___", "used", "free", "top")
    )


class _Listener(logging.Handler):
    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.WARNING)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        """A warning in the log is a fault."""
        text = record.getMessage()
        if record.exc_info:
            text += "\n" + "".join(traceback.format_exception(*record.exc_info))
        self._watch.fault(f"in the log: {text}")
