"""The games as PettingZoo environments: seat by seat (`env`), or all seats that decide at once (`parallel_env`).

>>> from overwinter import pettingzoo_env
>>> env = pettingzoo_env.env("outlive", seats=2)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter(max_iter=20):
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import io
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from ._overwinter import Edition, Environment, Family, Part, Table, game, games

Observation = dict[str, NDArray[Any]]

__all__ = ["Seats", "SeatsAtOnce", "env", "env_id", "env_ids", "parallel_env", "raw_env", "register"]

_RENDER_MODES = ["ansi", "human", "rgb_array", "svg"]


def env_id(game_id: str, scenario: str) -> str:
    """The name of an environment, with the version of the game's rules: `overwinter/outlive-convoy-v2`."""
    return f"overwinter/{game_id}-{scenario}-v{game(game_id).rules_version}"


def env_ids() -> dict[str, tuple[str, str]]:
    """Every environment of the house by its name: game and scenario."""
    return {
        env_id(one.id, scenario.id): (one.id, scenario.id)
        for one in games()
        if not one.example
        for scenario in one.scenarios()
    }


class _Common:
    """What both kinds of environments share."""

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game_id: str,
        scenario: str | None = None,
        *,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        edition: Edition | None = None,
        max_cycles: int | None = None,
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("refuse", "first"):
            raise ValueError(f"illegal {illegal!r}: choose refuse or first")
        if render_mode is not None and render_mode not in _RENDER_MODES:
            raise ValueError(f"render_mode {render_mode!r}: choose from {', '.join(_RENDER_MODES)}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles {max_cycles}: say at least 1")
        self.play = Environment(
            game_id, scenario, seats=seats, options=options, seed=0, edition=edition
        )
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = {
            **type(self).metadata,
            "name": env_id(self.play.game, self.play.scenario).removeprefix("overwinter/"),
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.play.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, actions = self.play.observation_size, self.play.action_size
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._chance = np.random.default_rng()

    @property
    def parts(self) -> list[Part]:
        """The arrays of an observation: `overwinter.spaces.split` gives them by name."""
        return self.play.parts

    @property
    def families(self) -> list[Family]:
        """The kinds of actions, each with its range of numbers."""
        return self.play.families

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.play.reset(int(self._chance.integers(2**63)))

    def _take(self, seat: int, action: int) -> None:
        """Takes an action. With `illegal="first"`, one that is not legal becomes the first that is: for suites
        that do not look at masks."""
        if self.illegal == "first" and self.play.notation(seat, action) is None:
            action = int(np.flatnonzero(self.play.mask(seat))[0])
        self.play.step(seat, action)

    def _observed(self, seat: int) -> Observation:
        return {"observation": self.play.observe(seat), "action_mask": self.play.mask(seat)}

    def table(self) -> Table:
        """The same game at a table of its own: to be recorded, told or played on in words."""
        return self.play.table()

    def text(self, agent: str, since: int = 0) -> str:
        """What the agent may know, in words, with every legal line: for agents that read."""
        return self.play.text(self.seat_of[agent], since)

    def _rendered(self) -> NDArray[np.uint8] | str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: say it when the environment is made")
            return None
        scene = self.play.scene("table")
        if self.render_mode == "svg":
            return scene.svg()
        if self.render_mode == "rgb_array":
            from PIL import Image

            picture = Image.open(io.BytesIO(scene.png(width=600, panels=False))).convert("RGB")
            return np.asarray(picture, dtype=np.uint8)
        if self.render_mode == "human":
            print(scene.text)
            return None
        return scene.text


class Seats(_Common, AECEnv[str, Observation, int]):
    """A game seat by seat. Seats that decide at once are asked one after the other, the lowest first; none
    learns what another decided before all have, unless the rules say so.

    An action that is not legal is bad input and changes nothing.
    """

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object for the same agent, always."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object for the same agent, always."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game: the same one for the same seed."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.agent_selection = self.possible_agents[self.play.deciding[0]]

    def observe(self, agent: str) -> Observation:
        """What the agent may know, and what it may do."""
        return self._observed(self.seat_of[agent])

    def step(self, action: int | None) -> None:
        """Takes the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must decide: None is no action")
        self._take(self.seat_of[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.cycles += 1
        if self.play.over:
            scores = self.play.scores
            for seat, won in enumerate(self.play.rewards):
                name = self.possible_agents[seat]
                self.rewards[name] = won
                self.terminations[name] = True
                if scores is not None:
                    self.infos[name] = {"score": scores[seat]}
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if not self.play.over:
            self.agent_selection = self.possible_agents[self.play.deciding[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> NDArray[np.uint8] | str | None:
        """The table as everybody sees it, in the chosen way."""
        return self._rendered()

    def close(self) -> None:
        """Nothing is left open."""


class SeatsAtOnce(_Common, ParallelEnv[str, Observation, int]):
    """A game in which all seats that decide at once are asked at once. Those who need not decide have a mask of
    zeros but for action 0, which is not looked at.
    """

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object for the same agent, always."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object for the same agent, always."""
        return self._action_spaces[agent]

    def _seen(self, deciding: set[int]) -> dict[str, Observation]:
        seen = {}
        for agent in self.agents:
            seat = self.seat_of[agent]
            seen[agent] = self._observed(seat)
            if seat not in deciding:
                seen[agent]["action_mask"][0] = 1
        return seen

    def _told(self, deciding: set[int]) -> dict[str, dict[str, Any]]:
        return {agent: {"deciding": self.seat_of[agent] in deciding} for agent in self.agents}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts a new game: the same one for the same seed."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        deciding = set(self.play.deciding)
        return self._seen(deciding), self._told(deciding)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Takes the actions of all who decide, the lowest seat first.

        What one of them decides may spare another the decision; its action is then not looked at.
        """
        for seat in self.play.deciding:
            if self.play.over or seat not in self.play.deciding:
                continue
            self._take(seat, int(actions[self.possible_agents[seat]]))
        self.cycles += 1
        deciding = set(self.play.deciding)
        over = self.play.over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        told, seen = self._told(deciding), self._seen(deciding)
        won = self.play.rewards
        scores = self.play.scores
        if over and scores is not None:
            for agent in self.agents:
                told[agent]["score"] = scores[self.seat_of[agent]]
        rewards = {agent: won[self.seat_of[agent]] for agent in self.agents}
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminations, truncations, told

    def render(self) -> NDArray[np.uint8] | str | None:
        """The table as everybody sees it, in the chosen way."""
        return self._rendered()

    def close(self) -> None:
        """Nothing is left open."""


def raw_env(game_id: str, scenario: str | None = None, **settings: Any) -> Seats:
    """A game seat by seat, without wrappers: the fastest."""
    return Seats(game_id, scenario, **settings)


def env(game_id: str, scenario: str | None = None, **settings: Any) -> AECEnv[str, Observation, int]:
    """A game seat by seat, with PettingZoo's wrapper for the order of calls."""
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    return OrderEnforcingWrapper(Seats(game_id, scenario, **settings))


def parallel_env(game_id: str, scenario: str | None = None, **settings: Any) -> SeatsAtOnce:
    """A game in which all seats that decide at once are asked at once."""
    return SeatsAtOnce(game_id, scenario, **settings)


def register() -> list[str]:
    """Registers every scenario of the house with PettingZoo, both kinds, under a version that rises with its
    rules; gives their names. Importing this module does it. An older PettingZoo, which keeps no register, is left
    alone."""
    names = env_ids()
    if hasattr(pettingzoo, "register"):
        known = {"aec": pettingzoo.aec_registry, "parallel": pettingzoo.parallel_registry}
        makers = {"aec": "env", "parallel": "parallel_env"}
        for name, (game_id, scenario) in names.items():
            for kind, maker in makers.items():
                if name not in known[kind]:
                    asked = {"game_id": game_id, "scenario": scenario}
                    entry = f"overwinter.pettingzoo_env:{maker}"
                    pettingzoo.register(kind, name, entry_point=entry, kwargs=asked)
    return list(names)


register()
