"""Observations by name: the arrays of an observation as views, without copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._overwinter import Part

__all__ = ["split"]


def split(observation: NDArray[np.float32], parts: Sequence[Part]) -> dict[str, NDArray[np.float32]]:
    """The arrays of an observation, or of a row of observations, by name.

    They are views: what is written into the observation is seen in them.
    """
    named: dict[str, Any] = {}
    for part in parts:
        size = int(np.prod(part.shape))
        flat = observation[..., part.begin : part.begin + size]
        named[part.name] = flat.reshape(*observation.shape[:-1], *part.shape)
    return named
