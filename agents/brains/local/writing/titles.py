"""A title as plain words: without markup, labels, sections of its site, quotation marks. Pure."""

import re

from newsletter.text.plain import clean
from newsletter.text.sentences import split

_COLON_GLUED = re.compile(r"(?<=[A-Za-z0-9]):(?=[A-Z][a-z])")
# How a sender presents a text, in the languages that issues have and some others.
_PRESENTED = (
    r"(?:press|news|media) release|for immediate release|breaking(?: news)?|just in|"
    r"exclusive|updated?|"
    r"presse(?:mitteilung|meldung|information|aussendung)|medienmitteilung|eilmeldung|"
    r"exklusiv|aktualisiert|"
    r"communiqué(?: de presse)?|exclusif|exclusivité|mise à jour|"
    r"(?:nota|comunicado) de (?:prensa|imprensa)|última hora|exclusiva|exclusivo|"
    r"actualización|actualizado|atualizado|atualização|"
    r"comunicato(?: stampa)?|ultim['’]ora|aggiornamento|aggiornato|esclusiva|"
    r"persbericht|exclusief|"
    r"プレスリリース|ニュースリリース|速報|独占|更新|新闻稿|快讯"
)
# That there is something to look at: "En images. …", "VIDEO | …". Of 60,450 real titles in six
# languages 41 begin so; of 20 that were read none does with a word of what it tells.
_SHOWN = (
    r"(?:en (?:vidéos?|images?|photos?)|(?:vidéo|video|vídeo|photo|foto)s?|diaporama|"
    r"galería|fotogalería|fotostrecke)\s?[.:|]\s+"
)
# So do 345 of 11,503 titles of a Chilean paper, in brackets.
_BRACKETED = r"(?:vidéo|video|vídeo|photo|foto)s?|(?:graphic|photo) news|pilne"
# The page of a newspaper, as it is printed: all of 481 real titles that begin so.
_PAGE = r"\d{1,2}版\w{0,6}\s[–—-]\s"
# What a forum or a sender sets around a title: "Show HN: Kettle", "PRESS RELEASE: Kettle 2",
# "【速報】Kettle 2", "Boiling points [pdf]".
_LABELS = re.compile(
    rf"\A(?:(?:(?:Show|Launch|Ask|Tell) HN|{_PRESENTED})\s?(?:[:\uff1a|]|\s[–—-]\s)\s*|"
    rf"{_SHOWN}|{_PAGE}|"
    rf"[\[(【\uff3b](?:{_PRESENTED}|{_BRACKETED})[\])】\uff3d][\s:\uff1a–—-]*)+|"
    rf"\s*[\[(【\uff3b](?:pdf|video|audio|{_PRESENTED})[\])】\uff3d]\Z",
    re.IGNORECASE,
)
# What a page puts behind its title: "… | Energy", "… | Blog | Vale". Of 7,776 real titles 66
# have bars; all of them name sections and sites.
_SECTIONS = re.compile(r"(?P<title>[^|]+)(?:\s\|\s[^|]{1,60}){1,2}")
_FEWEST_BEFORE_BAR = 4  # words
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "「": "」"}
# "A flaw was found in Kettle up to 2.1. This vulnerability af...", as some feeds cut titles.
_CUT_OFF = re.compile(r"\s*(?:\.{3}|…)\Z")
_FEWEST_OF_WHOLE = 4  # words


def title_of(title: str) -> str:
    """A title as plain words, without LaTeX, Markdown, sections or the labels of forum and sender.

    It is spaced as prose is, and stands in no quotation marks as a whole.
    """
    shown = _LABELS.sub("", _COLON_GLUED.sub(": ", clean(title))) or title
    shown = _whole_sentences(shown)
    sections = _SECTIONS.fullmatch(shown)
    if sections and len(sections["title"].split()) >= _FEWEST_BEFORE_BAR:
        shown = sections["title"].rstrip()
    inner, closes = shown[1:-1], _QUOTES.get(shown[:1])
    is_quoted = shown[-1:] == closes and not {shown[0], closes} & set(inner)
    return inner.strip() if inner.strip() and is_quoted else shown


def _whole_sentences(title: str) -> str:
    """A title that stops in the middle without its last sentence, if one is before it."""
    if not _CUT_OFF.search(title):
        return title
    *whole, _ = split(title)
    told = title[: whole[-1].end] if whole else ""
    is_told = len(told.split()) >= _FEWEST_OF_WHOLE and told[-2:-1].isalnum()
    return told.removesuffix(".") if is_told and told.endswith(".") else title
