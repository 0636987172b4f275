"""Plays random games of OpenSpiel's connect four for some seconds; prints decisions a second."""

import random
import sys
import time

import pyspiel

seconds = float(sys.argv[1])
game = pyspiel.load_game("connect_four")
choose = random.Random(1).choice
decisions = 0
start = time.perf_counter()
while decisions == 0 or time.perf_counter() - start < seconds:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
        decisions += 1
print(decisions / (time.perf_counter() - start))
