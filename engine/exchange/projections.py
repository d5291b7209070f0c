"""Projections on the ellipsoid: from longitude and latitude to metres and back.

Built in are the ones that maps are made with and most data comes in: azimuthal equal-area, transverse Mercator with all
UTM zones, conformal conic, Web Mercator, and degrees. Any other needs the package pyproj, where it is installed.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import HexwrightError

Floats = NDArray[np.float64]
A: Final = 6378137.0
FLAT: Final = 1 / 298.257223563
E2: Final = FLAT * (2 - FLAT)
E: Final = E2**0.5
ROUNDS: Final = 8
DEGREES: Final = "EPSG:4326"
_KNOWN: Final = {
    3035: "+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000",
    3034: "+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000",
    2154: "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000",
    3857: "+proj=webmerc",
    900913: "+proj=webmerc",
}
_DEGREES: Final = frozenset({4326, 4258, 4269, 84})
_ELLIPSOIDS: Final = ("WGS84", "GRS80", "WGS_1984", "GRS_1980", "NAD83", "ETRS89")
_NUMBER: Final = re.compile(r"[-+]?[\d.]+(e[-+]?\d+)?")
_KINDS: Final = {
    "transverse_mercator": "tmerc",
    "gauss_kruger": "tmerc",
    "lambert_conformal_conic": "lcc",
    "lambert_conformal_conic_2sp": "lcc",
    "lambert_conformal_conic_1sp": "lcc",
    "lambert_azimuthal_equal_area": "laea",
    "mercator_auxiliary_sphere": "webmerc",
}
_PARAMETERS: Final = {
    "latitude_of_origin": "lat_0",
    "latitude_of_center": "lat_0",
    "central_meridian": "lon_0",
    "longitude_of_center": "lon_0",
    "standard_parallel_1": "lat_1",
    "standard_parallel_2": "lat_2",
    "scale_factor": "k_0",
    "false_easting": "x_0",
    "false_northing": "y_0",
}
"""Names of parameters in a ``.prj`` file."""


class Projection(Protocol):
    """From degrees to metres and back; both take and give rows of two numbers."""

    def forward(self, degrees: Floats) -> Floats:
        """Longitude and latitude as metres."""

    def inverse(self, metres: Floats) -> Floats:
        """Metres as longitude and latitude."""


@lru_cache(maxsize=32)
def projection(crs: str) -> Projection:
    """The projection of a text: PROJ's own or ``EPSG:`` and a number. Raises HexwrightError for an unknown one."""
    text = crs.strip()
    code = re.fullmatch(r"(?i)(?:urn:ogc:def:crs:)?(?:EPSG|OGC)(?::[\d.]*)?:(?:CRS)?(\d{2,6})", text)
    if code is not None:
        return _of_code(int(code[1]), crs)
    facts = dict(re.findall(r"\+(\w+)(?:=(\S+))?", text))
    if "proj" not in facts:
        return _of_package(crs)
    return _of_facts(facts, crs)


def _of_code(code: int, crs: str) -> Projection:
    if code in _DEGREES:
        return _Degrees()
    if code in _KNOWN:
        return projection(_KNOWN[code])
    for first, south in ((32600, False), (32700, True), (25800, False)):
        if 1 <= code - first <= 60:
            return _TransverseMercator(0.0, 6.0 * (code - first) - 183.0, 0.9996, 500_000.0, 1e7 if south else 0.0)
    return _of_package(crs)


def _of_facts(facts: Mapping[str, str], crs: str) -> Projection:
    kind = facts["proj"]
    body = facts.get("datum") or facts.get("ellps") or "WGS84"
    if body not in _ELLIPSOIDS or "towgs84" in facts or facts.get("units", "m") != "m":
        return _of_package(crs)
    try:
        number = {name: float(value) for name, value in facts.items() if _NUMBER.fullmatch(value)}
        at = number.get("lat_0", 0.0), number.get("lon_0", 0.0)
        shift = number.get("x_0", 0.0), number.get("y_0", 0.0)
        scale = number.get("k_0", number.get("k", 1.0))
    except ValueError:
        raise HexwrightError(f"the projection {crs[:120]!r} has a broken number") from None
    if not all(isfinite(part) for part in (*at, *shift, scale)) or abs(at[0]) > 90 or abs(at[1]) > 360:
        raise HexwrightError(f"the projection {crs[:120]!r} is not on the globe")
    if kind in ("longlat", "latlong"):
        return _Degrees()
    if kind == "laea":
        return _AzimuthalEqualArea(*at, *shift)
    if kind == "tmerc":
        return _TransverseMercator(*at, scale, *shift)
    if kind == "utm" and 1 <= number.get("zone", 0) <= 60:
        return _TransverseMercator(0.0, 6 * number["zone"] - 183, 0.9996, 500_000.0, 1e7 if "south" in facts else 0.0)
    if kind == "lcc":
        first = number.get("lat_1", at[0])
        return _ConformalConic(*at, first, number.get("lat_2", first), scale, *shift)
    if kind in ("webmerc", "merc") and (kind == "webmerc" or facts.get("a") == facts.get("b") == "6378137"):
        return _WebMercator()
    return _of_package(crs)


