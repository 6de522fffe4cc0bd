"""CSV injection: cells made harmless to spreadsheets and back again. Pure.

A spreadsheet runs a cell that begins like a formula, also one that begins only because
it was split at another separator (https://owasp.org/www-community/attacks/CSV_Injection).
"""

import re

# Where a cell may begin, when what follows would be read as a formula.
_BEGINS = r"(?:^|(?<=[,;|\t\r\n]))"
_FORMULA = r"(?=[\s\"']*[=+\-@＝＋－＠])"  # noqa: RUF001  spreadsheets take wide ones too
_HARMFUL = re.compile(_BEGINS + _FORMULA)
_MADE_SAFE = re.compile(_BEGINS + "'" + _FORMULA)


def safe(cell: str) -> str:
    """`cell` with an apostrophe wherever a spreadsheet would begin a formula."""
    return _HARMFUL.sub("'", cell)


def restored(cell: str) -> str:
    """What `safe` was given."""
    return _MADE_SAFE.sub("", cell)
