"""Pictures of packs: what is named as one has to be one."""

from __future__ import annotations

import io
import struct
import warnings
from typing import Final

from PIL import Image

from engine.errors import HexwrightError
from engine.formats.artwork import check_drawing

ENDINGS: Final = (".png", ".jpg", ".jpeg", ".svg")
READ: Final = ("PNG", "JPEG")


def refuse_other(data: bytes, ending: str) -> None:
    """Raise HexwrightError, with the reason, where a file whose name has one of these endings is not a picture. The
    pixels are not unpacked."""
    if ending == ".svg":
        check_drawing(data)
        return
    try:
        with warnings.catch_warnings():
            # How large it is unpacked is no danger here.
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=READ) as picture:
                picture.verify()
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, Image.DecompressionBombError):
        raise HexwrightError("this is not a picture in PNG or JPEG format, or it is broken") from None
