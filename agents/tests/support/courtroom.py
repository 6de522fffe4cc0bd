"""A session before a judge: pages with enough to say, drafts that err, judges that do too."""

import re
from dataclasses import replace

from agents.brains.scripted import ScriptedBrain
from agents.brains.table import BRAINS
from agents.events.schema import Kind
from agents.models import Journal
from agents.testing.judges import by_words, judges
from agents.tests.support import newsroom
from agents.tests.support.workbench import make_bench, make_hands
from newsletter.issues import sources as sources_of
from newsletter.text.identifiers import sha256_of

MORE_OF_LAUNCH = (
    "The licence of the parser is open for research and for small companies.",
    "Errors on old newspapers are higher than on books by a wide margin.",
    "The library was written in Rust by a group of six people in Zurich.",
    "Documentation for Windows machines is planned for the end of the year.",
)
MORE_OF_PAPER = (
    "Greek and Latin texts were tested with 3,500 pages of three libraries.",
    "The largest of the models was trained for 48 hours on 16 machines.",
    "Gains are smaller for dialogue than for the summaries of long reports.",
)
# True, and code suspects it: it keeps what its source does not lose.
SUSPECT = (
    "The method halves the number of decoding steps for language models of up to that many "
    "parameters, and keeps the accuracy on the four benchmarks that were tried."
)
# A figure that follows from two of its source.
FOLLOWS = "At half the pace Parser 1.0 reads 300 documents a minute, it is said there."
# False, and no rule sees it.
FALSE = "The method was tried on four benchmarks by the people of three universities."


class ModelBrain(ScriptedBrain):
    """A scripted brain that judges, as a model does."""

    is_model = True


def pages(beside=""):
    """The newsroom's pages with more below what is quoted of them, or beside it."""
    return {
        newsroom.LAUNCH: newsroom.page(
            "Parser 2.0 reads documents",
            newsroom.OPENS,
            f"{newsroom.SPEED} {beside}".strip(),
            " ".join(MORE_OF_LAUNCH),
        ),
        newsroom.PAPER: newsroom.page(
            "Faster decoding", newsroom.METHOD, newsroom.CODE, " ".join(MORE_OF_PAPER)
        ),
    }


def with_sentence(said, quote=newsroom.METHOD):
    """A change of the honest draft: one sentence more, and its citation."""
    before = f"“{quote}”" if quote == newsroom.SPEED else quote

    def change(made):
        known = next(one for one in made["citations"] if one["quote"] == quote)
        markdown = made["markdown"].replace(before, f"{before} {said}")
        return {
            **made,
            "markdown": markdown,
            "citations": [*made["citations"], {**known, "claim": said}],
        }

    return change


def seat(session, monkeypatch, change=lambda made: made, *, last=None, following=""):
    """The verifier's bench, in its turn, with an approved draft before it."""
    monkeypatch.setitem(BRAINS, "scripted", ModelBrain())
    shown = {url: _article(page) for url, page in pages().items()}
    sources = {
        url: sources_of.keep(sources_of.Read(url, url, title, text))
        for url, (title, text) in shown.items()
    }
    made = change(newsroom.draft_of({url: one.sha256 for url, one in sources.items()}))
    approved = {"draft_sha256": sha256_of(made["markdown"]), "remarks": ""}
    bench = make_bench(
        session,
        "verifier",
        last={Kind.DRAFT_WRITTEN: made, Kind.DRAFT_APPROVED: approved, **(last or {})},
    )
    bench.addresses.update(shown)
    bench.following = following
    return bench


def next_draft(bench, change):
    """The same bench with another approved draft, after what was judged of the first."""
    made = change(bench.state.last[Kind.DRAFT_WRITTEN])
    bench.state.last[Kind.DRAFT_WRITTEN] = made
    bench.state.last[Kind.DRAFT_APPROVED] = {
        "draft_sha256": sha256_of(made["markdown"]),
        "remarks": "",
    }
    Journal.objects.all().update(is_open=False)
    return replace(bench, staged=[], kept={})


def _article(page):
    """The title and the text of one of our pages."""
    html = page.body.decode()
    paragraphs = re.findall(r"<p>(.*?)</p>", html)
    return re.search(r"<h1>(.*?)</h1>", html)[1], "\n\n".join(paragraphs)


def judged(bench, answers=by_words):
    """What the verifier's work comes to: the staged data by kind."""
    judges(answers)(None, make_hands(bench), None)
    return {line.kind: line.data for line in bench.staged}


def hold(
    monkeypatch,
    newsletter,
    answers=by_words,
    change=None,
    brains=("scripted",),
    **scripts,
):
    """A whole session whose verifier answers its case so."""
    roles = newsroom.honest_scripts() | {"verifier": judges(answers)} | scripts
    if change:
        roles["writer"] = newsroom.writes(change)
    session = newsroom.begin(newsletter, brains=brains)
    with newsroom.serving(pages(), monkeypatch):
        return newsroom.run(session, roles, monkeypatch, brain=ModelBrain)


def second(monkeypatch, script):
    """Another brain behind the first one, with a verifier of its own."""
    brain = ModelBrain({"verifier": script})
    brain.name = "messages"
    monkeypatch.setitem(BRAINS, "messages", brain)
