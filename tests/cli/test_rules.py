"""`sealion rules`: rules, the code and tests that carry them, decisions and options."""

import json
import re
from dataclasses import fields, replace

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.engine.gist import gists_of
from sealion_pbem.rulesets import RULESETS, find
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.editions import DELUXE, MAGAZINE
from sealion_pbem.rulesets.sealion.gist import gists
from sealion_pbem.rulesets.sealion.index import DESCRIPTIVE
from sealion_pbem.umpire import rulebook


def run(*words):
    return CliRunner().invoke(cli, ["rules", *words])


def of_skirmish(*words):
    return run(*words, "--ruleset", "skirmish")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_is_listed_with_its_title(ruleset):
    """Numbers and titles as the ruleset has them."""
    result = run("--ruleset", ruleset)
    assert result.exit_code == 0
    for number, title in find(ruleset).rules.items():
        assert re.search(rf"^{re.escape(number)} +{re.escape(title)}$", result.stdout, re.MULTILINE)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_can_be_looked_up(ruleset):
    """One number: its title and the functions whose docstrings begin with it."""
    for number, title in find(ruleset).rules.items():
        result = run(number, "--ruleset", ruleset)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"{number}  {title}")


def test_the_code_of_a_rule_is_named():
    """3.2 of skirmish is carried by the functions for withdrawing."""
    facts = json.loads(of_skirmish("3.2", "--json").stdout)
    (rule,) = facts["rules"]
    names = {citation["name"] for citation in rule["code"]}
    assert {"defender", "obey_withdraw", "retreat_hexes"} <= names
    assert "sealion_pbem.rulesets.skirmish.forms:defender" in of_skirmish("3.2", "--code").stdout


def test_a_rule_opens_with_its_gist():
    """12.3 in our words, its rulings, the orders it is about; no module and no test is named."""
    told = run("12.3", "--ruleset", "sealion-deluxe").stdout
    assert (
        "12.3  What the results mean: losses, retreats, advances\n    Totals give the column"
        in told
    )
    assert "A-111" in told
    (orders,) = (line for line in told.splitlines() if line.startswith("    orders: "))
    assert {"take_losses", "retreat"} <= {*orders.removeprefix("    orders: ").split(", ")}
    assert "sealion_pbem." not in told
    assert "tests/" not in told


@pytest.mark.parametrize("edition", ["sealion-2016", "sealion-deluxe"])
def test_every_section_of_sealion_is_explained_in_sentences(edition: str):
    """No function has to speak for a section: each opens with words that were written for it."""
    written = gists_of(find(edition))
    assert all(gist.endswith(".") and gist[0].isupper() for gist in written.values())
    for chapter in range(1, 15 if edition == "sealion-deluxe" else 14):
        shown = json.loads(run(str(chapter), "--ruleset", edition, "--json").stdout)["rules"]
        for rule in shown:
            if rule["rule"] not in DESCRIPTIVE:
                assert rule["gist"] == [written[rule["rule"]]]


TRAITS = sorted(
    trait.name
    for trait in fields(Edition)
    if trait.name not in {"id", "title", "counters", "sections", "has_optional_rules"}
    and getattr(MAGAZINE, trait.name) != getattr(DELUXE, trait.name)
)


@pytest.mark.parametrize("trait", TRAITS)
def test_an_edition_is_told_its_own_rules(trait: str):
    """Whatever the published editions do otherwise stands in one section, or in two."""
    other = gists(replace(MAGAZINE, **{trait: getattr(DELUXE, trait)}))
    told = gists(MAGAZINE)
    changed = {rule for rule in told if told[rule] != other[rule]}
    assert 1 <= len(changed) <= 2


def test_differences_of_the_editions_are_told():
    """4.0, 6.2, 8.4, 10.4 and 7.6 as each book has them."""
    old, new = gists(MAGAZINE), gists(DELUXE)
    assert "He needs 13; there are 25 factory hexes." in old["4.0"]
    assert "He needs 15; there are 29 factory hexes." in new["4.0"]
    assert "in the same step too" in old["7.6"]
    assert "from the next game turn on" in new["7.6"]
    assert "Several of them may go for the same one" in old["8.4"]
    assert "6.4" in old
    assert "6.4" not in new
    assert "14.3" not in old


