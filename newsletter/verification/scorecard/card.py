"""What a scorecard holds: counts, and the shares that follow from them. Pure."""

from decimal import Decimal

from pydantic import BaseModel, ConfigDict


def share(part: int, whole: int) -> float | None:
    """A part of a whole from 0 to 1; None of nothing."""
    return round(part / whole, 4) if whole else None


class CardPart(BaseModel):
    """A scorecard is read again years later: what it lacks has a default."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class QuoteCounts(CardPart):
    """How the quotes were found in the stored texts."""

    citations: int = 0
    exact: int = 0
    fuzzy: int = 0
    missing: int = 0
    precision: float | None = None


class Details(CardPart):
    """Numbers, dates, versions and names, and how many the evidence lacks."""

    checked: int = 0
    unsupported: int = 0
    fidelity: float | None = None


class OwnLines(CardPart):
    """Figures and names of our own lines, and how many no item and no log bears."""

    lines: int = 0
    checked: int = 0
    unborne: int = 0


class Judging(CardPart):
    """What a model judged of the sentences, beside code."""

    model: str = ""  # "" where code alone judged
    sentences: int = 0
    judged: int = 0
    # Findings of code that it cleared, and the details that these were about.
    cleared: int = 0
    cleared_details: int = 0
    # Sentences that it doubted and no second judge did.
    disputed: int = 0
    # Judges that lost their vote by a control.
    lost: int = 0


class Recall(CardPart):
    """Sentences that state something, and those of them with a figure."""

    factual: int = 0
    factual_cited: int = 0
    numeric: int = 0
    numeric_cited: int = 0
    # Citations of the story's own page, rather than of another that tells it.
    primary: int = 0
    sources_per_story: float = 0.0
    recall: float | None = None
    numeric_recall: float | None = None


class Links(CardPart):
    """Every address of the draft: how it answered, and whether a tool ever gave it."""

    checked: int = 0
    unknown: int = 0
    outcomes: dict[str, int] = {}


class Novelty(CardPart):
    """Stories, and those of them that an earlier issue had told."""

    stories: int = 0
    told_before: int = 0
    issues_remembered: int = 0


class Freshness(CardPart):
    """Ages in days, on the day the issue bears."""

    dated: int = 0
    undated: int = 0
    in_window: int = 0
    median_days: float | None = None
    oldest_days: int | None = None


class Structure(CardPart):
    """Whether the draft is as agreed: parsed, printed and parsed again it is the same."""

    launches: int = 0
    papers: int = 0
    # Sections by topic, the stories told in them, and those that have a line.
    topics: int = 0
    topic_stories: int = 0
    one_liners: int = 0
    words: int = 0
    problems: int = 0
    is_stable: bool = True


class Style(CardPart):
    """How it reads; what is counted per 1,000 words counts quotations too."""

    sentences: int = 0
    words_per_sentence: float = 0.0
    longest_sentence: int = 0
    flesch: float | None = None
    banned_per_1000: float = 0.0
    dashes_per_1000: float = 0.0
    # Different first words, as a share of all sentences.
    openings: float | None = None


class Diversity(CardPart):
    """How many voices speak; `entropy` is in bits, `evenness` from 0 to 1."""

    hosts: int = 0
    publishers: int = 0
    entropy: float = 0.0
    evenness: float | None = None
    largest_share: float | None = None


class Cost(CardPart):
    """List price, until the draft was verified."""

    dollars: Decimal = Decimal(0)
    per_story: Decimal | None = None


class Scorecard(CardPart):
    """All figures of one issue."""

    evidence: QuoteCounts = QuoteCounts()
    details: Details = Details()
    ours: OwnLines = OwnLines()
    judging: Judging = Judging()
    recall: Recall = Recall()
    links: Links = Links()
    novelty: Novelty = Novelty()
    freshness: Freshness = Freshness()
    structure: Structure = Structure()
    style: Style = Style()
    diversity: Diversity = Diversity()
    cost: Cost = Cost()
