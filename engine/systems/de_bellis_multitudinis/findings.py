"""What the codes of this system's own findings mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FINDINGS: Final[Mapping[str, str]] = {}
