"""Where a draft speaks of each address: its sentence, its heading, the text about it.

Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from newsletter.markdown import parser
from newsletter.outcomes import Mention
from newsletter.prose import Sentence, flatten, split


@dataclass(slots=True)
class _Part:
    """A heading and what stands under it."""

    heading: str = ""
    sentences: list[Sentence] = field(default_factory=list)
    headed: tuple[str, ...] = ()

    @property
    def passage(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)


def mentions(markdown: str) -> Mapping[str, Mention]:
    """For each address that the draft links, without its fragment, where and in which words it does.

    An address that is linked twice keeps its first sentence and all its anchors.
    """
    found: dict[str, Mention] = {}
    for part in _parts(parser().parse(markdown)):
        for url in map(_plain, part.headed):
            found.setdefault(url, Mention(part.heading, part.heading, part.passage))
        for sentence in part.sentences:
            for url, anchor in zip(sentence.links, sentence.anchors, strict=True):
                url = _plain(url)
                known = found.get(url)
                found[url] = Mention(
                    sentence=known.sentence if known else sentence.text,
                    heading=known.heading if known else part.heading,
                    passage=f"{known.passage} {part.passage}"
                    if known
                    else part.passage,
                    anchors=(*known.anchors, anchor) if known else (anchor,),
                )
    return found


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
