"""Games in numbers: observations, actions, and the same game as at a table."""

from __future__ import annotations

import numpy as np
import overwinter
import pytest
from overwinter import BadInput, Environment
from overwinter.spaces import split

SETUPS = [
    (game.id, scenario.id)
    for game in overwinter.games()
    for scenario in game.scenarios()
]
NAMES = [f"{game}:{scenario}" for game, scenario in SETUPS]


def random_steps(env: Environment, steps: int, seed: int = 1) -> None:
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        if env.over:
            return
        seat = int(chance.choice(env.deciding))
        legal = np.flatnonzero(env.mask(seat))
        env.step(seat, int(chance.choice(legal)))


@pytest.mark.parametrize(("game", "scenario"), SETUPS, ids=NAMES)
def test_numbers_and_lines_are_the_same_game(game: str, scenario: str) -> None:
    env = Environment(game, scenario, seed=5)
    table = overwinter.game(game).open(scenario, seats=env.seats, seed=5)
    assert env.scenario == table.scenario
    chance = np.random.default_rng(3)
    for _ in range(30):
        if env.over:
            break
        assert env.deciding == table.deciding
        seat = env.deciding[0]
        mask = env.mask(seat)
        choices = dict(env.choices(seat))
        assert set(np.flatnonzero(mask)) == set(choices)
        legal = [action.notation for action in table.legal(seat)]
        assert sorted(choices.values()) == sorted(legal or [str(table.lapse(seat))])
        action = int(chance.choice(list(choices)))
        assert env.notation(seat, action) == choices[action]
        table.play(choices[action], seat)
        env.step(seat, action)
    assert env.table().digest == table.digest and len(env) == len(table)
    assert env.text(0) == table.text(0)


@pytest.mark.parametrize(("game", "scenario"), SETUPS, ids=NAMES)
def test_observations_have_the_described_shape(game: str, scenario: str) -> None:
    env = Environment(game, scenario, seed=2)
    shapes = {part.name: tuple(part.shape) for part in env.parts}
    assert len(shapes) == len(env.parts), "every part has a name of its own"
    assert sum(int(np.prod(shape)) for shape in shapes.values()) == env.observation_size
    for part in env.parts:
        named = part.shape[0] if len(part.shape) == 3 else part.shape[-1]
        assert len(part.columns) == named
    random_steps(env, 20)
    for seat in range(env.seats):
        seen = env.observe(seat)
        assert seen.dtype == np.float32 and seen.shape == (env.observation_size,)
        assert np.isfinite(seen).all() and np.abs(seen).max() <= 1
        parts = split(seen, env.parts)
        assert {name: array.shape for name, array in parts.items()} == shapes
        assert all(np.shares_memory(array, seen) for array in parts.values() if array.size)
    begin = 0
    for family in env.families:
        assert family.begin == begin and family.size > 0
        begin += family.size
    assert begin == env.action_size


@pytest.mark.parametrize(("game", "scenario"), SETUPS, ids=NAMES)
def test_observations_hold_nothing_hidden(game: str, scenario: str) -> None:
    """The truth and whatever the seat cannot tell from it give the same numbers."""
    env = Environment(game, scenario, seed=7)
    for number in range(12):
        for seat in range(env.seats):
            seen = env.observe(seat)
            for sample in range(2):
                differ = np.flatnonzero(seen != env.observe_sample(seat, sample))
                named = [part.name for part in env.parts if (part.begin <= differ).any()]
                assert not differ.size, f"seat {seat} can tell a sample from the truth in {named[-1:]}"
        random_steps(env, 4, seed=number)


def test_a_hidden_draft_is_hidden_in_numbers() -> None:
    """What two games differ in only for another seat cannot be seen in numbers either."""
    env = Environment("outlive", "convoy", seats=2, seed=1)
    before = env.observe(1)
    legal = np.flatnonzero(env.mask(0))
    seen = []
    for action in legal[:3]:
        env.reset(1)
        env.step(0, int(action))
        seen.append(env.observe(1))
    assert all(np.array_equal(seen[0], other) for other in seen[1:])
    assert before.shape == seen[0].shape


def test_wrong_actions_are_refused_and_change_nothing() -> None:
    env = Environment("yellowstone", seed=1)
    seat = env.deciding[0]
    closed = int(np.flatnonzero(env.mask(seat) == 0)[0])
    before = env.observe(seat)
    for action in (closed, env.action_size, 10**9):
        with pytest.raises(BadInput, match="not legal"):
            env.step(seat, action)
    with pytest.raises(BadInput, match="need not decide"):
        env.step(1 - seat, int(np.flatnonzero(env.mask(seat))[0]))
    assert len(env) == 0 and np.array_equal(before, env.observe(seat))
    with pytest.raises((BadInput, OverflowError)):
        env.step(seat, -1)


def test_survivors_points_by_candidates_and_by_coordinates() -> None:
    env = Environment("survivors", seed=3)
    table = env.table()
    deploy = next(action for action in table.legal(table.deciding[0]) if action.structure["do"] == "deploy")
    data = deploy.structure
    near = {**data, "stop": {**data["stop"], "at": {**data["stop"]["at"]}}}
    for point in (near["stop"]["at"],):
        point["x"] += 100
    try:
        line = table.check(near, table.deciding[0])
    except overwinter.Refused as refused:
        assert refused.rule.startswith("SV-")
    else:
        assert line != deploy.notation
        table.play(near, table.deciding[0])
        assert len(table) == 1
