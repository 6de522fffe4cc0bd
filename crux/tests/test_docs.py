"""The documents and the house: what they name is there, and each room can be surveyed."""

import argparse
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).parents[2]
FLOORS = ("newsletter", "subscribers", "agents", "crux")
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
MOST_MODULES = 16

PATH = re.compile(rf"(?<![\w./-])(?:{'|'.join(FLOORS)}|docs|templates)/[\w./-]+")
MODULE = re.compile(r"python -m ((?:agents|crux|newsletter|subscribers)[\w.]*)")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
COMMAND = re.compile(r"manage\.py (\w+)")
CALL = re.compile(r"manage\.py (\w+)((?:[^`\n;|#\\]|\\\n)*)")
FLAG = re.compile(r"(?<!\S)--[\w-]+")
TEST = re.compile(r"\btest_\w+\.py\b")


def is_product(folder: Path) -> bool:
    return not {"tests", "migrations"} & set(folder.parts)


def name(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_each_path_a_document_names_is_there(document):
    text = document.read_text()

    named = {match.rstrip("./") for match in PATH.findall(text)}

    assert {path for path in named if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_each_link_of_a_document_leads_somewhere(document):
    links = LINK.findall(document.read_text())

    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_each_command_a_document_names_is_there(document):
    text = document.read_text()

    modules = {match.rstrip(".") for match in MODULE.findall(text)}
    commands = set(COMMAND.findall(text))

    assert {module for module in modules if find_spec(module) is None} == set()
    assert commands - set(get_commands()) == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_each_flag_that_a_document_shows_is_understood(document):
    calls = CALL.findall(document.read_text())

    shown = {(command, flag) for command, rest in calls for flag in FLAG.findall(rest)}

    assert [one for one in shown if one[1] not in flags_of(one[0])] == []


@cache
def flags_of(command):
    """The flags that a command takes, those of its own commands among them."""
    parser = load_command_class(get_commands()[command], command).create_parser("", "")
    return {
        flag
        for one in [parser, *parsers_below(parser)]
        for flag in one._option_string_actions
    }


def parsers_below(parser):
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def test_each_command_of_ours_is_told():
    told = (ROOT / "docs" / "commands.md").read_text()
    ours = {one for one, app in get_commands().items() if app in FLOORS}

    assert {one for one in ours if not re.search(rf"[` ]{one}\b", told)} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_each_test_that_a_document_names_is_there(document):
    named = set(TEST.findall(document.read_text()))

    there = {
        test.name for floor in FLOORS for test in (ROOT / floor).rglob("test_*.py")
    }

    assert named - there == set()


def test_no_folder_holds_more_modules_than_one_surveys():
    folders = {
        module.parent
        for floor in FLOORS
        for module in (ROOT / floor).rglob("*.py")
        if is_product(module.parent.relative_to(ROOT))
    }

    sizes = {
        str(folder.relative_to(ROOT)): len(
            [module for module in folder.glob("*.py") if module.stem != "__init__"]
        )
        for folder in folders
    }

    assert {path: size for path, size in sizes.items() if size > MOST_MODULES} == {}


def test_each_test_stands_where_what_it_tests_stands():
    def has_a_room(test: Path) -> bool:
        floor, _, *rooms = test.relative_to(ROOT).parts[:-1]
        return (ROOT / floor / Path(*rooms)).is_dir()

    tests = [
        test for floor in FLOORS for test in (ROOT / floor / "tests").rglob("test_*.py")
    ]

    assert tests
    assert [str(test.relative_to(ROOT)) for test in tests if not has_a_room(test)] == []
