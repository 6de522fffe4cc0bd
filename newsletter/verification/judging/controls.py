"""Controls: hidden tests of a judge, one true sentence and two that code has altered. Pure.

They are made of sentences of the session's own sources, told in plainer words as a draft
tells them, and chosen by a key that no model knows: the same draft and key give the same
ones, so that a replay agrees. A judge who errs on one of them has no vote.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from newsletter.text.plain import clean, has_markup
from newsletter.text.sentences import dangles, split
from newsletter.text.words import matches
from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.numbers.figures import placed
from newsletter.verification.judging.addressing import speaks_to_reader

ALTERED = 2
_WORDS = range(8, 46)
_MOST_READ = 20_000  # characters of a source
_MOST_OF_A_TEXT = 40
_MOST_LOOKED_AT = 30
# A sentence of somebody about themselves cannot be told as ours.
_FIRST_PERSON = re.compile(r"\b(?:we|us|our|ours|i|my|me|you|your|yours)\b", re.I)
_OPENINGS = re.compile(
    r"\A(?:(?:However|Moreover|Furthermore|Additionally|In addition|Notably|Finally|"
    r"Specifically|Overall|In particular|Here|In this (?:paper|work|study|article)|"
    r"Experimental results show that|Extensive experiments show that)[, ]\s*)",
)
# How a draft says the same: what stands in other words is not told from its neighbours by
# being copied. None of these changes what a sentence states.
_PLAINER = tuple(
    (re.compile(rf"\b{words}\b"), plainer)
    for words, plainer in (
        (r"[Ww]e (?=(?:propose|present|introduce|show|find|develop|study|evaluate|train|test|release|report|demonstrate|observe|analy[sz]e|investigate)\b)", "the authors "),
        (r"[Oo]ur (?=(?:method|approach|model|framework|results|experiments|system|study|work|analysis|findings)\b)", "their "),
        ("demonstrates", "shows"), ("demonstrate", "show"), ("demonstrated", "showed"),
        ("utilizes", "uses"), ("utilize", "use"), ("utilizing", "using"),
        ("outperforms", "beats"), ("outperform", "beat"), ("outperformed", "beat"),
        ("achieves", "reaches"), ("achieve", "reach"), ("achieving", "reaching"),
        ("approximately", "about"), ("in order to", "to"), ("a variety of", "various"),
        ("additionally", "also"), ("facilitates", "eases"), ("facilitate", "ease"),
        ("requires", "needs"), ("require", "need"), ("prior to", "before"),
        ("introduces", "brings"), ("comprising", "made up of"), ("comprises", "has"),
        ("consists of", "is made of"), ("such as", "like"), ("however", "though"),
        ("a number of", "some"), ("is able to", "can"),
        (r"more than (?=[$€£]?\d)", "over "), ("currently", "now"),
        ("for example", "for instance"), ("numerous", "many"), ("obtain", "get"),
        ("obtained", "got"), ("sufficient", "enough"), ("attempts to", "tries to"),
        ("percent", "per cent"),
        ("are able to", "can"), ("in addition to", "besides"), ("due to", "because of"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Control:
    """A sentence whose right verdict is known; `original` stands in the source."""

    source: SourceText
    original: str
    sentence: str
    is_true: bool


# What makes a sentence of a text false; "" where it cannot.
Alteration: TypeAlias = Callable[[str, str], str]


def controls(
    sources: Iterable[SourceText],
    told: Collection[str],
    key: bytes,
    is_clean: Callable[[SourceText, str], bool] = lambda _, __: True,
) -> tuple[Control, ...]:
    """One true control and two altered ones; none at all where there are not three.

    `told` are the sentences of the draft: a control is no second one of them. `is_clean`
    says whether what stands around a sentence of a source may be shown.
    """
    clean_ones = (
        one
        for one in _candidates(sources, told, key)
        if is_clean(one.source, one.original)
    )
    known = list(islice(clean_ones, _MOST_LOOKED_AT))
    # Who condemns all that is not copied would know a copied one again.
    told_otherwise = next(filter(_is_in_other_words, known), None)
    for true in filter(None, (told_otherwise, *known)):
        others = [one for one in known if one.original != true.original]
        altered: list[Control] = []
        for makers in (_UNDERSTOOD, _COUNTED, _ANY):
            if len(altered) < ALTERED:
                ordered = sorted(makers, key=lambda make: place(key, make.__name__))
                altered += _altered(others, ordered, altered)
        if len(altered) >= ALTERED:
            return (true, *altered[:ALTERED])
    return ()


def _is_in_other_words(control: Control) -> bool:
    """Whether it is no copy of its original, nor of a part of it."""
    return control.sentence[1:] not in clean(control.original)


def key_for(secret: bytes, *names: str) -> bytes:
    """A key of a draft's own, that nobody can tell who has not the secret."""
    return hmac.new(secret, "\n".join(names).encode(), hashlib.sha256).digest()


