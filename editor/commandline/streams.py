"""Standard output and error that take any text, and show what would give a terminal orders instead of obeying it."""

from __future__ import annotations

import io
import sys
from typing import Final

_ORDERS: Final = {
    *range(0x20),
    *range(0x7F, 0xA0),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
} - {ord("\n"), ord("\t"), ord("\r")}
"""Control characters, and those that turn the direction of writing; those of lines are left as they are."""
_SHOWN: Final = {code: f"\\u{code:04x}" for code in _ORDERS}


class PlainText(io.TextIOWrapper):
    """A stream in which names out of files cannot colour, clear or retitle a terminal: it shows such characters."""

    def write(self, text: str, /) -> int:
        """Write text with its control characters spelled out, as they are in JSON; how many characters were given."""
        super().write(text.translate(_SHOWN))
        return len(text)


def _plain(stream: io.TextIOWrapper) -> PlainText:
    """A stream in the place of another one, which hands over what it wrote to, and writes as soon as that one did."""
    encoding, by_line, at_once = stream.encoding, stream.line_buffering, stream.write_through
    return PlainText(stream.detach(), encoding, "backslashreplace", line_buffering=by_line, write_through=at_once)


def open_streams() -> None:
    """Standard output and error that take anything: they may have been closed, and know few letters."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        elif type(stream) is io.TextIOWrapper:
            stream.flush()
            plain = _plain(stream)
            if getattr(sys, f"__{name}__") is stream:
                # A packed program flushes the stream of the start at its end, too.
                setattr(sys, f"__{name}__", plain)
            setattr(sys, name, plain)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
