"""One word, one thing: the names of modules and classes, and words that follow a number."""

from tests import survey
from tests.survey import PACKAGE, check, modules, project_files, text

EMPTY_WORDS = {
    *("base", "common", "core", "handler", "handlers", "helper", "helpers"),
    *("manager", "misc", "util", "utils"),
}


def test_words_follow_their_number_in_one_place():
    """Plurals and verbs come from `engine/saying.py`: nobody else adds an s or takes one off."""
    check(
        f"{path}:{number}: {found}"
        for path in project_files()
        if path.parts[0] in {PACKAGE, "templates"} and path.suffix in {".py", ".j2"}
        if path.parts[-2:] != ("engine", "saying.py")
        for number, line in enumerate(text(path).splitlines(), 1)
        for found in survey.home_made_plurals(line)
    )


def test_home_made_plurals_are_found():
    """What the test above looks for is found where it stands, and nothing like it."""
    assert survey.home_made_plurals("""f"{n} step{'' if n == 1 else 's'}" """) == ["else 's'"]
    assert survey.home_made_plurals("""f"{n} step{'s' * (n > 1)} of {kind}s" """) == ["'s' *", "}s"]
    assert survey.home_made_plurals("""f"{n} {one if n == 1 else one + 's'}" """) == ["+ 's'"]
    assert survey.home_made_plurals("""'fly' if len(units) > 1 else 'flies'""") == [
        "'fly' if len(units) > 1 else 'flies'"
    ]
    assert survey.home_made_plurals("""verb = verb[:-1] if verb.endswith("s") else verb""") == [
        *("verb[:-1]", 'endswith("s")'),
    ]
    assert not survey.home_made_plurals(
        """path[:-1]; f"{seat}'s order"; "lost" if steps == 1 else step"""
    )


def test_names_of_modules_say_something():
    """No module is called utils, helpers, manager or the like."""
    check(str(path) for path in modules() if EMPTY_WORDS & set(path.stem.split("_")))


def test_a_class_has_its_name_alone():
    """One word, one thing: only the games may use the same words, each for its own things."""
    check(f"a class in {homes}" for homes in survey.shared_classes())


def test_a_module_has_its_name_alone():
    """One word, one thing, outside the games, whose rooms are alike, and the commands, called by theirs."""
    check(survey.shared_modules())
