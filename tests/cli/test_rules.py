"""`sealion rules`: rules, the code and tests that carry them, decisions and options."""

import json

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.rulesets import RULESETS, find
from sealion_pbem.umpire import rulebook


def run(*words):
    return CliRunner().invoke(cli, ["rules", *words])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_is_listed_with_its_title(ruleset):
    """Numbers and titles as the ruleset has them."""
    result = run("--ruleset", ruleset)
    assert result.exit_code == 0
    for number, title in find(ruleset).rules.items():
        assert f"{number}  {title}" in result.stdout


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_can_be_looked_up(ruleset):
    """One number: its title and the functions whose docstrings begin with it."""
    for number, title in find(ruleset).rules.items():
        result = run(number, "--ruleset", ruleset)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"{number}  {title}")


def test_the_code_of_a_rule_is_named():
    """3.2 of skirmish is carried by the functions for withdrawing."""
    facts = json.loads(run("3.2", "--json").stdout)
    (rule,) = facts["rules"]
    names = {citation["name"] for citation in rule["code"]}
    assert {"check_withdraw", "obey_withdraw", "retreat_hexes"} <= names
    assert "sealion_pbem.rulesets.skirmish.rules:check_withdraw" in run("3.2").stdout


def test_a_chapter_lists_its_rules():
    """3 means 3.1 to 3.4; a full stop at the end does not matter."""
    numbers = [rule["rule"] for rule in json.loads(run("3.", "--json").stdout)["rules"]]
    assert numbers == ["3.1", "3.2", "3.3", "3.4"]


def test_a_rule_that_does_not_exist_gets_a_suggestion():
    """Exit code 2 and the nearest number."""
    result = run("3.22")
    assert result.exit_code == 2
    assert "did you mean 3.2" in result.stderr
    assert run("3", "--ruleset", "skirmsh").exit_code == 2


def test_decisions_come_with_their_policies_default_first():
    """What standing orders may name; a decision without policies must be answered."""
    decisions = json.loads(run("--decisions", "--json").stdout)["decisions"]
    assert next(iter(decisions["reaction"])) == "default"
    assert decisions["objective"] == {}
    text = run("--decisions").stdout
    assert "withdraw to the first open hex" in text
    assert "its seat must answer by itself" in text


def test_options_are_explained():
    """Scenarios and options of a charter."""
    text = run("--options").stdout
    assert "two-hills" in text
    assert "turns" in text
    assert set(json.loads(run("--options", "--json").stdout)["options"]) == {"turns"}


def test_tests_are_cited_where_there_are_some(tmp_path, monkeypatch):
    """A checkout's tests are found by their docstrings; an installed package has none."""
    tests = tmp_path / "tests" / "rules" / "skirmish"
    tests.mkdir(parents=True)
    (tests / "test_3.py").write_text(
        'def test_3_2_x():\n    """3.2  It withdraws.\n\n    More."""\n'
        'def test_other():\n    """No rule."""\n'
        'def not_a_test():\n    """3.2  Neither."""\n'
    )
    monkeypatch.setattr(rulebook, "_PACKAGE", tmp_path / "sealion_pbem")
    assert rulebook.in_tests("skirmish") is None
    (tmp_path / "tests" / "conftest.py").touch()
    (found,) = rulebook.in_tests("skirmish")
    assert (found.rules, found.name, found.line) == (("3.2",), "test_3_2_x", 1)
    assert found.where == "tests/rules/skirmish/test_3.py"
    assert found.text == "It withdraws."
    assert found.cites("3")
    assert not found.cites("3.3")


def test_where_no_tests_are_that_is_said(monkeypatch):
    """From an installed package the tests of a rule are not to be had."""
    monkeypatch.setattr(rulebook, "in_tests", lambda _: None)
    assert "tests are not installed here" in run("3.2").stdout
