"""Five survival games with exact rules, for programs.

>>> import overwinter
>>> table = overwinter.game("outdoor-survival").open("lost", seats=1, seed=7)
>>> len(table.legal()) > 0
True

`overwinter.pettingzoo_env` and `overwinter.gymnasium_env` bring the games to those who learn, and
`overwinter.Batch` steps thousands of games at once. See docs/python.md.
"""

from __future__ import annotations

from ._overwinter import (
    Action,
    Batch,
    BotInfo,
    CaseResult,
    Edition,
    Environment,
    Family,
    Game,
    OptionInfo,
    Outcome,
    Part,
    Replay,
    Rule,
    Scenario,
    Scene,
    StoryLine,
    Table,
    __version__,
    game,
    games,
    replay,
    run_cases,
)
from .errors import BadInput, NotDone, NotNow, NotUnderstood, OverwinterError, Refused

__all__ = [
    "Action",
    "BadInput",
    "Batch",
    "BotInfo",
    "CaseResult",
    "Edition",
    "Environment",
    "Family",
    "Game",
    "NotDone",
    "NotNow",
    "NotUnderstood",
    "OptionInfo",
    "Outcome",
    "OverwinterError",
    "Part",
    "Refused",
    "Replay",
    "Rule",
    "Scenario",
    "Scene",
    "StoryLine",
    "Table",
    "__version__",
    "game",
    "games",
    "replay",
    "run_cases",
]
