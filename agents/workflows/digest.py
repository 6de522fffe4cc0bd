"""The digest: nine steps from the week's addresses to an issue in sections by topic.

Then it is criticised, verified and delivered as the brief is.
"""

from dataclasses import replace

from agents.events.schema import Kind
from agents.workflows.certified import DELIVERY, critic, verifier
from agents.workflows.declaration import Newest, Step, To, Workflow
from agents.workflows.weekly_brief import left_to_drafts, silent_sources
from newsletter.drafts.contract import DIGEST as SHAPE

_LAST = "finalize_newsletter"


def _some_url(last: Newest) -> str | None:
    filtered = last[Kind.URLS_FILTERED]
    if filtered["story_ids"]:
        return None
    found = [last[Kind.URLS_GATHERED]]
    gathered = len(found[0]["stories"])
    left, silent = left_to_drafts(found), silent_sources(found)
    if not gathered:
        return left or f"No outlet told of a story in these days.{silent}"
    if told := filtered["told_before"]:
        return (
            f"Nothing new: earlier issues, the last of them issue "
            f"{filtered['last_told_in']}, told {told} of {gathered} stories; no reader "
            f"gets them twice. {left or 'Begin a session for a later day.'}"
        )
    none = f"None of {gathered} stories is for this issue: see what was filtered out."
    return f"{none}{silent}"


def _some_text(last: Newest) -> str | None:
    if last[Kind.ARTICLES_DOWNLOADED]["stories"]:
        return None
    return "No story could be read: no page answered with a text."


def _some_summary(last: Newest) -> str | None:
    if last[Kind.SUMMARIES_EXTRACTED]["summaries"]:
        return None
    return "No text has a sentence that tells its story."


def _some_rating(last: Newest) -> str | None:
    if last[Kind.ARTICLES_RATED]["rated"]:
        return None
    return "No story was rated."


def _some_section(last: Newest) -> str | None:
    if last[Kind.SECTIONS_SELECTED]["sections"]:
        return None
    silent = silent_sources([last[Kind.URLS_GATHERED]])
    return f"No story was good enough to publish.{silent}"


DIGEST_1 = Workflow(
    name="digest",
    version=1,
    first="gather_urls",
    steps=(
        Step("gather_urls", then={Kind.URLS_GATHERED: To(("filter_urls",))}),
        Step("filter_urls", then={Kind.URLS_FILTERED: To(("download_articles",))}),
        Step("download_articles", needs=_some_url,
             then={Kind.ARTICLES_DOWNLOADED: To(("extract_summaries",))}),
        Step("extract_summaries", needs=_some_text,
             then={Kind.SUMMARIES_EXTRACTED: To(("rate_articles",))}),
        Step("rate_articles", needs=_some_summary,
             then={Kind.ARTICLES_RATED: To(("cluster_topics",))}),
        Step("cluster_topics", needs=_some_rating,
             then={Kind.TOPICS_CLUSTERED: To(("select_sections",))}),
        Step("select_sections", then={Kind.SECTIONS_SELECTED: To(("draft_sections",))}),
        Step("draft_sections", needs=_some_section,
             then={Kind.SECTIONS_DRAFTED: To((_LAST,))}),
        Step(_LAST, then={Kind.DRAFT_WRITTEN: To(("critic",))}),
        *(critic(_LAST), verifier(_LAST), DELIVERY),
    ),
    ends_repeats=True,
    takes_edits=True,
    contract=SHAPE,
)  # fmt: skip
# The same steps. Rules write its sections anew where models' drafts come to no end.
DIGEST = replace(DIGEST_1, version=2, hands_over="draft_sections")
