"""The documents and the house: what they name is there, and each room can be surveyed."""

import argparse
import re
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from agents.access.scopes import Scope
from agents.doors.mcp.tools import TOOLS
from newsletter.standards.outcomes import Outcome
from subscribers.models import Delivery
from subscribers.models.webhooks import WebhookEvent

ROOT = Path(__file__).parents[2]
FLOORS = ("newsletter", "subscribers", "agents", "crux")
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
MOST_MODULES = 16
# What is written like a setting of ours and is none.
NO_SETTINGS = {
    "LC_MESSAGES",
    "MONTHS_ELSEWHERE",
    "OF_ANY_SUBJECT",
    "SQLITE_FULL",
    "CLEAN_TIME",
}
# Tools of MCP that a line of the table has between two others.
BETWEEN = {
    "filter_urls",
    "download_articles",
    "extract_summaries",
    "rate_articles",
    "cluster_topics",
    "select_sections",
    "draft_sections",
}
# Rooms that Django asks for: nobody looks for them.
DJANGOS = {"apps", "templatetags"}

PATH = re.compile(rf"(?<![\w./-])(?:{'|'.join(FLOORS)}|docs|templates)/[\w./-]+")
MODULE = re.compile(r"python -m ((?:agents|crux|newsletter|subscribers)[\w.]*)")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
ANCHOR = re.compile(r"\]\(([^)#\s:]*)#([^)\s]+)\)")
COMMAND = re.compile(r"manage\.py (\w+)")
CALL = re.compile(r"manage\.py (\w+)((?:[^`\n;|#\\]|\\\n)*)")
FLAG = re.compile(r"(?<!\S)--[\w-]+")
SETTING = re.compile(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)[`=]")
DEFAULT = re.compile(r"`([A-Z][A-Z0-9_]+)` \((\d+)")
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
def test_each_heading_that_a_link_of_a_document_leads_to_is_there(document):
    links = ANCHOR.findall(document.read_text())

    lost = [
        (page, anchor)
        for page, anchor in links
        if anchor not in anchors_of(document.parent / page if page else document)
    ]

    assert lost == []


@cache
def anchors_of(document):
    """What GitHub calls a document's headings in addresses."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


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


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_each_setting_a_document_names_is_there(document):
    text = document.read_text()
    example = (ROOT / ".env.example").read_text()

    named = set(SETTING.findall(text)) - NO_SETTINGS

    assert {
        one for one in named if not re.search(rf"^#?{one}=", example, re.M)
    } == set()
    assert {
        (one, told)
        for one, told in DEFAULT.findall(text)
        if f"{getattr(settings, one):g}" != told
    } == set()


def rows_of(page, head):
    """What stands in backquotes in the first column of the table under `head`."""
    text = (ROOT / "docs" / page).read_text()
    lines = text[text.index(f"| {head} |") :].split("\n\n")[0].splitlines()[2:]
    return {
        one
        for line in lines
        for one in re.findall(r"`(\w[\w:.]*)`", line.split("|")[1])
    }


@pytest.mark.parametrize(
    ("page", "head", "known"),
    [
        ("api.md", "scope", set(Scope)),
        ("mcp.md", "tool", {*TOOLS, "critic", "verifier", "delivery"}),
        ("verification.md", "outcome", {*Outcome, "unknown_address"}),
        ("webhooks.md", "event", set(WebhookEvent)),
    ],
)
def test_a_table_has_a_line_for_each_of_what_it_lists(page, head, known):
    told = rows_of(page, head)

    assert told == {str(one) for one in known} - BETWEEN


def test_each_state_of_a_letter_is_told():
    told = (ROOT / "docs" / "sending.md").read_text()

    assert [one for one in Delivery.State.values if f"\n| {one} |" not in told] == []


def test_the_rooms_of_the_house_are_those_that_imports_are_held_to():
    house = (ROOT / "docs" / "house.md").read_text()
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    told = {
        floor: re.findall(r"\w+|>", text)
        for floor, text in re.findall(r"^(\w+)/ ((?:.+\n)(?: .+\n)*)", house, re.M)
    }

    for contract in contracts["importlinter"]["contracts"]:
        floor = contract["name"].removeprefix("The rooms of ")
        if floor in told:
            held = " > ".join(contract["layers"])
            rooms = re.findall(r"\w+|>", held)
            assert told[floor] == [one for one in rooms if one not in DJANGOS], floor


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
