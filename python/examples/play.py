"""Plays a game of Outdoor Survival with the house's bot and tells how it went."""

from __future__ import annotations

import overwinter


def main() -> None:
    table = overwinter.game("outdoor-survival").open("lost", seats=1, seed=7)
    while not table.over:
        table.ask("greedy")
    for line in table.story(0)[-8:]:
        print(line)
    assert table.outcome is not None
    print(f"\n{table.outcome.conclusion} ({len(table)} decisions)")


if __name__ == "__main__":
    main()
