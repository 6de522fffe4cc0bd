"""Korean particles, whose form depends on the sound before them: 은(는), 이(가), 을(를). Pure."""

import re

# Behind a consonant, and behind a vowel.
_FORMS = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "(으)로": ("으로", "로"),
}
_EITHER = re.compile(
    r"(?P<last>[\uac00-\ud7a3\d])(?P<marks>(?:</\w+>|[\u2019\u201d)])*)"
    rf"(?P<form>{'|'.join(map(re.escape, _FORMS))})"
)
# A syllable is a lead, a vowel and an end of 28: Unicode, chapter 3.12.
_FIRST, _ENDS, _RIEUL = 0xAC00, 28, 8
# How 0 to 9 end when they are read: 영 일 이 삼 사 오 육 칠 팔 구.
_ENDS_OF_DIGITS = (21, 8, 0, 16, 0, 0, 1, 8, 8, 0)


def settled(text: str) -> str:
    """A text with the form that each particle has behind a Korean word or a number.

    Behind words of other letters, whose sound is not told, both forms stay.
    """
    return _EITHER.sub(_settled, text)


def _settled(found: re.Match[str]) -> str:
    last, form = found["last"], found["form"]
    end = _ENDS_OF_DIGITS[int(last)] if last.isdigit() else (ord(last) - _FIRST) % _ENDS
    is_open = not end or (end == _RIEUL and form == "(으)로")
    return f"{last}{found['marks']}{_FORMS[form][is_open]}"
