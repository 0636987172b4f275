"""Plays random games of connect four with OpenSpiel from Python for some seconds."""

import random
import sys
import time

import pyspiel

seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
game = pyspiel.load_game("connect_four")
choose = random.Random(1).choice
games = decisions = 0
start = time.perf_counter()
while time.perf_counter() - start < seconds:
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            decisions += 1
        games += 1
passed = time.perf_counter() - start
print(f"{games / passed:.0f} games/s, {decisions / passed:.0f} decisions/s")
