#!/usr/bin/env python3
"""A bot from outside for Overwinter, in plain Python: plays any game.

    overwinter play outlive --seats "cmd:python3 docs/bots/first_bot.py,greedy" --seed 7
    overwinter sim outlive --seats "cmd:python3 docs/bots/first_bot.py,greedy" --games 20 --rotate

It prefers actions that mention something useful and never gives up. Replace `choose` by something
better; docs/bots.md says what it is told.
"""

import json
import random
import sys

dice = random.Random()


def choose(question):
    """One of the legal actions, by its notation."""
    legal = [action for action in question["legal"] if not action.startswith("resign")]
    useful = [action for action in legal if action.split()[0] in ("take", "build", "repair", "hunt")]
    return dice.choice(useful or legal or question["legal"])


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            dice.seed(message["seed"])  # the same game twice, if everybody else plays the same
        elif "decide" in message:
            question = message
            print(json.dumps({"action": choose(question)}), flush=True)
        elif "refused" in message:
            print(f"refused: {message['refused']}", file=sys.stderr)
            print(json.dumps({"action": dice.choice(question["legal"])}), flush=True)
        elif "over" in message:
            return


if __name__ == "__main__":
    main()
