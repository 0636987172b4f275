"""PettingZoo's own suites, for all scenarios of all games."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import overwinter
import pettingzoo
import pytest
from overwinter import gymnasium_env, pettingzoo_env
from pettingzoo import test as suites
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

NAMES = pettingzoo_env.env_ids()
SETUPS = list(NAMES.values())
IDS = [f"{game}:{scenario}" for game, scenario in SETUPS]
each_scenario = pytest.mark.parametrize(("game", "scenario"), SETUPS, ids=IDS)
CYCLES = 60


@each_scenario
def test_api(game: str, scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The suite says this of every environment with a mask, PettingZoo's own among them.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(pettingzoo_env.env(game, scenario, max_cycles=CYCLES), num_cycles=150)


@each_scenario
def test_parallel_api(game: str, scenario: str) -> None:
    parallel_api_test(pettingzoo_env.parallel_env(game, scenario, max_cycles=40), num_cycles=80)


@each_scenario
def test_seed(game: str, scenario: str) -> None:
    seed_test(lambda: pettingzoo_env.env(game, scenario, max_cycles=40), num_cycles=40)
    parallel_seed_test(
        lambda: pettingzoo_env.parallel_env(game, scenario, max_cycles=30, illegal="first"), num_cycles=30
    )
    # The suite takes actions without looking at masks; this does.
    first, other = (pettingzoo_env.parallel_env(game, scenario, max_cycles=30) for _ in range(2))
    for seed in (1, None):
        (seen, _), (again, _) = first.reset(seed=seed), other.reset(seed=seed)
        for number in range(30):
            for agent in first.agents:
                assert np.array_equal(seen[agent]["observation"], again[agent]["observation"])
                assert np.array_equal(seen[agent]["action_mask"], again[agent]["action_mask"])
            actions = {
                agent: int(np.random.default_rng(number).choice(np.flatnonzero(one["action_mask"])))
                for agent, one in seen.items()
            }
            seen, won, *_ = first.step(actions)
            again, won_again, *_ = other.step(actions)
            assert won == won_again
            if not first.agents:
                break


HOUSE = ["outdoor-survival", "postal-survival", "outlive", "survivors", "yellowstone"]


@pytest.mark.parametrize("game", HOUSE)
def test_max_cycles(game: str) -> None:
    class Module:
        """What the suite takes for the module of an environment."""

        @staticmethod
        def parallel_env(max_cycles: int) -> Any:
            # Of two species one may be gone in the second round; of twelve some are left.
            seats = 12 if game == "postal-survival" else None
            return pettingzoo_env.parallel_env(game, seats=seats, max_cycles=max_cycles, illegal="first")

        @staticmethod
        def env(max_cycles: int) -> Any:
            # The suite wants every seat to be asked as often as the others.
            return parallel_to_aec(Module.parallel_env(max_cycles))

    max_cycles_test(Module)


@each_scenario
def test_render(game: str, scenario: str) -> None:
    render_test(
        lambda render_mode: pettingzoo_env.env(game, scenario, max_cycles=20, render_mode=render_mode),
        custom_tests={"svg": lambda drawn: drawn.startswith("<svg")},
    )


@pytest.mark.parametrize("game", HOUSE)
def test_performance_benchmark(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo_env.env(game)
    suites.performance_benchmark(env)
    assert "turns per second" in capsys.readouterr().out


def test_versions_rise_with_the_rules() -> None:
    for name, (game, scenario) in NAMES.items():
        assert name.endswith(f"{game}-{scenario}-v{overwinter.game(game).rules_version}")
        assert name in gymnasium.registry
        for kind in ("aec", "parallel"):
            made = pettingzoo.make(kind, name, max_cycles=5)
            assert made.metadata["name"] == name.removeprefix("overwinter/")


@pytest.mark.parametrize("name", list(NAMES), ids=IDS)
def test_a_learner_plays_against_bots(name: str) -> None:
    env = gymnasium.make(name)
    observation, _ = env.reset(seed=3)
    chance = np.random.default_rng(1)
    for _ in range(40):
        assert env.observation_space.contains(observation)
        action = chance.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, _ = env.step(action)
        assert -1 <= reward <= 1 and not truncated  # type: ignore[operator]
        if terminated:
            observation, _ = env.reset()
    again = gymnasium.make(name)
    first, _ = env.reset(seed=9)
    other, _ = again.reset(seed=9)
    assert np.array_equal(first["observation"], other["observation"])


def test_a_learner_is_told_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="bots for"):
        gymnasium_env.Learner("outlive", seats=3, bots=["random"])
    with pytest.raises(ValueError, match="seat 5"):
        gymnasium_env.Learner("outlive", seats=2, seat=5)
    with pytest.raises(overwinter.BadInput, match="bot"):
        gymnasium_env.Learner("outlive", seats=2, bots="nobody")


def test_save_obs(capsys: pytest.CaptureFixture[str]) -> None:
    """The suite saves pictures; our observations are none, and it says so."""
    for game in HOUSE:
        env = pettingzoo_env.env(game)
        env.reset(seed=1)
        suites.test_save_obs(env)
        assert "did not save the observations" in capsys.readouterr().out
