"""How much better than chance the house's `greedy` plays, game by game: a sweep, and a plot of it."""

from __future__ import annotations

import argparse
import math

import numpy as np
import overwinter
from overwinter import Batch

GAMES = ["outdoor-survival", "postal-survival", "outlive", "survivors", "yellowstone"]


def advantage(game: str, scenario: str, games: int) -> tuple[float, float]:
    """The mean reward of `greedy` in seat 1 against random play in seat 0, and half its 95 % interval."""
    batch = Batch(game, scenario, games=min(games, 256), seats=2, seed=1, bots=[None, "greedy"], observe=False)
    won: list[float] = []
    while len(won) < games:
        batch.step(batch.sample())
        won.extend(batch.rewards[batch.ended == 1, 1])
    rewards = np.array(won)
    return float(rewards.mean()), 1.96 * float(rewards.std(ddof=1)) / math.sqrt(len(rewards))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games for every scenario")
    parser.add_argument("--out", default="advantage.png", help="the picture")
    asked = parser.parse_args()
    labels, means, halves = [], [], []
    for game in GAMES:
        for scenario in overwinter.game(game).scenarios():
            if 2 not in scenario.seats:
                continue
            mean, half = advantage(game, scenario.id, asked.games)
            print(f"{game:18} {scenario.id:18} {mean:+.2f} ± {half:.2f}", flush=True)
            labels.append(f"{game}\n{scenario.id}")
            means.append(mean)
            halves.append(half)
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 0.42 * len(labels) + 1))
    axes.barh(labels, means, xerr=halves, color="#5a7d9a", ecolor="#333333")
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set(xlim=(-1, 1), xlabel="mean reward of greedy against random play, with 95 % intervals")
    axes.invert_yaxis()
    figure.tight_layout()
    figure.savefig(asked.out, dpi=120)
    print(f"written: {asked.out}")


if __name__ == "__main__":
    main()
