"""ZIP archives of strangers, read within bounds, and archives of ours, with the same bytes each time."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final

from engine.errors import HexwrightError
from engine.pauses import pause

MOST_BYTES: Final = 250_000_000
"""Bytes of an archive's file."""
MOST_ENTRIES: Final = 20_000
MOST_UNPACKED: Final = 64_000_000
"""Bytes of one entry once it is unpacked."""
MOST_TOGETHER: Final = 600_000_000
"""Bytes of all entries that are read, once they are unpacked."""
_FIXED: Final = (1980, 1, 1, 0, 0, 0)
_STEP: Final = 1 << 16


class Archive:
    """A ZIP archive that may come from a stranger. Nothing is unpacked to disk, and names of entries are only names."""

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        """Open it; with ``data`` it is these bytes, and ``path`` only names it. Raises HexwrightError when it is not a
        sound archive, or is too large."""
        self.path = path
        self._read = 0
        try:
            if (path.stat().st_size if data is None else len(data)) > MOST_BYTES:
                raise HexwrightError(f"{path}: the archive is too large; at most {MOST_BYTES // 10**6} MB are read")
            self._zip = zipfile.ZipFile(path if data is None else io.BytesIO(data))
        except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError) as error:
            if isinstance(error, HexwrightError):
                raise
            # What the system says is about the disk; the rest is about what is in the file.
            reason = getattr(error, "strerror", None)
            if reason:
                raise HexwrightError(f"Could not read {path}: {reason}.") from None
            advice = "Save the file again in its own program."
            raise HexwrightError(f"Could not read {path}: it is not a sound ZIP archive. {advice}") from None
        entries = self._zip.infolist()
        if len(entries) > MOST_ENTRIES:
            self._zip.close()
            raise HexwrightError(f"{path}: the archive has {len(entries):,} entries; {MOST_ENTRIES:,} are allowed")
        self._entries = {entry.filename: entry for entry in entries if not entry.is_dir()}

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._zip.close()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    @property
    def names(self) -> list[str]:
        """The names of its entries, in their order."""
        return list(self._entries)

    def is_link(self, name: str) -> bool:
        """Whether an entry says that it is a link to another file."""
        return name in self._entries and stat.S_ISLNK(self._entries[name].external_attr >> 16)

    def read(self, name: str, most: int = MOST_UNPACKED) -> bytes:
        """The bytes of an entry. Raises HexwrightError, with the entry, when it is missing, broken or too large."""
        entry = self._entries.get(name)
        if entry is None:
            raise HexwrightError(f"{self.path}: the archive has no entry {name[:80]}")
        if entry.file_size > most:
            raise HexwrightError(
                f"{self.path}, entry {name[:80]}: it is too large; at most {most // 10**6} MB are read"
            )
        parts, size = [], 0
        try:
            with self._zip.open(entry) as stream:
                while part := stream.read(_STEP):
                    pause()
                    size += len(part)
                    self._read += len(part)
                    if size > most or self._read > MOST_TOGETHER:
                        raise HexwrightError(f"{self.path}, entry {name[:80]}: it unpacks to more than its header says")
                    parts.append(part)
        except (
            OSError,
            ValueError,
            EOFError,
            RuntimeError,
            NotImplementedError,
            zipfile.BadZipFile,
            zlib.error,
        ) as bad:
            if isinstance(bad, HexwrightError | InterruptedError):
                raise
            reason = "it has a password" if "password" in str(bad) else "it is broken"
            raise HexwrightError(f"{self.path}, entry {name[:80]}: {reason}") from None
        return b"".join(parts)


def packed(entries: Iterable[tuple[str, bytes]], plain: frozenset[str] = frozenset()) -> bytes:
    """An archive of entries in their order. The same entries give the same bytes. What is in ``plain``, and pictures,
    which are packed already, are stored as they are."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name, _FIXED)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            stored = name in plain or name.endswith((".png", ".jpg"))
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=None if stored else 6)
    return made.getvalue()
