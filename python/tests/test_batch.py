"""Thousands of games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import overwinter
import pytest
from overwinter import BadInput, Batch
from overwinter.spaces import split

HOUSE = [game.id for game in overwinter.games()]


@pytest.mark.parametrize("game", HOUSE)
def test_a_batch_is_the_same_on_any_number_of_threads(game: str) -> None:
    batches = [Batch(game, games=12, seed=4, threads=threads) for threads in (1, 3)]
    for _ in range(25):
        actions = [batch.sample().copy() for batch in batches]
        assert np.array_equal(actions[0], actions[1])
        for batch, action in zip(batches, actions, strict=True):
            batch.step(action)
        one, other = batches
        assert np.array_equal(one.observations, other.observations)
        assert np.array_equal(one.masks, other.masks)
        assert np.array_equal(one.rewards, other.rewards) and one.seeds == other.seeds


@pytest.mark.parametrize("game", HOUSE)
def test_a_batch_plays_the_games_of_its_seeds(game: str) -> None:
    batch = Batch(game, games=3, seed=8)
    tables = [
        overwinter.Environment(game, seats=batch.rewards.shape[1], seed=seed) for seed in batch.seeds
    ]
    for _ in range(15):
        seats = batch.seats.copy()
        actions = batch.sample().copy()
        for number, env in enumerate(tables):
            assert np.array_equal(batch.observations[number], env.observe(int(seats[number])))
            assert np.array_equal(batch.masks[number], env.mask(int(seats[number])))
            env.step(int(seats[number]), int(actions[number]))
        batch.step(actions)
        if batch.ended.any():
            break


def test_games_end_and_begin_anew() -> None:
    batch = Batch("connect-four", games=64, seed=1)
    seeds, ended = batch.seeds, 0
    for _ in range(120):
        batch.step(batch.sample())
        over = batch.ended == 1
        ended += int(over.sum())
        assert (batch.rewards[~over] == 0).all()
        assert np.allclose(batch.rewards[over].sum(axis=1), 0)
        assert all(batch.steps[number] == 0 for number in np.flatnonzero(over))
    assert ended > 64 and len(set(seeds) & set(batch.seeds)) == 0
    batch.reset(1)
    assert batch.seeds == seeds


def test_bots_play_the_other_seats() -> None:
    batch = Batch("connect-four", games=128, seed=2, bots=[None, "greedy"])
    won, games = 0.0, 0
    while games < 200:
        batch.step(batch.sample())
        assert (batch.seats == 0).all()
        over = batch.ended == 1
        games += int(over.sum())
        won += float(batch.rewards[over, 1].sum())
    assert won / games > 0.5, "greedy beats random"


def test_arrays_are_shared_and_taken_as_they_are() -> None:
    batch = Batch("outlive", games=8, seats=2, seed=3)
    observations = batch.observations
    before = observations.copy()
    batch.step(batch.sample())
    assert batch.observations is observations and not np.array_equal(before, observations)
    other = np.from_dlpack(observations)
    assert np.shares_memory(other, observations)
    assert {name: array.shape for name, array in split(observations, batch.parts).items()} == {
        part.name: (8, *part.shape) for part in batch.parts
    }


def test_what_nobody_wants_is_not_made() -> None:
    batch = Batch("yellowstone", games=4, seed=1, observe=False, masks=False)
    assert batch.observations.shape == (4, 0) and batch.masks.shape == (4, 0)
    assert batch.play_at_random(3000) > 0


def test_wrong_actions_are_told_and_change_nothing() -> None:
    batch = Batch("yellowstone", games=4, seed=1)
    before = batch.observations.copy()
    actions = batch.sample().copy()
    actions[2] = int(np.flatnonzero(batch.masks[2] == 0)[0])
    with pytest.raises(BadInput, match="not legal in game 2"):
        batch.step(actions)
    with pytest.raises(BadInput, match="3 actions for 4 games"):
        batch.step(actions[:3])
    with pytest.raises(TypeError):
        batch.step(actions.astype(np.float64))
    assert np.array_equal(before, batch.observations) and batch.steps == [0] * 4
    some: list[dict[str, Any]] = [
        {"games": 0},
        {"games": 2, "bots": ["random", "random"]},
        {"games": 2, "bots": [None]},
        {"games": 2, "bots": [None, "nobody"]},
    ]
    for wrong in some:
        with pytest.raises(BadInput):
            Batch("yellowstone", seats=2, **wrong)
