"""What can go wrong. Every exception of the package is an `OverwinterError`."""

from __future__ import annotations

from collections.abc import Sequence


class OverwinterError(Exception):
    """Anything that Overwinter refuses."""


class BadInput(OverwinterError, ValueError):
    """Something that was handed in is not right: what, where, and what would be."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults: list[str] = list(faults)
        """All faults, each in a sentence."""
        super().__init__("\n".join(self.faults))


class NotDone(OverwinterError):
    """A decision that was not carried out; nothing has changed."""


class NotUnderstood(NotDone):
    """A line or a dictionary that is no action of the game."""

    def __init__(self, line: str, expected: str) -> None:
        self.line = line
        """What was said."""
        self.expected = expected
        """What was expected instead."""
        super().__init__(f"I do not understand `{line}`: {expected}")


class Refused(NotDone):
    """An action that the rules do not allow now."""

    def __init__(self, rule: str, reason: str) -> None:
        self.rule = rule
        """The id of the rule that says no."""
        self.reason = reason
        """The reason in plain words."""
        super().__init__(f"{reason} ({rule})")


class NotNow(NotDone):
    """The seat need not decide now, or the game is over."""
