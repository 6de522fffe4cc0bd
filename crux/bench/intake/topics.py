"""1,000 stories by topic in a process of its own, by Crux or by scikit-learn."""

import json
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

STORIES, TOPICS, WORDS, OF_TOPIC = 1_000, 120, 120, 40


def make_texts() -> dict[str, str]:
    """Stories of words as frequent as in the field, each with those of its topic."""
    from newsletter.research.ranking import frequencies  # noqa: PLC0415  not in who is measured

    chance = random.Random(0)  # noqa: S311  no secret
    counts = frequencies.shipped().counts
    words = [term for term in counts if " " not in term]
    weights = [counts[word] for word in words]
    topics = [chance.sample(words, 12) for _ in range(TOPICS)]
    return {
        f"story-{number}": " ".join(
            [
                *chance.choices(words, weights, k=WORDS - OF_TOPIC),
                *chance.choices(topics[number % TOPICS], k=OF_TOPIC),
            ]
        )
        for number in range(STORIES)
    }


def ours(texts: dict[str, str]) -> int:
    from newsletter.research.topics.clustering import clusters  # noqa: PLC0415  its import counts

    return len(clusters(texts))


def theirs(texts: dict[str, str]) -> int:
    """TF-IDF and average linkage over all pairs, without names."""
    from sklearn.cluster import AgglomerativeClustering  # noqa: PLC0415  its import counts
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415

    vectors = TfidfVectorizer(stop_words="english", sublinear_tf=True, min_df=2)
    linkage = AgglomerativeClustering(
        n_clusters=None, metric="cosine", linkage="average", distance_threshold=0.94
    )
    return len(
        set(linkage.fit_predict(vectors.fit_transform(texts.values()).toarray()))
    )


CONTENDERS: dict[str, Callable[[dict[str, str]], int]] = {
    "Crux": ours,
    "scikit-learn, all pairs": theirs,
}


def main(name: str, file: str) -> None:
    texts = json.loads(Path(file).read_text(encoding="utf-8"))
    found = CONTENDERS[name](texts)
    spent = {
        "seconds": time.process_time(),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        "clusters": found,
    }
    sys.stdout.write(json.dumps(spent))


if __name__ == "__main__":
    main(*sys.argv[1:])
