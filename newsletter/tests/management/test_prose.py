import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from newsletter.models import Citation, Coverage
from newsletter.tests.support.makers import MARKDOWN, make_issue, make_source

SUBJECT = "A week of open weights"
DRAFT = MARKDOWN.replace("This issue has one", "In this issue: Model A is out, one", 1)

pytestmark = pytest.mark.django_db


def evaluate(*given):
    out = StringIO()
    call_command("evaluate", "prose", *given, stdout=out)
    return out.getvalue()


def test_the_defects_of_an_issue_are_told_with_their_sentences():
    issue = make_issue(markdown=DRAFT, subject=SUBJECT, preheader="Method C, and")

    told = evaluate(issue.slug)

    assert f"{issue.slug}: 1" in told
    assert "cut line           preheader: Method C, and" in told
    assert told.endswith("1 defects of 26 kinds in 1 issues; 1.00 an issue.\n")


def test_reasons_and_sources_are_read_with_an_issue():
    issue = make_issue(subject=SUBJECT)
    url = "https://arxiv.org/abs/2508.01234"
    source = make_source("Method C is 31.5% faster than others.", url=url)
    Citation.objects.create(
        issue=issue, position=1, claim="c", quote="q", url=url, source=source
    )
    Coverage.objects.create(
        issue=issue,
        story_id="c",
        title="C",
        url=url,
        kind="paper",
        why="it has figures",
    )
    issue.markdown = DRAFT.replace("of up to 13 billion parameters", "of any size")
    issue.save()

    found = json.loads(evaluate(issue.session_name, "--json"))["issues"][0]["defects"]

    assert [one["name"] for one in found] == ["no figure", "unfounded reason"]


def test_drafts_in_a_folder_are_read_as_issues(tmp_path):
    (tmp_path / "one.md").write_text(DRAFT)
    (tmp_path / "two.md").write_text(
        DRAFT.replace("1. Model A is out", "1. Meet Model A")
    )

    told = evaluate(str(tmp_path))

    assert "one.md: 0" in told
    assert "in 2 issues" in told


def test_a_kind_that_a_language_hides_is_no_count_of_none():
    english, french = make_issue(), make_issue()
    french.newsletter.language = "fr"
    french.newsletter.save()

    both, alone = evaluate(), evaluate(french.session_name)

    assert "grammar                 0  not counted in 1 issue (fr)\n" in both
    assert "grammar                 –  not counted in 1 issue (fr)\n" in alone
    assert "not counted" not in evaluate(english.session_name)
    [told] = json.loads(evaluate(french.session_name, "--json"))["issues"]
    assert told["language"] == "fr"
    assert "grammar" in told["not_counted"]


def test_without_a_name_every_published_issue_is_read():
    for _ in range(2):
        make_issue()

    assert "in 2 issues" in evaluate()


@pytest.mark.parametrize(
    ("given", "says"),
    [(["no-such"], "No issue 'no-such'"), ([], "No issue has been published yet")],
)
def test_what_cannot_be_found_is_said(given, says):
    with pytest.raises(CommandError, match=says):
        evaluate(*given)


def test_a_folder_without_markdown_is_said(tmp_path):
    with pytest.raises(CommandError, match="No Markdown"):
        evaluate(str(tmp_path))


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "a.md").write_bytes(b"\xff\xfe")

    with pytest.raises(CommandError, match="Cannot read"):
        evaluate(str(tmp_path))
