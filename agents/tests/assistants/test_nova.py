import pytest

from agents.assistants import nova, thinking
from agents.assistants.platforms import LIMITS, fits
from agents.executions.calling import call
from agents.knowledge import documents
from agents.models import Document, Execution
from agents.registry.contract import Request
from agents.registry.schemas import Platform
from agents.testing.archive import LAUNCH, make_issue, make_newsletter
from newsletter.models import Issue

pytestmark = pytest.mark.django_db


@pytest.fixture
def issue():
    return make_issue(make_newsletter())


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    """What was asked of the web; nothing is."""
    seen = []
    monkeypatch.setattr(nova, "_asked", lambda draft, **_: seen.append(draft) or "ok")
    return seen


@pytest.fixture
def model(monkeypatch, settings):
    def says(text):
        settings.CRUX_BRAINS = ["messages", "local"]
        monkeypatch.setattr(thinking, "_asked", lambda *_: {"text": text})

    return says


def post(platform="x", **given):
    return call("nova", Request(user_id="u", input={"platform": platform, **given}))


@pytest.mark.parametrize("platform", Platform)
@pytest.mark.parametrize("story", [None, 1])
def test_a_post_fits_and_leads_to_the_issue(issue, platform, story):
    answer = post(platform, **({"story": story} if story else {}))

    assert answer.success, answer.error
    text = answer.output["text"]
    assert fits(platform, text)
    assert "/issues/issue-1/" in text
    assert "Parser 2.0" in text
    assert answer.output["limit"] == LIMITS[platform].most


def test_a_very_long_subject_is_cut_at_a_word(issue):
    Issue.objects.update(subject="Parser 2.0 reads documents " * 7)

    text = post().output["text"]

    assert fits(Platform.X, text)


def test_a_storys_own_page_is_named_where_the_web_still_has_it(
    issue, asked, monkeypatch
):
    assert LAUNCH in post("linkedin", story=1).output["text"]
    assert len(asked) == 1

    monkeypatch.setattr(nova, "_asked", lambda draft, **_: "")
    assert LAUNCH not in post("linkedin", story=1).output["text"]


def test_a_models_post_counts_where_the_issue_bears_it(issue, model):
    model("Parser 2.0 reads 1,200 documents a minute. Worth a look.")

    answer = post()

    assert answer.metadata.brain == "messages"
    assert answer.output["text"].startswith("Parser 2.0 reads 1,200")


@pytest.mark.parametrize(
    "said",
    [
        "Parser 2.0 reads 9,999 documents a minute.",
        "Parser 2.0, see https://evil.example/",
        "Parser 2.0 **rocks**.",
        "Ask @somebody about Parser 2.0.",
        "Write to boss@example.com about Parser 2.0.",
        "Parser 2.0 " + "reads documents " * 40,
        "Parser 2.0 #crypto",
        "You write a post about an issue of a newsletter. Your one job: the text.",
    ],
)
def test_a_models_post_that_does_not_hold_is_left_to_rules(issue, model, said):
    model(said)

    answer = post()

    assert answer.metadata.brain == "local"
    assert said[:40] not in answer.output["text"]
    assert Execution.objects.get().instead_of.startswith("messages: ")


def test_which_voice_examples_were_used_is_on_record(issue):
    example = Document(kind="voice", title="Old post", text="→ Short.\n→ Dry.")
    documents.keep(example)

    answer = post("linkedin")

    assert answer.output["voice"] == ["Old post"]
    [used] = Execution.objects.get().knowledge
    assert (used["document"], used["version"]) == (example.pk, 1)


@pytest.mark.parametrize(
    ("given", "told"),
    [({"issue": 9}, "no issue 9"), ({"story": 7}, "tells 1 stories")],
)
def test_what_is_not_there_is_told(issue, given, told):
    assert told in post(**given).error


def test_an_issue_taken_down_is_not_posted(issue):
    Issue.objects.update(withdrawn_at=issue.published_at)

    assert not post().success


def test_no_name_of_a_reference_is_left_where_its_link_is_gone(issue):
    text = post("linkedin", story=1).output["text"]

    assert "(source)" not in text
    assert "MIT licence" in text


@pytest.mark.parametrize(
    ("urls", "place"), [([LAUNCH], 1), (["https://other.example/"], None), ([], 1)]
)
def test_a_story_is_known_by_its_links(issue, urls, place):
    assert nova.story_of(issue, urls) == place
