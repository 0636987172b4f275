#!/usr/bin/env python3
"""A bot that plays over HTTP, with nothing but Python's own library.

    bot.py http://127.0.0.1:4114 TABLE TOKEN      plays a seat that was given to it
    bot.py http://127.0.0.1:4114 --new GAME       opens a table against a bot of the server

It takes any legal action. To make it clever, change `choose`.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request


class Seat:
    """A seat at a table of a server."""

    def __init__(self, server, table, token):
        self.base = f"{server}/api/tables/{table}"
        self.head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, what, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}/{what}".rstrip("/"), data=data, headers=self.head)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    return json.load(error)
                # Programs have the same limits as people: the server says how long to wait.
                time.sleep(float(error.headers.get("Retry-After", 1)))

    def changes(self):
        """Where the table stands, at once and after every change."""
        request = urllib.request.Request(f"{self.base}/stream", headers=self.head)
        with urllib.request.urlopen(request) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])


def choose(view, legal):
    """What to do: any of the legal lines, but never to give up. `view` is all that this seat may know."""
    going_on = [line for line in legal if line not in ("resign", "concede")]
    return random.choice(going_on or legal)


def play(seat):
    for stand in seat.changes():
        if stand["over"]:
            break
        if not stand["your_turn"]:
            continue
        asked = seat.ask("legal")
        if not asked.get("legal"):
            continue
        line = choose(seat.ask("view").get("view"), asked["legal"])
        # The turn makes sure that one decision is taken once, whatever the network does.
        answer = seat.ask("act", {"line": line, "turn": asked["stand"]["turn"]})
        print(answer.get("notation") or answer.get("message"))
    print(seat.ask("").get("ended"))


def main(arguments):
    if len(arguments) == 3 and arguments[1] == "--new":
        server, _, game = arguments
        body = json.dumps({"game": game, "seats": ["me", "bot:greedy"], "name": "Python"}).encode()
        request = urllib.request.Request(
            f"{server}/api/tables", data=body, headers={"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            made = json.load(answer)
        print(f"watch it at {server}/t/{made['id']}")
        play(Seat(server, made["id"], made["seats"][0]["token"]))
    elif len(arguments) == 3:
        play(Seat(*arguments))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
