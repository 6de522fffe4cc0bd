"""A quoted sentence of a paper, as an issue can say it in its own voice. Pure.

Only what stands in the way of reading a sentence alone is changed: the connective it
opens with, "we", and an acronym that was spelled out somewhere else.
"""

import re
from collections.abc import Mapping

_LEAD = re.compile(
    r"(?:(?:Specifically|Moreover|Furthermore|Additionally|In addition|However|Finally|"
    r"Notably|In particular|Consequently|Therefore|Thus|Hence|Accordingly|Meanwhile|"
    r"Importantly|Remarkably|Interestingly|Surprisingly|Crucially|Overall|First|Second|"
    r"Third|Firstly|Secondly|Thirdly|Lastly|Next|Besides|Nevertheless|Nonetheless|"
    r"Empirically|Concretely|In summary|In short|As a result|To this end|Ultimately|"
    r"In this (?:paper|work|study|article|report|survey|position paper)|In response|"
    r"To (?:\w+ )?\w+ (?:this|these|those|such|the above|both|it|them)\b[^,.;]{0,70}|"
    r"(?:Building|Drawing|Based|Inspired|Motivated|Guided|Informed)(?: up)?(?:on| on| by) "
    r"(?:this|these|those|such)\b[^,.;]{0,50}|In (?:this|light of this)\b[^,.;]{0,30}|"
    r"Here|With this|For this(?: purpose)?|Against this backdrop|More (?:specifically|"
    r"importantly|broadly)|At its core|In contrast|By contrast|Instead|Also|"
    r"(?:Our|The) (?:key|main|core) (?:insight|idea|finding) is that)"
    r",?\s+)+(?=\S)"
)
_SENTENCE_NEEDS_COMMA = re.compile(
    r",\s+\Z|\bHere\s+\Z|is that,?\s+\Z|\bThus\s+\Z|Hence\s+\Z"
)

_WE = re.compile(
    r"\b(?P<we>[Ww]e)(?P<short>['’](?:re|ve|ll|d))?\b|"
    r"\b(?P<our>[Oo]ur)\b|\b(?P<ours>ours)\b|\b(?P<us>us)\b|\b(?P<selves>ourselves)\b"
)
_SHORT = {"re": "are", "ve": "have", "ll": "will", "d": "would"}


def without_lead(sentence: str) -> str:
    """The sentence without the connective it opens with, begun with a capital."""
    lead = _LEAD.match(sentence)
    if lead is None or not _SENTENCE_NEEDS_COMMA.search(lead.group()):
        return sentence
    return capitalised(sentence[lead.end() :])


def capitalised(sentence: str) -> str:
    """With a capital first, unless the first word has its own way: vLLM, iOS, k-means."""
    first = sentence.split(maxsplit=1)[0] if sentence else ""
    is_plain = first.rstrip(".,;:").isalpha() and first.islower() and len(first) > 1
    is_letter = first in {"a"}
    return sentence[:1].upper() + sentence[1:] if is_plain or is_letter else sentence


def in_third_person(sentence: str) -> str:
    """With "the authors" where the sentence says "we", then "they"."""
    named = "authors" in sentence.lower()

    def replace(found: re.Match[str]) -> str:
        nonlocal named
        first, named = not named, True
        if found["selves"]:
            return "themselves"
        if found["we"]:
            said = "the authors" if first else "they"
            said += f" {_SHORT[found['short'][1:]]}" if found["short"] else ""
        elif found["us"]:
            said = "the authors" if first else "them"
        else:
            said = "the authors’" if first else "their" + ("s" if found["ours"] else "")
        return said[0].upper() + said[1:] if found.start() == 0 else said

    return _WE.sub(replace, sentence)


def spelled_out(sentence: str, meanings: Mapping[str, str]) -> str:
    """With the first use of each acronym written out, unless it is already."""
    for acronym, meaning in meanings.items():
        if meaning.lower() in sentence.lower():
            continue
        use = re.compile(rf"(?<![\w(-]){re.escape(acronym)}(?![\w)-])")
        written = f"{meaning} ({acronym})"
        if use.match(sentence):
            written = capitalised(written)
        sentence = use.sub(written.replace("\\", r"\\"), sentence, count=1)
    return sentence
