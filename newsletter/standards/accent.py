"""A newsletter's accent colour: whether it can be read, and its tone in the dark. Pure.

Contrast is that of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio), 4.5 and
more for text, beside the grounds that pages and letters have.
"""

import re

# The grounds that contrast least, of `crux.css`: shade by day and by night.
_BY_DAY, _BY_NIGHT = "#f2efe6", "#1f2124"
_LEAST = 4.5
_HEX = re.compile(r"#[0-9a-f]{6}", re.ASCII)
_STEPS = 20


def fault_of(colour: str) -> str:
    """What is wrong with a colour, in a sentence; empty if nothing is."""
    if not _HEX.fullmatch(colour):
        return f"{colour!r} is no colour; give # and six digits from 0 to f, such as #0b5d8f."
    if (found := contrast(colour, _BY_DAY)) < _LEAST:
        return (
            f"{colour} is too light to be read: its contrast with the page is "
            f"{found:.1f}, and text takes {_LEAST}. Give a darker one."
        )
    return ""


def by_night(colour: str) -> str:
    """The same colour as light as it takes to be read on a dark ground."""
    channels = _channels(colour)
    for step in range(_STEPS + 1):
        mixed = [one + (255 - one) * step // _STEPS for one in channels]
        lighter = "#{:02x}{:02x}{:02x}".format(*mixed)
        if contrast(lighter, _BY_NIGHT) >= _LEAST:
            return lighter
    raise AssertionError  # white can be read


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black on white."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (channel / 255 for channel in _channels(colour))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