def _of_package(crs: str) -> Projection:
    try:
        package: Any = importlib.import_module("pyproj")
    except ImportError:
        raise HexwrightError(
            f"the projection {crs[:120]!r} needs the package pyproj (hexwright[geo]); or save the data in degrees"
        ) from None
    try:
        there = package.Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    except Exception as error:
        raise HexwrightError(f"the projection {crs[:120]!r} is not known: {str(error)[:120]}") from None
    return _Packaged(there)


class _Packaged:
    """A projection of the package pyproj."""

    def __init__(self, transformer: Any) -> None:
        self._transformer = transformer

    def forward(self, degrees: Floats) -> Floats:
        found: Floats = np.column_stack(self._transformer.transform(degrees[:, 0], degrees[:, 1]))
        return found

    def inverse(self, metres: Floats) -> Floats:
        found: Floats = np.column_stack(self._transformer.transform(metres[:, 0], metres[:, 1], direction="INVERSE"))
        return found


class _Degrees:
    """Degrees as they are."""

    def forward(self, degrees: Floats) -> Floats:
        return degrees

    def inverse(self, metres: Floats) -> Floats:
        return metres


class _WebMercator:
    """The sphere of maps on the web."""

    def forward(self, degrees: Floats) -> Floats:
        lon, lat = np.radians(degrees[:, 0]), np.radians(np.clip(degrees[:, 1], -85.06, 85.06))
        found: Floats = np.column_stack([A * lon, A * np.arctanh(np.sin(lat))])
        return found

    def inverse(self, metres: Floats) -> Floats:
        found: Floats = np.degrees(np.column_stack([metres[:, 0] / A, np.arcsin(np.tanh(metres[:, 1] / A))]))
        return found


def _q(sine: Any) -> Any:
    return (1 - E2) * (sine / (1 - E2 * sine**2) - np.log((1 - E * sine) / (1 + E * sine)) / (2 * E))


class _AzimuthalEqualArea:
    """Lambert's azimuthal equal-area projection."""

    def __init__(self, lat: float, lon: float, east: float, north: float) -> None:
        self.lon, self.shift = np.radians(lon), np.array([east, north])
        lat0 = np.radians(lat)
        self.whole = float(_q(1.0))
        self.beta = float(np.arcsin(np.clip(_q(np.sin(lat0)) / self.whole, -1, 1)))
        self.radius = A * (self.whole / 2) ** 0.5
        at_pole = abs(abs(lat) - 90) < 1e-9
        along = A * np.cos(lat0) / (1 - E2 * np.sin(lat0) ** 2) ** 0.5
        self.stretch = 1.0 if at_pole else float(along / (self.radius * np.cos(self.beta)))

    def forward(self, degrees: Floats) -> Floats:
        turn, lat = np.radians(degrees[:, 0]) - self.lon, np.radians(np.clip(degrees[:, 1], -90, 90))
        beta = np.arcsin(np.clip(_q(np.sin(lat)) / self.whole, -1, 1))
        inner = 1 + np.sin(self.beta) * np.sin(beta) + np.cos(self.beta) * np.cos(beta) * np.cos(turn)
        size = self.radius * np.sqrt(2 / np.maximum(inner, 1e-9))
        x = size * self.stretch * np.cos(beta) * np.sin(turn)
        y = size / self.stretch * (np.cos(self.beta) * np.sin(beta) - np.sin(self.beta) * np.cos(beta) * np.cos(turn))
        found: Floats = np.column_stack([x, y]) + self.shift
        return found

    def inverse(self, metres: Floats) -> Floats:
        x, y = (metres - self.shift).T / np.array([[self.stretch], [1 / self.stretch]])
        rho = np.maximum(np.hypot(x, y), 1e-9)
        angle = 2 * np.arcsin(np.clip(rho / (2 * self.radius), -1, 1))
        sine = np.cos(angle) * np.sin(self.beta) + y * np.sin(angle) * np.cos(self.beta) / rho
        lon = self.lon + np.arctan2(
            x * np.sin(angle), rho * np.cos(self.beta) * np.cos(angle) - y * np.sin(self.beta) * np.sin(angle)
        )
        found: Floats = np.degrees(np.column_stack([lon, _latitude(sine * self.whole)]))
        return found


