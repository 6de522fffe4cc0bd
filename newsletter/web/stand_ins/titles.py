"""Whether a title alone says that a wall, an error or nothing stands in a page's place. Pure."""

from functools import cache

from newsletter.web.stand_ins.signs import absences, walls
from newsletter.web.stand_ins.soft404 import SEPARATOR, says_not_there

# Beside the words of a sign a title of a wall has no more than this: "Required!", a code.
_MOST_WORDS_MORE = 2


def is_titled_so(title: str) -> bool:
    """Whether a title, or what stands before the site's name, is one of a stand-in.

    Of the page itself less is enough, since it is short.
    """
    if says_not_there(title):
        return True
    first = next((part for part in SEPARATOR.split(title.casefold()) if part), "")
    said = first.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").strip()
    return any(_is_that(said, known) for known in _titles())


def _is_that(said: str, known: str) -> bool:
    rest = said.removeprefix(known)
    # "Captcha-solving" begins with a sign, and is another word.
    is_whole = rest != said and not rest[:2].strip("-_'").isalnum()
    return is_whole and len(rest.split()) <= _MOST_WORDS_MORE


@cache
def _titles() -> tuple[str, ...]:
    return tuple(title for sign in (*walls(), *absences()) for title in sign.titles)
