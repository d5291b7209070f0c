"""Runs hooks: only trusted ones, twice each, for a limited number of steps. Their answers are checked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from types import CodeType, FrameType
from typing import Any, Final

from engine.errors import HexwrightError
from engine.findings import Finding, Place, Severity
from engine.formats.hints import clip
from engine.kit.hints import HINTS
from engine.kit.hooks.reading import HookFile
from engine.kit.hooks.trust import REASON, is_trusted

CODE: Final = "KIT148"
MOST_STEPS: Final = 200_000
"""Lines of its file that one call of a hook may run."""


class HookFault(HexwrightError):
    """A fault of a hook; ``finding`` names the hook and its place."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.message} [{finding.code}]")
        self.finding = finding


class _TooLong(BaseException):
    """A hook has run for more steps than it may. Its own ``except Exception`` does not catch this."""


class HookRunner:
    """The functions of a file of hooks. Raises HookFault where they are not trusted, or cannot be run."""

    def __init__(self, file: HookFile) -> None:
        self.file = file
        if not is_trusted(file.digest):
            raise HookFault(self.finding(REASON.format(file.shown), "", 1))
        self._space: dict[str, Any] = {"__name__": "hooks_of_a_rules_file", "__file__": str(file.path)}
        self._limited("", self._load, ())

    def _load(self) -> None:
        code: CodeType = compile(self.file.data, str(self.file.path), "exec", dont_inherit=True)
        exec(code, self._space)

    def has(self, name: str) -> bool:
        """Whether the file has a hook."""
        return self.file.line_of(name) > 0

    def call(self, name: str, arguments: tuple[Any, ...], checked: Callable[[Any], Any]) -> Any:
        """The answer of a hook, asked twice. ``checked`` gives it in its normal form, and raises ValueError for one
        that is of another kind. Raises HookFault."""
        answers = []
        for _ in range(2):
            answer = self._limited(name, self._space.get(name), arguments)
            try:
                answers.append(checked(answer))
            except ValueError as error:
                raise self.fault(name, f"the hook {name} returned {clip(repr(answer))}: {error}") from None
        if answers[0] != answers[1]:
            said = f"{clip(repr(answers[0]))}, then {clip(repr(answers[1]))}"
            raise self.fault(name, f"the hook {name} answered {said} to the same question")
        return answers[0]

    def _limited(self, name: str, function: Any, arguments: tuple[Any, ...]) -> Any:
        """Call a function for a bounded number of steps."""
        steps, own, before = 0, str(self.file.path), sys.gettrace()

        def line(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal steps
            steps += event == "line"
            if steps > MOST_STEPS:
                raise _TooLong
            return line

        sys.settrace(lambda frame, event, _: line if frame.f_code.co_filename == own else None)
        try:
            return function(*arguments)
        except KeyboardInterrupt:
            raise
        except _TooLong:
            raise self.fault(name, f"{_called(name)} ran for more than {MOST_STEPS:,} steps") from None
        except HookFault:
            raise
        except BaseException as error:
            said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise self.fault(name, f"{_called(name)} failed: {clip(said, 200)}", _line_of(error, own)) from None
        finally:
            sys.settrace(before)

    def fault(self, name: str, message: str, line: int = 0) -> HookFault:
        """The error for a fault of a hook."""
        return HookFault(self.finding(message, name, line))

    def finding(self, message: str, name: str, line: int = 0) -> Finding:
        """A finding about a hook."""
        place = Place(self.file.shown, line or self.file.line_of(name) or 1, 1)
        return Finding(CODE, Severity.ERROR, message, place, hint=HINTS[CODE])


def _called(name: str) -> str:
    return f"the hook {name}" if name else "the file of hooks"


def _line_of(error: BaseException, path: str) -> int:
    """The last line of a file that an error came through."""
    found, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


# -- what hooks may answer ----------------------------------------------------------------------------------------


def number(value: Any) -> int | Fraction:
    """An exact number. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise ValueError("it must be an int or a Fraction")
    return int(value) if value == int(value) else Fraction(value)


def number_or_none(value: Any) -> int | Fraction | None:
    """An exact number of at least 0, or None. Raises ValueError."""
    if value is None:
        return None
    found = number(value)
    if found < 0:
        raise ValueError("it must be at least 0")
    return found


def yes_or_no(value: Any) -> bool:
    """True or False. Raises ValueError."""
    if not isinstance(value, bool):
        raise ValueError("it must be True or False")
    return value


def shifts(value: Any) -> tuple[tuple[int, int, str], ...]:
    """A list of columns, what is added to the die, and a caption. Raises ValueError."""
    if not isinstance(value, list) or not all(_is_shift(one) for one in value):
        raise ValueError("it must be a list of (columns, die, caption)")
    return tuple((columns, die, caption) for columns, die, caption in value)


def _is_shift(one: Any) -> bool:
    if not isinstance(one, tuple) or len(one) != 3 or not isinstance(one[2], str):
        return False
    return all(isinstance(part, int) and not isinstance(part, bool) and abs(part) <= 1000 for part in one[:2])


def points(value: Any) -> tuple[tuple[int | Fraction, str], ...]:
    """A list of points, each with a reason. Raises ValueError."""
    if not isinstance(value, list):
        raise ValueError("it must be a list of (points, reason)")
    found = []
    for one in value:
        if not isinstance(one, tuple) or len(one) != 2 or not isinstance(one[1], str):
            raise ValueError("it must be a list of (points, reason)")
        found.append((number(one[0]), one[1]))
    return tuple(found)
