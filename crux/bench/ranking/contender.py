"""One way of ranking papers, in a process of its own: `python -m … NAME PAPERS PROFILE`.

Prints seconds and peak memory of all that it takes, imports included, as JSON.
"""

import json
import resource
import sys
import time
from pathlib import Path

began = time.perf_counter()


def ours(papers: list[list[str]], profile: str) -> list[str]:
    """The project's ranking, feedback and all."""
    from newsletter.research.ranking.select import rank  # noqa: PLC0415  its cost counts
    from newsletter.research.story import Kind, Story  # noqa: PLC0415

    stories = [
        Story(
            id=name,
            kind=Kind.PAPER,
            title=title,
            url=f"https://arxiv.org/abs/{name}",
            publisher="arXiv",
            summary=abstract,
        )
        for name, title, abstract in papers
    ]
    return [story.id for _, story in rank(stories, profile)]


def by_words(papers: list[list[str]], profile: str) -> list[str]:
    """scikit-learn's TF-IDF of single words, the cosine to the profile."""
    return _by_tf_idf(papers, profile, 1)


def by_pairs(papers: list[list[str]], profile: str) -> list[str]:
    """The same of words and of pairs of neighbours, as ours has them."""
    return _by_tf_idf(papers, profile, 2)


def _by_tf_idf(papers: list[list[str]], profile: str, longest: int) -> list[str]:
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415
    from sklearn.metrics.pairwise import linear_kernel  # noqa: PLC0415

    vectorizer = TfidfVectorizer(
        ngram_range=(1, longest), sublinear_tf=True, stop_words="english"
    )
    texts = vectorizer.fit_transform(
        f"{title} {title} {abstract}" for _, title, abstract in papers
    )
    alike = linear_kernel(vectorizer.transform([profile]), texts)[0]
    order = sorted(range(len(papers)), key=lambda place: -alike[place])
    return [papers[place][0] for place in order]


CONTENDERS = {"Crux": ours, "words": by_words, "pairs": by_pairs}

if __name__ == "__main__":
    name, papers, profile = sys.argv[1:]
    ranked = CONTENDERS[name](
        json.loads(Path(papers).read_text(encoding="utf-8")),
        Path(profile).read_text(encoding="utf-8"),
    )
    spent = {
        "ranked": len(ranked),
        "seconds": time.perf_counter() - began,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    json.dump(spent, sys.stdout)