def test_a_chapter_lists_its_rules():
    """3 means 3.1 to 3.4; a full stop at the end does not matter."""
    numbers = [rule["rule"] for rule in json.loads(of_skirmish("3.", "--json").stdout)["rules"]]
    assert numbers == ["3.1", "3.2", "3.3", "3.4"]


def test_a_rule_that_does_not_exist_gets_a_suggestion():
    """Exit code 2 and the nearest number."""
    result = of_skirmish("3.22")
    assert result.exit_code == 2
    assert "did you mean 3.2" in result.stderr
    assert run("3", "--ruleset", "skirmsh").exit_code == 2


def test_decisions_come_with_their_policies_default_first():
    """What standing orders may name; a decision without policies must be answered."""
    decisions = json.loads(of_skirmish("--decisions", "--json").stdout)["decisions"]
    assert next(iter(decisions["reaction"])) == "default"
    assert decisions["objective"] == {}
    text = of_skirmish("--decisions").stdout
    assert "withdraw to the first open hex" in text
    assert "its seat must answer by itself" in text


def test_options_are_explained():
    """Scenarios and options of a charter."""
    text = of_skirmish("--options").stdout
    assert "two-hills" in text
    assert "turns" in text
    assert set(json.loads(of_skirmish("--options", "--json").stdout)["options"]) == {"turns"}


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
    cited = rulebook.in_tests("skirmish")
    assert cited is not None
    (found,) = cited
    assert (found.rules, found.name, found.line) == (("3.2",), "test_3_2_x", 1)
    assert found.where == "tests/rules/skirmish/test_3.py"
    assert found.text == "It withdraws."
    assert found.cites("3")
    assert not found.cites("3.3")


def test_where_no_tests_are_that_is_said(monkeypatch):
    """From an installed package the tests of a rule are not to be had."""
    monkeypatch.setattr(rulebook, "in_tests", lambda _: None)
    assert "tests are not installed here" in of_skirmish("3.2", "--code").stdout


def test_sections_are_listed_with_code_tests_and_rulings():
    """Each section of an edition names the modules, the tests and the rulings on it."""
    facts = json.loads(run("--ruleset", "sealion-deluxe", "--json").stdout)
    rules = {rule["rule"]: rule for rule in facts["rules"]}
    assert list(rules) == list(find("sealion-deluxe").rules)
    assert any(name.endswith("duel:hits") for name in rules["8.4"]["code"])
    assert any("test_08_4_firing" in name for name in rules["8.4"]["tests"])
    assert "A-66" in rules["8.4"]["rulings"]
    text = run("--ruleset", "sealion-deluxe").stdout
    assert "    rulings A-61, A-65, A-66" in text.replace("A-10, ", "")


def test_a_ruling_of_one_edition_is_not_listed_in_the_other():
    """A-67 is about a slip of the 2016 rulebook only, A-163 and A-167 about what only it says."""
    found = {}
    for name in ("sealion-2016", "sealion-deluxe"):
        (rule,) = json.loads(run("8.4", "--ruleset", name, "--json").stdout)["rules"]
        found[name] = {ruling["id"] for ruling in rule["rulings"]}
    assert found["sealion-2016"] - found["sealion-deluxe"] == {"A-67", "A-163", "A-167"}
    assert "A-66  Of several attackers" in run("8.4", "--ruleset", "sealion-2016").stdout


def test_a_ruling_is_looked_up_by_its_id():
    """Question, answer, and who cites it; small letters do."""
    text = run("a-66").stdout
    assert text.startswith("A-66  8.4 (2016 and deluxe)")
    assert "duel:" in text
    assert "test_8_4_c_doubling_up" in text
    assert "--option counterattack_transports=" in run("A-61").stdout
    assert "withdrawn" in run("A-5").stdout
    assert "optional rules" in run("A-128").stdout
    assert "nothing in play depends on it" in run("A-52").stdout


@pytest.mark.parametrize(
    ("words", "hint"),
    [(("A-999",), "A-1 to A-"), (("A-1", "--ruleset", "skirmish"), "it needs none")],
)
def test_a_ruling_that_does_not_exist(words, hint):
    """Exit code 2, and which there are."""
    result = run(*words)
    assert result.exit_code == 2
    assert hint in result.stderr


