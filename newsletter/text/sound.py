"""Text that can be stored and sent on: no lone surrogate is left in it. Pure."""


def sound(text: str) -> str:
    """The text with pairs of surrogates made one character, and lone ones U+FFFD.

    `&#xD83D;` and `"\\ud83d"` are how feeds and JSON bring them in: halves of a character
    that was cut in two, which no database and no connection takes.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