def place(key: bytes, text: str) -> bytes:
    """Where a text stands in an order that nobody can tell who has not the key."""
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def _candidates(
    sources: Iterable[SourceText], told: Collection[str], key: bytes
) -> Iterator[Control]:
    """Sentences of the sources that stand alone, in the order of the key."""
    found: list[Control] = []
    for source in sources:
        fit = [
            Control(source, one.text, _opened(one.text), is_true=True)
            for one in split(source.text[:_MOST_READ])
            if one.has_end and _is_fit(one.text)
        ]
        found += fit[:_MOST_OF_A_TEXT]
    for control in sorted(found, key=lambda one: place(key, one.sentence)):
        if not any(matches(control.sentence, said) for said in told):
            yield control


def _is_fit(text: str) -> bool:
    plain = _plainer(clean(text))
    return (
        len(plain.split()) in _WORDS
        and not has_markup(plain)
        and not dangles(plain)
        and not _FIRST_PERSON.search(plain)
        and not speaks_to_reader(text)
    )


def _opened(text: str) -> str:
    """The sentence as a draft would begin it."""
    plain = _plainer(_OPENINGS.sub("", clean(text)))
    return plain[:1].upper() + plain[1:]


def _plainer(text: str) -> str:
    for words, plainer in _PLAINER:
        text = words.sub(plainer, text)
    return text


def _altered(
    known: Sequence[Control], makers: Sequence[Alteration], taken: Sequence[Control]
) -> list[Control]:
    """The first sentence that one of the makers can make false, and was not taken."""
    used = {one.original for one in taken}
    for one in known:
        if one.original in used:
            continue
        for make in makers:
            if wrong := make(one.sentence, one.source.text):
                return [Control(one.source, one.original, wrong, is_true=False)]
    return []


# --- What makes a sentence false --------------------------------------------------------

_OPPOSITES = (
    ("higher", "lower"), ("more", "fewer"), ("larger", "smaller"), ("faster", "slower"),
    ("better", "worse"), ("increases", "reduces"), ("increased", "reduced"),
    ("improves", "degrades"), ("improved", "degraded"), ("outperforms", "trails"),
    ("outperform", "trail"), ("beats", "trails"), ("beat", "trail"), ("exceeds", "falls short of"), ("cheaper", "dearer"),
    ("longer", "shorter"), ("stronger", "weaker"), ("before", "after"),
    ("most", "few"), ("easier", "harder"), ("open", "closed"), ("free", "paid"),
    ("with", "without"), ("succeeds", "fails"), ("reduce", "increase"),
    ("improve", "worsen"), ("supports", "drops"), ("first", "last"),
)  # fmt: skip
_OTHER = {
    word: opposite
    for one, two in _OPPOSITES
    for word, opposite in ((one, two), (two, one))
    if " " not in word
}
OPPOSED = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(_OTHER, key=len, reverse=True))})(?![\w-])"
)
_AFFIRMED = re.compile(r"\b(is|are|was|were|can|does|has|have|will)\b(?! not\b| no\b)")
_SOME = re.compile(
    r"\b(?:[Ss]ome|[Mm]any|[Mm]ost|[Ss]everal|[Aa] few)\b(?= [a-z-]+s\b)"
)
_MAY = re.compile(r"\b(?:may|might|could)\b(?! not\b)")
_ALL = re.compile(r"\b(?:all|every|each|always)\b", re.I)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_NEGATED = {"can": "cannot", "has": "has never", "have": "have never"}


def _turned(sentence: str, _: str) -> str:
    """A word made its opposite, where the sentence has just one and not both."""
    found = list(OPPOSED.finditer(sentence))
    if len(found) != 1 or _OTHER[found[0].group()] in sentence:
        return ""
    word = found[0]
    return sentence[: word.start()] + _OTHER[word.group()] + sentence[word.end() :]


def _denied(sentence: str, _: str) -> str:
    """A plain statement denied."""
    found = _AFFIRMED.search(sentence)
    if found is None or re.search(r"\b(?:not|no|never|nor|without)\b", sentence):
        return ""
    verb = found.group()
    denied = _NEGATED.get(verb, f"{verb} not")
    return sentence[: found.start()] + denied + sentence[found.end() :]


def _miscounted(sentence: str, text: str) -> str:
    """A figure made another one, which stands nowhere in the text."""
    for one in placed(sentence):
        digits = _DIGITS.search(sentence, one.start, one.end)
        if digits is None or one.is_in_word(sentence):
            continue
        number = digits.group()
        other = f"{(int(number[0]) + 4) % 9 + 1}{number[1:]}"
        if re.search(rf"(?<!\d){re.escape(other)}(?!\d)", text):
            continue
        wrong = sentence[: digits.start()] + other + sentence[digits.end() :]
        if not fidelity(wrong, sentence).holds:  # nor does it follow from the others
            return wrong
    return ""


def _widened(sentence: str, _: str) -> str:
    """Some told as all; what may be, told as it is."""
    found = _SOME.search(sentence) or _MAY.search(sentence)
    if found is None or _ALL.search(sentence):
        return ""
    other = "all" if found.re is _SOME else "will"
    other = other.capitalize() if found.group()[0].isupper() else other
    return sentence[: found.start()] + other + sentence[found.end() :]


_UNDERSTOOD: tuple[Alteration, ...] = (_turned, _widened, _denied)
_COUNTED: tuple[Alteration, ...] = (_miscounted,)
_ANY: tuple[Alteration, ...] = (*_COUNTED, *_UNDERSTOOD)
