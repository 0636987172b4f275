"""The table: games, set-ups, play, views, scenes, records, cases, bots, editions."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import overwinter
import pytest
from overwinter import BadInput, NotNow, NotUnderstood, Refused, Table

HOUSE = [game for game in overwinter.games() if not game.example]
SETUPS = [(game, scenario) for game in HOUSE for scenario in game.scenarios()]
NAMES = [f"{game.id}:{scenario.id}" for game, scenario in SETUPS]


def played(table: Table, steps: int, seed: int = 1) -> Table:
    """Plays so many random decisions."""
    chance = random.Random(seed)
    for _ in range(steps):
        if table.over:
            break
        seat = chance.choice(table.deciding)
        legal = table.legal(seat)
        table.play(chance.choice(legal) if legal else str(table.lapse(seat)), seat)
    return table


def test_the_house_has_five_games() -> None:
    assert [game.id for game in HOUSE] == [
        "outdoor-survival",
        "postal-survival",
        "outlive",
        "survivors",
        "yellowstone",
    ]
    for game in HOUSE:
        assert game.title and game.summary and game.rules_version >= 1
        assert {"random", "greedy", "search:fast"} <= {bot.name for bot in game.bots}
        assert len(game.rules) > 100 and len(game.learn) > 1000
        assert game.options() and all(option.values for option in game.options())


@pytest.mark.parametrize(("game", "scenario"), SETUPS, ids=NAMES)
def test_every_scenario_is_played(game: overwinter.Game, scenario: overwinter.Scenario) -> None:
    for seats in {scenario.seats[0], min(scenario.seats[-1], 4)} & set(scenario.seats):
        table = played(game.open(scenario.id, seats=seats, seed=3), 40)
        assert table.seats == seats and len(table) > 0
        for seat in range(seats):
            assert isinstance(table.view(seat), dict)
        assert table.scene(0).text and table.story("referee")
        again = overwinter.replay(table.record())
        assert again.divergence is None and again.other_rules is None
        assert again.table.digest == table.digest


@pytest.mark.parametrize(("game", "scenario"), SETUPS, ids=NAMES)
def test_an_action_is_the_same_in_words_and_as_data(
    game: overwinter.Game, scenario: overwinter.Scenario
) -> None:
    table = game.open(scenario.id, seed=5)
    chance = random.Random(2)
    for _ in range(25):
        if table.over:
            break
        seat = table.deciding[0]
        legal = table.legal(seat)
        structures = [repr(action.structure) for action in legal]
        assert len(set(structures)) == len(structures), "different actions have different data"
        for action in chance.sample(legal, min(8, len(legal))):
            assert table.check(action.structure, seat) == action.notation
        table.play(chance.choice(legal).structure, seat)


def test_what_is_hidden_stays_hidden() -> None:
    table = overwinter.game("outlive").open("convoy", seats=3, seed=11)
    own, other = table.view(0), table.view(1)
    assert "draft" in own["shelters"][0] and "draft" not in own["shelters"][1]
    assert "draft" not in other["shelters"][0]
    assert own != table.view("table") and own != table.view("referee")


def test_refusals_have_rule_and_reason() -> None:
    table = overwinter.game("outlive").open("convoy", seats=2, seed=1)
    before = table.digest
    with pytest.raises(Refused) as refused:
        table.play("confirm", seat=0)
    assert refused.value.rule.startswith("OL-") and refused.value.reason
    assert refused.value.rule in {rule.id for rule in table.game.rules}
    with pytest.raises(NotUnderstood) as misread:
        table.play("xyzzy", seat=0)
    assert misread.value.line == "xyzzy" and misread.value.expected
    assert table.digest == before and len(table) == 0
    lost = overwinter.game("outdoor-survival").open("lost", seats=2, seed=1)
    waiting = 1 - lost.deciding[0]
    with pytest.raises(NotNow):
        lost.play("stay", seat=waiting)


def test_bad_input_is_told_in_words() -> None:
    with pytest.raises(BadInput, match="did you mean `outlive`"):
        overwinter.game("outlife")
    outlive = overwinter.game("outlive")
    with pytest.raises(BadInput, match="scenario"):
        outlive.open("nowhere")
    with pytest.raises(BadInput) as faults:
        outlive.open("convoy", seats=99, options={"fog": True})
    assert len(faults.value.faults) == 2
    with pytest.raises(BadInput, match="seed"):
        outlive.open(seed="not a seed")
    with pytest.raises(BadInput, match="seed"):
        outlive.open(seed=-1)
    table = outlive.open("convoy", seats=2, seed=1)
    for wrong in (2, -1, "nobody", 1.5):
        with pytest.raises(BadInput):
            table.view(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="decide at once"):
        table.play("confirm")
    with pytest.raises(BadInput, match="bot"):
        table.ask("nobody", 0)
    for said in (3, None, ["confirm"]):
        with pytest.raises(BadInput):
            table.play(said, 0)  # type: ignore[arg-type]
    for data in ({}, {"do": "dance"}, {"do": 3}, {"do": "pick", "with": 10**30}):
        with pytest.raises((BadInput, NotUnderstood)):
            table.play(data, 0)
    with pytest.raises(BadInput, match="pixels"):
        table.scene().png(width=3)
    with pytest.raises(BadInput, match="record"):
        overwinter.replay("not\na record")
    with pytest.raises(BadInput, match="No such file"):
        overwinter.replay("/nowhere/game.owr")
    with pytest.raises(BadInput, match="no such folder"):
        outlive.edition("/nowhere")


@pytest.mark.parametrize("game", HOUSE, ids=[game.id for game in HOUSE])
def test_wild_structures_are_never_a_panic(game: overwinter.Game) -> None:
    table = game.open(seed=2)
    chance = random.Random(4)
    junk: list[object] = [None, True, -1, 2**40, 0.5, "", "x", [], [[]], {}, {"do": "x"}]
    for _ in range(60):
        if table.over:
            break
        seat = table.deciding[0]
        data = dict(chance.choice(table.legal(seat)).structure)
        spoilt = dict(data)
        spoilt[chance.choice(list(spoilt))] = chance.choice(junk)
        before = table.digest
        try:
            table.check(spoilt, seat)
        except (BadInput, NotUnderstood, Refused):
            pass
        assert table.digest == before
        table.play(data, seat)


def test_undo_leaves_no_trace() -> None:
    table = overwinter.game("outlive").open("convoy", seats=2, seed=4)
    before = table.digest
    table.play(table.legal(0)[0], 0)
    assert table.can_undo(0) and not table.can_undo(1)
    assert table.undo(0) and table.digest == before and len(table) == 0
    assert not table.undo(0)


def test_scenes_are_drawn() -> None:
    for game in HOUSE:
        scene = game.open(seed=1).scene(0)
        assert scene.headline and scene.board().strip() and scene.describe()
        assert scene.svg(width=800).startswith("<svg") and scene._repr_svg_().startswith("<svg")
    assert scene.png(width=600).startswith(b"\x89PNG")
    assert scene.png(width=600) != scene.png(width=600, dark=True)


def test_a_seat_reads_what_it_may_know() -> None:
    table = overwinter.game("survivors").open(seats=2, seed=9)
    text = table.text(table.deciding[0])
    for action in table.legal(table.deciding[0]):
        assert action.notation in text
    waiting = overwinter.game("outdoor-survival").open("lost", seats=2, seed=1)
    assert "Nothing is asked" in waiting.text(1 - waiting.deciding[0])


def test_bots_play_the_same_for_the_same_seed() -> None:
    lines = []
    for _ in range(2):
        table = overwinter.game("yellowstone").open(seats=2, seed=6)
        lines.append([table.ask("greedy") for _ in range(30)])
    assert lines[0] == lines[1]
    assert table.advise("random", seed=1) == table.advise("random", seed=1)
    assert len({table.advise("random", seed=number) for number in range(40)}) > 1


def test_records_are_written_read_and_verified(tmp_path: Path) -> None:
    table = played(overwinter.game("yellowstone").open(seats=2, seed=8), 5000)
    assert table.over and table.outcome is not None
    assert table.outcome.reason in table.endings and table.outcome.conclusion
    path = tmp_path / "game.owr"
    text = table.record(path)
    assert path.read_text() == text
    replay = overwinter.replay(str(path))
    assert replay.holds and replay.integrity == "unsigned" and replay.reveals_seed
    assert replay.table.digest == table.digest
    changed = overwinter.replay(text.replace("\n1 ", "\n1  ", 1) + "\n")
    assert not overwinter.replay(text.replace("setup: ", "setup:  ", 1)).holds or not changed.holds
    assert "seed:" not in table.record(reveal=False).split("\n\n")[0]
    assert len(overwinter.replay(text, steps=3).table) == 3


def test_cases_are_run(tmp_path: Path) -> None:
    results = overwinter.run_cases("outlive")
    assert len(results) > 200 and all(result.passed for result in results)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        'title = "two discs fill a column"\ngame = "connect-four"\nrules = ["CF-DROP-02"]\n'
        '[given]\ndropped = "44"\n[then]\nrefused = [{ do = "1: 4", rule = "CF-DROP-02" }]\n'
    )
    (result,) = overwinter.run_cases(str(wrong))
    assert not result.passed and result.failures
    wrong.write_text("title = 3")
    with pytest.raises(BadInput):
        overwinter.run_cases(str(tmp_path))


def test_editions_and_setup_files_are_loaded(tmp_path: Path) -> None:
    game = overwinter.game("outdoor-survival")
    house = game.edition()
    path = next(path for path in house.paths if path.startswith("scenarios/lost"))
    folder = tmp_path / "mine"
    (folder / "scenarios").mkdir(parents=True)
    (folder / path).write_text(house.text(path) + "\n# mine\n")
    mine = game.edition(folder)
    assert mine.digest != house.digest and mine.text(path).endswith("# mine\n")
    assert house.with_file(path, mine.text(path)).digest == mine.digest
    table = game.open("lost", edition=mine, seed=1)
    assert "# mine" in table.record()
    own = tmp_path / "wander.toml"
    own.write_text(house.text(path).replace('"lost"', '"wander"', 1))
    assert game.open(str(own), seed=1).scenario == "wander"
    with pytest.raises(BadInput, match="lost"):
        game.open("lost", edition=house.with_file(path, "nonsense = ["))


def test_stubs_and_module_agree() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "overwinter._overwinter", "--ignore-disjoint-bases"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_everything_is_documented() -> None:
    for name in overwinter.__all__:
        thing = getattr(overwinter, name)
        if name == "__version__":
            continue
        assert thing.__doc__, name
        if isinstance(thing, type):
            for part, value in vars(thing).items():
                if not part.startswith("_") and (callable(value) or hasattr(value, "__get__")):
                    assert value.__doc__, f"{name}.{part}"
