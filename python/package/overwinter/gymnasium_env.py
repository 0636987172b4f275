"""The games as Gymnasium environments: one learner against bots.

>>> import gymnasium, overwinter.gymnasium_env
>>> env = gymnasium.make("overwinter/outdoor-survival-lost-v2", seats=1)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._overwinter import Batch, Edition, game
from .pettingzoo_env import env_ids

Observation = dict[str, NDArray[Any]]

__all__ = ["Learner", "register"]


class Learner(gymnasium.Env[Any, np.int64]):
    """One seat learns, bots play the others. An action that is not legal is bad input and changes nothing."""

    metadata: dict[str, Any] = {"render_modes": [], "render_fps": 2}

    def __init__(
        self,
        game_id: str,
        scenario: str | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        edition: Edition | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode {render_mode!r}: games against bots are not drawn")
        count = game(game_id).open(scenario, seats=seats, options=options, edition=edition).seats
        if not 0 <= seat < count:
            raise ValueError(f"seat {seat}: seats are counted from 0 to {count - 1}")
        others = [bots] * (count - 1) if isinstance(bots, str) else list(bots)
        if len(others) != count - 1:
            raise ValueError(f"{len(others)} bots for {count - 1} other seats")
        names: list[str | None] = [*others[:seat], None, *others[seat:]]
        self.seat = seat
        self.render_mode = render_mode
        self.batch = Batch(
            game_id, scenario, games=1, seats=count, options=options, seed=0, bots=names,
            edition=edition, threads=1,
        )
        self.parts = self.batch.parts
        self.families = self.batch.families
        size, actions = self.batch.observations.shape[1], self.batch.masks.shape[1]
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(actions)

    def _observed(self) -> Observation:
        return {
            "observation": self.batch.observations[0].copy(),
            "action_mask": self.batch.masks[0].copy(),
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a new game: the same one for the same seed."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)))
        return self._observed(), {}

    def step(
        self, action: np.int64
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action, and those of the bots until it must decide again."""
        self.batch.step(np.asarray([action], dtype=np.int64))
        over = bool(self.batch.ended[0])
        return self._observed(), float(self.batch.rewards[0, self.seat]), over, False, {}


def register() -> list[str]:
    """Registers every scenario of the house with Gymnasium, under a version that rises with its rules; gives
    their names. Importing this module does it."""
    names = []
    for name, (game_id, scenario) in env_ids().items():
        names.append(name)
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="overwinter.gymnasium_env:Learner",
                kwargs={"game_id": game_id, "scenario": scenario},
                disable_env_checker=True,
            )
    return names


register()