def _latitude(q: Floats) -> Floats:
    """The latitude of an authalic value."""
    lat = np.arcsin(np.clip(q / 2, -1, 1))
    for _ in range(ROUNDS):
        sine = np.sin(lat)
        inner = 1 - E2 * sine**2
        slope = np.maximum(2 * np.cos(lat), 1e-9)
        lat = np.clip(lat + inner**2 / slope * (q - _q(sine)) / (1 - E2), -np.pi / 2, np.pi / 2)
    found: Floats = lat
    return found


class _TransverseMercator:
    """The transverse Mercator projection, by Krüger's series."""

    def __init__(self, lat: float, lon: float, scale: float, east: float, north: float) -> None:
        n = FLAT / (2 - FLAT)
        self.lon, self.shift = np.radians(lon), (east, north)
        self.size = scale * A / (1 + n) * (1 + n**2 / 4 + n**4 / 64)
        self.alpha = (n / 2 - 2 / 3 * n**2 + 5 / 16 * n**3, 13 / 48 * n**2 - 3 / 5 * n**3, 61 / 240 * n**3)
        self.beta = (n / 2 - 2 / 3 * n**2 + 37 / 96 * n**3, n**2 / 48 + n**3 / 15, 17 / 480 * n**3)
        self.delta = (2 * n - 2 / 3 * n**2 - 2 * n**3, 7 / 3 * n**2 - 8 / 5 * n**3, 56 / 15 * n**3)
        self.north = 0.0
        self.north = float(self.forward(np.array([[lon, lat]]))[0, 1]) - north

    def forward(self, degrees: Floats) -> Floats:
        lat = np.radians(np.clip(degrees[:, 1], -89.999, 89.999))
        turn = np.radians((degrees[:, 0] - np.degrees(self.lon) + 180) % 360 - 180)
        sine = np.sin(lat)
        t = np.sinh(np.arctanh(sine) - E * np.arctanh(E * sine))
        xi = np.arctan2(t, np.cos(turn))
        eta = np.arctanh(np.clip(np.sin(turn) / np.sqrt(1 + t**2), -0.9999, 0.9999))
        x, y = eta.copy(), xi.copy()
        for number, part in enumerate(self.alpha, 1):
            x += part * np.cos(2 * number * xi) * np.sinh(2 * number * eta)
            y += part * np.sin(2 * number * xi) * np.cosh(2 * number * eta)
        found: Floats = np.column_stack([self.shift[0] + self.size * x, self.shift[1] + self.size * y - self.north])
        return found

    def inverse(self, metres: Floats) -> Floats:
        xi = (metres[:, 1] + self.north - self.shift[1]) / self.size
        eta = np.clip((metres[:, 0] - self.shift[0]) / self.size, -4, 4)
        x, y = eta.copy(), xi.copy()
        for number, part in enumerate(self.beta, 1):
            x -= part * np.cos(2 * number * xi) * np.sinh(2 * number * eta)
            y -= part * np.sin(2 * number * xi) * np.cosh(2 * number * eta)
        chi = np.arcsin(np.clip(np.sin(y) / np.cosh(x), -1, 1))
        lat = chi + sum(part * np.sin(2 * number * chi) for number, part in enumerate(self.delta, 1))
        found: Floats = np.degrees(np.column_stack([self.lon + np.arctan2(np.sinh(x), np.cos(y)), lat]))
        return found


