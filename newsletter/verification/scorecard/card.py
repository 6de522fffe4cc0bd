"""What a scorecard holds: counts of what readers and operators are shown. Pure."""

from decimal import Decimal

from pydantic import BaseModel, ConfigDict


class CardPart(BaseModel):
    """A scorecard is read again years later: what it lacks has a default."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class QuoteCounts(CardPart):
    """How the quotes were found in the stored texts."""

    citations: int = 0
    exact: int = 0
    fuzzy: int = 0


class Details(CardPart):
    """Numbers, dates, versions and names, and how many the evidence lacks."""

    checked: int = 0
    unsupported: int = 0


class OwnLines(CardPart):
    """Figures and names of our own lines, and how many no item and no log bears."""

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


class Links(CardPart):
    """Every address of the draft, and how it answered."""

    checked: int = 0
    outcomes: dict[str, int] = {}


class Novelty(CardPart):
    """Stories, and those of them that an earlier issue had told."""

    stories: int = 0
    told_before: int = 0


class Freshness(CardPart):
    """Ages in days, on the day the issue bears."""

    dated: int = 0
    undated: int = 0
    in_window: int = 0


class Style(CardPart):
    """How it reads."""

    words_per_sentence: float = 0.0
    flesch: float | None = None


class Diversity(CardPart):
    """How many voices speak."""

    hosts: int = 0
    publishers: int = 0


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
    style: Style = Style()
    diversity: Diversity = Diversity()
    cost: Cost = Cost()
