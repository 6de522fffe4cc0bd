"""Where a draft speaks of each address: its sentence, its heading, the text about it.

Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markdown_it.token import Token

from newsletter.drafts.prose import DraftSentence, flatten, split
from newsletter.standards.outcomes import Mention


@dataclass(slots=True)
class _Part:
    """A heading and what stands under it."""

    heading: str = ""
    sentences: list[DraftSentence] = field(default_factory=list)
    headed: tuple[str, ...] = ()


def mentions(tokens: Sequence[Token]) -> Mapping[str, Mention]:
    """For each address that a parsed draft links, without its fragment, where it does.

    An address that is linked twice keeps its first sentence and all its anchors.
    """
    found: dict[str, Mention] = {}
    for part in _parts(tokens):
        passage = " ".join(sentence.text for sentence in part.sentences)
        for url in map(_plain, part.headed):
            found.setdefault(url, Mention(part.heading, part.heading, passage))
        for sentence in part.sentences:
            for url, anchor in zip(sentence.links, sentence.anchors, strict=True):
                known = found.get(_plain(url))
                new = Mention(sentence.text, part.heading, passage, (anchor,))
                found[_plain(url)] = _joined(known, new) if known else new
    return found


def _joined(known: Mention, new: Mention) -> Mention:
    is_same_part = known.passage is new.passage
    return replace(
        known,
        passage=known.passage if is_same_part else f"{known.passage} {new.passage}",
        anchors=(*known.anchors, *new.anchors),
    )


def _plain(url: str) -> str:
    return url.partition("#")[0]


def _parts(tokens: Sequence[Token]) -> Iterator[_Part]:
    part = _Part()
    for place, token in enumerate(tokens):
        if token.type != "inline":
            continue
        text, spans = flatten(token.children or [])
        if tokens[place - 1].type == "heading_open":
            yield part
            part = _Part(text.strip(), headed=tuple(span.url for span in spans))
        else:
            part.sentences.extend(split(text, spans))
    yield part