def test_every_section_of_every_game_has_a_test():
    """`sealion rules --coverage` is complete."""
    result = run("--coverage")
    assert result.exit_code == 0, result.stdout
    assert result.stdout.count("every one with a rule in it has a test") == len(RULESETS)


def test_a_section_without_a_test_fails(monkeypatch):
    """Exit code 3, and the section is named; a descriptive one passes with its reason."""
    monkeypatch.setattr(rulebook, "in_tests", lambda _: [])
    result = run("--coverage", "--ruleset", "sealion-2016")
    assert result.exit_code == 3
    assert "no test  8.4  " in result.stdout
    assert "nothing to test  1.0  " in result.stdout
    facts = json.loads(run("--coverage", "--ruleset", "sealion-2016", "--json").stdout)
    assert "1.0" not in facts["rulesets"][0]["without_test"]


def test_coverage_needs_the_tests(monkeypatch):
    """An installed package has none and says so."""
    monkeypatch.setattr(rulebook, "in_tests", lambda _: None)
    result = run("--coverage")
    assert result.exit_code == 3
    assert "not installed here" in result.stderr


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("3.2  X", ("3.2",)),
        ("3.2, 3.4  X", ("3.2", "3.4")),
        ("9.1 to 9.3  X", ("9.1", "9.2", "9.3")),
        ("7.3, 9.1 to 9.3 and 10.1  X", ("7.3", "9.1", "9.2", "9.3", "10.1")),
        ("7.9 to 8.1  X", ("7.9", "8.1")),
        ("3 to 5  X", ("3", "4", "5")),
        ("15.33A, R-32  X", ("15.33A", "R-32")),
        ("14.42A to 14.42C  X", ("14.42A", "14.42B", "14.42C")),
        ("R-33 to R-36 and 10.343  X", ("R-33", "R-34", "R-35", "R-36", "10.343")),
        ("15.32 to 15.33A  X", ("15.32", "15.33A")),
        ("P.3  X", ("P.3",)),
    ],
)
def test_numbers_at_the_head_of_a_docstring(tmp_path, text, rules):
    """Lists and ranges; the two blanks end them."""
    source = tmp_path / "some.py"
    source.write_text(f'def f():\n    """{text}"""\n')
    (found,) = rulebook._citations(source, "some", prefix="")
    assert found.rules == rules


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("test_15_33a_exploiting_armor", ("15.33A",)),
        ("test_15_321_walls", ("15.321",)),
        ("test_8_4_c_doubling_up", ("8.4",)),
        ("test_r_44_where", ("R-44",)),
    ],
)
def test_numbers_in_the_name_of_a_test(tmp_path, name, rules):
    """Sections with and without a letter, and rulings."""
    source = tmp_path / "some.py"
    source.write_text(f"def {name}():\n    pass\n")
    (found,) = rulebook._citations(source, "some", prefix="test_")
    assert found.rules == rules


@pytest.mark.parametrize(
    ("rule", "number", "is_part"),
    [
        ("15.33A", "15.33", True), ("15.33A", "15", True), ("15.33A", "15.33A", True),
        ("15.331", "15.33", False), ("15.33", "15.33A", False), ("R-44", "R-4", False),
        ("R-44", "R-44", True), ("3.2.1", "3", True), ("13.2", "3", False),
    ],
)  # fmt: skip
def test_what_is_part_of_a_section(rule, number, is_part):
    """A letter is part of the section it stands behind; a longer number is another one."""
    assert rulebook.is_under(rule, number) is is_part


def test_lettered_sections_and_rulings_are_looked_up():
    """In a rulebook that has them, in small letters too; the section brings its letters along."""
    found = run("15.33a", "--ruleset", "world-at-war")
    assert found.exit_code == 0, found.stderr
    assert found.stdout.startswith("15.33A  Exploiting armor -1")
    assert "\n15.33B  " in run("15.33", "--ruleset", "world-at-war").stdout
    assert run("r-44", "--ruleset", "world-at-war").stdout.startswith("R-44  Where units are built")
    assert "did you mean" in run("15.33Z", "--ruleset", "world-at-war").stderr
