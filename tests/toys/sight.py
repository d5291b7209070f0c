"""How far apart two colours are as a person without red or green cones sees them.

Dichromatic sight is simulated with the matrices of Viénot, Brettel and Mollon (1999) on linear light; distances
are those of CIE L*a*b*, where 2.3 is just noticeable.
"""

from __future__ import annotations

SIGHT = {
    "everybody's": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """A colour in CIE L*a*b* as it is seen."""
    light = []
    for part in (colour[1:3], colour[3:5], colour[5:7]):
        value = int(part, 16) / 255
        light.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    r, g, b = (max(0.0, sum(k * v for k, v in zip(row, light, strict=True))) for row in SIGHT[sight])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def gap(one: str, other: str, sight: str) -> float:
    """The distance of two colours to somebody's sight."""
    return float(sum((a - b) ** 2 for a, b in zip(seen(one, sight), seen(other, sight), strict=True)) ** 0.5)