class _ConformalConic:
    """Lambert's conformal conic projection with one or two parallels."""

    def __init__(
        self, lat: float, lon: float, first: float, second: float, scale: float, east: float, north: float
    ) -> None:
        if abs(first + second) < 1e-9 or max(abs(first), abs(second)) >= 90:
            raise HexwrightError("a conic projection needs parallels on one side of the equator")
        self.lon = lon
        m1, m2 = (np.cos(np.radians(at)) / np.sqrt(1 - E2 * np.sin(np.radians(at)) ** 2) for at in (first, second))
        t1, t2, t0 = (float(self._t(np.radians(np.array([at])))[0]) for at in (first, second, lat))
        same = abs(first - second) < 1e-9
        self.n = float(np.sin(np.radians(first)) if same else np.log(m1 / m2) / np.log(t1 / t2))
        self.f = float(scale * A * m1 / (self.n * t1**self.n))
        self.shift = np.array([east, north + self.f * t0**self.n])

    @staticmethod
    def _t(lat: Floats) -> Floats:
        sine = np.sin(lat)
        found: Floats = np.tan(np.pi / 4 - lat / 2) / ((1 - E * sine) / (1 + E * sine)) ** (E / 2)
        return found

    def forward(self, degrees: Floats) -> Floats:
        rho = self.f * self._t(np.radians(np.clip(degrees[:, 1], -89.9, 89.9))) ** self.n
        angle = self.n * np.radians((degrees[:, 0] - self.lon + 180) % 360 - 180)
        found: Floats = np.column_stack([rho * np.sin(angle), -rho * np.cos(angle)]) + self.shift
        return found

    def inverse(self, metres: Floats) -> Floats:
        x, y = (metres - self.shift).T
        sign = np.sign(self.n)
        rho = sign * np.maximum(np.hypot(x, y), 1e-9)
        t = (rho / self.f) ** (1 / self.n)
        lat = np.pi / 2 - 2 * np.arctan(t)
        for _ in range(ROUNDS):
            sine = E * np.sin(lat)
            lat = np.pi / 2 - 2 * np.arctan(t * ((1 - sine) / (1 + sine)) ** (E / 2))
        lon = self.lon + np.degrees(np.arctan2(sign * x, -sign * y) / self.n)
        found: Floats = np.column_stack([lon, np.degrees(lat)])
        return found


def of_description(text: str) -> str:
    """The projection that a ``.prj`` file describes (WKT), as a text that `projection` reads; `DEGREES` for degrees."""
    if re.search(r"(?i)\bPROJ(CS|CRS)\b", text) is None:
        return DEGREES
    code = re.findall(r'(?i)(?:AUTHORITY|ID)\s*\[\s*"EPSG"\s*,\s*"?(\d{4,6})"?\s*\]', text)
    if code and text.rstrip().rstrip("]").rstrip().endswith(('"' + code[-1] + '"', code[-1])):
        return f"EPSG:{code[-1]}"
    named = re.search(r'(?i)(?:PROJECTION|METHOD)\s*\[\s*"([^"]+)"', text)
    kind = _KINDS.get(named[1].strip().lower().replace(" ", "_")) if named is not None else None
    unit = re.findall(r'(?i)UNIT\s*\[\s*"([^"]+)"\s*,\s*([\d.eE+-]+)', text)
    if kind is None or (unit and float(unit[-1][1]) != 1.0):
        return " ".join(text.split())
    pairs = re.findall(r'(?i)PARAMETER\s*\[\s*"([^"]+)"\s*,\s*([-+\d.eE]+)', text)
    parts = [f"+{_PARAMETERS[name.lower()]}={value}" for name, value in pairs if name.lower() in _PARAMETERS]
    return " ".join([f"+proj={kind}", *parts, "+datum=WGS84", "+units=m"])


def chosen(west: float, south: float, east: float, north: float) -> str:
    """The projection that suits a part of the world: a conic one for a wide part at one latitude, a transverse one for
    a long and thin part from north to south, else an equal-area one about its middle."""
    lon, lat = round((west + east) / 2, 6), round((south + north) / 2, 6)
    wide, high = (east - west) * float(np.cos(np.radians(lat))), north - south
    if high > 10 and high > 3 * wide:
        return f"+proj=tmerc +lat_0={lat:g} +lon_0={lon:g} +k_0=1 +datum=WGS84 +units=m"
    if wide > 20 and wide > 2.5 * high and abs(lat) > 15:
        first, second = round(south + high / 6, 6), round(north - high / 6, 6)
        parallels = f"+lat_1={first:g} +lat_2={second:g}"
        return f"+proj=lcc +lat_0={lat:g} +lon_0={lon:g} {parallels} +datum=WGS84 +units=m"
    return f"+proj=laea +lat_0={lat:g} +lon_0={lon:g} +datum=WGS84 +units=m"
