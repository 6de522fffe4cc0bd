"""Rules about what a draft rests on: citations, quotes, links. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator

from newsletter.drafts.draft import Violation, is_ours
from newsletter.drafts.prose import DraftSentence
from newsletter.drafts.rules.case import Case, quotes_in
from newsletter.standards.furniture import ABOUT
from newsletter.text import truncate
from newsletter.text.identifiers import arxiv_id_of, canonical
from newsletter.text.words import folded, length_in_words

# "How?", "Why now?", "Is that bad?": they state nothing, and what follows answers them.
_BARE_QUESTION = re.compile(
    r"\w[\w'’]*(?: [^\W\d_A-Z][^\W\d_]*){0,3}\s?[?\uff1f\u061f]"
)
_EMPTY_ANCHOR = re.compile(
    "here|link|this|click here|read more|more|learn more|source|this link|this post|"
    "this page|see here|read here|see more|the link|full story|details|more details|"
    "find out more|website|"
    # What stands in templates.
    "source name|link text|article title|publisher name|website name|outlet name|"
    "name of the source|title of the article|source link|"
    # The same in other languages, where a capital or a script tells no name.
    "hier|quelle|mehr|mehr lesen|hier klicken|zum artikel|name der quelle|cliquez ici|"
    "en savoir plus|lire la suite|nom de la source|haga clic aquí|leer más|"
    "más información|nombre de la fuente|clicca qui|leggi di più|nome della fonte|"
    "klik hier|lees meer|naam van de bron|clique aqui|saiba mais|leia mais|"
    "nome da fonte|こちら|ここ|詳細|続きを読む|这里|点击这里|阅读更多|來源|来源|여기|자세히 보기|출처"
)


def uncited(case: Case) -> Iterator[Violation]:
    """Every sentence that states a fact carries a link or a citation.

    A lead may rest on the items instead, and what tells how the issue was made on its log:
    they are held to these when they are verified.
    """
    for sentence in case.claims():
        if sentence.where == "lead" or sentence.where.casefold() in ABOUT:
            continue
        if _BARE_QUESTION.fullmatch(sentence.text):
            continue
        if not sentence.links and not case.citations_of(sentence):
            yield Violation(
                "uncited",
                sentence.where,
                f"“{truncate.at_word(sentence.text, 80)}” has neither a link nor a citation; "
                "add one, or leave the sentence out.",
            )
    for section in case.draft.sections:
        for item in section.items:
            if not any(sentence.links for sentence in case.said_in(item)):
                message = "The item has no link; link what it speaks of."
                yield Violation("uncited", item.name, message)


def unquoted(case: Case) -> Iterator[Violation]:
    """Every citation has a quote, and a claim that stands in the draft."""
    text = f" {folded(' '.join(sentence.text for sentence in case.sentences))} "
    for citation in case.citations:
        if not folded(citation.quote):
            message = f"No quote bears “{truncate.at_word(citation.claim, 80)}”; copy one exactly."
            yield Violation("unquoted", citation.url, message)
        elif f" {folded(citation.claim)} " not in text:
            yield Violation(
                "unquoted",
                citation.url,
                f"“{truncate.at_word(citation.claim, 80)}” is cited but not in the draft; "
                "give the sentence as the draft has it.",
            )


def overquoted(case: Case) -> Iterator[Violation]:
    """A source that is not free is quoted no further than the rubric allows."""
    quoted: defaultdict[str, list[str]] = defaultdict(list)
    places: dict[str, str] = {}
    links = _links(case)
    for sentence in case.claims():
        near = links[sentence.where]
        cited = [canonical(one.url) for one in case.citations_of(sentence)]
        # What two pages say in the same words is quoted from the one that is linked there.
        cited = [one for one in cited if one in near] or cited
        linked = [*map(canonical, sentence.links), *near, ""]
        address = [*cited, *linked][0]
        if arxiv_id_of(address):
            continue
        if found := _quoted(case, sentence):
            quoted[address] += found
            places.setdefault(address, sentence.where)
    for address, texts in quoted.items():
        words = sum(map(length_in_words, texts))
        limit = case.rubric.quoted_words
        if len(texts) > case.rubric.quoted_sentences or words > limit:
            shown = "; ".join(f"“{truncate.at_word(text, 80)}”" for text in texts)
            yield Violation(
                "overquoted",
                places[address],
                f"{len(texts)} sentences, {words} words of {address}; quote at most "
                f"{case.rubric.quoted_sentences} and {limit}. They are: {shown}.",
            )


def _links(case: Case) -> defaultdict[str, list[str]]:
    """The addresses that each place links: where words are from that have none of their own."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for sentence in case.sentences:
        if not is_ours(sentence.text):
            found[sentence.where] += map(canonical, sentence.links)
    return found


def _quoted(case: Case, sentence: DraftSentence) -> list[str]:
    """The quoted passages of a sentence; a name in marks is not one."""
    marked = [text for text in quotes_in(sentence.text) if length_in_words(text) > 4]
    if marked or not case.is_nothing_else(sentence):
        return marked
    return [sentence.text]


def anchor(case: Case) -> Iterator[Violation]:
    """A link's words say where it leads, and lead to one place only."""
    seen: dict[tuple[str, str], str] = {}
    for sentence in case.sentences:
        for words, url in zip(sentence.anchors, sentence.links, strict=True):
            if _says_nothing(words):
                message = f"The link “{words}” says nothing; name what it leads to."
                yield Violation("anchor", sentence.where, message)
            if is_ours(sentence.text):
                continue
            key = (sentence.where, folded(words))
            if seen.setdefault(key, canonical(url)) != canonical(url):
                message = f"Two links “{words}” lead to two places; name each."
                yield Violation("anchor", sentence.where, message)


def _says_nothing(words: str) -> bool:
    """A phrase like “here”, or one common word; a name has a capital or a digit."""
    bare = words.strip(" .,:;!()[]").casefold()
    if _EMPTY_ANCHOR.fullmatch(bare) or not any(
        character.isalnum() for character in bare
    ):
        return True
    is_one_word = len(words.split()) == 1 and not words.startswith("http")
    return is_one_word and words.isalpha() and words.islower()
